/*
 * names.h - small numbers for texts: equal texts get equal numbers, counted from 0.
 */
#ifndef INGEST_NAMES_H
#define INGEST_NAMES_H

#include "base/arena.h"

typedef struct Names {
    Arena *arena;
    const char **text; /* by number */
    uint32_t *slot;    /* number + 1; 0: free */
    size_t n, cap, slots;
} Names;

Names names_new(Arena *a);
/* The text is not copied and must live as long as the Names. */
uint32_t names_number(Names *in, const char *text);
/* The number of a pair of numbers. */
uint32_t names_pair(Names *in, uint32_t a, uint32_t b);

#endif
