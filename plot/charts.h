/*
 * charts.h - the charts that `plimsoll plot` makes, each from the comparison table or a history.
 *
 * A kind is a row of charts_kinds() and a file chart_<kind>.c. A chart shows one unit: rows in
 * another are counted in its foot line, never squeezed onto the same axis. It says n, what its
 * intervals are, which direction is better, and what was left out. Fails (ERR_INPUT) when the table
 * holds nothing that this kind can show; the message says what it would need.
 */
#ifndef PLOT_CHARTS_H
#define PLOT_CHARTS_H

#include "analyze/history.h"
#include "analyze/table.h"
#include "plot/chart.h"
#include "plot/ticks.h"

typedef struct ChartOptions {
    const char *title; /* instead of our own; NULL */
    bool ratio;        /* bar: ratios to the base column */
    bool log;          /* a log axis for the values, where the kind lets choose */
} ChartOptions;

typedef struct ChartBuilder {
    const char *name;    /* "bar" */
    const char *summary; /* one line for the help */
    bool every_metric;   /* needs metrics that are not headlines */
    bool ascii;          /* chart_ascii() can print it */
    /* One of the two; the other is NULL. */
    bool (*make)(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err);
    bool (*make_history)(Arena *a, const History *h, const ChartOptions *o, Chart **out,
                         Error *err);
} ChartBuilder;

const ChartBuilder *const *charts_kinds(size_t *n);
const ChartBuilder *charts_kind(const char *name); /* NULL: unknown */

/* The chart in 72 columns of ASCII, for kinds that say so. */
void chart_ascii(Buf *b, const Chart *c);

/* --- for the builders --- */

/* Rows of one unit and direction, in the order of the table. */
typedef struct Picked {
    const Row **row;
    size_t n;
    size_t *column; /* those of the table that have a value in a picked row */
    size_t n_columns;
    size_t left_out; /* rows of other units or metrics */
    size_t too_many; /* rows past `most` */
    PlotUnit unit;
    double least, greatest; /* of the means, base units */
} Picked;

/* Rows of the tool and the unit of the first row that `wanted` (NULL: any) agrees to. */
Picked charts_pick(Arena *a, const Table *t, size_t most,
                   bool (*wanted)(const Table *t, const Row *row));
/* What is the same in all picked rows, as a title; what differs names the row (charts_row_name). */
const char *charts_title(Arena *a, const Picked *p, const ChartOptions *o);
const char *charts_row_name(Arena *a, const Picked *p, const Row *row);
const char *charts_metric_words(Arena *a, const char *metric); /* "read.bw" -> "read throughput" */
/* "higher is better", "lower is better", "" */
const char *charts_direction(Better b);
/* "mean of 5 runs", "means of 3 to 5 runs", "one run each" */
const char *charts_runs(Arena *a, const Table *t, const Picked *p);
/* What was left out: "4 rows in other units are not shown". */
const char *charts_left_out(Arena *a, const Picked *p);
/* The mean of a cell in the unit of the chart: three digits, as far as they were printed. */
const char *charts_value(Arena *a, const Cell *c, PlotUnit u);
/* Half of the 95 % interval of the mean; CHART_NONE without replicates. */
double charts_half_interval(const Cell *c);
/* "new / old = 1.23 (95 % interval 1.20 to 1.26): BETTER" of one row and two columns; else "". */
const char *charts_finding(Arena *a, const Table *t, const Picked *p);
/* Do these names fit behind the ends of lines? If not they belong into a legend. */
bool charts_short_names(const char *const *names, size_t n);
/* Texts joined by a separator, empty ones left out. */
const char *charts_join(Arena *a, const char *separator, const char *first, const char *second);
bool charts_nothing(Error *err, const char *kind, const char *needs);

#endif
