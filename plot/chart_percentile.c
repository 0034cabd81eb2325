/* Percentiles: latency over rarity. Each step to the right is ten times rarer: x = -log10(1 - q).
 */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "plot/charts.h"

enum { MOST_PERCENTILES = 64, FEWEST_PERCENTILES = 2 };

/* "read.clat.p99.9": prefix "read.clat", 0.999. "read.clat.min" is 0. */
static bool split_metric(const char *metric, Slice *prefix, double *q)
{
    Slice m = slice_of(metric);
    size_t at = slice_rfind(m, SLICE(".p"));
    if (slice_ends(m, SLICE(".min"))) {
        *prefix = slice_first(m, m.n - 4);
        *q = 0;
        return true;
    }
    Number n;
    if (at == SLICE_NONE || !number_is(slice_from(m, at + 2), &n) || n.value <= 0 || n.value >= 100)
        return false;
    *prefix = slice_first(m, at);
    *q = n.value / 100;
    return true;
}

typedef struct Point {
    const Row *row;
    double q;
} Point;

typedef struct Group {
    Point point[MOST_PERCENTILES];
    size_t n;
} Group;

static bool same_group(const Row *a, Slice prefix_a, const Row *b, Slice prefix_b)
{
    return slice_eq(prefix_a, prefix_b) && strcmp(a->tool, b->tool) == 0 &&
           strcmp(a->workload, b->workload) == 0 && strcmp(a->scope, b->scope) == 0 &&
           strcmp(a->group, b->group) == 0;
}

static int by_rarity(const void *a, const void *b)
{
    const Point *x = a, *y = b;
    return (x->q > y->q) - (x->q < y->q);
}

static bool has_values(const Table *t, const Row *row)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (figure_exists(row->cells[c].median))
            return true;
    return false;
}

/* The rows from `first` on that belong to it. */
static void gather(const Table *t, size_t first, Group *out)
{
    Slice prefix, other;
    double q;
    size_t real = 0;
    out->n = 0;
    split_metric(t->rows.v[first].metric, &prefix, &q);
    for (size_t i = first; i < t->rows.n && out->n < MOST_PERCENTILES; i++) {
        const Row *row = &t->rows.v[i];
        if (!split_metric(row->metric, &other, &q) || !has_values(t, row) ||
            !same_group(&t->rows.v[first], prefix, row, other))
            continue;
        out->point[out->n++] = (Point){ row, q };
        real += q > 0;
    }
    if (real < FEWEST_PERCENTILES)
        out->n = 0;
    qsort(out->point, out->n, sizeof *out->point, by_rarity);
    if (out->n > 1 && out->point[0].q <= 0 &&
        out->point[1].q <= 0.051) { /* one request says little */
        out->n--;
        memmove(out->point, out->point + 1, out->n * sizeof *out->point);
    }
}

/* The first group with percentiles; how many other ones there are. */
static bool find_group(const Table *t, Group *out, size_t *others)
{
    Group g;
    out->n = 0;
    *others = 0;
    for (size_t i = 0; i < t->rows.n; i++) {
        Slice prefix, before;
        double q;
        if (!split_metric(t->rows.v[i].metric, &prefix, &q))
            continue;
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++) {
            const Row *row = &t->rows.v[k];
            seen = split_metric(row->metric, &before, &q) &&
                   same_group(row, before, &t->rows.v[i], prefix);
        }
        if (seen)
            continue;
        gather(t, i, &g);
        if (g.n && out->n == 0)
            *out = g;
        else if (g.n)
            ++*others;
    }
    return out->n > 0;
}

static double place(double q)
{
    return -log10(1 - q);
}

static void put_x_ticks(Arena *a, Chart *c, const Group *g)
{
    static const double named[] = { 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999 };
    c->x.lo = place(g->point[0].q);
    c->x.hi = place(g->point[g->n - 1].q);
    c->x.title = "percentile (each step to the right is ten times rarer)";
    if (g->point[0].q <= 0)
        chart_tick(c, &c->x, 0, CHART_TICK_MINOR, "min");
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (place(named[i]) >= c->x.lo && place(named[i]) <= c->x.hi + 1e-9)
            chart_tick(c, &c->x, place(named[i]), CHART_TICK_MAJOR,
                       arena_printf(a, "%.10g", named[i] * 100));
}

static void put_line(Chart *c, const Table *t, const Group *g, size_t column, ChartColour colour)
{
    ChartItem *line = chart_item(c, CHART_LINE, colour);
    double x = CHART_NONE, y = CHART_NONE;
    for (size_t i = 0; i < g->n; i++) {
        double v = g->point[i].row->cells[column].median;
        if (!figure_exists(v) || v <= 0)
            continue;
        x = place(g->point[i].q);
        y = v;
        chart_point(c, line, x, y);
    }
    if (!isfinite(x))
        return;
    ChartItem *dots = chart_item(c, CHART_DOTS, colour);
    dots->points = c->items.v[c->items.n - 2].points;
    chart_text(c, colour, CHART_AFTER, x, y, t->columns[column].name);
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Group g;
    size_t others;
    if (!find_group(t, &g, &others))
        return charts_nothing(err, "percentile", "two or more percentiles of one run");
    const Row *first = g.point[0].row;
    Picked p = { .row = &first, .n = 1 };
    double lo = INFINITY, hi = 0;
    size_t runs = 0;
    for (size_t i = 0; i < g.n; i++)
        for (size_t k = 0; k < t->n_columns; k++) {
            const Cell *cell = &g.point[i].row->cells[k];
            if (!figure_exists(cell->median) || cell->median <= 0)
                continue;
            lo = cell->median < lo ? cell->median : lo;
            hi = cell->median > hi ? cell->median : hi;
            runs = cell->n > runs ? cell->n : runs;
        }
    if (!(hi > 0))
        return charts_nothing(err, "percentile", "percentiles above 0");
    Chart *c = *out = chart_new(a, "percentile", 780, 450);
    Slice prefix;
    double q;
    split_metric(first->metric, &prefix, &q);
    Row named = *first;
    named.metric = arena_text(a, prefix);
    const Row *naming = &named;
    p.row = &naming;
    c->title = o->title ? o->title : charts_join(a, ", ", charts_title(a, &p, o), "by percentile");
    c->subtitle =
        arena_printf(a, "log scale; %s; %s", runs > 1 ? "median of the runs" : "one run each",
                     charts_direction(first->better));
    if (others)
        c->foot = arena_printf(a, "%zu more set%s of percentiles: --metric or a filter chooses",
                               others, others == 1 ? "" : "s");
    c->about =
        arena_printf(a, "Lines of %zu percentiles for %zu configuration%s, from %s to %s.", g.n,
                     t->n_columns, t->n_columns == 1 ? "" : "s",
                     plot_quantity(a, lo, first->unit, 3), plot_quantity(a, hi, first->unit, 3));
    put_x_ticks(a, c, &g);
    ticks_log(c, &c->y, lo, hi, first->unit,
              plot_unit(first->unit, first->raw_unit, first->raw_factor, hi));
    for (size_t k = 0; k < t->n_columns; k++)
        put_line(c, t, &g, k, chart_series_colour(k));
    return true;
}

extern const ChartBuilder charts_percentile;
const ChartBuilder charts_percentile = {
    .name = "percentile",
    .summary = "latency by percentile, a line a column",
    .every_metric = true,
    .make = make,
};
