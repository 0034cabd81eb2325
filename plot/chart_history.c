/*
 * History: one series along a track of releases, with the changes that were found. Gaps stay gaps;
 * a turn to the worse is shaded up to the next change.
 */
#include <string.h>

#include "plot/charts.h"

/* The series that turned to the worse, else one that changed, else the first. */
static const HistorySeries *choose(const History *h)
{
    const HistorySeries *changed = NULL;
    for (size_t i = 0; i < h->series.n; i++) {
        const HistorySeries *s = &h->series.v[i];
        for (size_t k = 0; k < s->changes.n; k++) {
            if (s->changes.v[k].verdict == VERDICT_WORSE)
                return s;
            if (!changed && s->changes.v[k].verdict != VERDICT_WITHIN)
                changed = s;
        }
    }
    return changed ? changed : h->series.n ? &h->series.v[0] : NULL;
}

static double place(const HistorySeries *s, size_t point)
{
    return (double)s->points.v[point].release + 0.5;
}

/* Between the last point before the change and the first one after it. */
static double change_at(const HistorySeries *s, size_t index)
{
    return index ? (place(s, index - 1) + place(s, index)) / 2 : place(s, index) - 0.5;
}

static double session_low(const HistoryPoint *p)
{
    return p->sessions ? p->session_medians[0] : p->median;
}

static double session_high(const HistoryPoint *p)
{
    return p->sessions ? p->session_medians[p->sessions - 1] : p->median;
}

/* Points of unbroken stretches of releases: a line must not cross a release that was not measured.
 */
static size_t stretch_end(const HistorySeries *s, size_t from)
{
    size_t i = from + 1;
    while (i < s->points.n && s->points.v[i].release == s->points.v[i - 1].release + 1)
        i++;
    return i;
}

static bool any_spread(const HistorySeries *s)
{
    for (size_t i = 0; i < s->points.n; i++)
        if (session_high(&s->points.v[i]) > session_low(&s->points.v[i]))
            return true;
    return false;
}

static void put_lines(Chart *c, const HistorySeries *s, bool band)
{
    for (size_t from = 0, end; from < s->points.n; from = end) {
        end = stretch_end(s, from);
        ChartItem *item = chart_item(c, band ? CHART_BAND : CHART_LINE, CHART_SERIES_1);
        for (size_t i = from; i < end; i++) {
            const HistoryPoint *p = &s->points.v[i];
            if (band)
                chart_band_point(c, item, place(s, i), session_low(p), session_high(p));
            else
                chart_point(c, item, place(s, i), p->median);
        }
    }
}

/* The change that rules at a point; NULL before the first one. */
static const HistoryChange *ruling_change(const HistorySeries *s, size_t point)
{
    const HistoryChange *ruling = NULL;
    for (size_t k = 0; k < s->changes.n; k++)
        if (s->changes.v[k].index <= point)
            ruling = &s->changes.v[k];
    return ruling;
}

static void put_dots(Chart *c, const HistorySeries *s, bool worse)
{
    ChartItem *dots = chart_item(c, CHART_DOTS, worse ? CHART_ALARM : CHART_SERIES_1);
    for (size_t i = 0; i < s->points.n; i++) {
        const HistoryChange *k = ruling_change(s, i);
        if ((k && k->verdict == VERDICT_WORSE) == worse)
            chart_point(c, dots, place(s, i), s->points.v[i].median);
    }
}

static const char *change_label(Arena *a, const HistoryChange *k)
{
    double percent = (k->ratio - 1) * 100;
    const char *sign = percent < 0 ? "" : "+"; /* plot_number() brings the minus */
    const char *what = k->verdict == VERDICT_WORSE ? " regression" : "";
    return arena_printf(a, "%s%s %%%s", sign, plot_number(a, percent, 3), what);
}

static ChartColour change_colour(Verdict v)
{
    return v == VERDICT_WORSE ? CHART_ALARM : v == VERDICT_BETTER ? CHART_BETTER : CHART_MUTED;
}

static void put_changes(Arena *a, Chart *c, const HistorySeries *s, double end)
{
    double before_at = 0;
    for (size_t i = 0; i < s->changes.n; i++) {
        const HistoryChange *k = &s->changes.v[i];
        double at = change_at(s, k->index);
        double until = i + 1 < s->changes.n ? change_at(s, s->changes.v[i + 1].index) : end;
        if (k->verdict == VERDICT_WORSE) {
            ChartItem *area = chart_item(c, CHART_AREA, CHART_ALARM);
            area->v[0] = at;
            area->v[1] = until;
        }
        chart_segment(c, CHART_MUTED, true, at, c->y.lo, at, c->y.hi);
        if (i == 0)
            chart_segment(c, CHART_INK, false, before_at, k->before, at, k->before);
        chart_segment(c, CHART_INK, false, at, k->after, until, k->after);
        bool late = at > end * 0.8;
        ChartItem *label = chart_text(c, change_colour(k->verdict), late ? CHART_RIGHT : CHART_LEFT,
                                      at, c->y.lo + (c->y.hi - c->y.lo) * 0.96, change_label(a, k));
        label->bold = true;
    }
}

