/*
 * change.h - where a sequence changed its level: the energy statistic with the (tau, kappa) search
 * (E-divisive, alpha 1; Matteson and James 2014), tested by permutation.
 *
 * For X = z[s..tau) and Y = z[tau..kappa), at least two points each,
 *   E = 2/(mn) sum|x-y| - 2/(m(m-1)) sum|xi-xj| - 2/(n(n-1)) sum|yi-yj|,   Q = mn/(m+n) E.
 * The best split is the one with the greatest Q; ties go to the smallest tau, then the smallest
 * kappa. kappa may end before the segment does, so that a dip that came and went is not masked.
 *
 * p: segments of up to seven points by all permutations, b/n!; longer ones by 999 shuffles,
 * (1+b)/1000. The shuffles come from splitmix64 started with seed 1 for each segment, so that the
 * same data give the same answer on every machine. Checked against the values of
 * tests/unit/test_change.c.
 */
#ifndef ANALYZE_CHANGE_H
#define ANALYZE_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { CHANGE_LEAST_POINTS = 8, CHANGE_SHUFFLES = 999, CHANGE_ENOUGH = 20 };

/* The best split of one segment [from, to). Indices count in the whole sequence. */
typedef struct ChangeSplit {
    bool found; /* some split has Q > 0 */
    size_t from, to;
    size_t tau, kappa;  /* tau: the first point after the change */
    size_t first, last; /* positions whose Q is at least 0.9 of the best */
    double q, p;
    size_t b, shuffles; /* shuffles with Q as great, and all of them */
    uint64_t random;    /* state of the generator: where to go on */
} ChangeSplit;

typedef VEC(ChangeSplit) Changes;

/* Best split of z[from..to) without its p. */
ChangeSplit change_best(Arena *a, const double *z, size_t from, size_t to);
/* Its p, by all permutations or 999 shuffles. */
void change_test(Arena *a, const double *z, ChangeSplit *s);
/*
 * The same for who asks only whether p <= alpha: stops where the shuffles that are left could not bring
 * p down to alpha. p is greater then, but it is not what all shuffles give.
 */
void change_test_until(Arena *a, const double *z, double alpha, ChangeSplit *s);
/* Goes on until `shuffles` are done or b is CHANGE_ENOUGH. Nothing for exact p. */
void change_test_more(Arena *a, const double *z, ChangeSplit *s, size_t shuffles);
/*
 * How many shuffles the first splits of a report need, so that one change among n_series can pass
 * the adjustment: max(999, 20 n_series), less where very many (n_doubtful, those with b < 20) ask.
 */
size_t change_shuffles(size_t n_series, size_t n_doubtful);

/*
 * All changes of z, ascending. first: the tested split of the whole. Goes on in both parts while
 * p <= alpha; nothing when n < CHANGE_LEAST_POINTS.
 */
void change_all(Arena *a, const double *z, const ChangeSplit *first, double alpha, Changes *out);
/* The same without a first split. */
void change_detect(Arena *a, const double *z, size_t n, double alpha, Changes *out);

static inline uint64_t change_random(uint64_t *state) /* splitmix64 */
{
    uint64_t v = *state += 0x9e3779b97f4a7c15u;
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9u;
    v = (v ^ v >> 27) * 0x94d049bb133111ebu;
    return v ^ v >> 31;
}

#endif
