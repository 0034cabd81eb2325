/* Percentiles: latency over rarity. Each step to the right is ten times rarer: x = -log10(1 - q).
 */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "plot/charts.h"

enum { MOST_PERCENTILES = 64, FEWEST_PERCENTILES = 2, MOST_SETS = 6 };

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

/* Sets that differ in their scope alone. */
typedef struct Sets {
    Group group[MOST_SETS];
    size_t n;
    size_t others; /* sets of something else */
} Sets;

static bool same_but_scope(const Row *a, const Row *b)
{
    Slice x, y;
    double q;
    return split_metric(a->metric, &x, &q) && split_metric(b->metric, &y, &q) && slice_eq(x, y) &&
           strcmp(a->tool, b->tool) == 0 && strcmp(a->workload, b->workload) == 0 &&
           strcmp(a->group, b->group) == 0;
}

/* Is a row of this set above row `at`? */
static bool seen_above(const Table *t, size_t at)
{
    Slice prefix, before;
    double q;
    split_metric(t->rows.v[at].metric, &prefix, &q);
    for (size_t k = 0; k < at; k++) {
        const Row *row = &t->rows.v[k];
        if (split_metric(row->metric, &before, &q) &&
            same_group(row, before, &t->rows.v[at], prefix))
            return true;
    }
    return false;
}

/* The first set; with one column, also the other scopes of it: they are the lines then. */
static bool find_sets(const Table *t, Sets *out)
{
    out->n = out->others = 0;
    for (size_t i = 0; i < t->rows.n; i++) {
        Slice prefix;
        double q;
        Group g;
        if (!split_metric(t->rows.v[i].metric, &prefix, &q) || seen_above(t, i))
            continue;
        gather(t, i, &g);
        if (g.n == 0)
            continue;
        bool joins = out->n == 0 || (t->n_columns == 1 && out->n < MOST_SETS &&
                                     same_but_scope(out->group[0].point[0].row, g.point[0].row));
        if (joins)
            out->group[out->n++] = g;
        else
            out->others++;
    }
    return out->n > 0;
}

static double place(double q)
{
    return -log10(1 - q);
}

static void put_x_ticks(Arena *a, Chart *c, const Sets *s)
{
    static const double named[] = { 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999 };
    double lo = 1, hi = 0;
    for (size_t k = 0; k < s->n; k++) {
        lo = fmin(lo, s->group[k].point[0].q);
        hi = fmax(hi, s->group[k].point[s->group[k].n - 1].q);
    }
    c->x.lo = place(lo);
    c->x.hi = place(hi);
    c->x.title = "percentile (each step to the right is ten times rarer)";
    if (lo <= 0)
        chart_tick(c, &c->x, 0, CHART_TICK_MINOR, "min");
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (place(named[i]) >= c->x.lo && place(named[i]) <= c->x.hi + 1e-9)
            chart_tick(c, &c->x, place(named[i]), CHART_TICK_MAJOR,
                       arena_printf(a, "%.10g", named[i] * 100));
}

static void put_line(Chart *c, const Group *g, size_t column, ChartColour colour, const char *name,
                     bool name_at_end)
{
    ChartItem *line = chart_item(c, CHART_LINE, colour);
    size_t at = c->items.n - 1;
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
    dots->points = c->items.v[at].points;
    if (*name && !name_at_end)
        chart_legend(c, colour, name);
    else if (*name)
        chart_text(c, colour, CHART_AFTER, x, y, name);
}

typedef struct Range {
    double lo, hi;
    size_t runs;
} Range;

static Range range_of(const Table *t, const Sets *s)
{
    Range r = { .lo = INFINITY };
    for (size_t k = 0; k < s->n; k++)
        for (size_t i = 0; i < s->group[k].n; i++)
            for (size_t c = 0; c < t->n_columns; c++) {
                const Cell *cell = &s->group[k].point[i].row->cells[c];
                if (!figure_exists(cell->median) || cell->median <= 0)
                    continue;
                r.lo = fmin(r.lo, cell->median);
                r.hi = fmax(r.hi, cell->median);
                r.runs = cell->n > r.runs ? cell->n : r.runs;
            }
    return r;
}

/* "read.clat" -> as it is; "agg1.hist" of a histogram without a name -> "distribution". */
static const char *set_name(Arena *a, const Row *row)
{
    Slice prefix;
    double q;
    split_metric(row->metric, &prefix, &q);
    if (slice_ends(prefix, SLICE(".hist")))
        prefix.n -= 5;
    if (slice_starts(prefix, SLICE("agg")) || slice_is(prefix, "dist"))
        return "distribution";
    return arena_text(a, prefix);
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Sets *s = ARENA_NEW(a, Sets);
    if (!find_sets(t, s))
        return charts_nothing(err, "percentile", "two or more percentiles of one run");
    const Row *first = s->group[0].point[0].row;
    Range r = range_of(t, s);
    if (!(r.hi > 0))
        return charts_nothing(err, "percentile", "percentiles above 0");
    Chart *c = *out = chart_new(a, "percentile", 780, 450);
    Row named = *first;
    named.metric = set_name(a, first);
    if (s->n > 1)
        named.scope = "";
    const Row *naming = &named;
    Picked p = { .row = &naming, .n = 1 };
    c->title = o->title ? o->title : charts_join(a, ", ", charts_title(a, &p, o), "by percentile");
    c->subtitle = charts_join(
        a, "; ", r.runs > 1 ? "log scale; median of the runs" : "log scale; one run each",
        charts_direction(first->better));
    if (slice_has(slice_of(first->metric), SLICE(".hist.")))
        c->foot = "estimated within the buckets of the tool";
    if (s->others)
        c->foot = charts_join(
            a, " \xc2\xb7 ", c->foot,
            arena_printf(a, "%zu more set%s of percentiles: --metric or a filter chooses",
                         s->others, s->others == 1 ? "" : "s"));
    size_t lines = s->n > 1 ? s->n : t->n_columns;
    c->about = arena_printf(a, "%zu line%s of percentiles, from %s to %s.", lines,
                            lines == 1 ? "" : "s", plot_quantity(a, r.lo, first->unit, 3),
                            plot_quantity(a, r.hi, first->unit, 3));
    put_x_ticks(a, c, s);
    ticks_log(c, &c->y, r.lo, r.hi, first->unit,
              plot_unit(first->unit, first->raw_unit, first->raw_factor, r.hi));
    const char **names = ARENA_ARRAY(a, const char *, lines);
    for (size_t k = 0; k < lines; k++)
        names[k] = lines == 1 ? ""
                   : s->n > 1 ? s->group[k].point[0].row->scope
                              : t->columns[k].name;
    bool at_end = charts_short_names(names, lines);
    for (size_t k = 0; k < lines; k++)
        put_line(c, &s->group[s->n > 1 ? k : 0], s->n > 1 ? 0 : k, chart_series_colour(k), names[k],
                 at_end);
    return true;
}

extern const ChartBuilder charts_percentile;
const ChartBuilder charts_percentile = {
    .name = "percentile",
    .summary = "latency by percentile, a line a column",
    .every_metric = true,
    .make = make,
};
