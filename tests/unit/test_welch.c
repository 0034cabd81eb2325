/* Welch's test and the interval of the ratio; values of R 4.2.2: t.test(y, x). */
#include "check.h"

#include "analyze/distribution.h"
#include "analyze/fieller.h"
#include "analyze/figure.h"
#include "analyze/welch.h"

static const double A[] = { 43.1, 44.0, 43.6, 44.5, 43.2, 43.9, 44.1, 43.4, 43.8, 44.4 };
static const double B[] = { 102.1, 103.0, 101.8, 102.9, 103.3, 102.0, 102.4, 103.1, 102.6, 102.8 };
static const double D[] = { 43.9, 44.3, 44.0, 45.1, 43.6, 44.2, 44.8, 43.7, 44.6, 44.9 };
static const double E[] = { 43.1, 44.9, 42.2, 47.0, 45.8 };

static Moments moments(Arena *a, const double *v, size_t n)
{
    Sample s = sample_of(a, v, n);
    return sample_moments(&s);
}

static void test_and_interval_are_those_of_r(void **state)
{
    (void)state;
    static const struct {
        const double *y;
        size_t n_y, n_x;
        double t, df, p, lo, hi; /* of the difference */
        double ratio, ratio_lo, ratio_hi;
    } cases[] = {
        { B, 10, 10, 267.150096971584, 17.9260687342833, 1.00244850631561e-33, 58.3374482471432,
          59.2625517528569, 2.34246575342466, 2.32399488152116, 2.36118110459129 },
        { D, 10, 10, 2.28358208955226, 17.8518063576063, 0.0348711218713952, 0.040514728007128,
          0.979485271992882, 1.01164383561644, 1.00092050876025, 1.02247280933370 },
        { E, 5, 10, 0.90140249024989, 4.23889474614386, 0.415651429684683, -1.6102975150376,
          3.2102975150376, 1.01826484018265, 0.963292309058886, 1.07341485843682 },
        /* t.test(B[1:3], A[1:3])$conf.int */
        { B, 3, 3, 132.067483601071, 3.63974727168293, 7.82894783099589e-08, 57.448862588611576,
          60.017804078055079, 2.34812547819434, 2.30176186331027, 2.39588845575773 },
    };
    Arena *arena = arena_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Moments x = moments(arena, A, cases[i].n_x), y = moments(arena, cases[i].y, cases[i].n_y);
        Welch w = welch_test(x, y, 0.05);
        assert_true(w.defined);
        assert_near(w.t, cases[i].t, 1e-9);
        assert_near(w.df, cases[i].df, 1e-9);
        assert_near(w.p, cases[i].p, 1e-9);
        assert_near(w.lo, cases[i].lo, 1e-9);
        assert_near(w.hi, cases[i].hi, 1e-9);
        Ratio r = fieller_ratio(x, y, w.quantile);
        assert_true(r.bounded);
        assert_near(r.ratio, cases[i].ratio, 1e-9);
        assert_near(r.lo, cases[i].ratio_lo, 1e-9);
        assert_near(r.hi, cases[i].ratio_hi, 1e-9);
    }
    arena_free(arena);
}

static void other_degrees_of_freedom_give_their_own_interval(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Moments x = moments(arena, A, 10), y = moments(arena, B, 10), d = moments(arena, D, 10);
    Ratio r = fieller_ratio(x, y, distribution_t_quantile(0.025, 12.5769913057405));
    assert_near(r.lo, 2.32341664646343, 1e-9);
    assert_near(r.hi, 2.36177499399401, 1e-9);
    r = fieller_ratio(x, d, distribution_t_quantile(0.025, 17.8866119421141));
    assert_near(r.lo, 1.0009220101499, 1e-9);
    assert_near(r.hi, 1.02247127821687, 1e-9);
    arena_free(arena);
}

static void logarithms_give_the_ratio_of_geometric_means(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Sample a = sample_of(arena, A, 10), b = sample_of(arena, B, 10), d = sample_of(arena, D, 10);
    Welch w = welch_test(sample_log_moments(&a), sample_log_moments(&b), 0.05);
    assert_near(exp(w.difference), 2.3425645113664, 1e-9);
    assert_near(exp(w.lo), 2.3234577068942, 1e-9);
    assert_near(exp(w.hi), 2.36182843941183, 1e-9);
    assert_near(w.t, 225.313878679709, 1e-9);
    assert_near(w.df, 12.5793097339212, 1e-9);
    assert_near(w.p, 4.60121718565181e-24, 1e-9);
    w = welch_test(sample_log_moments(&a), sample_log_moments(&d), 0.05);
    assert_near(exp(w.lo), 1.00092005229398, 1e-9);
    assert_near(exp(w.hi), 1.02246385011633, 1e-9);
    arena_free(arena);
}

