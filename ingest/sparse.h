/*
 * sparse.h - the raw lines of a text that are worth keeping, in order: prose far from anything else is
 * passed over.
 *
 * Above and below every line of interest (prose.h) some lines are kept as they are, so that headings, paragraphs
 * and what belongs to a block are there. What is left out between two kept lines is prose alone; the
 * first blank line of it is kept, as a paragraph ends there. A text of a few screens is kept whole.
 */
#ifndef INGEST_SPARSE_H
#define INGEST_SPARSE_H

#include "base/slice.h"

enum {
    SPARSE_REACH = 16,        /* lines kept above a figure */
    SPARSE_BELOW = 8,         /* and below it */
    SPARSE_WORDS_ABOVE = 12,  /* a paragraph in front of a heading that ends it */
    SPARSE_WORDS_BELOW = 4,
    SPARSE_WHOLE_LINES = 400, /* a text is kept whole up to here */
};

typedef struct RawLine {
    Slice raw;       /* without its line end */
    uint32_t number; /* from 1 */
    bool prose;      /* of no interest, kept for its neighbours */
} RawLine;

typedef struct Sparse {
    Slice rest;
    bool cr; /* lines end with CR alone */
    uint32_t number;     /* of the last line that was read or passed over */
    uint32_t keep_until; /* lines up to this number are kept, whatever they are */
    RawLine blank;       /* to be given next: what is left of prose that was passed over; number 0: none */
} Sparse;

void sparse_start(Sparse *s, Slice text);
bool sparse_next(Sparse *s, RawLine *out); /* false at the end; s->number is then the number of all lines */

#endif
