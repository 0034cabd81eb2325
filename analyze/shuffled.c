#include "analyze/shuffled.h"

#include <math.h>
#include <string.h>

#include "analyze/change.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* a fused multiplication rounds once; gcc -std=c17 does not fuse */
#endif

/* Lowered to what the machine has: one register with AVX-512, four with SSE2. */
typedef double Lanes __attribute__((vector_size(SHUFFLED_LANES * sizeof(double))));
typedef int64_t Masks __attribute__((vector_size(SHUFFLED_LANES * sizeof(int64_t))));

/* x % k without a division: the quotient by 2^64 / k is too small by one at most. */
typedef struct Divisor {
    uint64_t inverse, limit; /* limit: numbers from here on are thrown again; 0: none are */
} Divisor;

struct Shuffled {
    size_t n;
    const double *z;
    double *one;     /* one shuffle */
    uint32_t *drawn; /* where each place gets its value from */
    double *inverse; /* 1/k */
    Divisor *below; /* by k */
    Lanes *lanes, *left, *before; /* as in Work of analyze/change.c */
};

/* Vectors want more than the arena's alignment. */
static Lanes *lanes_new(Arena *a, size_t n)
{
    uintptr_t at = (uintptr_t)arena_alloc(a, (n + 1) * sizeof(Lanes));
    return (Lanes *)((at + sizeof(Lanes) - 1) / sizeof(Lanes) * sizeof(Lanes));
}

Shuffled *shuffled_new(Arena *a, const double *z, size_t n)
{
    Shuffled *s = ARENA_NEW(a, Shuffled);
    double *copy = ARENA_ARRAY(a, double, n);
    memcpy(copy, z, n * sizeof *z);
    *s = (Shuffled){ n, copy, ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, uint32_t, n), ARENA_ARRAY(a, double, n + 1),
                     ARENA_ARRAY(a, Divisor, n + 1), lanes_new(a, n), lanes_new(a, n), lanes_new(a, n) };
    for (size_t k = 1; k <= n; k++) {
        uint64_t rest = (UINT64_MAX % k + 1) % k;
        s->inverse[k] = 1 / (double)k;
        s->below[k] = (Divisor){ UINT64_MAX / k, rest ? UINT64_MAX - rest + 1 : 0 };
    }
    return s;
}

/* 0 .. k-1, all alike: what does not divide evenly is thrown again. */
static size_t random_below(const Shuffled *s, uint64_t *state, uint64_t k)
{
    __extension__ typedef unsigned __int128 Wide;
    Divisor d = s->below[k];
    uint64_t v;
    do
        v = change_random(state);
    while (d.limit && v >= d.limit);
    uint64_t rest = v - (uint64_t)((Wide)v * d.inverse >> 64) * k;
    while (rest >= k)
        rest -= k;
    return (size_t)rest;
}

/* Draws first: then none of them waits for a swap. */
static void shuffle_into(Shuffled *s, size_t lane, uint64_t *state)
{
    double *z = s->one;
    uint64_t start = *state;
    for (size_t i = s->n - 1; i > 0; i--)
        s->drawn[i] = (uint32_t)random_below(s, &start, i + 1);
    *state = start;
    memcpy(z, s->z, s->n * sizeof *z);
    for (size_t i = s->n - 1; i > 0; i--) {
        size_t k = s->drawn[i];
        double x = z[i];
        z[i] = z[k];
        z[k] = x;
    }
    for (size_t i = 0; i < s->n; i++)
        s->lanes[i][lane] = z[i];
}

/* Through pointers: how vectors are passed depends on the machine. */
static inline __attribute__((always_inline)) void add_distance(Lanes *sum, const Lanes *x, const Lanes *y)
{
    *sum += (Lanes)((Masks)(*x - *y) & INT64_MAX);
}

/* walk() of analyze/change.c, in each lane: same operations, same order. */
static inline __attribute__((always_inline)) void walk_lanes(Shuffled *s, double enough,
                                                             bool reach[SHUFFLED_LANES])
{
    size_t n = s->n;
    const Lanes *z = s->lanes;
    Lanes *left = s->left, *before = s->before, within_left = { 0 };
    Masks reached = { 0 };
    memset(left, 0, n * sizeof *left);
    memset(before, 0, n * sizeof *before);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            add_distance(&before[k], &z[i], &z[k]);
    for (size_t tau = 1; tau + SHUFFLED_LEAST_SIDE <= n; tau++) {
        for (size_t k = tau; k < n; k++)
            add_distance(&left[k], &z[tau - 1], &z[k]);
        within_left += before[tau - 1];
        if (tau < SHUFFLED_LEAST_SIDE)
            continue;
        Lanes between = left[tau], within_right = { 0 };
        Lanes left_share = within_left * s->inverse[tau - 1];
        for (size_t kappa = tau + SHUFFLED_LEAST_SIDE; kappa <= n; kappa++) {
            size_t m = kappa - tau;
            between += left[kappa - 1];
            within_right += before[kappa - 1] - left[kappa - 1];
            Lanes q = 2 * s->inverse[kappa] *
                      (between - (double)m * left_share - (double)tau * within_right * s->inverse[m - 1]);
            reached |= q >= enough;
        }
        bool all = true;
        for (size_t i = 0; i < SHUFFLED_LANES; i++)
            all = all && reached[i];
        if (all)
            break;
    }
    for (size_t i = 0; i < SHUFFLED_LANES; i++)
        reach[i] = reached[i] != 0;
}

static void walk_plain(Shuffled *s, double enough, bool reach[SHUFFLED_LANES])
{
    walk_lanes(s, enough, reach);
}

typedef void (*Walk)(Shuffled *s, double enough, bool reach[SHUFFLED_LANES]);

#ifdef __x86_64__
__attribute__((target("avx2"))) static void walk_avx2(Shuffled *s, double enough,
                                                      bool reach[SHUFFLED_LANES])
{
    walk_lanes(s, enough, reach);
}

__attribute__((target("avx512f"))) static void walk_avx512(Shuffled *s, double enough,
                                                           bool reach[SHUFFLED_LANES])
{
    walk_lanes(s, enough, reach);
}

static Walk best_walk(void)
{
    return __builtin_cpu_supports("avx512f") ? walk_avx512
           : __builtin_cpu_supports("avx2")  ? walk_avx2
                                             : walk_plain;
}
#else
static Walk best_walk(void)
{
    return walk_plain;
}
#endif

void shuffled_next(Shuffled *s, double enough, uint64_t start, bool reach[SHUFFLED_LANES],
                   uint64_t random[SHUFFLED_LANES])
{
    for (size_t i = 0; i < SHUFFLED_LANES; i++) {
        random[i] = i ? random[i - 1] : start;
        shuffle_into(s, i, &random[i]);
    }
    best_walk()(s, enough, reach);
}
