/* Boxes: every run as a dot, quartiles and mean, a box a column, of one row of the table. */
#include <string.h>

#include "plot/charts.h"

enum { FEWEST_FOR_BOX = 5 };

static bool has_runs(const Table *t, const Row *row)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (row->cells[c].n_values >= 2)
            return true;
    return false;
}

/* Type 7, as R's quantile(): v ascending. */
static double quantile(const double *v, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t i = (size_t)at;
    return i + 1 < n ? v[i] + (at - (double)i) * (v[i + 1] - v[i]) : v[n - 1];
}

/* Dots beside the box, moved sideways until they do not touch: steps of a dot's width, to and fro.
 */
static void put_dots(Arena *a, Chart *c, const Cell *cell, double x, double y_per_dot,
                     double x_per_dot)
{
    enum { MOST_SIDE = 7 };
    ChartItem *dots = chart_item(c, CHART_DOTS, CHART_SERIES_7);
    double *side = ARENA_ARRAY(a, double, cell->n_values);
    for (size_t i = 0; i < cell->n_values; i++) {
        for (int k = 0; k < MOST_SIDE; k++) {
            side[i] = x_per_dot * (k % 2 ? (k + 1) / 2 : -k / 2);
            bool free = true;
            for (size_t j = i; j-- > 0 && cell->values[i] - cell->values[j] < y_per_dot;)
                free = free && fabs(side[i] - side[j]) > x_per_dot * 0.5;
            if (free)
                break;
        }
        chart_point(c, dots, x + side[i], cell->values[i]);
    }
}

static void put_column(Arena *a, Chart *c, const Cell *cell, size_t k, double width_px)
{
    double x = (double)k + 0.5, span = c->y.hi - c->y.lo;
    size_t n = cell->n_values;
    bool boxed = n >= FEWEST_FOR_BOX;
    if (boxed) {
        ChartItem *box = chart_item(c, CHART_BOX, CHART_SERIES_1);
        double v[] = { x - 0.12,
                       0.2,
                       cell->values[0],
                       quantile(cell->values, n, 0.25),
                       cell->median,
                       quantile(cell->values, n, 0.75),
                       cell->values[n - 1],
                       cell->mean };
        memcpy(box->v, v, sizeof v);
    }
    put_dots(a, c, cell, boxed ? x + 0.24 : x, span * 8 / 300, 9 / width_px);
    if (!boxed) {
        ChartItem *mean = chart_item(c, CHART_RINGS, CHART_INK);
        chart_point(c, mean, x - 0.15, cell->mean);
    }
}

static const char *counts(Arena *a, const Table *t, const Row *row)
{
    const char *text = "";
    for (size_t k = 0; k < t->n_columns; k++)
        text = charts_join(a, ", ", text, arena_printf(a, "%zu", row->cells[k].n_values));
    return arena_printf(a, "n = %s", text);
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Picked p = charts_pick(a, t, 1, has_runs);
    if (p.n == 0)
        return charts_nothing(err, "box", "a row with two or more runs on one side");
    const Row *row = p.row[0];
    double width = 200 + 120 * (double)t->n_columns;
    width = width < 560 ? 560 : width > 1240 ? 1240 : width;
    Chart *c = *out = chart_new(a, "box", width, 440);
    c->title = charts_title(a, &p, o);
    bool any_box = false;
    double lo = INFINITY, hi = -INFINITY;
    for (size_t k = 0; k < t->n_columns; k++) {
        const Cell *cell = &row->cells[k];
        if (cell->n_values == 0)
            continue;
        any_box = any_box || cell->n_values >= FEWEST_FOR_BOX;
        lo = cell->values[0] < lo ? cell->values[0] : lo;
        hi = cell->values[cell->n_values - 1] > hi ? cell->values[cell->n_values - 1] : hi;
    }
    c->subtitle =
        charts_join(a, "; ", p.unit.word,
                    any_box ? "dot = one run, box = quartiles, whiskers = all runs, diamond = mean"
                            : "dot = one run, diamond = mean");
    c->subtitle = charts_join(a, "; ", c->subtitle, charts_direction(row->better));
    size_t more = p.too_many + p.left_out;
    c->foot = charts_join(a, " \xc2\xb7 ", counts(a, t, row), charts_finding(a, t, &p));
    if (more)
        c->foot = arena_printf(a, "%s \xc2\xb7 %zu more row%s: --metric or a filter chooses",
                               c->foot, more, more == 1 ? "" : "s");
    c->about = arena_printf(a, "Box chart of single runs of %zu configuration%s; %s.", t->n_columns,
                            t->n_columns == 1 ? "" : "s", c->foot);
    double pad = (hi - lo) * 0.06;
    ticks_linear(c, &c->y, lo - pad, hi + pad, lo >= 0 && lo < 0.35 * hi, p.unit);
    c->x = (ChartAxis){ .lo = 0, .hi = (double)t->n_columns, .title = "" };
    double slot = (width - 100) / (double)t->n_columns;
    for (size_t k = 0; k < t->n_columns; k++) {
        chart_tick(c, &c->x, (double)k + 0.5, CHART_TICK_NONE, t->columns[k].name);
        if (row->cells[k].n_values)
            put_column(a, c, &row->cells[k], k, slot);
    }
    return true;
}

extern const ChartBuilder charts_box;
const ChartBuilder charts_box = {
    .name = "box",
    .summary = "every run as a dot, with quartiles and mean, of one row",
    .ascii = true,
    .make = make,
};
