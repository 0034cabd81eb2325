/*
 * sample.h - repeated values of one quantity under one configuration, and their summary.
 *
 * values: n finite doubles in the base unit of their metric. The answers do not depend on the order
 * in which the values came: everything is computed over the sorted copy. Magnitudes up to the
 * largest double neither overflow nor lose the spread (two passes, scaled).
 */
#ifndef ANALYZE_SAMPLE_H
#define ANALYZE_SAMPLE_H

#include <stddef.h>

#include "base/arena.h"

/* What a t test needs to know of one side. sd is of the sample (n - 1). */
typedef struct Moments {
    double n, mean, sd;
} Moments;

typedef struct Sample {
    size_t n;
    const double *values; /* ascending; in the arena */
    double mean, sd;      /* sd: FIGURE_NONE below two values */
    double median, min, max;
    double geomean, log_mean, log_sd; /* FIGURE_NONE unless all values are above 0 */
} Sample;

/* n 0: every figure is FIGURE_NONE. */
Sample sample_of(Arena *a, const double *values, size_t n);
Moments sample_moments(const Sample *s);
/* The same of the logarithms; only where geomean exists and n >= 2. */
Moments sample_log_moments(const Sample *s);
/* median absolute deviation, not scaled; FIGURE_NONE when n is 0. */
double sample_mad(Arena *a, const Sample *s);

#endif