static void summaries_alone_are_enough(void **state)
{
    (void)state;
    Welch w = welch_test((Moments){ 10, 43.8, 0.4760952 }, (Moments){ 10, 102.6, 0.5077182 }, 0.05);
    assert_near(w.t, 267.150106448412, 1e-9);
    /* requests of one ioping run a side: t 140.379 with the population correction */
    Moments x = { 7910, 374.4, 130.7 * sqrt(7910.0 / 7909) };
    Moments y = { 18400, 160.3, 55.3 * sqrt(18400.0 / 18399) };
    assert_near(welch_test(y, x, 0.05).t, 140.379, 1e-5);
}

static void interval_and_test_agree(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        double u[4];
        for (int k = 0; k < 4; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            u[k] = (double)(seed >> 40) / 16777216.0;
        }
        Moments x = { 2 + floor(u[2] * 9), 10 + u[0], 0.01 + u[2] };
        Moments y = { 2 + floor(u[3] * 9), 10 + u[1], 0.01 + u[3] };
        Welch w = welch_test(x, y, 0.05);
        Ratio r = fieller_ratio(x, y, w.quantile);
        if (r.bounded)
            assert_int_equal(w.p<0.05, r.lo> 1 || r.hi < 1);
    }
}

static void without_spread_nothing_is_defined(void **state)
{
    (void)state;
    assert_false(welch_test((Moments){ 3, 5, 0 }, (Moments){ 3, 6, 0 }, 0.05).defined);
    assert_false(welch_test((Moments){ 1, 5, FIGURE_NONE }, (Moments){ 3, 6, 1 }, 0.05).defined);
    Welch w = welch_test((Moments){ 3, 5, 0 }, (Moments){ 3, 6, 1 }, 0.05); /* one side is enough */
    assert_true(w.defined);
    assert_near(w.df, 2, 1e-15);
}

static void a_base_near_zero_has_no_bounded_ratio(void **state)
{
    (void)state;
    Ratio r = fieller_ratio((Moments){ 5, 0.1, 1 }, (Moments){ 5, 9, 1 }, 2.306);
    assert_false(r.bounded);
    assert_false(figure_exists(r.lo));
    assert_near(r.ratio, 90, 1e-12);
    assert_false(
        figure_exists(fieller_ratio((Moments){ 5, 0, 1 }, (Moments){ 5, 9, 1 }, 2.306).ratio));
}

static void large_numbers_and_counts_stay_finite(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Moments x = moments(arena, (double[]){ 1e9 + .1, 1e9 + .2, 1e9 + .3 }, 3);
    Moments y = moments(arena, (double[]){ 1e9 + 1.1, 1e9 + 1.2, 1e9 + 1.3 }, 3);
    Welch w = welch_test(x, y, 0.05);
    assert_true(w.defined && figure_exists(w.p) && figure_exists(w.lo));
    assert_near(w.t, 12.2474487, 1e-5);
    w = welch_test((Moments){ 1e12, 10, 1 }, (Moments){ 2, 11, 1e-9 }, 0.05);
    assert_true(w.defined && figure_exists(w.p) && w.p >= 0);
    w = welch_test((Moments){ 5, 1e300, 1e299 }, (Moments){ 5, 2e300, 1e299 }, 0.05);
    assert_near(w.t, 15.8113883, 1e-8);
    w = welch_test((Moments){ 5, 1e-300, 1e-301 }, (Moments){ 5, 2e-300, 1e-301 }, 0.05);
    assert_near(w.t, 15.8113883, 1e-8);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_and_interval_are_those_of_r),
        cmocka_unit_test(other_degrees_of_freedom_give_their_own_interval),
        cmocka_unit_test(logarithms_give_the_ratio_of_geometric_means),
        cmocka_unit_test(summaries_alone_are_enough),
        cmocka_unit_test(interval_and_test_agree),
        cmocka_unit_test(without_spread_nothing_is_defined),
        cmocka_unit_test(a_base_near_zero_has_no_bounded_ratio),
        cmocka_unit_test(large_numbers_and_counts_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
