#include "analyze/verdict.h"

#include <string.h>

#include "analyze/cell.h"
#include "analyze/fieller.h"
#include "analyze/power.h"
#include "analyze/rank.h"
#include "analyze/welch.h"

/* --- notes --- */

static void note(Arena *a, Comparison *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void note(Arena *a, Comparison *c, const char *format, ...)
{
    const char **notes = ARENA_ARRAY(a, const char *, c->n_notes + 1);
    if (c->n_notes)
        memcpy(notes, c->notes, c->n_notes * sizeof *notes);
    va_list args;
    va_start(args, format);
    notes[c->n_notes++] = arena_vprintf(a, format, args);
    va_end(args);
    c->notes = notes;
}

/* --- ratio and interval --- */

/* For the rank test, which looks at the values alone. */
static Sample sample_view(const Cell *c)
{
    return (Sample){ .n = c->n_values, .values = c->values };
}

static Moments log_moments(const Cell *c)
{
    return (Moments){ (double)c->n, c->log_mean, c->log_sd };
}

static bool has_logs(const Cell *c)
{
    return c->evidence == EVIDENCE_REPLICATES && figure_exists(c->geomean);
}

static bool is_zero(const Cell *c)
{
    return c->mean == 0;
}

/* What the printed digits allow: each mean may lie half a unit of its last digit away. */
static void rounding_interval(const Cell *base, const Cell *cell, Comparison *c)
{
    double b_lo = base->mean - base->half_width, b_hi = base->mean + base->half_width;
    double lo = cell->mean - cell->half_width, hi = cell->mean + cell->half_width;
    c->by_rounding = true;
    if (!(b_lo > 0 || b_hi < 0)) {
        c->unbounded = true;
        return;
    }
    double corner[4] = { lo / b_lo, lo / b_hi, hi / b_lo, hi / b_hi };
    c->lo = fmin(fmin(corner[0], corner[1]), fmin(corner[2], corner[3]));
    c->hi = fmax(fmax(corner[0], corner[1]), fmax(corner[2], corner[3]));
    if (!isfinite(c->lo) || !isfinite(c->hi)) {
        c->lo = c->hi = FIGURE_NONE;
        c->unbounded = true;
    }
}

static void log_test(const Table *t, const Cell *base, const Cell *cell, Comparison *c)
{
    Welch w = welch_test(log_moments(base), log_moments(cell), t->alpha);
    c->ratio = cell->geomean / base->geomean;
    if (!w.defined)
        return;
    c->t = w.t;
    c->df = w.df;
    c->p = w.p;
    c->lo = exp(w.lo);
    c->hi = exp(w.hi);
    c->unbounded = !isfinite(c->hi);
}

static void raw_test(const Table *t, const Cell *base, const Cell *cell, bool within_run,
                     Comparison *c)
{
    Moments x = cell_moments(base, within_run), y = cell_moments(cell, within_run);
    Welch w = welch_test(x, y, t->alpha);
    if (!w.defined)
        return;
    c->t = w.t;
    c->df = w.df;
    c->p = w.p;
    Ratio r = fieller_ratio(x, y, w.quantile);
    c->unbounded = !r.bounded;
    c->lo = r.lo;
    c->hi = r.hi;
}

static bool is_narrow(const Cell *c)
{
    return c->log_sd < 0.1;
}

/*
 * Would the other scale say the same, before any adjustment? Over a spread of a few percent the
 * logarithm is a straight line, and a p far from alpha stays on its side.
 */
static bool other_scale_agrees(const Table *t, const Cell *base, const Cell *cell,
                               const Comparison *c)
{
    enum { FAR = 5 };
    if (!has_logs(base) || !has_logs(cell) || !figure_exists(c->p))
        return true;
    if (is_narrow(base) && is_narrow(cell) && (c->p < t->alpha / FAR || c->p > t->alpha * FAR))
        return true;
    Welch w = t->scale == SCALE_LOG
                  ? welch_test(cell_moments(base, false), cell_moments(cell, false), 0)
                  : welch_test(log_moments(base), log_moments(cell), 0);
    return !w.defined || (w.p < t->alpha) == (c->p < t->alpha);
}

static void rank_opinion(Arena *a, const Cell *base, const Cell *cell, size_t exact_most,
                         Comparison *c)
{
    if (base->evidence != EVIDENCE_REPLICATES || cell->evidence != EVIDENCE_REPLICATES)
        return;
    Sample x = sample_view(base), y = sample_view(cell);
    RankTest r = rank_test(a, &x, &y, exact_most);
    c->u = r.u;
    c->u_p = r.p;
    c->u_p_min = r.p_min;
    c->u_exact = r.exact;
}

/* Runs a side that would show the effect at the spread seen here. */
static double runs_needed(PowerPlan *plan, const Table *t, const Cell *base, const Cell *cell)
{
    Moments x = cell_moments(base, false), y = cell_moments(cell, false);
    if (x.n < 2 && y.n < 2)
        return 0;
    double a = x.n >= 2 ? x.sd : y.sd, b = y.n >= 2 ? y.sd : x.sd;
    double scale = fmax(a, b);
    if (!(scale > 0))
        return 0;
    double sd = scale * sqrt((a / scale * (a / scale) + b / scale * (b / scale)) / 2);
    return power_plan_runs(plan, t->effect * base->mean, sd);
}

bool verdict_is_tested(const Row *row, size_t column)
{
    const Cell *x = &row->cells[row->base], *y = &row->cells[column];
    return row->comparisons[column].exists && figure_exists(row->comparisons[column].p) &&
           cell_moments(x, false).n >= 2 && cell_moments(y, false).n >= 2;
}

void verdict_measure(Arena *a, const Table *t, const Row *row, size_t column, bool within_run,
                     size_t exact_most, Comparison *c)
{
    const double none = FIGURE_NONE;
    const Cell *base = &row->cells[row->base], *cell = &row->cells[column];
    *c = (Comparison){ .ratio = none,
                       .lo = none,
                       .hi = none,
                       .t = none,
                       .df = none,
                       .p = none,
                       .p_adjusted = none,
                       .u = none,
                       .u_p = none,
                       .u_p_min = none };
    c->exists =
        column != row->base && base->evidence != EVIDENCE_NONE && cell->evidence != EVIDENCE_NONE;
    if (!c->exists)
        return;
    bool below = (is_zero(base) && base->half_width > 0) || (is_zero(cell) && cell->half_width > 0);
    if (!is_zero(base) && !below && isfinite(cell->mean / base->mean))
        c->ratio = cell->mean / base->mean;
    if (t->scale == SCALE_LOG && has_logs(base) && has_logs(cell))
        log_test(t, base, cell, c);
    else
        raw_test(t, base, cell, within_run, c);
    if (!figure_exists(c->p) && figure_exists(c->ratio))
        rounding_interval(base, cell, c);
    rank_opinion(a, base, cell, exact_most, c);
    c->p_adjusted = c->p;
    if (below)
        note(a, c, "a figure below its last printed digit: no ratio");
    if (!other_scale_agrees(t, base, cell, c))
        note(a, c,
             t->scale == SCALE_LOG ? "the raw scale says otherwise"
                                   : "the log scale says otherwise");
}

/* --- words --- */

static const char *column_name(const Table *t, size_t column)
{
    return t->columns ? t->columns[column].name : "";
}

/* What is missing for a test, in the order of what would help most. */
static void say_what_is_missing(Arena *a, const Table *t, const Row *row, size_t column,
                                Comparison *c)
{
    const Cell *x = &row->cells[row->base], *y = &row->cells[column];
    size_t few[2] = { row->base, column };
    bool single[2] = { x->evidence == EVIDENCE_SINGLE || x->evidence == EVIDENCE_WITHIN_RUN,
                       y->evidence == EVIDENCE_SINGLE || y->evidence == EVIDENCE_WITHIN_RUN };
    bool mean_only = x->evidence == EVIDENCE_MEAN_ONLY || y->evidence == EVIDENCE_MEAN_ONLY;
    bool has_sd = (x->evidence != EVIDENCE_MEAN_ONLY || figure_exists(x->sd)) &&
                  (y->evidence != EVIDENCE_MEAN_ONLY || figure_exists(y->sd));
    if (mean_only)
        note(a, c, has_sd ? "number of runs not reported" : "spread not reported");
    if (single[0] && single[1])
        note(a, c, "one run each: cannot tell");
    else
        for (size_t i = 0; i < 2; i++)
            if (single[i])
                note(a, c, "one run of %s: cannot tell", column_name(t, few[i]));
    if (x->evidence == EVIDENCE_WITHIN_RUN || y->evidence == EVIDENCE_WITHIN_RUN)
        note(a, c,
             figure_exists(c->p) ? "the test is within these single runs, not between systems"
                                 : "the spread is between requests of one run");
    Moments mx = cell_moments(x, false), my = cell_moments(y, false);
    if (mx.n >= 2 && my.n >= 2 && mx.sd == 0 && my.sd == 0)
        note(a, c, "no spread measured");
}

static Verdict direction(const Row *row, bool higher)
{
    if (row->better == BETTER_NEITHER)
        return higher ? VERDICT_HIGHER : VERDICT_LOWER;
    return higher == (row->better == BETTER_HIGHER) ? VERDICT_BETTER : VERDICT_WORSE;
}

static bool inside_threshold(const Table *t, const Comparison *c)
{
    return t->threshold > 0 && figure_exists(c->lo) && figure_exists(c->hi) &&
           c->lo >= 1 - t->threshold && c->hi <= 1 + t->threshold;
}

static void note_tests(Arena *a, const Table *t, const Row *row, size_t column, Comparison *c)
{
    const Cell *x = &row->cells[row->base], *y = &row->cells[column];
    if (x->evidence == EVIDENCE_SUMMARY || y->evidence == EVIDENCE_SUMMARY)
        note(a, c, "from summary");
    if (figure_exists(c->u_p_min) && c->u_p_min > t->alpha)
        note(a, c, "U cannot reach %g with %zu+%zu", t->alpha, x->n_values, y->n_values);
    else if (figure_exists(c->u_p) && (c->p < t->alpha) != (c->u_p < t->alpha))
        note(a, c, "the two tests disagree at %g: more runs would settle it", t->alpha);
    if (figure_exists(c->u_p) && !c->u_exact)
        note(a, c, "U by normal approximation");
    if (c->unbounded)
        note(a, c, "the base is not clearly different from 0: no interval for the ratio");
    if (c->p < t->alpha && !(c->p_adjusted < t->alpha))
        note(a, c, "not after %s over %zu", t->adjust == ADJUST_BH ? "BH" : "Holm", t->family);
}

void verdict_decide(Arena *a, PowerPlan *plan, const Table *t, const Row *row, size_t column,
                    Comparison *c)
{
    if (!c->exists)
        return;
    c->verdict = VERDICT_CANNOT_TELL;
    if (!verdict_is_tested(row, column)) {
        say_what_is_missing(a, t, row, column, c);
        c->effect_runs = runs_needed(plan, t, &row->cells[row->base], &row->cells[column]);
        return;
    }
    note_tests(a, t, row, column, c);
    const Cell *x = &row->cells[row->base], *y = &row->cells[column];
    double difference = y->mean - x->mean, resolution = x->half_width + y->half_width;
    bool higher = t->scale == SCALE_LOG && has_logs(x) && has_logs(y) ? c->t > 0 : difference > 0;
    if (resolution > 0 && fabs(difference) <= resolution)
        note(a, c, "below the resolution of the printed figures");
    else if (inside_threshold(t, c))
        c->verdict = VERDICT_WITHIN;
    else if (c->p_adjusted < t->alpha)
        c->verdict = direction(row, higher);
    else
        c->verdict = VERDICT_NOT_SHOWN;
    if (c->verdict == VERDICT_NOT_SHOWN || c->verdict == VERDICT_CANNOT_TELL)
        c->effect_runs = runs_needed(plan, t, x, y);
}
