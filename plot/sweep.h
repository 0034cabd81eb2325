/*
 * sweep.h - cells of a table that differ in a number of their workload: block size, queue depth,
 * jobs.
 *
 * The number may part rows (the usual case) or columns (when it is all that tells the runs apart,
 * it has become their label): so single cells are looked at, and a series is what remains of the
 * name of a column without the swept keys.
 */
#ifndef PLOT_SWEEP_H
#define PLOT_SWEEP_H

#include "plot/charts.h"

enum { SWEEP_MOST_POINTS = 1024, SWEEP_MOST_SERIES = 8 };

typedef struct SweepPoint {
    const Row *row;
    const Cell *cell;
    size_t series;
    double x, y; /* values of the first and the second key */
    const char *x_text, *y_text;
} SweepPoint;

typedef struct Sweep {
    const char *x_key, *y_key;           /* "bs"; y_key NULL when one key was asked for */
    SweepPoint point[SWEEP_MOST_POINTS]; /* by series, y, x, ascending */
    size_t n;
    const char *series[SWEEP_MOST_SERIES]; /* "" when there is one that has no name */
    size_t n_series;
    size_t left_out; /* cells of other metrics, or that differ in something else */
} Sweep;

/* "block size" of "bs". */
const char *sweep_key_words(const char *key);
/* The workload of the first point without the swept keys: "dd write source=zero". */
const char *sweep_workload(Arena *a, const Sweep *s);

/*
 * keys: 1 or 2. The keys with most different values among the cells of the first metric that has
 * any; other numbers must be equal to those of the first point. false: nothing is swept.
 */
bool sweep_of(Arena *a, const Table *t, size_t keys, Sweep *out);

#endif
