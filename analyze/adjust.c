#include "analyze/adjust.h"

#include <math.h>

typedef struct Ranked {
    double p;
    size_t index;
} Ranked;

static int by_p(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static Ranked *ranked(Arena *a, const double *p, size_t n)
{
    Ranked *r = ARENA_ARRAY(a, Ranked, n + 1);
    for (size_t i = 0; i < n; i++)
        r[i] = (Ranked){ p[i], i };
    if (n > 1)
        qsort(r, n, sizeof *r, by_p);
    return r;
}

void adjust_holm(Arena *a, const double *p, size_t n, double *adjusted)
{
    Ranked *r = ranked(a, p, n);
    double highest = 0;
    for (size_t i = 0; i < n; i++) {
        highest = fmax(highest, fmin(1, r[i].p * (double)(n - i)));
        adjusted[r[i].index] = highest;
    }
}

void adjust_benjamini_hochberg(Arena *a, const double *p, size_t n, double *adjusted)
{
    Ranked *r = ranked(a, p, n);
    double least = 1;
    for (size_t i = n; i-- > 0;) {
        least = fmin(least, r[i].p * (double)n / (double)(i + 1));
        adjusted[r[i].index] = least;
    }
}
