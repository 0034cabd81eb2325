/*
 * fieller.h - interval of a ratio of two means, by Fieller's theorem with unequal variances.
 *
 * With the t quantile of the Welch test of the difference (Welch.quantile) it agrees with that
 * test: 1 lies outside exactly when p < alpha. When the first mean is not clearly different from 0
 * the ratio has no bounded interval.
 */
#ifndef ANALYZE_FIELLER_H
#define ANALYZE_FIELLER_H

#include <stdbool.h>

#include "analyze/sample.h"

typedef struct Ratio {
    double ratio; /* second / first; FIGURE_NONE when first is 0 */
    bool bounded;
    double lo, hi; /* FIGURE_NONE when not bounded */
} Ratio;

Ratio fieller_ratio(Moments first, Moments second, double quantile);

#endif
