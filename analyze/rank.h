/*
 * rank.h - Mann-Whitney U, two-sided, as a second opinion beside the t test.
 *
 * u counts the pairs in which the second side is higher (ties half). Up to `exact_most` values a
 * side the p is exact, ties included: every arrangement of the pooled values is counted. Above it
 * is the normal approximation with tie and continuity correction. Two-sided p doubles the smaller
 * tail (capped at 1), as benchstat does. Mann & Whitney 1947.
 */
#ifndef ANALYZE_RANK_H
#define ANALYZE_RANK_H

#include <stdbool.h>

#include "analyze/sample.h"

enum { RANK_EXACT_MOST = 50 };

typedef struct RankTest {
    bool defined; /* both sides have values */
    bool exact;
    double u, p;
    double p_min; /* the least p any outcome could have at these sizes */
} RankTest;

RankTest rank_test(Arena *a, const Sample *first, const Sample *second, size_t exact_most);
/*
 * Counting takes up to milliseconds at 50+50: the number of values a side at which so many tests
 * still stay within about a tenth of a second. Never above RANK_EXACT_MOST.
 */
size_t rank_exact_most(size_t tests);

#endif
