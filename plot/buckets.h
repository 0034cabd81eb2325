/*
 * buckets.h - histograms of the runs behind a table, brought onto common buckets.
 *
 * A set holds the histograms of one metric: one a column of the table, or, when there is one
 * column, one a scope. Shares are of the events of each histogram. Histograms whose buckets cut
 * across those of the first one are left out and counted: re-binning would invent figures.
 */
#ifndef PLOT_BUCKETS_H
#define PLOT_BUCKETS_H

#include "plot/charts.h"

enum { BUCKETS_MOST_SERIES = 6 };

typedef struct BucketSeries {
    const char *name;
    double total;        /* events; of shares: 1 */
    const double *share; /* of each bucket, 0..1 */
} BucketSeries;

typedef struct BucketSet {
    const Row *row;     /* the first one that led here: names tool and workload */
    const char *metric; /* of the histogram */
    Unit unit;
    size_t joined; /* so many buckets of the tool make one here; 0: one */
    size_t n;
    const Bucket *bucket; /* common edges, ascending, empty ends cut off */
    BucketSeries series[BUCKETS_MOST_SERIES];
    size_t n_series;
    size_t left_out;
} BucketSet;

/* false: no run has a histogram. */
bool buckets_of(Arena *a, const Table *t, BucketSet *out);

#endif
