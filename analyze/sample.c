#include "analyze/sample.h"

#include <string.h>

#include "analyze/figure.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Dividing first costs one rounding a value, so only where the sum overflows. */
static double mean_of(const double *v, size_t n)
{
    double sum = 0, rest = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    if (!isfinite(sum)) {
        sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += v[i] / (double)n;
        return sum;
    }
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        rest += v[i] - mean;
    return mean + rest / (double)n;
}

static double sd_of(const double *v, size_t n, double mean)
{
    if (n < 2)
        return FIGURE_NONE;
    if (v[0] == v[n - 1]) /* the mean may be off by its last bit */
        return 0;
    double scale = fmax(fabs(v[0] / 2 - mean / 2), fabs(v[n - 1] / 2 - mean / 2));
    if (!(scale > 0))
        return 0;
    double squares = 0, rest = 0;
    for (size_t i = 0; i < n; i++) {
        double d = (v[i] / 2 - mean / 2) / scale;
        squares += d * d;
        rest += d;
    }
    double variance = (squares - rest * rest / (double)n) / (double)(n - 1);
    return variance > 0 ? 2 * (scale * sqrt(variance)) : 0;
}

static double median_of(const double *v, size_t n)
{
    if (n % 2)
        return v[n / 2];
    double sum = v[n / 2 - 1] + v[n / 2];
    return isfinite(sum) ? sum / 2 : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

/* Mean and sd of the logarithms. They are sorted as the values are. */
static void log_moments(Arena *a, Sample *s)
{
    if (!(s->values[0] > 0))
        return;
    double *logs = ARENA_ARRAY(a, double, s->n);
    for (size_t i = 0; i < s->n; i++)
        logs[i] = log(s->values[i]);
    s->log_mean = mean_of(logs, s->n);
    s->log_sd = sd_of(logs, s->n, s->log_mean);
    s->geomean = exp(s->log_mean);
}

/* Most samples are a handful of runs: for them qsort() costs more than the sorting. */
static void sort(double *v, size_t n)
{
    enum { FEW = 24 };
    if (n > FEW) {
        qsort(v, n, sizeof *v, by_value);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        double x = v[i];
        size_t k = i;
        for (; k > 0 && v[k - 1] > x; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
}

Sample sample_of(Arena *a, const double *values, size_t n)
{
    const double none = FIGURE_NONE;
    Sample s = { .n = n,
                 .mean = none,
                 .sd = none,
                 .median = none,
                 .min = none,
                 .max = none,
                 .geomean = none,
                 .log_mean = none,
                 .log_sd = none };
    if (n == 0)
        return s;
    double *sorted = ARENA_ARRAY(a, double, n);
    memcpy(sorted, values, n * sizeof *sorted);
    sort(sorted, n);
    s.values = sorted;
    s.mean = n == 1 ? sorted[0] : mean_of(sorted, n);
    s.sd = sd_of(sorted, n, s.mean);
    s.median = median_of(sorted, n);
    s.min = sorted[0];
    s.max = sorted[n - 1];
    if (n > 1)
        log_moments(a, &s);
    else if (sorted[0] > 0)
        s.geomean = sorted[0];
    return s;
}

Moments sample_moments(const Sample *s)
{
    return (Moments){ (double)s->n, s->mean, s->sd };
}

Moments sample_log_moments(const Sample *s)
{
    return (Moments){ (double)s->n, s->log_mean, s->log_sd };
}

double sample_mad(Arena *a, const Sample *s)
{
    if (s->n == 0)
        return FIGURE_NONE;
    double *off = ARENA_ARRAY(a, double, s->n);
    for (size_t i = 0; i < s->n; i++)
        off[i] = fabs(s->values[i] - s->median);
    sort(off, s->n);
    return median_of(off, s->n);
}
