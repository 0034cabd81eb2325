/*
 * histogram.h - two distributions by the counts of their buckets.
 *
 * Only histograms whose buckets agree are compared: a bucket that one side does not print (tools
 * cut rows of zeros) counts 0, buckets that overlap without being equal make edges_agree false. The
 * tests speak of the requests that were counted: within these runs, never about two systems.
 */
#ifndef ANALYZE_HISTOGRAM_H
#define ANALYZE_HISTOGRAM_H

#include "base/model.h"

typedef struct HistogramTest {
    bool edges_agree;
    double n_first, n_second; /* counted in all; 1 for shares */
    double ks, ks_at;  /* largest difference of the cumulative shares; upper edge where it is */
    double chi, df, p; /* chi-square; FIGURE_NONE for shares, or when one bucket is left */
} HistogramTest;

HistogramTest histogram_test(Arena *a, const Histogram *first, const Histogram *second);

/* The sum of two histograms whose buckets agree; false when they do not. Shares are not added. */
bool histogram_add(Arena *a, const Histogram *first, const Histogram *second, Histogram *out);

#endif
