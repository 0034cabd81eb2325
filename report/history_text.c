#include <math.h>
#include <string.h>

#include "report/history_report.h"
#include "report/page.h"
#include "report/quantity.h"
#include "report/wording.h"

enum { RELEASE_COLUMNS = 13, COUNT_COLUMNS = 5, VALUE_COLUMNS = 10, CHANGE_COLUMNS = 8, INTERVAL_COLUMNS = 19 };

void history_name(Buf *b, const HistorySeries *s)
{
    if (s->workload[0])
        buf_str(b, s->workload);
    else
        buf_str(b, s->tool);
    if (s->setup[0])
        buf_printf(b, " | %s", s->setup);
    if (s->scope[0])
        buf_printf(b, " %s", s->scope);
    buf_printf(b, " %s", s->metric);
}

bool history_shows_change(const HistorySeries *s, const HistoryChange *c, const HistoryShow *show)
{
    if (s->points.v[c->index].release < show->since)
        return false;
    if (show->only_regressions && (c->verdict != VERDICT_WORSE || strcmp(c->state, "ignored") == 0))
        return false;
    return !show->only_new || strcmp(c->state, "new") == 0;
}

bool history_shows(const HistorySeries *s, const HistoryShow *show)
{
    if (!show->only_regressions && !show->only_new && !show->since)
        return true;
    for (size_t i = 0; i < s->changes.n; i++)
        if (history_shows_change(s, &s->changes.v[i], show))
            return true;
    for (size_t i = 0; i < s->steps.n && !show->only_new; i++)
        if (s->steps.v[i].verdict == VERDICT_WORSE)
            return true;
    bool falls = s->better == BETTER_HIGHER ? s->slope < 0 : s->slope > 0;
    return s->drift && s->better != BETTER_NEITHER && falls && !show->only_new;
}

static const char *release_name(const History *h, const HistorySeries *s, size_t point)
{
    return h->options->releases[s->points.v[point].release].label;
}

static DisplayUnit unit_of(const HistorySeries *s)
{
    double typical = s->points.n ? s->points.v[0].median : 0;
    return quantity_display(s->unit, s->raw_unit, s->raw_factor, typical);
}

static void cell(Buf *b, Buf *text, size_t width)
{
    page_cell(b, buf_slice(text), width, true);
    text->n = 0;
}

static void heading(Buf *b, const HistorySeries *s, DisplayUnit unit)
{
    Buf name = buf_new(0);
    history_name(&name, s);
    page_wrap(b, 0, 4, buf_slice(&name));
    buf_free(&name);
    buf_printf(b, "  %s%s%s%s%s\n", unit.unit, unit.spelled[0] ? " (" : "", unit.spelled,
               unit.spelled[0] ? ")" : "",
               s->better == BETTER_HIGHER  ? ", higher is better"
               : s->better == BETTER_LOWER ? ", lower is better" : "");
}

/* The levels at a glance: a character a release, a blank for a gap. */
static void sparkline(Buf *b, const History *h, const HistorySeries *s, DisplayUnit unit)
{
    static const char levels[] = "_.:-=+*#";
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < s->points.n; i++) {
        lo = fmin(lo, s->points.v[i].median);
        hi = fmax(hi, s->points.v[i].median);
    }
    if (s->points.n < 3 || h->options->n_releases > 40 || !(hi > lo))
        return;
    buf_str(b, "  |");
    size_t at = 0;
    for (size_t r = 0; r < h->options->n_releases; r++) {
        bool there = at < s->points.n && s->points.v[at].release == r;
        double share = there ? (s->points.v[at].median - lo) / (hi - lo) : 0;
        buf_char(b, there ? levels[(size_t)(share * 7.999)] : ' ');
        at += there;
    }
    buf_str(b, "| ");
    quantity_print_mean(b, lo, s->points.v[0].half_width, unit);
    buf_str(b, " (_) to ");
    quantity_print_mean(b, hi, s->points.v[0].half_width, unit);
    buf_str(b, " (#)\n");
}

static const HistoryChange *change_at(const HistorySeries *s, size_t point)
{
    for (size_t i = 0; i < s->changes.n; i++)
        if (s->changes.v[i].index == point)
            return &s->changes.v[i];
    return NULL;
}

