#include "analyze/histogram.h"

#include "analyze/distribution.h"
#include "analyze/figure.h"

/* One bucket of both sides. */
typedef struct Joint {
    double lo, hi, first, second;
} Joint;

static bool same(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static double count_of(const Bucket *b)
{
    return b->n > 0 && isfinite(b->n) ? b->n : 0;
}

/* Both in one ascending list. Exact values ([0, 0]) are points and overlap nothing. */
static bool join(const Histogram *x, const Histogram *y, Joint *out, size_t *n)
{
    size_t i = 0, k = 0;
    *n = 0;
    while (i < x->n || k < y->n) {
        const Bucket *a = i < x->n ? &x->bucket[i] : NULL, *b = k < y->n ? &y->bucket[k] : NULL;
        if (a && b && same(a->lo, b->lo) && same(a->hi, b->hi)) {
            out[(*n)++] = (Joint){ a->lo, a->hi, count_of(a), count_of(b) };
            i++;
            k++;
        } else if (!b || (a && (a->hi <= b->lo || same(a->hi, b->lo)))) {
            out[(*n)++] = (Joint){ a->lo, a->hi, count_of(a), 0 };
            i++;
        } else if (!a || b->hi <= a->lo || same(b->hi, a->lo)) {
            out[(*n)++] = (Joint){ b->lo, b->hi, 0, count_of(b) };
            k++;
        } else {
            return false;
        }
    }
    return true;
}

/* Buckets are joined with the next until the smaller side may expect five; the rest goes to the
 * last. */
static void chi_square(const Joint *joint, size_t n, HistogramTest *t)
{
    enum { LEAST_EXPECTED = 5 };
    double total = t->n_first + t->n_second, least = fmin(t->n_first, t->n_second) / total;
    double a = 0, b = 0, last_a = 0, last_b = 0, chi = 0;
    size_t kept = 0;
    double up = sqrt(t->n_second / t->n_first);
    for (size_t i = 0; i < n; i++) {
        a += joint[i].first;
        b += joint[i].second;
        if ((a + b) * least < LEAST_EXPECTED)
            continue;
        if (kept) {
            double d = up * last_a - last_b / up;
            chi += d * d / (last_a + last_b);
        }
        last_a = a;
        last_b = b;
        a = b = 0;
        kept++;
    }
    last_a += a;
    last_b += b;
    if (kept < 2)
        return;
    double d = up * last_a - last_b / up;
    t->chi = chi + d * d / (last_a + last_b);
    t->df = (double)kept - 1;
    t->p = distribution_chi_upper(t->chi, t->df);
}

HistogramTest histogram_test(Arena *a, const Histogram *first, const Histogram *second)
{
    HistogramTest t = { .ks = FIGURE_NONE,
                        .ks_at = FIGURE_NONE,
                        .chi = FIGURE_NONE,
                        .df = FIGURE_NONE,
                        .p = FIGURE_NONE };
    Joint *joint = ARENA_ARRAY(a, Joint, first->n + second->n + 1);
    size_t n;
    if (!join(first, second, joint, &n))
        return t;
    t.edges_agree = true;
    for (size_t i = 0; i < n; i++) {
        t.n_first += joint[i].first;
        t.n_second += joint[i].second;
    }
    if (!(t.n_first > 0) || !(t.n_second > 0) || !isfinite(t.n_first + t.n_second))
        return t;
    double x = 0, y = 0;
    t.ks = 0;
    for (size_t i = 0; i < n; i++) {
        x += joint[i].first;
        y += joint[i].second;
        double off = fabs(x / t.n_first - y / t.n_second);
        if (off > t.ks) {
            t.ks = off;
            t.ks_at = joint[i].hi;
        }
    }
    if (!first->is_share && !second->is_share)
        chi_square(joint, n, &t);
    return t;
}

bool histogram_add(Arena *a, const Histogram *first, const Histogram *second, Histogram *out)
{
    Joint *joint = ARENA_ARRAY(a, Joint, first->n + second->n + 1);
    size_t n;
    if (first->is_share || second->is_share || first->unit != second->unit ||
        !join(first, second, joint, &n))
        return false;
    Bucket *sum = ARENA_ARRAY(a, Bucket, n + 1);
    for (size_t i = 0; i < n; i++)
        sum[i] = (Bucket){ joint[i].lo, joint[i].hi, joint[i].first + joint[i].second };
    *out = *first;
    out->bucket = sum;
    out->n = n;
    return true;
}
