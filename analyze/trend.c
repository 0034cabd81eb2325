#include "analyze/trend.h"

#include <math.h>

#include "analyze/distribution.h"
#include "analyze/figure.h"

enum { EXACT_MOST = 50 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/*
 * P(|S| >= |s|) over all orders of n different values. With k pairs in falling order S is
 * n(n-1)/2 - 2k; the number of orders with k such pairs grows by one value at a time.
 */
static double exact_p(Arena *a, size_t n, double s)
{
    size_t pairs = n * (n - 1) / 2;
    double *share = ARENA_ARRAY(a, double, pairs + 1), *next = ARENA_ARRAY(a, double, pairs + 1);
    share[0] = 1;
    for (size_t m = 2; m <= n; m++) {
        double window = 0;
        for (size_t k = 0; k <= pairs; k++) {
            window += share[k] - (k >= m ? share[k - m] : 0);
            next[k] = window / (double)m;
        }
        double *swap = share;
        share = next;
        next = swap;
    }
    size_t falling = (size_t)(((double)pairs - fabs(s)) / 2);
    double tail = 0;
    for (size_t k = 0; k <= falling; k++)
        tail += share[k];
    return fmin(1, 2 * tail);
}

static double tie_term(Arena *a, const double *v, size_t n)
{
    double *sorted = ARENA_ARRAY(a, double, n), sum = 0;
    for (size_t i = 0; i < n; i++)
        sorted[i] = v[i];
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && sorted[k] == sorted[i]; k++)
            ;
        double t = (double)(k - i);
        sum += t * (t - 1) * (2 * t + 5);
    }
    return sum;
}

static double normal_p(double n, double s, double ties)
{
    double variance = (n * (n - 1) * (2 * n + 5) - ties) / 18;
    if (!(variance > 0) || s == 0)
        return 1;
    return fmin(1, 2 * distribution_normal_upper((fabs(s) - 1) / sqrt(variance)));
}

Trend trend_test(Arena *a, const double *in_order, size_t n_all)
{
    Trend t = { false, false, 0, FIGURE_NONE, FIGURE_NONE };
    size_t n = n_all < TREND_MOST ? n_all : TREND_MOST;
    if (n < 3)
        return t;
    double *v = ARENA_ARRAY(a, double, n), *slopes = ARENA_ARRAY(a, double, n *(n - 1) / 2);
    for (size_t i = 0; i < n; i++)
        v[i] = in_order[n == n_all ? i : i * (n_all - 1) / (n - 1)];
    size_t k = 0;
    bool tied = false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            t.s += (v[j] > v[i]) - (v[j] < v[i]);
            tied = tied || v[j] == v[i];
            slopes[k++] = (v[j] - v[i]) / (double)(j - i);
        }
    qsort(slopes, k, sizeof *slopes, by_value);
    t.defined = true;
    t.exact = !tied && n <= EXACT_MOST;
    t.p = t.exact ? exact_p(a, n, t.s) : normal_p((double)n, t.s, tie_term(a, v, n));
    t.slope = (k % 2 ? slopes[k / 2] : slopes[k / 2 - 1] / 2 + slopes[k / 2] / 2) *
              ((double)(n - 1) / (double)(n_all - 1));
    return t;
}
