/*
 * Cumulative distributions: the share of requests (ioping, fio logs) or runs at or below a value,
 * with the 95 % band of Dvoretzky, Kiefer and Wolfowitz: eps = sqrt(ln(2 / 0.05) / 2n).
 */
#include <stdlib.h>
#include <string.h>

#include "plot/charts.h"

enum { FEWEST_SAMPLES = 10, FEWEST_RUNS = 5, MOST_POINTS = 600, MOST_COLUMNS = 6 };

typedef struct Samples {
    const char *name;
    double *v; /* ascending */
    size_t n;
} Samples;

typedef struct SampleSet {
    const Row *row;
    const char *metric;
    Unit unit;
    bool of_runs;
    Samples column[MOST_COLUMNS];
    size_t n;
} SampleSet;

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static const Series *series_of(const Source *s, const char *metric)
{
    for (size_t i = 0; s->measure && i < s->run->series.n; i++) {
        const Series *x = &s->run->series.v[i];
        if (x->n >= FEWEST_SAMPLES && strcmp(x->scope, s->measure->scope) == 0 &&
            (!metric || strcmp(x->metric, metric) == 0))
            return x;
    }
    return NULL;
}

static Samples copy_series(Arena *a, const Series *x, const char *name)
{
    Samples out = { .name = name, .v = ARENA_ARRAY(a, double, x->n) };
    for (size_t i = 0; i < x->n; i++)
        if (isfinite(x->value[i]) && !(x->excluded && x->excluded[i]))
            out.v[out.n++] = x->value[i];
    qsort(out.v, out.n, sizeof *out.v, ascending);
    return out;
}

/* Samples within the runs; a column shows its first run. */
static bool find_series(Arena *a, const Table *t, SampleSet *out)
{
    for (size_t i = 0; i < t->rows.n && out->n == 0; i++) {
        const Row *row = &t->rows.v[i];
        for (size_t c = 0; c < t->n_columns && out->n < MOST_COLUMNS; c++) {
            const Cell *cell = &row->cells[c];
            const Series *x = cell->n_sources ? series_of(&cell->sources[0], out->metric) : NULL;
            if (!x)
                continue;
            out->row = row;
            out->metric = x->metric;
            out->unit = x->unit ? x->unit : row->unit;
            Samples s = copy_series(a, x, t->columns[c].name);
            if (s.n >= FEWEST_SAMPLES)
                out->column[out->n++] = s;
        }
    }
    return out->n > 0;
}

static bool find_runs(Arena *a, const Table *t, SampleSet *out)
{
    for (size_t i = 0; i < t->rows.n && out->n == 0; i++)
        for (size_t c = 0; c < t->n_columns && out->n < MOST_COLUMNS; c++) {
            const Cell *cell = &t->rows.v[i].cells[c];
            if (cell->n_values < FEWEST_RUNS)
                continue;
            out->row = &t->rows.v[i];
            out->metric = out->row->metric;
            out->unit = out->row->unit;
            out->of_runs = true;
            Samples s = { t->columns[c].name, ARENA_ARRAY(a, double, cell->n_values),
                          cell->n_values };
            memcpy(s.v, cell->values, s.n * sizeof *s.v);
            out->column[out->n++] = s;
        }
    return out->n > 0;
}

/* Steps at the values; where there are very many, at so many ranks. */
static void put_steps(Chart *c, const Samples *s, ChartColour colour, bool band)
{
    double eps = sqrt(log(2 / 0.05) / (2 * (double)s->n)), before = 0;
    size_t stride = s->n / MOST_POINTS + 1;
    ChartItem *item = chart_item(c, band ? CHART_BAND : CHART_STEPS, colour);
    if (band)
        chart_band_point(c, item, c->x.lo, 0, fmin(1, eps));
    else
        chart_point(c, item, c->x.lo, 0);
    for (size_t i = 0; i < s->n; i += stride) {
        size_t last = i + stride - 1 < s->n - 1 ? i + stride - 1 : s->n - 1;
        double share = (double)(last + 1) / (double)s->n, x = s->v[last];
        if (band) {
            chart_band_point(c, item, x, fmax(0, before - eps), fmin(1, before + eps));
            chart_band_point(c, item, x, fmax(0, share - eps), fmin(1, share + eps));
        } else {
            chart_point(c, item, x, share);
        }
        before = share;
    }
    if (band)
        chart_band_point(c, item, c->x.hi, fmax(0, 1 - eps), 1);
    else
        chart_point(c, item, c->x.hi, 1);
}

static const char *counts(Arena *a, const SampleSet *s)
{
    const char *text = "";
    for (size_t k = 0; k < s->n; k++)
        text = charts_join(a, ", ", text,
                           arena_printf(a, "%s: n = %zu", s->column[k].name, s->column[k].n));
    return text;
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    SampleSet s = { 0 };
    if (!find_series(a, t, &s) && !find_runs(a, t, &s))
        return charts_nothing(err, "cdf",
                              "samples within a run (ioping, fio logs), or five runs of a row");
    double lo = INFINITY, hi = -INFINITY;
    for (size_t k = 0; k < s.n; k++) {
        lo = s.column[k].v[0] < lo ? s.column[k].v[0] : lo;
        hi = s.column[k].v[s.column[k].n - 1] > hi ? s.column[k].v[s.column[k].n - 1] : hi;
    }
    Chart *c = *out = chart_new(a, "cdf", 780, 450);
    Row named = *s.row;
    named.metric = s.metric;
    const Row *naming = &named;
    Picked p = { .row = &naming, .n = 1 };
    bool log_axis = o->log || (lo > 0 && hi / lo > 20);
    PlotUnit u = plot_unit(s.unit, s.of_runs ? s.row->raw_unit : NULL, s.row->raw_factor, hi);
    c->title = o->title ? o->title : charts_join(a, ", ", charts_title(a, &p, o), "cumulative");
    c->subtitle =
        arena_printf(a, "share of %s at or below a value%s; shaded: 95 %% band (DKW)",
                     s.of_runs ? "runs" : "requests", log_axis && lo > 0 ? "; log scale" : "");
    c->foot = counts(a, &s);
    c->about = arena_printf(a, "Cumulative distribution; %s.", c->foot);
    if (log_axis && lo > 0)
        ticks_log(c, &c->x, lo, hi, s.unit, u);
    else
        ticks_linear(c, &c->x, lo, hi, false, u);
    c->x.title = s.unit == UNIT_SECONDS && c->x.log ? ""
                 : u.word[0]                        ? arena_text(a, slice_of(u.word))
                                                    : "";
    c->y = (ChartAxis){ .lo = 0, .hi = 1, .title = "" };
    for (int i = 0; i <= 4; i++)
        chart_tick(c, &c->y, i / 4.0, CHART_TICK_MAJOR, arena_printf(a, "%d %%", 25 * i));
    for (size_t k = 0; k < s.n; k++)
        put_steps(c, &s.column[k], chart_series_colour(k), true);
    for (size_t k = 0; k < s.n; k++) {
        put_steps(c, &s.column[k], chart_series_colour(k), false);
        if (s.n > 1)
            chart_legend(c, chart_series_colour(k), s.column[k].name);
    }
    return true;
}

extern const ChartBuilder charts_cdf;
const ChartBuilder charts_cdf = {
    .name = "cdf",
    .summary = "cumulative distribution of requests or runs",
    .every_metric = true,
    .make = make,
};
