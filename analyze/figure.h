/*
 * figure.h - a number that may not exist.
 *
 * A mean of nothing, the sd of one value, a p without a test do not exist: they are FIGURE_NONE,
 * which every printer must ask about with figure_exists() and write as nothing, "-" or null. An
 * open end of an interval is infinite and does not "exist" either. No arithmetic is done on
 * FIGURE_NONE.
 */
#ifndef ANALYZE_FIGURE_H
#define ANALYZE_FIGURE_H

#include <math.h>
#include <stdbool.h>

#define FIGURE_NONE ((double)NAN)

static inline bool figure_exists(double v)
{
    return isfinite(v);
}

#endif
