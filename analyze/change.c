#include "analyze/change.h"

#include <math.h>
#include <string.h>

#include "analyze/shuffled.h"

#define SAME_Q 1e-12 /* relative: sums of one set in another order */
#define NEAR_BEST 0.9

enum {
    LEAST_SIDE = SHUFFLED_LEAST_SIDE,
    LEAST_SEGMENT = 2 * LEAST_SIDE,
    EXACT_POINTS = 7,
    SHUFFLES_A_SERIES = 20,
    MOST_SHUFFLES = 10000000, /* in one report, over what 999 each take: some ten seconds */
    FIRST_SEED = 1,
};

/* Room for one segment; all arrays hold n. */
typedef struct Work {
    size_t n;
    double *z;       /* the segment, or a shuffled copy */
    double *left;    /* left[k]: sum of |z[i] - z[k]| over i < tau */
    double *before;  /* before[k]: the same over all i < k */
    double *inverse; /* 1/k */
} Work;

typedef struct Best {
    double q;
    size_t tau, kappa;
} Best;

static Work work_new(Arena *a, const double *z, size_t from, size_t to)
{
    size_t n = to - from;
    Work w = { n, ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n),
               ARENA_ARRAY(a, double, n + 1) };
    memcpy(w.z, z + from, n * sizeof *z);
    for (size_t k = 1; k <= n; k++)
        w.inverse[k] = 1 / (double)k;
    return w;
}

/*
 * Walks over all (tau, kappa). best: where the greatest Q is; NULL: only whether some Q reaches
 * enough. of_tau: the greatest Q at each tau; may be NULL. The distance sums go along, so a pair
 * costs a few additions.
 */
static bool walk(Work *w, double enough, Best *best, double *of_tau)
{
    size_t n = w->n;
    const double *z = w->z;
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (size_t i = 0; i < k; i++)
            sum += fabs(z[i] - z[k]);
        w->before[k] = sum;
        w->left[k] = 0;
    }
    double within_left = 0;
    for (size_t tau = 1; tau + LEAST_SIDE <= n; tau++) {
        for (size_t k = tau; k < n; k++)
            w->left[k] += fabs(z[tau - 1] - z[k]);
        within_left += w->before[tau - 1];
        if (tau < LEAST_SIDE)
            continue;
        double between = w->left[tau], within_right = 0, greatest = -INFINITY;
        double left_share = within_left * w->inverse[tau - 1];
        for (size_t kappa = tau + LEAST_SIDE; kappa <= n; kappa++) {
            size_t m = kappa - tau;
            between += w->left[kappa - 1];
            within_right += w->before[kappa - 1] - w->left[kappa - 1];
            double q =
                2 * w->inverse[kappa] *
                (between - (double)m * left_share - (double)tau * within_right * w->inverse[m - 1]);
            if (q > greatest)
                greatest = q;
            if (best && q > best->q + fabs(best->q) * SAME_Q)
                *best = (Best){ q, tau, kappa };
        }
        if (of_tau)
            of_tau[tau] = greatest;
        if (!best && greatest >= enough)
            return true;
    }
    return false;
}

ChangeSplit change_best(Arena *a, const double *z, size_t from, size_t to)
{
    ChangeSplit s = { .from = from, .to = to, .p = 1, .random = FIRST_SEED };
    if (to < from + LEAST_SEGMENT)
        return s;
    Work w = work_new(a, z, from, to);
    double *of_tau = ARENA_ARRAY(a, double, w.n);
    Best best = { 0 };
    walk(&w, 0, &best, of_tau);
    if (!(best.q > 0) || best.tau == 0)
        return s;
    s.found = true;
    s.q = best.q;
    s.tau = s.first = s.last = from + best.tau;
    s.kappa = from + best.kappa;
    for (size_t tau = LEAST_SIDE; tau + LEAST_SIDE <= w.n; tau++)
        if (of_tau[tau] >= NEAR_BEST * best.q) {
            if (from + tau < s.first)
                s.first = from + tau;
            if (from + tau > s.last)
                s.last = from + tau;
        }
    return s;
}

/* --- how often chance does as well --- */

static void swap(double *z, size_t i, size_t k)
{
    double x = z[i];
    z[i] = z[k];
    z[k] = x;
}

