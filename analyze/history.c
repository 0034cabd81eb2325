#include "analyze/history.h"

#include <math.h>

#include "analyze/adjust.h"
#include "analyze/fieller.h"
#include "analyze/welch.h"

static Moments moments_of(Arena *a, const double *v, size_t n)
{
    Sample s = sample_of(a, v, n);
    return sample_moments(&s);
}

/* The verdict of a difference that chance does not explain. */
static Verdict direction(Better better, bool up)
{
    if (better == BETTER_NEITHER)
        return up ? VERDICT_HIGHER : VERDICT_LOWER;
    return up == (better == BETTER_HIGHER) ? VERDICT_BETTER : VERDICT_WORSE;
}

/* --- changes of long series --- */

static double *medians_of(Arena *a, const HistorySeries *s)
{
    double *z = ARENA_ARRAY(a, double, s->points.n + 1);
    for (size_t i = 0; i < s->points.n; i++)
        z[i] = s->points.v[i].median;
    return z;
}

static void level_change(Arena *a, const History *h, const HistorySeries *s, const double *z,
                         size_t from, size_t to, HistoryChange *c)
{
    Moments before = moments_of(a, z + from, c->index - from);
    Moments after = moments_of(a, z + c->index, to - c->index);
    Welch w = welch_test(before, after, h->alpha);
    c->before = before.mean;
    c->after = after.mean;
    c->ratio = before.mean != 0 ? after.mean / before.mean : FIGURE_NONE;
    c->lo = c->hi = FIGURE_NONE;
    if (w.defined) {
        Ratio r = fieller_ratio(before, after, w.quantile);
        c->lo = r.bounded ? r.lo : FIGURE_NONE;
        c->hi = r.bounded ? r.hi : FIGURE_NONE;
    }
    c->verdict = figure_exists(c->ratio) && fabs(c->ratio - 1) < h->threshold
                     ? VERDICT_WITHIN
                     : direction(s->better, c->after > c->before);
}

static void take_changes(Arena *a, const History *h, HistorySeries *s, const double *z,
                         const Changes *found, const ChangeSplit *first, double p_adjusted)
{
    for (size_t i = 0; i < found->n; i++) {
        const ChangeSplit *x = &found->v[i];
        HistoryChange c = { .index = x->tau,
                            .first = x->first,
                            .last = x->last,
                            .q = x->q,
                            .p = x->p,
                            .p_adjusted = x->tau == first->tau ? p_adjusted : FIGURE_NONE,
                            .state = "new" };
        size_t from = i ? found->v[i - 1].tau : 0;
        size_t to = i + 1 < found->n ? found->v[i + 1].tau : s->points.n;
        level_change(a, h, s, z, from, to, &c);
        *VEC_PUSH(a, &s->changes) = c;
    }
}

/* A turn to the worse that was undone: the level after it is that of before again. */
static bool came_and_went(const History *h, const HistorySeries *s)
{
    for (size_t i = 0; i + 1 < s->changes.n; i++)
        for (size_t k = i + 1; s->changes.v[i].verdict == VERDICT_WORSE && k < s->changes.n; k++)
            if (s->changes.v[k].verdict == VERDICT_BETTER &&
                fabs(s->changes.v[k].after - s->changes.v[i].before) <=
                    h->threshold * fabs(s->changes.v[i].before))
                return true;
    return false;
}

static void find_drift(Arena *a, const History *h, HistorySeries *s, const double *z)
{
    size_t n = s->points.n;
    s->trend = trend_test(a, z, n, 1);
    s->slope = trend_slope(a, z, n);
    double whole = s->slope * (double)(n - 1), level = moments_of(a, z, n).mean;
    s->drift = s->trend.defined && s->changes.n == 0 && s->trend.p <= h->alpha &&
               fabs(whole) >= h->threshold * fabs(level) && whole != 0;
}

/* One series with eight points or more, while all of them are being tested. */
typedef struct Long {
    HistorySeries *series;
    double *z;
    ChangeSplit first;
} Long;

/* Up to 999 shuffles for all; then more where chance did not do as well often enough. */
static void test_first_splits(Arena *a, double alpha, Long *v, size_t n)
{
    size_t doubtful = 0;
    for (size_t i = 0; i < n; i++) {
        change_test_until(a, v[i].z, alpha, &v[i].first);
        doubtful += v[i].first.found && v[i].first.b < CHANGE_ENOUGH;
    }
    for (size_t i = 0; i < n; i++)
        change_test_more(a, v[i].z, &v[i].first, change_shuffles(n, doubtful));
}

