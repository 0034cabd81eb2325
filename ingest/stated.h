/*
 * stated.h - an average that somebody states in a sentence.
 *
 * "the average write speed was: 43.8 MB/s", "avg: 102 MB/s over 10 runs", "mean latency 1.7 ms",
 * "43.8 MB/s on average", "durchschnittlich 43,8 MB/s", "moyenne : 43,8 Mo/s". Not: comparisons
 * ("on average 9 MB/s faster"), ranges, maxima, statistics that a tool prints (min/avg/max), and
 * sentences with two averages that nothing tells apart.
 */
#ifndef INGEST_STATED_H
#define INGEST_STATED_H

#include "ingest/table.h"

typedef struct Stated {
    TableValue value; /* with a unit: bytes/s, 1/s or seconds */
    bool has_sd;
    TableValue sd;
    bool has_n;
    Number n;         /* "over 10 runs" */
    bool is_latency;  /* seconds of one operation, not of the whole */
    const char *op;   /* "read", "write", or NULL */
} Stated;

/* Is there a word for an average? Cheap; most lines have none. */
bool stated_has_word(Slice text);
bool stated_read(Slice text, Stated *out);

#endif
