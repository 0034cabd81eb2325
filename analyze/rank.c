#include "analyze/rank.h"

#include <math.h>

#include "analyze/distribution.h"
#include "analyze/figure.h"

/* A run of equal values in the pooled order: how many of each side. */
typedef struct TieGroup {
    size_t n1, n2;
} TieGroup;

typedef struct Pooled {
    TieGroup *group;
    size_t n_groups, n1, n2;
    size_t twice_u; /* of the second side */
    bool tied;
    double tie_term; /* sum of t^3 - t */
} Pooled;

static Pooled pool(Arena *a, const Sample *x, const Sample *y)
{
    Pooled p = { .group = ARENA_ARRAY(a, TieGroup, x->n + y->n), .n1 = x->n, .n2 = y->n };
    size_t i = 0, k = 0;
    while (i < x->n || k < y->n) {
        double v =
            k == y->n || (i < x->n && x->values[i] <= y->values[k]) ? x->values[i] : y->values[k];
        size_t below = i;
        TieGroup g = { 0, 0 };
        for (; i < x->n && x->values[i] == v; i++)
            g.n1++;
        for (; k < y->n && y->values[k] == v; k++)
            g.n2++;
        p.twice_u += g.n2 * (2 * below + g.n1);
        double t = (double)(g.n1 + g.n2);
        p.tied = p.tied || t > 1;
        p.tie_term += t * t * t - t;
        p.group[p.n_groups++] = g;
    }
    return p;
}

static double choose(size_t n, size_t k)
{
    double c = 1;
    for (size_t i = 1; i <= k; i++)
        c = c * (double)(n - k + i) / (double)i;
    return c;
}

/*
 * ways[k][w]: arrangements of the groups seen so far with k values on side `a` and w = twice U of
 * that side (halved when nothing is tied), w <= most. All groups after, row n_a is the
 * distribution. Counts are only added up, so doubles keep them to about 1e-14.
 */
static double *count_ways(Arena *arena, const Pooled *p, bool second_side, size_t most)
{
    size_t n_a = second_side ? p->n2 : p->n1, step = p->tied ? 1 : 2, width = most / step + 1;
    double *ways = ARENA_ARRAY(arena, double, (n_a + 1) * width);
    ways[0] = 1;
    size_t seen = 0;
    for (size_t i = 0; i < p->n_groups; i++) {
        size_t g = p->group[i].n1 + p->group[i].n2;
        size_t rest = p->n1 + p->n2 - seen - g, least = n_a > rest ? n_a - rest : 1;
        for (size_t k = seen + g < n_a ? seen + g : n_a; k >= least; k--) {
            double *row = ways + k * width;
            for (size_t j = 1; j <= g && j <= k; j++) { /* j of the group go to side a */
                if (k - j > seen)
                    continue;
                size_t below = seen - (k - j); /* of the other side */
                size_t add = j * (2 * below + (g - j)) / step;
                const double *from = row - j * width;
                double times = choose(g, j);
                for (size_t w = add; w < width; w++)
                    row[w] += times * from[w - add];
            }
        }
        seen += g;
    }
    return ways + n_a * width;
}

/* The side with the smaller U is counted, so that the table stays short. */
static double exact_p(Arena *a, const Pooled *p)
{
    size_t all = 2 * p->n1 * p->n2, twice = p->twice_u;
    bool second_side = twice <= all - twice;
    size_t least = second_side ? twice : all - twice;
    const double *ways = count_ways(a, p, second_side, least);
    size_t last = least / (p->tied ? 1 : 2);
    double below = 0, total = choose(p->n1 + p->n2, p->n1);
    for (size_t w = 0; w < last; w++)
        below += ways[w];
    double lower = (below + ways[last]) / total, upper = 1 - below / total;
    return fmin(1, 2 * fmin(lower, upper));
}

static double normal_p(const Pooled *p)
{
    double n1 = (double)p->n1, n2 = (double)p->n2, n = n1 + n2;
    double off = (double)p->twice_u / 2 - n1 * n2 / 2;
    double variance = n1 * n2 / 12 * (n + 1 - p->tie_term / (n * (n - 1)));
    if (!(variance > 0))
        return 1;
    double z = fmax(0, fabs(off) - 0.5) / sqrt(variance);
    return fmin(1, 2 * distribution_normal_upper(z));
}

RankTest rank_test(Arena *a, const Sample *first, const Sample *second, size_t exact_most)
{
    RankTest r = { false, false, FIGURE_NONE, FIGURE_NONE, FIGURE_NONE };
    if (first->n == 0 || second->n == 0)
        return r;
    Pooled p = pool(a, first, second);
    r.defined = true;
    r.u = (double)p.twice_u / 2;
    r.exact = p.n1 <= exact_most && p.n2 <= exact_most;
    r.p = r.exact ? exact_p(a, &p) : normal_p(&p);
    r.p_min = fmin(1, 2 / choose(p.n1 + p.n2, p.n1 < p.n2 ? p.n1 : p.n2));
    return r;
}

/* n values a side cost about n^4 / 2 additions (2 n values, n rows, n^2 / 2 wide). */
size_t rank_exact_most(size_t tests)
{
    double additions = 3e7 / (double)(tests ? tests : 1);
    size_t most = (size_t)pow(2 * additions, 0.25);
    return most < RANK_EXACT_MOST ? most : RANK_EXACT_MOST;
}
