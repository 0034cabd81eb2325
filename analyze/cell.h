/*
 * cell.h - from the printed figures of one row and column to what may be said about them.
 */
#ifndef ANALYZE_CELL_H
#define ANALYZE_CELL_H

#include "analyze/intern.h"
#include "analyze/sample.h"
#include "analyze/table.h"

/* Finds measures of large runs without scanning them again and again. */
typedef struct MeasureIndex MeasureIndex;

MeasureIndex *measure_index_new(Arena *a);
const Measure *measure_index_find(MeasureIndex *ix, const Run *run, const char *scope,
                                  const char *metric);

/* As run_fact(). */
const char *measure_index_fact(MeasureIndex *ix, const Run *run, const char *scope,
                               const char *key);
/* The facts that stand at this very scope ("": of the whole run), in their order. */
size_t measure_index_facts(MeasureIndex *ix, const Run *run, const char *scope,
                           const Fact *const **out);

/* sources: one a run, in the order of the text; kept. Sets every field of the cell. */
void cell_fill(Arena *a, MeasureIndex *ix, const Source *sources, size_t n, Cell *out);

/* What a t test may use; n < 2 or no sd: none. within_run: the spread within single runs. */
Moments cell_moments(const Cell *c, bool within_run);

/* Is this the metric that tells the spread or the count of another one ("value.sd" of "value")? */
bool cell_is_companion(const char *metric);

#endif
