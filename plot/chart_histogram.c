/*
 * Histograms: the share of events in each bucket, as the tool cut them. Two configurations are
 * drawn above and below one line; more of them as outlines.
 */
#include <string.h>

#include "plot/buckets.h"

/* "16 µs", "1 ms", "4k" for values without a unit; open ends say so. */
static const char *edge_label(Arena *a, double v, Unit unit)
{
    if (!isfinite(v))
        return v > 0 ? "\xe2\x88\x9e" : "<";
    if (v == 0)
        return "0";
    if (unit == UNIT_SECONDS)
        return plot_quantity(a, v, unit, 3);
    double size = fabs(v);
    static const struct {
        double factor;
        const char *letter;
    } powers[] = { { GIBI, "G" }, { MEBI, "M" }, { KIBI, "k" } };
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (size >= powers[i].factor && fmod(size, powers[i].factor) == 0)
            return arena_printf(a, "%s%s", plot_number(a, v / powers[i].factor, 4),
                                powers[i].letter);
    return plot_number(a, v, 4);
}

static void put_x_axis(Arena *a, Chart *c, const BucketSet *s)
{
    c->x = (ChartAxis){ .lo = 0, .hi = (double)s->n, .title = "" };
    c->x.title = s->unit == UNIT_SECONDS ? "lower end of the bucket"
                 : s->unit == UNIT_BYTES ? "lower end of the bucket, bytes"
                                         : "lower end of the bucket (no unit was printed)";
    if (s->unit == UNIT_COUNT)
        c->x.title = "lower end of the bucket";
    size_t every = s->n > 26 ? 4 : s->n > 13 ? 2 : 1;
    for (size_t i = 0; i <= s->n; i++)
        if (i % every == 0 || i == s->n) {
            double edge = i < s->n ? s->bucket[i].lo : s->bucket[s->n - 1].hi;
            if (i == s->n && i % every != 0)
                continue;
            chart_tick(c, &c->x, (double)i, CHART_TICK_MINOR, edge_label(a, edge, s->unit));
            c->x.ticks.v[c->x.ticks.n - 1].weight = CHART_TICK_NONE;
        }
}

static void put_y_axis(Arena *a, Chart *c, double most, bool mirrored)
{
    double top = fmin(most * 1.12, 1);
    ticks_linear(c, &c->y, mirrored ? -top : 0, top, true,
                 (PlotUnit){ .word = "%", .factor = 0.01 });
    for (size_t i = 0; i < c->y.ticks.n; i++) {
        ChartTick *t = &c->y.ticks.v[i];
        t->label = arena_printf(a, "%s %%", plot_number(a, fabs(t->at) * 100, 3));
    }
}

static const char *share_label(Arena *a, double share)
{
    double percent = share * 100;
    return percent < 0.5 ? "" : arena_printf(a, "%.0f", percent);
}

/* Two series share the whole width, one above and one below; three and more stand side by side. */
static void put_bars(Arena *a, Chart *c, const BucketSet *s, size_t k)
{
    bool down = s->n_series == 2 && k == 1;
    double slot = s->n_series > 2 ? 0.9 / (double)s->n_series : 0.9;
    double offset = s->n_series > 2 ? 0.05 + slot * (double)k : 0.05;
    for (size_t i = 0; i < s->n; i++) {
        double share = s->series[k].share[i];
        if (share <= 0)
            continue;
        ChartItem *bar = chart_bar(c, chart_series_colour(k), (double)i + offset,
                                   (double)i + offset + slot, 0, down ? -share : share);
        bar->text = share_label(a, share);
    }
}

static void put_outline(Chart *c, const BucketSet *s, size_t k)
{
    ChartItem *steps = chart_item(c, CHART_STEPS, chart_series_colour(k));
    chart_point(c, steps, 0, 0);
    for (size_t i = 0; i < s->n; i++)
        chart_point(c, steps, (double)i, s->series[k].share[i]);
    chart_point(c, steps, (double)s->n, s->series[k].share[s->n - 1]);
    chart_point(c, steps, (double)s->n, 0);
}

static const char *histogram_foot(Arena *a, const BucketSet *s)
{
    const char *foot = "";
    bool equal = s->n_series > 1;
    for (size_t k = 1; k < s->n_series; k++)
        equal = equal && s->series[k].total == s->series[0].total;
    if (equal && s->series[0].total > 1.5)
        foot = arena_printf(a, "%.0f events each", s->series[0].total);
    for (size_t k = 0; k < s->n_series; k++)
        if (!equal && s->series[k].total > 0 && s->series[k].total != 1)
            foot = charts_join(a, ", ", foot,
                               arena_printf(a, "%s%s%.0f events", s->series[k].name,
                                            *s->series[k].name ? ": " : "", s->series[k].total));
    if (s->joined)
        foot = charts_join(a, " \xc2\xb7 ", foot,
                           arena_printf(a, "every %zu buckets are joined", s->joined));
    if (s->left_out)
        foot =
            charts_join(a, " \xc2\xb7 ", foot,
                        arena_printf(a, "%zu more, or with other buckets, left out", s->left_out));
    return foot;
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    BucketSet s;
    if (!buckets_of(a, t, &s))
        return charts_nothing(err, "histogram",
                              "a run with a histogram (dtrace, bpftrace, bcc, fio)");
    double most = 0;
    for (size_t k = 0; k < s.n_series; k++)
        for (size_t i = 0; i < s.n; i++)
            most = s.series[k].share[i] > most ? s.series[k].share[i] : most;
    double width = 180 + 46 * (double)s.n;
    Chart *c = *out = chart_new(a, "histogram",
                                width < 640    ? 640
                                : width > 1240 ? 1240
                                               : width,
                                450);
    Row named = *s.row;
    named.metric = slice_starts(slice_of(s.metric), SLICE("agg")) || strcmp(s.metric, "dist") == 0
                       ? "distribution"
                       : s.metric;
    bool scopes = s.n_series > 1 && strcmp(s.series[0].name, s.row->scope) == 0;
    if (scopes)
        named.scope = "";
    const Row *naming = &named;
    Picked p = { .row = &naming, .n = 1 };
    c->title = charts_title(a, &p, o);
    c->subtitle = "share of the events in each bucket";
    if (s.n_series == 2)
        c->subtitle = arena_printf(a, "%s; above: %s, below: %s", c->subtitle, s.series[0].name,
                                   s.series[1].name);
    c->foot = histogram_foot(a, &s);
    c->about = arena_printf(a, "Histogram with %zu buckets from %s to %s; %s.", s.n,
                            edge_label(a, s.bucket[0].lo, s.unit),
                            edge_label(a, s.bucket[s.n - 1].hi, s.unit), c->foot);
    put_x_axis(a, c, &s);
    put_y_axis(a, c, most, s.n_series == 2);
    for (size_t k = 0; k < s.n_series; k++) {
        if (s.n_series > 1)
            chart_legend(c, chart_series_colour(k), s.series[k].name);
        if (s.n_series <= 2 || s.n * s.n_series <= 72)
            put_bars(a, c, &s, k);
        else
            put_outline(c, &s, k);
    }
    return true;
}

extern const ChartBuilder charts_histogram;
const ChartBuilder charts_histogram = {
    .name = "histogram",
    .summary = "the buckets that a tool printed, as shares",
    .every_metric = true,
    .make = make,
};
