/* The figures of one run against each other. */
#include <string.h>

#include "analyze/filter.h"
#include "analyze/lint_check.h"

/* --- rates --- */

/* Could the exact value stand behind this print? Some dialects cut instead of rounding: a whole
 * unit. */
static bool could_be(const Measure *printed, double factor, double lo, double hi)
{
    double value = printed->value * factor, half = printed->half_width * factor;
    double noise = 1e-9 * value;
    return lo <= value + 2 * half + noise && hi >= value - half - noise;
}

/* The same letters read as powers of 1000 and of 1024. */
static double other_reading(double factor)
{
    static const double pairs[][2] = {
        { KILO, KIBI }, { MEGA, MEBI }, { GIGA, GIBI }, { TERA, TEBI }
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (factor == pairs[i][0])
            return pairs[i][1] / pairs[i][0];
        if (factor == pairs[i][1])
            return pairs[i][0] / pairs[i][1];
    }
    return 1;
}

void lint_rate_mismatch(Lint *l, const Run *run)
{
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        if (m->missing != MISSING_NOT || !layout_ends(l->layout, i, ENDING_BW_PRINTED, NULL))
            continue;
        const Measure *bytes = layout_beside(l->layout, run, i, ENDING_BW_PRINTED, ENDING_BYTES);
        const Measure *time = layout_beside(l->layout, run, i, ENDING_BW_PRINTED, ENDING_TIME);
        if (!bytes || !time || !(time->value - 2 * time->half_width > 0))
            continue;
        /* times are cut by some systems too: the true one may be a whole unit longer */
        double lo = (bytes->value - bytes->half_width) / (time->value + 2 * time->half_width);
        double hi = (bytes->value + bytes->half_width) / (time->value - time->half_width);
        if (could_be(m, 1, lo, hi) || could_be(m, other_reading(m->raw_factor), lo, hi))
            continue;
        lint_say(l, "rate-mismatch", run, m->span.line, "%s in %s is %.4g MB/s, printed is %s",
                 lint_value(l, bytes), lint_value(l, time), bytes->value / time->value / MEGA,
                 lint_value(l, m));
    }
}

/* fio counts in KiB and milliseconds inside: 2 % apart from rounding is its own business. */
void lint_rate_mismatch_fio(Lint *l, const Run *run)
{
    enum { SLACK_PERCENT = 2 };
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        if (m->missing != MISSING_NOT || !layout_ends(l->layout, i, ENDING_BW, NULL))
            continue;
        const Measure *bytes = layout_beside(l->layout, run, i, ENDING_BW, ENDING_BYTES);
        const Measure *time = layout_beside(l->layout, run, i, ENDING_BW, ENDING_RUNTIME);
        if (!bytes || !time || !(time->value - 2 * time->half_width > 0) || bytes->value == 0)
            continue;
        double slack = SLACK_PERCENT / 100.0;
        double lo = (bytes->value - 2 * bytes->half_width) / (time->value + 2 * time->half_width);
        double hi = (bytes->value + 2 * bytes->half_width) / (time->value - 2 * time->half_width);
        if (could_be(m, 1, lo * (1 - slack), hi * (1 + slack)))
            continue;
        lint_say(l, "rate-mismatch", run, m->span.line, "%s in %s is %.4g MB/s, printed is %s",
                 lint_value(l, bytes), lint_value(l, time), bytes->value / time->value / MEGA,
                 lint_value(l, m));
    }
}

/* Operations times request size: the size must be one plain number, and known. */
void lint_iops_vs_bw(Lint *l, const Run *run)
{
    const double slack = 0.05; /* fio counts over another time than it transfers */
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        Slice stem;
        if (m->missing != MISSING_NOT || m->unit != UNIT_PER_S ||
            !layout_ends(l->layout, i, ENDING_IOPS, &stem) ||
            slice_ends(stem, SLICE("generated")) || slice_ends(stem, SLICE("steadystate")))
            continue;
        const Measure *bw = layout_beside(l->layout, run, i, ENDING_IOPS, ENDING_BW);
        const char *text = bw ? measure_index_fact(l->index, run, m->scope, "bs") : NULL;
        double bs;
        if (!text || !filter_number(slice_of(text), &bs) ||
            measure_index_fact(l->index, run, m->scope, "bssplit"))
            continue;
        double lo = (m->value - m->half_width) * bs * (1 - slack);
        double hi = (m->value + 2 * m->half_width) * bs * (1 + slack);
        if (could_be(bw, 1, lo, hi))
            continue;
        lint_say(l, "iops-vs-bw", run, m->span.line,
                 "%s times %s bytes is %.4g MB/s, printed is %s", lint_value(l, m), text,
                 m->value * bs / MEGA, lint_value(l, bw));
    }
}

/* --- order of minimum, mean, maximum --- */

static bool above(const Measure *low, const Measure *high)
{
    double slack = 2 * (low->half_width + high->half_width) + 1e-9 * fabs(high->value);
    return low->value > high->value + slack;
}

/* A deviation can be half the range (of the population), or range sqrt(n / (4 (n - 1))) of a
 * sample. */