static const char *foot(Arena *a, const History *h, const HistorySeries *s)
{
    size_t runs = 0;
    for (size_t i = 0; i < s->points.n; i++)
        runs += s->points.v[i].n;
    const char *text = arena_printf(a, "%zu runs of %zu releases", runs, s->points.n);
    if (s->gaps.n)
        text = arena_printf(a, "%s, %zu not measured", text, s->gaps.n);
    if (s->points.n < CHANGE_LEAST_POINTS)
        text = arena_printf(a, "%s \xc2\xb7 below %d points no change is sought", text,
                            CHANGE_LEAST_POINTS);
    else if (s->changes.n == 0)
        text = arena_printf(a, "%s \xc2\xb7 no change found", text);
    for (size_t i = 0; i < s->changes.n && i < 3; i++) {
        const HistoryChange *k = &s->changes.v[i];
        text = arena_printf(a, "%s \xc2\xb7 %s: %s, p = %s", text,
                            h->options->releases[s->points.v[k->index].release].label,
                            change_label(a, k), plot_number(a, k->p, 2));
    }
    if (h->series.n > 1)
        text = arena_printf(a, "%s \xc2\xb7 one of %zu series: --metric or a filter chooses", text,
                            h->series.n);
    return text;
}

static const char *subtitle(Arena *a, const HistorySeries *s, PlotUnit u)
{
    const char *text = charts_join(a, ", ", u.word, "median of the sessions of a release");
    if (any_spread(s))
        text = charts_join(a, "; ", text, "band: their range");
    if (s->changes.n)
        text = charts_join(a, "; ", text, "dashed: change found, line: level");
    return charts_join(a, "; ", text, charts_direction(s->better));
}

static void put_axes(Chart *c, const History *h, const HistorySeries *s, PlotUnit u)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < s->points.n; i++) {
        const HistoryPoint *p = &s->points.v[i];
        lo = session_low(p) < lo ? session_low(p) : lo;
        hi = session_high(p) > hi ? session_high(p) : hi;
    }
    double pad = (hi - lo) * 0.14; /* for the names of the changes */
    ticks_linear(c, &c->y, lo - (lo >= 0 && lo - pad / 2 < 0 ? 0 : pad / 2), hi + pad,
                 lo >= 0 && lo < 0.35 * hi, u);
    c->x = (ChartAxis){ .lo = 0, .hi = (double)h->options->n_releases, .title = "" };
    for (size_t i = 0; i < h->options->n_releases; i++)
        chart_tick(c, &c->x, (double)i + 0.5, CHART_TICK_NONE, h->options->releases[i].label);
}

static bool make_history(Arena *a, const History *h, const ChartOptions *o, Chart **out, Error *err)
{
    const HistorySeries *s = choose(h);
    if (!s || s->points.n == 0)
        return charts_nothing(err, "history", "runs that stand on the track");
    double most = 0;
    for (size_t i = 0; i < s->points.n; i++)
        most = fmax(most, fabs(s->points.v[i].median));
    PlotUnit u = plot_unit(s->unit, s->raw_unit, s->raw_factor, most);
    double width = 220 + 44 * (double)h->options->n_releases;
    Chart *c = *out = chart_new(a, "history", width < 640 ? 640 : width > 1240 ? 1240 : width, 440);
    Row named = { .group = "",
                  .tool = s->tool,
                  .workload = s->workload,
                  .scope = s->scope,
                  .metric = s->metric };
    const Row *naming = &named;
    Picked p = { .row = &naming, .n = 1 };
    c->title = charts_title(a, &p, o);
    if (!o->title && *s->setup)
        c->title = charts_join(a, ", ", c->title, s->setup);
    c->subtitle = subtitle(a, s, u);
    c->foot = foot(a, h, s);
    c->about = arena_printf(a, "A line over %zu releases. %s.", h->options->n_releases, c->foot);
    put_axes(c, h, s, u);
    if (any_spread(s))
        put_lines(c, s, true);
    put_lines(c, s, false);
    put_changes(a, c, s, c->x.hi);
    put_dots(c, s, false);
    put_dots(c, s, true);
    return true;
}

extern const ChartBuilder charts_history;
const ChartBuilder charts_history = {
    .name = "history",
    .summary = "one workload along a track of releases, with its changes",
    .make_history = make_history,
};