/* Heap's algorithm, without recursion: every order of the segment once. */
static void test_all_orders(Work *w, ChangeSplit *s)
{
    size_t counter[EXACT_POINTS] = { 0 };
    double enough = s->q * (1 - SAME_Q);
    s->shuffles = 1;
    s->b = walk(w, enough, NULL, NULL);
    for (size_t i = 1; i < w->n;) {
        if (counter[i] == i) {
            counter[i++] = 0;
            continue;
        }
        swap(w->z, i % 2 ? counter[i] : 0, i);
        counter[i]++;
        s->shuffles++;
        s->b += walk(w, enough, NULL, NULL);
        i = 1;
    }
    s->p = (double)s->b / (double)s->shuffles;
}

/* Until `shuffles` are done or enough_b are as great. */
static void shuffle_until(Arena *a, const double *z, ChangeSplit *s, size_t shuffles, size_t enough_b)
{
    double enough = s->q * (1 - SAME_Q);
    Shuffled *lanes = shuffled_new(a, z + s->from, s->to - s->from);
    bool reach[SHUFFLED_LANES];
    uint64_t random[SHUFFLED_LANES];
    while (s->shuffles < shuffles && s->b < enough_b) {
        shuffled_next(lanes, enough, s->random, reach, random);
        for (size_t i = 0; i < SHUFFLED_LANES && s->shuffles < shuffles && s->b < enough_b; i++) {
            s->b += reach[i];
            s->shuffles++;
            s->random = random[i];
        }
    }
    s->p = (1 + (double)s->b) / (1 + (double)s->shuffles);
}

static void test(Arena *a, const double *z, ChangeSplit *s, size_t enough_b)
{
    if (!s->found)
        return;
    if (s->to - s->from > EXACT_POINTS) {
        shuffle_until(a, z, s, CHANGE_SHUFFLES, enough_b);
        return;
    }
    Work w = work_new(a, z, s->from, s->to);
    test_all_orders(&w, s);
}

void change_test(Arena *a, const double *z, ChangeSplit *s)
{
    test(a, z, s, SIZE_MAX);
}

void change_test_until(Arena *a, const double *z, double alpha, ChangeSplit *s)
{
    size_t hopeless = (size_t)(alpha * (CHANGE_SHUFFLES + 1)) + 1; /* (1 + b) / 1000 > alpha */
    test(a, z, s, hopeless > CHANGE_ENOUGH ? hopeless : SIZE_MAX);
}

void change_test_more(Arena *a, const double *z, ChangeSplit *s, size_t shuffles)
{
    if (!s->found || s->to - s->from <= EXACT_POINTS || s->shuffles >= shuffles)
        return;
    shuffle_until(a, z, s, shuffles, CHANGE_ENOUGH);
}

size_t change_shuffles(size_t n_series, size_t n_doubtful)
{
    size_t want = SHUFFLES_A_SERIES * n_series;
    size_t most = n_doubtful ? MOST_SHUFFLES / n_doubtful : want;
    if (want > most)
        want = most;
    return want > CHANGE_SHUFFLES ? want : CHANGE_SHUFFLES;
}

/* --- all of a sequence --- */

static void split_further(Arena *a, const double *z, const ChangeSplit *s, double alpha,
                          Changes *out)
{
    if (!s->found || s->p > alpha)
        return;
    ChangeSplit left = change_best(a, z, s->from, s->tau);
    change_test_until(a, z, alpha, &left);
    split_further(a, z, &left, alpha, out);
    *VEC_PUSH(a, out) = *s;
    ChangeSplit right = change_best(a, z, s->tau, s->to);
    change_test_until(a, z, alpha, &right);
    split_further(a, z, &right, alpha, out);
}

void change_all(Arena *a, const double *z, const ChangeSplit *first, double alpha, Changes *out)
{
    if (first->to - first->from >= CHANGE_LEAST_POINTS)
        split_further(a, z, first, alpha, out);
}

void change_detect(Arena *a, const double *z, size_t n, double alpha, Changes *out)
{
    if (n < CHANGE_LEAST_POINTS)
        return;
    ChangeSplit first = change_best(a, z, 0, n);
    change_test_until(a, z, alpha, &first);
    change_all(a, z, &first, alpha, out);
}
