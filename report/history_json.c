#include "report/history_report.h"
#include "report/json_write.h"

static void interval(JsonWriter *w, double lo, double hi)
{
    if (!figure_exists(lo) || !figure_exists(hi)) {
        json_null(w, "ci");
        return;
    }
    json_array(w, "ci");
    json_number(w, NULL, lo);
    json_number(w, NULL, hi);
    json_array_end(w);
}

static const char *release_of(const History *h, const HistorySeries *s, size_t point)
{
    return h->options->releases[s->points.v[point].release].label;
}

/* {"ratio":,"ci":[LO,HI]}; null for the first point, and for what does not exist. */
static void write_relation(JsonWriter *w, const char *key, const HistoryStep *step)
{
    if (!step) {
        json_null(w, key);
        return;
    }
    json_object(w, key);
    json_number(w, "ratio", step->ratio);
    json_array(w, "ci");
    json_number(w, NULL, step->lo);
    json_number(w, NULL, step->hi);
    json_array_end(w);
    json_object_end(w);
}

static void write_points(JsonWriter *w, const History *h, const HistorySeries *s)
{
    json_array(w, "points");
    for (size_t i = 0; i < s->points.n; i++) {
        const HistoryPoint *p = &s->points.v[i];
        json_object(w, NULL);
        json_text(w, "release", release_of(h, s, i));
        json_count(w, "n", p->n);
        json_count(w, "sessions", p->sessions);
        json_number(w, "median", p->median);
        json_number(w, "mean", p->mean);
        write_relation(w, "to_previous", i ? &s->previous[i] : NULL);
        write_relation(w, "to_first", i ? &s->first[i] : NULL);
        json_object_end(w);
    }
    json_array_end(w);
    json_array(w, "gaps");
    for (size_t i = 0; i < s->gaps.n; i++)
        json_text(w, NULL, h->options->releases[s->gaps.v[i]].label);
    json_array_end(w);
}

static void write_changes(JsonWriter *w, const History *h, const HistorySeries *s,
                          const HistoryShow *show)
{
    json_array(w, "changes");
    for (size_t i = 0; i < s->changes.n; i++) {
        const HistoryChange *c = &s->changes.v[i];
        if (!history_shows_change(s, c, show))
            continue;
        json_object(w, NULL);
        json_count(w, "index", c->index);
        json_text(w, "release", release_of(h, s, c->index));
        json_count(w, "first", c->first);
        json_count(w, "last", c->last);
        json_number(w, "q", c->q);
        json_number(w, "p", c->p);
        json_number(w, "p_adjusted", c->p_adjusted);
        json_number(w, "before", c->before);
        json_number(w, "after", c->after);
        json_number(w, "ratio", c->ratio);
        interval(w, c->lo, c->hi);
        json_text(w, "verdict", verdict_name(c->verdict));
        json_text(w, "state", c->state);
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_steps(JsonWriter *w, const History *h, const HistorySeries *s)
{
    json_array(w, "steps");
    for (size_t i = 0; i < s->steps.n; i++) {
        const HistoryStep *x = &s->steps.v[i];
        json_object(w, NULL);
        json_text(w, "release", release_of(h, s, x->index));
        json_text(w, "against", release_of(h, s, x->against));
        json_number(w, "ratio", x->ratio);
        interval(w, x->lo, x->hi);
        json_number(w, "t", x->t);
        json_number(w, "df", x->df);
        json_number(w, "p", x->p);
        json_number(w, "p_adjusted", x->p_adjusted);
        json_text(w, "verdict", verdict_name(x->verdict));
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_marks(JsonWriter *w, const History *h, const HistorySeries *s)
{
    json_array(w, "marks");
    for (size_t i = 0; i < s->marks.n; i++) {
        const HistoryMark *m = &s->marks.v[i];
        json_object(w, NULL);
        json_text(w, "release", release_of(h, s, m->index));
        json_text(w, "key", m->key);
        json_text(w, "from", m->from);
        json_text(w, "to", m->to);
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_series(JsonWriter *w, const History *h, const HistorySeries *s,
                         const HistoryShow *show)
{
    json_object(w, NULL);
    json_text(w, "tool", s->tool);
    json_text(w, "workload", s->workload);
    json_text(w, "setup", s->setup);
    json_text(w, "scope", s->scope);
    json_text(w, "metric", s->metric);
    json_text(w, "unit", unit_name(s->unit));
    json_text(w, "better", better_name(s->better));
    write_points(w, h, s);
    write_changes(w, h, s, show);
    write_steps(w, h, s);
    write_marks(w, h, s);
    json_object(w, "trend");
    json_number(w, "p", s->trend.defined ? s->trend.p : FIGURE_NONE);
    json_number(w, "slope", s->trend.defined ? s->slope : FIGURE_NONE);
    json_bool(w, "drift", s->drift);
    json_object_end(w);
    json_bool(w, "came_and_went", s->came_and_went);
    json_object_end(w);
}

void history_json(Buf *b, const History *h, const HistoryShow *show)
{
    JsonWriter w = json_writer(b);
    json_object(&w, NULL);
    json_text(&w, "schema", "plimsoll.history/1");
    json_text(&w, "track", h->options->track);
    json_number(&w, "alpha", h->alpha);
    json_number(&w, "threshold", h->threshold);
    json_count(&w, "family", h->family);
    json_array(&w, "series");
    for (size_t i = 0; i < h->series.n; i++)
        if (history_shows(&h->series.v[i], show))
            write_series(&w, h, &h->series.v[i], show);
    json_array_end(&w);
    json_array(&w, "off_track");
    for (size_t i = 0; i < h->off_track.n; i++)
        json_text(&w, NULL, h->off_track.v[i]);
    json_array_end(&w);
    json_count(&w, "runs_without_release", h->n_without);
    json_object_end(&w);
    json_end_line(&w);
}
