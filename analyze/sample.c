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
    return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

static double geomean_of(Arena *a, const double *v, size_t n)
{
    if (!(v[0] > 0))
        return FIGURE_NONE;
    double *logs = ARENA_ARRAY(a, double, n);
    for (size_t i = 0; i < n; i++)
        logs[i] = log(v[i]);
    return exp(mean_of(logs, n));
}

Sample sample_of(Arena *a, const double *values, size_t n)
{
    Sample s = { n,           NULL,        FIGURE_NONE, FIGURE_NONE,
                 FIGURE_NONE, FIGURE_NONE, FIGURE_NONE, FIGURE_NONE };
    if (n == 0)
        return s;
    double *sorted = ARENA_ARRAY(a, double, n);
    memcpy(sorted, values, n * sizeof *sorted);
    if (n > 1)
        qsort(sorted, n, sizeof *sorted, by_value);
    s.values = sorted;
    s.mean = n == 1 ? sorted[0] : mean_of(sorted, n);
    s.sd = sd_of(sorted, n, s.mean);
    s.median = median_of(sorted, n);
    s.min = sorted[0];
    s.max = sorted[n - 1];
    s.geomean = n == 1 ? (sorted[0] > 0 ? sorted[0] : FIGURE_NONE) : geomean_of(a, sorted, n);
    return s;
}

Moments sample_moments(const Sample *s)
{
    return (Moments){ (double)s->n, s->mean, s->sd };
}

Moments sample_log_moments(const Sample *s)
{
    double sum = 0, squares = 0, rest = 0, n = (double)s->n;
    for (size_t i = 0; i < s->n; i++)
        sum += log(s->values[i]);
    double mean = sum / n;
    for (size_t i = 0; i < s->n; i++) {
        double d = log(s->values[i]) - mean;
        squares += d * d;
        rest += d;
    }
    double variance = (squares - rest * rest / n) / (n - 1);
    bool spread = s->values[0] != s->values[s->n - 1] && variance > 0;
    return (Moments){ n, mean + rest / n, spread ? sqrt(variance) : 0 };
}

double sample_mad(Arena *a, const Sample *s)
{
    if (s->n == 0)
        return FIGURE_NONE;
    double *off = ARENA_ARRAY(a, double, s->n);
    for (size_t i = 0; i < s->n; i++)
        off[i] = fabs(s->values[i] - s->median);
    qsort(off, s->n, sizeof *off, by_value);
    return median_of(off, s->n);
}
