#include "plot/buckets.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BUCKETS = 48, MOST_CANDIDATES = 512 };

typedef struct Candidate {
    const Histogram *h;
    const Row *row;
    size_t column;
} Candidate;

typedef struct Candidates {
    Candidate v[MOST_CANDIDATES];
    size_t n;
} Candidates;

/* Histograms of the runs behind the table, each once, in the order of the rows. */
static void gather(const Table *t, Candidates *out)
{
    out->n = 0;
    for (size_t i = 0; i < t->rows.n; i++)
        for (size_t c = 0; c < t->n_columns; c++) {
            const Cell *cell = &t->rows.v[i].cells[c];
            const Source *s = cell->n_sources ? &cell->sources[0] : NULL;
            for (size_t k = 0; s && s->measure && k < s->run->histograms.n; k++) {
                const Histogram *h = &s->run->histograms.v[k];
                bool seen = h->n < 2 || strcmp(h->scope, s->measure->scope) != 0;
                for (size_t j = 0; j < out->n && !seen; j++)
                    seen = out->v[j].h == h;
                if (!seen && out->n < MOST_CANDIDATES)
                    out->v[out->n++] = (Candidate){ h, &t->rows.v[i], c };
            }
        }
}

static int by_edge(const void *a, const void *b)
{
    const Bucket *x = a, *y = b;
    if (x->lo != y->lo)
        return x->lo < y->lo ? -1 : 1;
    return (x->hi > y->hi) - (x->hi < y->hi);
}

static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Every bucket of h is one of the set, or lies between two of them. */
static bool fits(const Bucket *edges, size_t n, const Histogram *h)
{
    for (size_t i = 0; i < h->n; i++)
        for (size_t k = 0; k < n; k++) {
            bool same = near(edges[k].lo, h->bucket[i].lo) && near(edges[k].hi, h->bucket[i].hi);
            bool apart = h->bucket[i].hi <= edges[k].lo * (1 + 1e-9) ||
                         h->bucket[i].lo >= edges[k].hi * (1 - 1e-9);
            if (!same && !apart)
                return false;
        }
    return true;
}

static size_t unite(Bucket *edges, size_t n, const Histogram *h)
{
    size_t before = n;
    for (size_t i = 0; i < h->n; i++) {
        bool known = false;
        for (size_t k = 0; k < before && !known; k++)
            known = near(edges[k].lo, h->bucket[i].lo);
        if (!known)
            edges[n++] = (Bucket){ h->bucket[i].lo, h->bucket[i].hi, 0 };
    }
    qsort(edges, n, sizeof *edges, by_edge);
    return n;
}

static double *counts_on(Arena *a, const Bucket *edges, size_t n, const Histogram *h, double *total)
{
    double *count = ARENA_ARRAY(a, double, n);
    *total = 0;
    size_t k = 0;
    for (size_t i = 0; i < h->n; i++) {
        while (k < n && !near(edges[k].lo, h->bucket[i].lo) && edges[k].lo < h->bucket[i].lo)
            k++;
        if (k == n)
            break;
        count[k] += h->bucket[i].n;
        *total += h->bucket[i].n;
    }
    return count;
}

/* Cuts empty ends off, then joins pairs until few enough are left. */
static void compact(BucketSet *s, Bucket *edges, double **share, size_t n_series)
{
    size_t first = s->n, last = 0;
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < n_series; k++)
            if (share[k][i] > 0) {
                first = i < first ? i : first;
                last = i;
            }
    if (first == s->n)
        first = last = 0;
    s->n = last - first + 1;
    memmove(edges, edges + first, s->n * sizeof *edges);
    for (size_t k = 0; k < n_series; k++)
        memmove(share[k], share[k] + first, s->n * sizeof **share);
    while (s->n > MOST_BUCKETS) {
        size_t half = (s->n + 1) / 2;
        for (size_t i = 0; i < half; i++) {
            bool pair = 2 * i + 1 < s->n;
            edges[i] = (Bucket){ edges[2 * i].lo, edges[pair ? 2 * i + 1 : 2 * i].hi, 0 };
            for (size_t k = 0; k < n_series; k++)
                share[k][i] = share[k][2 * i] + (pair ? share[k][2 * i + 1] : 0);
        }
        s->n = half;
        s->joined = s->joined ? 2 * s->joined : 2;
    }
    s->bucket = edges;
}

/* Same tool, workload and metric; of several columns the same scope too. */
static bool belongs(const Candidate *first, const Candidate *c, bool by_scope)
{
    return strcmp(first->h->metric, c->h->metric) == 0 && first->h->unit == c->h->unit &&
           strcmp(first->row->tool, c->row->tool) == 0 &&
           strcmp(first->row->workload, c->row->workload) == 0 &&
           strcmp(first->row->group, c->row->group) == 0 &&
           (by_scope ? c->column == first->column : strcmp(first->row->scope, c->row->scope) == 0);
}

/* Do the scopes of one column make the series? When no other column has the histogram. */
static bool scopes_are_series(const Candidates *all)
{
    for (size_t i = 1; i < all->n; i++)
        if (belongs(&all->v[0], &all->v[i], false) && all->v[i].column != all->v[0].column)
            return false;
    return true;
}

bool buckets_of(Arena *a, const Table *t, BucketSet *out)
{
    Candidates all;
    gather(t, &all);
    *out = (BucketSet){ 0 };
    if (all.n == 0)
        return false;
    bool by_scope = scopes_are_series(&all), taken[64] = { false };
    size_t most = 0;
    for (size_t i = 0; i < all.n; i++)
        most += all.v[i].h->n;
    Bucket *edges = ARENA_ARRAY(a, Bucket, most + 1);
    const Candidate *chosen[BUCKETS_MOST_SERIES];
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++) {
        const Candidate *c = &all.v[i];
        if (!belongs(&all.v[0], c, by_scope) || (!by_scope && c->column < 64 && taken[c->column]))
            continue;
        if (n == BUCKETS_MOST_SERIES || !fits(edges, out->n, c->h)) {
            out->left_out++;
            continue;
        }
        if (c->column < 64)
            taken[c->column] = true;
        out->n = unite(edges, out->n, c->h);
        chosen[n++] = c;
    }
    double *share[BUCKETS_MOST_SERIES];
    for (size_t i = 0; i < n; i++) {
        double total;
        share[i] = counts_on(a, edges, out->n, chosen[i]->h, &total);
        for (size_t k = 0; k < out->n && total > 0; k++)
            share[i][k] /= total;
        out->series[i] =
            (BucketSeries){ by_scope ? chosen[i]->row->scope : t->columns[chosen[i]->column].name,
                            total, share[i] };
        if (!*out->series[i].name)
            out->series[i].name = t->columns[chosen[i]->column].name;
    }
    out->row = chosen[0]->row;
    out->metric = chosen[0]->h->metric;
    out->unit = chosen[0]->h->unit;
    out->n_series = n;
    compact(out, edges, share, n);
    return true;
}
