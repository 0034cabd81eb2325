/*
 * welch.h - Welch's t test of two means, from values or from summaries; two-sided.
 *
 * defined is false when neither side shows any spread (there is nothing to judge by) or a side has
 * fewer than two runs; then no other field means anything. Differences are second minus first.
 */
#ifndef ANALYZE_WELCH_H
#define ANALYZE_WELCH_H

#include <stdbool.h>

#include "analyze/sample.h"

typedef struct Welch {
    bool defined;
    double difference, t, df, p;
    double quantile; /* t that the 1 - alpha interval reaches to */
    double lo, hi;   /* 1 - alpha interval of the difference */
} Welch;

/* alpha 0: no interval is wanted. */
Welch welch_test(Moments first, Moments second, double alpha);

#endif
