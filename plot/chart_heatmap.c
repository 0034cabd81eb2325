/* Heat maps: one figure over two swept numbers, of the base column (or the one with most values).
 */
#include <string.h>

#include "plot/sweep.h"

enum { MOST_SIDE = 24 };

typedef struct Side {
    double v[MOST_SIDE];
    const char *text[MOST_SIDE];
    size_t n;
} Side;

static size_t side_index(Side *side, double v, const char *text)
{
    for (size_t i = 0; i < side->n; i++)
        if (side->v[i] == v)
            return i;
    if (side->n == MOST_SIDE)
        return MOST_SIDE;
    size_t i = side->n++;
    for (; i > 0 && side->v[i - 1] > v; i--) {
        side->v[i] = side->v[i - 1];
        side->text[i] = side->text[i - 1];
    }
    side->v[i] = v;
    side->text[i] = text;
    return i;
}

/* The series with most points; ties go to the first. */
static size_t fullest_series(const Sweep *s)
{
    size_t best = 0, most = 0;
    for (size_t k = 0; k < s->n_series; k++) {
        size_t n = 0;
        for (size_t i = 0; i < s->n; i++)
            n += s->point[i].series == k;
        if (n > most) {
            most = n;
            best = k;
        }
    }
    return best;
}

static void put_scale(Arena *a, Chart *c, double lo, double hi, bool log_scale, PlotUnit u)
{
    enum { MARKS = 5 };
    for (int i = 0; i < MARKS; i++) {
        double t = i / (double)(MARKS - 1);
        double v = log_scale ? lo * pow(hi / lo, t) : lo + (hi - lo) * t;
        *VEC_PUSH(a, &c->scale) = (ChartScaleMark){ t, plot_number(a, v / u.factor, 2) };
    }
}

typedef struct Shades {
    double lo, hi;
    bool log;
    PlotUnit unit;
} Shades;

static void put_cells(Arena *a, Chart *c, const Sweep *s, size_t series, Side *x, Side *y, Shades h)
{
    for (size_t i = 0; i < s->n; i++) {
        const SweepPoint *p = &s->point[i];
        size_t kx = side_index(x, p->x, ""), ky = side_index(y, p->y, "");
        if (p->series != series || kx == MOST_SIDE || ky == MOST_SIDE)
            continue;
        double v = p->cell->mean;
        ChartItem *cell = chart_item(c, CHART_CELL, CHART_INK);
        cell->v[0] = !(h.hi > h.lo) ? 0.5
                     : h.log        ? log(v / h.lo) / log(h.hi / h.lo)
                                    : (v - h.lo) / (h.hi - h.lo);
        cell->v[1] = (double)kx;
        cell->v[2] = (double)kx + 1;
        cell->v[3] = (double)ky;
        cell->v[4] = (double)ky + 1;
        cell->text = charts_value(a, p->cell, h.unit);
    }
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Sweep *s = ARENA_NEW(a, Sweep);
    if (!sweep_of(a, t, 2, s))
        return charts_nothing(err, "heatmap",
                              "results that differ in two of bs, iodepth, numjobs and the like");
    size_t series = fullest_series(s);
    Side x = { 0 }, y = { 0 };
    Shades h = { .lo = INFINITY, .hi = -INFINITY };
    for (size_t i = 0; i < s->n; i++) {
        const SweepPoint *p = &s->point[i];
        if (p->series != series)
            continue;
        side_index(&x, p->x, p->x_text);
        side_index(&y, p->y, p->y_text);
        h.lo = p->cell->mean < h.lo ? p->cell->mean : h.lo;
        h.hi = p->cell->mean > h.hi ? p->cell->mean : h.hi;
    }
    const Row *first = s->point[0].row;
    h.unit = plot_unit(first->unit, first->raw_unit, first->raw_factor, h.hi);
    h.log = h.lo > 0 && h.hi / h.lo > 10;
    Chart *c = *out = chart_new(a, "heatmap", 240 + 78 * (double)x.n, 190 + 56 * (double)y.n);
    c->width = c->width < 560 ? 560 : c->width > 1240 ? 1240 : c->width;
    c->height = c->height > 1000 ? 1000 : c->height;
    Row named = *first;
    named.workload = named.tool;
    named.scope = "";
    const Row *naming = &named;
    Picked p = { .row = &naming, .n = 1 };
    c->title = o->title ? o->title
                        : arena_printf(a, "%s by %s and %s", charts_title(a, &p, o),
                                       sweep_key_words(s->y_key), sweep_key_words(s->x_key));
    c->subtitle = charts_join(a, "; ", h.unit.word, s->series[series]);
    c->subtitle = charts_join(a, "; ", c->subtitle, charts_direction(first->better));
    c->subtitle = charts_join(a, "; ", c->subtitle, h.log ? "log colour scale" : "");
    c->foot = sweep_workload(a, s);
    if (s->n_series > 1)
        c->foot = charts_join(
            a, " \xc2\xb7 ", c->foot,
            arena_printf(a, "one of %zu configurations: a filter chooses", s->n_series));
    c->about = arena_printf(a, "Heat map of %zu by %zu cells, from %s to %s %s.", x.n, y.n,
                            plot_number(a, h.lo / h.unit.factor, 3),
                            plot_number(a, h.hi / h.unit.factor, 3), h.unit.word);
    c->x = (ChartAxis){ .lo = 0, .hi = (double)x.n, .title = sweep_key_words(s->x_key) };
    c->y = (ChartAxis){ .lo = 0, .hi = (double)y.n, .title = sweep_key_words(s->y_key) };
    for (size_t i = 0; i < x.n; i++)
        chart_tick(c, &c->x, (double)i + 0.5, CHART_TICK_NONE, x.text[i]);
    for (size_t i = 0; i < y.n; i++)
        chart_tick(c, &c->y, (double)i + 0.5, CHART_TICK_NONE, y.text[i]);
    put_scale(a, c, h.lo, h.hi, h.log, h.unit);
    put_cells(a, c, s, series, &x, &y, h);
    return true;
}

extern const ChartBuilder charts_heatmap;
const ChartBuilder charts_heatmap = {
    .name = "heatmap",
    .summary = "a figure over two swept numbers",
    .make = make,
};
