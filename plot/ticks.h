/*
 * ticks.h - axes that people can read: steps of 1, 2, 5, decades with minor lines, units with
 * prefixes ("10 us" as "10 µs", "1 ms").
 */
#ifndef PLOT_TICKS_H
#define PLOT_TICKS_H

#include "base/unit.h"
#include "plot/chart.h"

/* How figures of one chart are shown: value / factor, then the word. */
typedef struct PlotUnit {
    char word[16]; /* "MB/s"; "" for counts */
    double factor;
} PlotUnit;

/* As posted when the paste named a unit, else a prefix that fits the typical value. */
PlotUnit plot_unit(Unit unit, const char *raw_unit, double raw_factor, double typical);

/* Widens [lo, hi] to whole steps (zero: from 0) and adds a tick a step. Values are base units. */
void ticks_linear(Chart *c, ChartAxis *axis, double lo, double hi, bool zero, PlotUnit u);
/* The same for a log axis: decades are major lines with labels, 2 and 5 are minor ones. lo > 0. */
void ticks_log(Chart *c, ChartAxis *axis, double lo, double hi, Unit unit, PlotUnit posted);

/* Significant digits without a power of ten, within reason. */
const char *plot_number(Arena *a, double value, int digits);
/* "12.5 ms", "103 MB/s": with the prefix that fits. */
const char *plot_quantity(Arena *a, double value, Unit unit, int digits);

#endif
