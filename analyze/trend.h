/*
 * trend.h - does a sequence rise or fall with time? Mann-Kendall, two-sided.
 *
 * Up to 50 values without ties the p is exact (all orders counted), else normal with tie and
 * continuity correction. trend_slope() is Theil-Sen: the median of the slopes of all pairs, a step;
 * its work is quadratic, so of a sequence longer than TREND_MOST evenly spaced values are taken.
 */
#ifndef ANALYZE_TREND_H
#define ANALYZE_TREND_H

#include <stdbool.h>

#include "base/arena.h"

enum { TREND_MOST = 400 };

typedef struct Trend {
    bool defined; /* three values or more */
    bool exact;
    double s, p;
} Trend;

/* exact_below: counting orders is skipped when the approximate p is not below it; 1 or more: never.
 */
Trend trend_test(Arena *a, const double *in_order, size_t n, double exact_below);
double trend_slope(Arena *a, const double *in_order, size_t n); /* FIGURE_NONE below two values */

#endif
