/*
 * edit.h - a line that is being edited, with a map back to the bytes it came from.
 *
 * Cutting at the ends costs nothing; the first edit in the middle copies the line into the arena.
 * Many edits of one line are one Rewrite, so that a line of a million entities costs a million
 * steps.
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

/*
 * The new text, written from front to back while e->text is read. Never longer than the old one.
 * Nothing is copied until the first edit_put() or edit_drop_last().
 */
typedef struct Rewrite {
    char *text; /* NULL: nothing was changed so far */
    uint32_t *map;
    size_t n;
} Rewrite;

void edit_copy(const Edit *e, Rewrite *w, size_t at); /* the byte at `at` as it is */
void edit_put(const Edit *e, Rewrite *w, size_t at,
              Slice to);                                   /* `to` instead of what stands at `at` */
void edit_drop_last(const Edit *e, Rewrite *w, size_t at); /* takes back the last character */
void edit_finish(Edit *e, const Rewrite *w);

#endif
