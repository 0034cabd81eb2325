/*
 * atoms.h - small numbers for texts: equal texts get equal numbers, counted from 0.
 */
#ifndef INGEST_ATOMS_H
#define INGEST_ATOMS_H

#include "base/arena.h"

typedef struct Atoms {
    Arena *arena;
    const char **text; /* by number */
    uint32_t *slot;    /* number + 1; 0: free */
    size_t n, cap, slots;
} Atoms;

Atoms atoms_new(Arena *a);
/* The text is not copied and must live as long as the Atoms. */
uint32_t atoms_number(Atoms *in, const char *text);
/* The number, with a copy of the text when it is new. */
uint32_t atoms_copied(Atoms *in, const char *text);
/* An equal text that lives as long as the Atoms: a copy when it is new. */
const char *atoms_text(Atoms *in, const char *text);
/* The number of a pair of numbers. */
uint32_t atoms_pair(Atoms *in, uint32_t a, uint32_t b);

#endif
