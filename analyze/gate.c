#include "analyze/gate.h"

#include <math.h>

#include "analyze/adjust.h"
#include "analyze/distribution.h"
#include "analyze/sample.h"

static const double default_threshold = 0.05;

/* '*' any text, '?' one character. */
static bool fits(const char *pattern, const char *text)
{
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            for (;; text++) {
                if (fits(pattern + 1, text))
                    return true;
                if (!*text)
                    return false;
            }
        }
        if (!*text || (*pattern != '?' && *pattern != *text))
            return false;
    }
    return !*text;
}

static double threshold_of(const GateOptions *o, const char *metric)
{
    double share = default_threshold;
    bool named = false;
    for (size_t i = 0; i < o->n_thresholds; i++) {
        const GateThreshold *t = &o->thresholds[i];
        if (t->metric[0] ? fits(t->metric, metric) : !named) {
            share = t->share;
            named = named || t->metric[0];
        }
    }
    return share;
}

/* The point of a release; NULL. */
static const HistoryPoint *point_at(const HistorySeries *s, size_t release)
{
    for (size_t i = 0; i < s->points.n; i++)
        if (s->points.v[i].release == release)
            return &s->points.v[i];
    return NULL;
}

/* Points before the new release since the last change among them. */
static void level_before(Arena *a, const GateOptions *o, const HistorySeries *s, GateFinding *f)
{
    size_t n = 0;
    while (n < s->points.n && s->points.v[n].release < o->newest)
        n++;
    f->to = n;
    if (o->base != SLICE_NONE) {
        for (size_t i = 0; i < s->points.n; i++)
            if (s->points.v[i].release == o->base) {
                f->from = i;
                f->to = i + 1;
                return;
            }
        f->from = f->to = 0;
        return;
    }
    double *z = ARENA_ARRAY(a, double, n + 1);
    for (size_t i = 0; i < n; i++)
        z[i] = s->points.v[i].median;
    Changes found = { 0 };
    change_detect(a, z, n, o->alpha > 0 ? o->alpha : 0.05, &found);
    f->from = found.n ? found.v[found.n - 1].tau : 0;
}

static Moments sessions_of(Arena *a, const HistorySeries *s, size_t from, size_t to)
{
    VEC(double) all = { 0 };
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < s->points.v[i].sessions; k++)
            *VEC_PUSH(a, &all) = s->points.v[i].session_medians[k];
    Sample sample = sample_of(a, all.v, all.n);
    return sample_moments(&sample);
}

static void pooled_t(GateFinding *f, Moments old, Moments new)
{
    double squares = (old.n - 1) * old.sd * old.sd;
    f->df = old.n - 1;
    if (new.n > 1) {
        squares += (new.n - 1) * new.sd *new.sd;
        f->df += new.n - 1;
    }
    double sd = sqrt(squares / f->df);
    if (!(sd > 0)) {
        f->why = "no spread was measured";
        return;
    }
    f->t = (new.mean - old.mean) / (sd * sqrt(1 / new.n + 1 / old.n));
    f->p = distribution_t_two_sided(f->t, f->df);
}

static void test_series(Arena *a, const GateOptions *o, GateFinding *f)
{
    const HistorySeries *s = f->series;
    const HistoryPoint *now = point_at(s, o->newest);
    f->t = f->df = f->p = f->p_adjusted = f->ratio = f->before = f->after = FIGURE_NONE;
    f->threshold = threshold_of(o, s->metric);
    f->why = "";
    f->verdict = GATE_CANNOT_TELL;
    level_before(a, o, s, f);
    Moments old = sessions_of(a, s, f->from, f->to);
    f->k = (size_t)old.n;
    f->m = now ? now->sessions : 0;
    if (f->k)
        f->before = old.mean;
    if (!now || !f->k) {
        f->verdict = now ? GATE_NEW : GATE_MISSING;
        return;
    }
    Sample sample = sample_of(a, now->session_medians, now->sessions);
    Moments new = sample_moments(&sample);
    f->after = new.mean;
    f->ratio = old.mean != 0 ? new.mean / old.mean : FIGURE_NONE;
    if (f->k < GATE_LEAST_SESSIONS)
        f->why = "fewer than 3 sessions before";
    else
        pooled_t(f, old, new);
}

static void decide(Gate *g, GateFinding *f, double alpha)
{
    if (f->verdict == GATE_MISSING)
        g->missing += f->k >= GATE_LEAST_SESSIONS;
    if (!figure_exists(f->p_adjusted))
        return;
    g->judged++;
    bool up = f->after > f->before;
    if (f->p_adjusted > alpha)
        f->verdict = GATE_NOT_SHOWN;
    else if (figure_exists(f->ratio) && fabs(f->ratio - 1) < f->threshold)
        f->verdict = GATE_WITHIN;
    else if (f->series->better == BETTER_NEITHER)
        f->verdict = up ? GATE_HIGHER : GATE_LOWER;
    else
        f->verdict = up == (f->series->better == BETTER_HIGHER) ? GATE_BETTER : GATE_WORSE;
    g->worse += f->verdict == GATE_WORSE;
}

Gate *gate_check(Arena *a, const History *h, const GateOptions *options)
{
    Gate *g = ARENA_NEW(a, Gate);
    g->history = h;
    g->options = options;
    double alpha = options->alpha > 0 ? options->alpha : 0.05;
    VEC(double) p = { 0 };
    for (size_t i = 0; i < h->series.n; i++) {
        GateFinding f = { .series = &h->series.v[i] };
        test_series(a, options, &f);
        if (figure_exists(f.p))
            *VEC_PUSH(a, &p) = f.p;
        *VEC_PUSH(a, &g->findings) = f;
    }
    g->family = p.n;
    adjust_holm(a, p.v, p.n, p.v);
    size_t at = 0;
    for (size_t i = 0; i < g->findings.n; i++) {
        GateFinding *f = &g->findings.v[i];
        if (figure_exists(f->p))
            f->p_adjusted = p.v[at++];
        decide(g, f, alpha);
    }
    return g;
}

int gate_status(const Gate *g)
{
    if (g->worse)
        return 1;
    return g->missing || !g->judged ? 4 : 0;
}

const char *gate_verdict_name(GateVerdict v)
{
    static const char *const names[] = { "worse",  "better",      "higher",  "lower", "not-shown",
                                         "within", "cannot-tell", "missing", "new" };
    return names[v];
}
