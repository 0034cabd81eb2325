#include "check.h"

#include <math.h>
#include <string.h>

#include "analyze/change.h"
#include "analyze/shuffled.h"

enum { MOST = 40 };

/* By the definition in analyze/change.h, pair by pair. */
static double greatest_q(const double *z, size_t n)
{
    double greatest = -INFINITY;
    for (size_t tau = 2; tau + 2 <= n; tau++)
        for (size_t kappa = tau + 2; kappa <= n; kappa++) {
            double between = 0, left = 0, right = 0, m = (double)tau, r = (double)(kappa - tau);
            for (size_t i = 0; i < kappa; i++)
                for (size_t k = i + 1; k < kappa; k++)
                    *(k < tau ? &left : i < tau ? &between : &right) += fabs(z[i] - z[k]);
            double e = 2 / (m * r) * between - 2 / (m * (m - 1)) * left - 2 / (r * (r - 1)) * right;
            greatest = fmax(greatest, m * r / (m + r) * e);
        }
    return greatest;
}

/* Fisher and Yates, with the rest of a division. */
static void shuffle(double *z, size_t n, uint64_t *random)
{
    for (size_t i = n - 1; i > 0; i--) {
        size_t k = (size_t)(change_random(random) % (i + 1));
        double x = z[i];
        z[i] = z[k];
        z[k] = x;
    }
}

static void every_lane_is_a_shuffle_of_its_own(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    uint64_t data = 7;
    for (size_t n = 8; n <= MOST; n++) {
        double z[MOST];
        for (size_t i = 0; i < n; i++)
            z[i] = (double)(change_random(&data) % 1000) + (i >= n / 2 ? 300 : 0);
        Shuffled *s = shuffled_new(a, z, n);
        uint64_t start = n, random[SHUFFLED_LANES], mine = n;
        double enough = 0.3 * greatest_q(z, n);
        bool reach[SHUFFLED_LANES];
        shuffled_next(s, enough, start, reach, random);
        for (size_t i = 0; i < SHUFFLED_LANES; i++) {
            double one[MOST];
            memcpy(one, z, sizeof one);
            shuffle(one, n, &mine);
            assert_int_equal(random[i], mine);
            assert_int_equal(reach[i], greatest_q(one, n) >= enough);
        }
    }
    arena_free(a);
}

static void some_reach_and_some_do_not(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    double z[12] = { 1, 2, 1, 3, 2, 1, 9, 8, 9, 7, 9, 8 };
    Shuffled *s = shuffled_new(a, z, 12);
    uint64_t random[SHUFFLED_LANES] = { 0 };
    size_t few = 0, all = 0, rounds = 50;
    bool reach[SHUFFLED_LANES];
    for (size_t i = 0; i < rounds; i++) {
        shuffled_next(s, 0.5 * greatest_q(z, 12), random[SHUFFLED_LANES - 1], reach, random);
        for (size_t k = 0; k < SHUFFLED_LANES; k++)
            few += reach[k];
        shuffled_next(s, -INFINITY, random[SHUFFLED_LANES - 1], reach, random);
        for (size_t k = 0; k < SHUFFLED_LANES; k++)
            all += reach[k];
    }
    assert_in_range(few, 1, rounds * SHUFFLED_LANES / 2);
    assert_int_equal(all, rounds * SHUFFLED_LANES);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lane_is_a_shuffle_of_its_own),
        cmocka_unit_test(some_reach_and_some_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
