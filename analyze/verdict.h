/*
 * verdict.h - what may be said about two cells of a row.
 *
 * Two steps, because the p values of a report are adjusted together: verdict_measure() fills ratio,
 * interval and tests; once p_adjusted is set, verdict_decide() says the words.
 */
#ifndef ANALYZE_VERDICT_H
#define ANALYZE_VERDICT_H

#include "analyze/power.h"
#include "analyze/table.h"

/* exact_most: see rank.h. */
void verdict_measure(Arena *a, const Table *t, const Row *row, size_t column, bool within_run,
                     size_t exact_most, Comparison *out);
/* Does this comparison carry a test between separate runs, so that it belongs to the family? */
bool verdict_is_tested(const Row *row, size_t column);
void verdict_decide(Arena *a, PowerPlan *plan, const Table *t, const Row *row, size_t column,
                    Comparison *c);

#endif
