/*
 * bulk.h - many rows into one table, several a statement: about twice as fast as one by one.
 *
 * Rows wait until BULK_ROWS are there (COPY_ROWS, where the engine can copy_in); bulk_end() writes those that are left. What their values
 * point to must live until then.
 */
#ifndef SCHEMA_BULK_H
#define SCHEMA_BULK_H

#include "schema/inside.h"

enum { BULK_ROWS = 16, COPY_ROWS = 2048, COPY_LEAST = 4 };

typedef struct Bulk {
    Store *store;
    StatementId id;  /* the INSERT of one row */
    size_t columns;
    Statement *many; /* the same for BULK_ROWS rows; NULL: not needed yet */
    Value *waiting;  /* most x columns; NULL: none came */
    Arena *arena;
    size_t rows, most;
    struct Bulk *before; /* is written first: rows that these refer to; NULL */
} Bulk;

Bulk bulk_new(Store *s, Arena *a, StatementId id, size_t columns);
bool bulk_add(Bulk *b, const Value *values, size_t n, Error *err); /* n: columns */
bool bulk_flush(Bulk *b, Error *err); /* writes what waits */
bool bulk_end(Bulk *b, bool ok, Error *err); /* ok false: what waits is dropped. Frees the statement */

#endif
