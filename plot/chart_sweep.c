/* Sweeps: a figure over block size, queue depth or jobs; a line a series, with intervals of the
 * means. */
#include <stdlib.h>
#include <string.h>

#include "plot/sweep.h"

static int by_x(const void *a, const void *b)
{
    const SweepPoint *const *x = a, *const *y = b;
    return ((*x)->x > (*y)->x) - ((*x)->x < (*y)->x);
}

/* Marks at the values themselves. */
static void put_x_axis(Arena *a, Chart *c, const Sweep *s)
{
    const SweepPoint **p = ARENA_ARRAY(a, const SweepPoint *, s->n);
    for (size_t i = 0; i < s->n; i++)
        p[i] = &s->point[i];
    qsort(p, s->n, sizeof *p, by_x);
    double lo = p[0]->x, hi = p[s->n - 1]->x;
    c->x.log = lo > 0 && hi / lo >= 8;
    c->x.title = sweep_key_words(s->x_key);
    double pad = c->x.log ? pow(hi / lo, 0.04) : (hi - lo) * 0.04;
    c->x.lo = c->x.log ? lo / pad : lo - pad;
    c->x.hi = c->x.log ? hi * pad : hi + pad;
    for (size_t i = 0; i < s->n; i++)
        if (i == 0 || p[i]->x != p[i - 1]->x)
            chart_tick(c, &c->x, p[i]->x, CHART_TICK_MINOR, p[i]->x_text);
}

static void put_series(Chart *c, const Sweep *s, size_t k, bool name_at_end)
{
    ChartColour colour = chart_series_colour(k);
    ChartItem *line = chart_item(c, CHART_LINE, colour);
    size_t at = c->items.n - 1;
    const SweepPoint *last = NULL;
    for (size_t i = 0; i < s->n; i++)
        if (s->point[i].series == k) {
            last = &s->point[i];
            chart_point(c, line, last->x, last->cell->mean);
        }
    for (size_t i = 0; i < s->n; i++) {
        const SweepPoint *p = &s->point[i];
        double half = p->series == k ? charts_half_interval(p->cell) : CHART_NONE;
        if (isfinite(half))
            chart_segment(c, colour, false, p->x, p->cell->mean - half, p->x, p->cell->mean + half);
    }
    ChartItem *dots = chart_item(c, CHART_DOTS, colour);
    dots->points = c->items.v[at].points;
    if (last && *s->series[k] && !name_at_end)
        chart_legend(c, colour, s->series[k]);
    else if (last && *s->series[k])
        chart_text(c, colour, CHART_AFTER, last->x, last->cell->mean, s->series[k]);
}

static bool reach(const Sweep *s, double *lo, double *hi)
{
    bool intervals = false;
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t i = 0; i < s->n; i++) {
        double half = charts_half_interval(s->point[i].cell), mean = s->point[i].cell->mean;
        intervals = intervals || isfinite(half);
        half = isfinite(half) ? half : 0;
        double low = mean >= 0 && mean - half < 0 ? 0 : mean - half; /* no rate is below 0 */
        *lo = low < *lo ? low : *lo;
        *hi = mean + half > *hi ? mean + half : *hi;
    }
    return intervals;
}

/* A line for each value of the second key; false: too many lines, or lines of single points, as
 * where block size and file size grow together. */
static bool split_series(Arena *a, Sweep *s)
{
    const char *names[SWEEP_MOST_SERIES];
    size_t n = 0, old = 0;
    for (size_t i = 0; i < s->n; i++) {
        SweepPoint *p = &s->point[i];
        if (i == 0 || p->series != old || p->y != p[-1].y) {
            if (n == SWEEP_MOST_SERIES)
                return false;
            names[n++] =
                charts_join(a, " ", s->series[p->series],
                            arena_printf(a, "%s %s", sweep_key_words(s->y_key), p->y_text));
        }
        old = p->series;
        p->series = n - 1;
    }
    memcpy(s->series, names, n * sizeof *names);
    s->n_series = n;
    return n * 2 <= s->n;
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Sweep *s = ARENA_NEW(a, Sweep);
    if (!(sweep_of(a, t, 2, s) && split_series(a, s)) && !sweep_of(a, t, 1, s))
        return charts_nothing(err, "sweep",
                              "results that differ in bs, iodepth, numjobs or the like");
    const Row *first = s->point[0].row;
    double lo, hi;
    bool intervals = reach(s, &lo, &hi);
    Picked p = { .row = &first, .n = 1, .left_out = s->left_out };
    p.unit = plot_unit(first->unit, first->raw_unit, first->raw_factor, hi);
    Row named = *first;
    named.workload = named.tool; /* says nothing: the foot line has it */
    named.scope = "";
    const Row *naming = &named;
    Picked for_title = { .row = &naming, .n = 1 };
    Chart *c = *out = chart_new(a, "sweep", 780, 440);
    c->title = o->title ? o->title
                        : arena_printf(a, "%s by %s", charts_title(a, &for_title, o),
                                       sweep_key_words(s->x_key));
    c->subtitle = charts_join(a, ", ", p.unit.word,
                              intervals ? "means with their 95 % interval (t)"
                                        : "one run each, or no spread");
    c->subtitle = charts_join(a, "; ", c->subtitle, charts_direction(first->better));
    c->foot = charts_join(a, " \xc2\xb7 ", sweep_workload(a, s), charts_left_out(a, &p));
    c->about = arena_printf(a, "%zu points over %s in %zu line%s.", s->n, s->x_key, s->n_series,
                            s->n_series == 1 ? "" : "s");
    put_x_axis(a, c, s);
    if (o->log && lo > 0)
        ticks_log(c, &c->y, lo, hi, first->unit, p.unit);
    else
        ticks_linear(c, &c->y, lo, hi, true, p.unit);
    for (size_t k = 0; k < s->n_series; k++)
        put_series(c, s, k, charts_short_names(s->series, s->n_series));
    return true;
}

extern const ChartBuilder charts_sweep;
const ChartBuilder charts_sweep = {
    .name = "sweep",
    .summary = "a figure over block size, queue depth, jobs",
    .make = make,
};