static void find_changes(Arena *a, History *h)
{
    VEC(Long) all = { 0 };
    for (size_t i = 0; i < h->series.n; i++) {
        HistorySeries *s = &h->series.v[i];
        if (s->points.n < CHANGE_LEAST_POINTS)
            continue;
        double *z = medians_of(a, s);
        ChangeSplit first = change_best(a, z, 0, s->points.n);
        *VEC_PUSH(a, &all) = (Long){ s, z, first };
    }
    test_first_splits(a, h->alpha, all.v, all.n);
    double *p = ARENA_ARRAY(a, double, all.n + 1);
    for (size_t i = 0; i < all.n; i++)
        p[i] = all.v[i].first.p;
    h->family = all.n;
    adjust_benjamini_hochberg(a, p, all.n, p);
    for (size_t i = 0; i < all.n; i++) {
        Long *l = &all.v[i];
        Changes found = { 0 };
        if (l->first.found && p[i] <= h->alpha)
            change_all(a, l->z, &l->first, h->alpha, &found);
        take_changes(a, h, l->series, l->z, &found, &l->first, p[i]);
        l->series->came_and_went = came_and_went(h, l->series);
        find_drift(a, h, l->series, l->z);
    }
}

/* --- neighbours of short series --- */

static HistoryStep step_of(Arena *a, const History *h, const HistorySeries *s, size_t index,
                           size_t against)
{
    const HistoryPoint *old = &s->points.v[against], *new = &s->points.v[index];
    HistoryStep step = { .index = index,
                         .against = against,
                         .lo = FIGURE_NONE,
                         .hi = FIGURE_NONE,
                         .t = FIGURE_NONE,
                         .df = FIGURE_NONE,
                         .p = FIGURE_NONE,
                         .p_adjusted = FIGURE_NONE,
                         .verdict = VERDICT_CANNOT_TELL };
    step.ratio = old->median != 0 ? new->median / old->median : FIGURE_NONE;
    Moments x = moments_of(a, old->session_medians, old->sessions);
    Moments y = moments_of(a, new->session_medians, new->sessions);
    if (old->sessions < 2 || new->sessions < 2)
        return step;
    Welch w = welch_test(x, y, h->alpha);
    if (!w.defined)
        return step;
    Ratio r = fieller_ratio(x, y, w.quantile);
    step.ratio = r.ratio;
    step.lo = r.bounded ? r.lo : FIGURE_NONE;
    step.hi = r.bounded ? r.hi : FIGURE_NONE;
    step.t = w.t;
    step.df = w.df;
    step.p = w.p;
    return step;
}

static void decide_step(const History *h, const HistorySeries *s, HistoryStep *step)
{
    if (!figure_exists(step->p_adjusted))
        return;
    bool small = figure_exists(step->ratio) && fabs(step->ratio - 1) < h->threshold;
    bool inside = figure_exists(step->lo) && figure_exists(step->hi) && h->threshold > 0 &&
                  fabs(step->lo - 1) <= h->threshold && fabs(step->hi - 1) <= h->threshold;
    if (inside || (small && step->p_adjusted <= h->alpha))
        step->verdict = VERDICT_WITHIN;
    else
        step->verdict = step->p_adjusted <= h->alpha
                            ? direction(s->better, step->t > 0)
                            : VERDICT_NOT_SHOWN;
}

/* For the eye, not for a verdict: each point beside the one before and the first. */
static void relate_points(Arena *a, History *h)
{
    for (size_t i = 0; i < h->series.n; i++) {
        HistorySeries *s = &h->series.v[i];
        s->previous = ARENA_ARRAY(a, HistoryStep, s->points.n + 1);
        s->first = ARENA_ARRAY(a, HistoryStep, s->points.n + 1);
        for (size_t k = 1; k < s->points.n; k++) {
            s->previous[k] = step_of(a, h, s, k, k - 1);
            s->first[k] = step_of(a, h, s, k, 0);
        }
    }
}

static void compare_neighbours(Arena *a, History *h)
{
    VEC(double) p = { 0 };
    for (size_t i = 0; i < h->series.n; i++) {
        HistorySeries *s = &h->series.v[i];
        for (size_t k = 1; k < s->points.n && s->points.n < CHANGE_LEAST_POINTS; k++) {
            *VEC_PUSH(a, &s->steps) = step_of(a, h, s, k, k - 1);
            if (k > 1)
                *VEC_PUSH(a, &s->steps) = step_of(a, h, s, k, 0);
        }
        for (size_t k = 0; k < s->steps.n; k++)
            if (figure_exists(s->steps.v[k].p))
                *VEC_PUSH(a, &p) = s->steps.v[k].p;
    }
    adjust_holm(a, p.v, p.n, p.v);
    size_t at = 0;
    for (size_t i = 0; i < h->series.n; i++)
        for (size_t k = 0; k < h->series.v[i].steps.n; k++) {
            HistoryStep *step = &h->series.v[i].steps.v[k];
            if (figure_exists(step->p))
                step->p_adjusted = p.v[at++];
            decide_step(h, &h->series.v[i], step);
        }
}

bool history_make(Arena *a, const Run *const *runs, size_t n, const HistoryOptions *options,
                  bool find, History **out, Error *err)
{
    History *h = ARENA_NEW(a, History);
    h->options = options;
    h->alpha = options->alpha > 0 ? options->alpha : 0.05;
    h->threshold = options->threshold > 0 ? options->threshold : options->threshold < 0 ? 0 : 0.05;
    if (!history_gather(a, runs, n, h, err))
        return false;
    relate_points(a, h);
    if (find) {
        find_changes(a, h);
        compare_neighbours(a, h);
    }
    *out = h;
    return true;
}
