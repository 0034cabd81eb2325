/*
 * projection.h - which facts make the columns and which the rows.
 *
 * --row, --col and --ignore say so; without them it is found out: of label, then the setup and axis
 * facts that a user set, then other axis facts, a component is taken if it tells apart two parts of
 * equal work that those taken before do not. When nothing is taken: setup facts that were read,
 * else the documents. Of several components the innermost makes the columns and the outer ones
 * groups of rows, if that way at least two columns meet in some row; else they are joined.
 */
#ifndef ANALYZE_PROJECTION_H
#define ANALYZE_PROJECTION_H

#include "analyze/part.h"
#include "analyze/table.h"

typedef struct Projection {
    const char *col_keys; /* "label", "release", "document" ... for people */
    bool by_document;     /* do it again with parts that differ by document */
    VEC(uint32_t) taken;  /* text ids of the keys that stand in rows or columns, or are ignored */
    bool explicit_columns;
} Projection;

/* Sets group, column, work and workload of every used part. Fails (ERR_USAGE) on a key no run has.
 */
MUST_CHECK bool projection_make(Parts *p, const TableOptions *options, bool by_document,
                                Projection *out, Error *err);
/* Keys of the options that are not facts and make parts differ ("document", "session", "time"). */
size_t projection_part_keys(Arena *a, const TableOptions *options, const char ***keys);

#endif
