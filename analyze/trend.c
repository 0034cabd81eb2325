#include "analyze/trend.h"

#include <math.h>
#include <string.h>

#include "analyze/distribution.h"
#include "analyze/figure.h"

enum { EXACT_MOST = 50 };

/*
 * P(|S| >= |s|) over all orders of n different values. With k pairs in falling order S is
 * n(n-1)/2 - 2k; the number of orders with k such pairs grows by one value at a time.
 */
static double exact_p(Arena *a, size_t n, double s)
{
    size_t pairs = n * (n - 1) / 2, falling = (size_t)(((double)pairs - fabs(s)) / 2);
    double *share = ARENA_ARRAY(a, double, falling + 1), *next = ARENA_ARRAY(a, double, falling + 1);
    share[0] = 1;
    for (size_t m = 2; m <= n; m++) {
        double window = 0;
        for (size_t k = 0; k <= falling; k++) { /* none depends on one further on */
            window += share[k] - (k >= m ? share[k - m] : 0);
            next[k] = window / (double)m;
        }
        double *swap = share;
        share = next;
        next = swap;
    }
    double tail = 0;
    for (size_t k = 0; k <= falling; k++)
        tail += share[k];
    return fmin(1, 2 * tail);
}

/* Sorts v and returns how many pairs were in falling order; equal ones are not. */
static double count_falling(double *v, double *scratch, size_t n)
{
    if (n < 2)
        return 0;
    size_t half = n / 2, i = 0, j = half;
    double falling = count_falling(v, scratch, half) + count_falling(v + half, scratch, n - half);
    for (size_t k = 0; k < n; k++) {
        if (j == n || (i < half && v[i] <= v[j])) {
            scratch[k] = v[i++];
        } else {
            falling += (double)(half - i);
            scratch[k] = v[j++];
        }
    }
    memcpy(v, scratch, n * sizeof *v);
    return falling;
}

/* Over groups of equal values of a sorted sequence. */
static void ties(const double *sorted, size_t n, double *term, double *tied_pairs)
{
    *term = *tied_pairs = 0;
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && sorted[k] == sorted[i]; k++)
            ;
        double t = (double)(k - i);
        *term += t * (t - 1) * (2 * t + 5);
        *tied_pairs += t * (t - 1) / 2;
    }
}

static double normal_p(double n, double s, double tie_term)
{
    double variance = (n * (n - 1) * (2 * n + 5) - tie_term) / 18;
    if (!(variance > 0) || s == 0)
        return 1;
    return fmin(1, 2 * distribution_normal_upper((fabs(s) - 1) / sqrt(variance)));
}

Trend trend_test(Arena *a, const double *in_order, size_t n, double exact_below)
{
    Trend t = { false, false, 0, FIGURE_NONE };
    if (n < 3)
        return t;
    double *v = ARENA_ARRAY(a, double, 2 * n), term, tied_pairs;
    memcpy(v, in_order, n * sizeof *v);
    double falling = count_falling(v, v + n, n);
    ties(v, n, &term, &tied_pairs);
    t.s = (double)n * (double)(n - 1) / 2 - tied_pairs - 2 * falling;
    t.p = normal_p((double)n, t.s, term);
    t.defined = true;
    t.exact = tied_pairs == 0 && n <= EXACT_MOST && (t.p < exact_below || exact_below >= 1);
    if (t.exact)
        t.p = exact_p(a, n, t.s);
    return t;
}

static void swap(double *v, size_t i, size_t j)
{
    double x = v[i];
    v[i] = v[j];
    v[j] = x;
}

/* Puts the value that would stand at k in sorted order there; none before it is greater. Hoare's. */
static void put_in_place(double *v, size_t n, size_t k)
{
    size_t lo = 0, hi = n - 1;
    while (lo < hi) {
        double pivot = v[lo + (hi - lo) / 2];
        size_t i = lo, j = hi + 1;
        swap(v, lo, lo + (hi - lo) / 2);
        for (;;) {
            while (v[++i] < pivot && i < hi)
                ;
            while (pivot < v[--j])
                ;
            if (i >= j)
                break;
            swap(v, i, j);
        }
        swap(v, lo, j);
        if (j == k)
            return;
        if (j < k)
            lo = j + 1;
        else
            hi = j - 1;
    }
}

static double middle(double *v, size_t n)
{
    put_in_place(v, n, n / 2);
    if (n % 2)
        return v[n / 2];
    double below = v[0];
    for (size_t i = 1; i < n / 2; i++)
        below = v[i] > below ? v[i] : below;
    return below / 2 + v[n / 2] / 2;
}

double trend_slope(Arena *a, const double *in_order, size_t n_all)
{
    size_t n = n_all < TREND_MOST ? n_all : TREND_MOST, k = 0;
    if (n < 2)
        return FIGURE_NONE;
    double *slopes = ARENA_ARRAY(a, double, n *(n - 1) / 2);
    size_t *at = ARENA_ARRAY(a, size_t, n);
    for (size_t i = 0; i < n; i++)
        at[i] = n == n_all ? i : i * (n_all - 1) / (n - 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            slopes[k++] = (in_order[at[j]] - in_order[at[i]]) / (double)(at[j] - at[i]);
    return middle(slopes, k);
}