static void points(Buf *b, const History *h, const HistorySeries *s, DisplayUnit unit)
{
    Buf text = buf_new(0);
    buf_str(b, "    ");
    page_cell(b, SLICE("release"), RELEASE_COLUMNS, false);
    page_cell(b, SLICE("sess"), COUNT_COLUMNS, true);
    page_cell(b, SLICE("runs"), COUNT_COLUMNS, true);
    page_cell(b, SLICE("median"), VALUE_COLUMNS, true);
    page_cell(b, SLICE("to prev"), CHANGE_COLUMNS, true);
    page_cell(b, SLICE("to 1st"), CHANGE_COLUMNS, true);
    page_cell(b, SLICE("95 % interval"), INTERVAL_COLUMNS, true);
    buf_char(b, '\n');
    size_t at = 0;
    for (size_t r = 0; r < h->options->n_releases; r++) {
        bool there = at < s->points.n && s->points.v[at].release == r;
        const HistoryPoint *p = there ? &s->points.v[at] : NULL;
        buf_str(b, there && change_at(s, at) ? "  * " : "    ");
        page_cell(b, slice_of(h->options->releases[r].label), RELEASE_COLUMNS, false);
        if (!p) {
            page_cell(b, SLICE("-"), COUNT_COLUMNS, true);
            buf_char(b, '\n');
            continue;
        }
        buf_printf(&text, "%zu", p->sessions);
        cell(b, &text, COUNT_COLUMNS);
        buf_printf(&text, "%zu", p->n);
        cell(b, &text, COUNT_COLUMNS);
        quantity_print_mean(&text, p->median, p->half_width, unit);
        cell(b, &text, VALUE_COLUMNS);
        if (at && s->points.v[at - 1].median != 0)
            wording_change(&text, p->median / s->points.v[at - 1].median);
        cell(b, &text, CHANGE_COLUMNS);
        if (at && s->points.v[0].median != 0)
            wording_change(&text, p->median / s->points.v[0].median);
        cell(b, &text, CHANGE_COLUMNS);
        if (at && figure_exists(s->first[at].lo) && figure_exists(s->first[at].hi)) {
            wording_change(&text, s->first[at].lo);
            buf_str(&text, " ");
            wording_change(&text, s->first[at].hi);
        }
        cell(b, &text, INTERVAL_COLUMNS);
        buf_char(b, '\n');
        at++;
    }
    buf_free(&text);
}

static void interval(Buf *b, double lo, double hi)
{
    if (!figure_exists(lo) || !figure_exists(hi))
        return;
    buf_str(b, ", 95 % interval ");
    wording_change(b, lo);
    buf_str(b, " to ");
    wording_change(b, hi);
}

static void change_line(Buf *b, const History *h, const HistorySeries *s, const HistoryChange *c,
                        DisplayUnit unit)
{
    Buf text = buf_new(0);
    double half = s->points.v[c->index].half_width;
    buf_printf(&text, "change at %s", release_name(h, s, c->index));
    if (c->first != c->last)
        buf_printf(&text, " (%s to %s)", release_name(h, s, c->first), release_name(h, s, c->last));
    buf_str(&text, ": ");
    quantity_print_mean(&text, c->before, half, unit);
    buf_str(&text, " to ");
    quantity_print_mean(&text, c->after, half, unit);
    buf_printf(&text, " %s, ", unit.unit);
    wording_change(&text, c->ratio);
    interval(&text, c->lo, c->hi);
    buf_str(&text, ", ");
    quantity_p(&text, c->p);
    if (figure_exists(c->p_adjusted) && h->family > 1) {
        buf_str(&text, ", adjusted ");
        quantity_p(&text, c->p_adjusted);
    }
    if (c->verdict == VERDICT_WITHIN)
        buf_printf(&text, ": within %g %%", h->threshold * 100);
    else
        buf_printf(&text, ": %s", verdict_text(c->verdict));
    if (strcmp(c->state, "new") != 0)
        buf_printf(&text, " (%s)", c->state);
    buf_str(b, "  ");
    page_wrap(b, 2, 4, buf_slice(&text));
    buf_free(&text);
}

