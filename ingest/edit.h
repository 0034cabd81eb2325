/*
 * edit.h - a line that is being edited, with a map back to the bytes it came from.
 *
 * Cutting at the ends costs nothing; the first edit in the middle copies the line into the arena.
 */
#ifndef INGEST_EDIT_H
#define INGEST_EDIT_H

#include "base/arena.h"

typedef struct Edit {
    Arena *arena;
    Slice raw;
    Slice text;    /* as it stands */
    uint32_t *map; /* NULL: text lies inside raw */
} Edit;

Edit edit_new(Arena *a, Slice raw);
void edit_cut_front(Edit *e, size_t n);
void edit_cut_end(Edit *e, size_t n);
/* Replaces n bytes at `at`; with.n <= n. The new bytes map to where the old ones began. */
void edit_replace(Edit *e, size_t at, size_t n, Slice with);
uint32_t edit_raw_offset(const Edit *e, size_t at);

#endif