static bool too_wide(const Measure *lo, const Measure *hi, const Measure *sd, const Measure *count)
{
    double n = count && count->value >= 2 ? count->value : 2;
    double range = hi->value - lo->value + 2 * (hi->half_width + lo->half_width);
    double most = range * sqrt(n / (4 * (n - 1)));
    return sd->value - 2 * sd->half_width > most * (1 + 1e-9);
}

/* A minimum of 0 under a mean of many printed units: nothing takes no time. */
static bool impossible_zero(const Measure *lo, const Measure *mean)
{
    return lo->value == 0 && lo->unit == UNIT_SECONDS && mean->value > 200 * lo->half_width &&
           lo->half_width > 0;
}

void lint_order(Lint *l, const Run *run)
{
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *mean = &run->measures.v[i];
        Slice stem;
        if (mean->missing != MISSING_NOT || !layout_ends(l->layout, i, ENDING_MEAN, &stem))
            continue;
        const Measure *lo = layout_beside(l->layout, run, i, ENDING_MEAN, ENDING_MIN);
        const Measure *hi = layout_beside(l->layout, run, i, ENDING_MEAN, ENDING_MAX);
        const Measure *sd = layout_beside(l->layout, run, i, ENDING_MEAN, ENDING_SD);
        const Measure *n = layout_beside(l->layout, run, i, ENDING_MEAN, ENDING_N);
        const char *what = NULL;
        if (lo && above(lo, mean))
            what = "the minimum is above the average";
        else if (hi && above(mean, hi))
            what = "the average is above the maximum";
        else if (lo && impossible_zero(lo, mean))
            what = "the minimum is 0";
        else if (lo && hi && sd && too_wide(lo, hi, sd, n))
            what = "the deviation is larger than the range allows";
        if (what)
            lint_say(l, "order-min-avg-max", run, mean->span.line, "%.*s: %s", SLICE_ARG(stem),
                     what);
    }
}

/* --- how much was sampled --- */

void lint_few_samples(Lint *l, const Run *run)
{
    enum { REQUESTS = 20, SAMPLES = 10, SECONDS = 5 };
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        Slice stem;
        if (m->missing != MISSING_NOT)
            continue;
        if (m->unit == UNIT_COUNT && m->value < REQUESTS && strcmp(m->metric, "requests") == 0 &&
            !m->scope[0]) {
            lint_say(l, "few-samples", run, m->span.line, "%.0f requests", m->value);
            return;
        }
        if (layout_ends(l->layout, i, ENDING_RUNTIME, &stem) && m->value > 0 &&
            m->value < SECONDS) {
            lint_say(l, "few-samples", run, m->span.line, "%.*s ran for %g s", SLICE_ARG(stem),
                     m->value);
            return;
        }
        if (layout_ends(l->layout, i, ENDING_SAMPLES_N, NULL) && m->value < SAMPLES) {
            lint_say(l, "few-samples", run, m->span.line, "%.0f samples of the bandwidth",
                     m->value);
            return;
        }
    }
}

void lint_mixture(Lint *l, const Run *run)
{
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        Slice stem;
        if (m->missing != MISSING_NOT || !(m->value > 0) || m->unit != UNIT_SECONDS)
            continue;
        if (layout_ends(l->layout, i, ENDING_MEAN, &stem)) {
            const Measure *sd = layout_beside(l->layout, run, i, ENDING_MEAN, ENDING_SD);
            if (sd && sd->value > 0.5 * m->value)
                lint_say(l, "mixture", run, m->span.line,
                         "%.*s: the deviation is %.0f %% of the average", SLICE_ARG(stem),
                         100 * sd->value / m->value);
        } else if (layout_ends(l->layout, i, ENDING_P50, &stem)) {
            const Measure *p99 = layout_beside(l->layout, run, i, ENDING_P50, ENDING_P99);
            if (p99 && p99->value > 10 * m->value)
                lint_say(l, "mixture", run, m->span.line,
                         "%.*s: the 99th percentile is %.0f times the median", SLICE_ARG(stem),
                         p99->value / m->value);
        }
    }
}

/* fio averages samples of each clone; a line of several clones gives their sum. */
void lint_bw_samples(Lint *l, const Run *run)
{
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        if (m->missing != MISSING_NOT || !layout_ends(l->layout, i, ENDING_SAMPLES_MEAN, NULL))
            continue;
        const Measure *bw = layout_beside(l->layout, run, i, ENDING_SAMPLES_MEAN, ENDING_BW);
        const char *text = measure_index_fact(l->index, run, m->scope, "jobs");
        double jobs = 1;
        if (!bw || !(bw->value > 0) || (text && !filter_number(slice_of(text), &jobs)))
            continue;
        double one = m->value / bw->value, sum = one * jobs;
        if (fabs(one - 1) > 0.1 && fabs(sum - 1) > 0.1)
            lint_say(l, "bw-samples-vs-bw", run, m->span.line,
                     "the samples average %s, the bandwidth is %s", lint_value(l, m),
                     lint_value(l, bw));
    }
}