static void step_line(Buf *b, const History *h, const HistorySeries *s, const HistoryStep *step)
{
    Buf text = buf_new(0);
    buf_printf(&text, "%s against %s: ", release_name(h, s, step->index),
               release_name(h, s, step->against));
    if (figure_exists(step->ratio))
        wording_change(&text, step->ratio);
    interval(&text, step->lo, step->hi);
    if (figure_exists(step->p)) {
        buf_str(&text, ", ");
        quantity_p(&text, step->p_adjusted);
    }
    if (step->verdict == VERDICT_CANNOT_TELL)
        buf_str(&text, ": CANNOT TELL (two sessions a side are the least)");
    else
        buf_printf(&text, ": %s", verdict_text(step->verdict));
    buf_str(b, "  ");
    page_wrap(b, 2, 4, buf_slice(&text));
    buf_free(&text);
}

static void remark(Buf *b, const char *text)
{
    buf_str(b, "  ");
    page_wrap(b, 2, 4, slice_of(text));
}

static void remarks(Buf *b, const History *h, const HistorySeries *s)
{
    Buf text = buf_new(0);
    if (s->points.n < CHANGE_LEAST_POINTS)
        remark(b, "fewer than 8 releases with runs: no change point is claimed");
    else if (s->changes.n == 0 && !s->drift)
        remark(b, "no change found");
    if (s->drift) {
        double level = s->points.v[0].median;
        buf_str(&text, "no step, but a slow drift of ");
        wording_change(&text, level != 0 ? 1 + s->slope / level : 1);
        buf_str(&text, " a release (Mann-Kendall ");
        quantity_p(&text, s->trend.p);
        buf_str(&text, ")");
        buf_char(&text, '\0');
        remark(b, text.text);
        text.n = 0;
    }
    if (s->came_and_went)
        remark(b, "a regression that came and went");
    for (size_t i = 0; i < s->marks.n; i++) {
        const HistoryMark *m = &s->marks.v[i];
        buf_printf(&text, "from %s on %s is %s, before that %s", release_name(h, s, m->index), m->key,
                   m->to, m->from);
        buf_char(&text, '\0');
        remark(b, text.text);
        text.n = 0;
    }
    buf_free(&text);
}

static void series(Buf *b, const History *h, const HistorySeries *s, const HistoryShow *show)
{
    DisplayUnit unit = unit_of(s);
    heading(b, s, unit);
    sparkline(b, h, s, unit);
    points(b, h, s, unit);
    for (size_t i = 0; i < s->changes.n; i++)
        if (history_shows_change(s, &s->changes.v[i], show))
            change_line(b, h, s, &s->changes.v[i], unit);
    for (size_t i = 0; i < s->steps.n; i++)
        if (!show->only_regressions || s->steps.v[i].verdict == VERDICT_WORSE)
            step_line(b, h, s, &s->steps.v[i]);
    remarks(b, h, s);
    buf_char(b, '\n');
}

static void leftovers(Buf *b, const History *h, size_t shown, size_t hidden)
{
    Buf text = buf_new(0);
    if (!shown)
        buf_str(b, h->series.n ? "Nothing of that kind.\n" : "No runs on this track.\n");
    if (hidden)
        buf_printf(b, "%zu more series; --all shows them.\n", hidden);
    if (h->off_track.n) {
        buf_str(&text, "Not on the track: ");
        for (size_t i = 0; i < h->off_track.n; i++)
            buf_printf(&text, "%s%s", i ? ", " : "", h->off_track.v[i]);
        page_wrap(b, 0, 4, buf_slice(&text));
    }
    if (h->n_without)
        buf_printf(b, "%zu run%s without a %s left out.\n", h->n_without, h->n_without == 1 ? "" : "s",
                   h->options->key);
    buf_free(&text);
}

void history_text(Buf *out, const History *h, const HistoryShow *show)
{
    Buf draft = buf_new(0);
    size_t shown = 0, hidden = 0;
    for (size_t i = 0; i < h->series.n; i++) {
        if (!history_shows(&h->series.v[i], show))
            continue;
        if (show->most && shown >= show->most)
            hidden++;
        else
            series(&draft, h, &h->series.v[i], show);
        shown++;
    }
    leftovers(&draft, h, shown, hidden);
    page_finish(out, buf_slice(&draft));
    buf_free(&draft);
}
