/*
 * trend.h - does a sequence rise or fall with time? Mann-Kendall, two-sided.
 *
 * Up to 50 values without ties the p is exact (all orders counted), else normal with tie and
 * continuity correction. slope is Theil-Sen: the median of the slopes of all pairs, a step. At most
 * TREND_MOST values are looked at (the work is quadratic): evenly spaced ones of a longer sequence.
 */
#ifndef ANALYZE_TREND_H
#define ANALYZE_TREND_H

#include <stdbool.h>

#include "base/arena.h"

enum { TREND_MOST = 400 };

typedef struct Trend {
    bool defined; /* three values or more */
    bool exact;
    double s, p, slope;
} Trend;

Trend trend_test(Arena *a, const double *in_order, size_t n);

#endif
