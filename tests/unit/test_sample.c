/* Values of R 4.2.2 where nothing else is said. */
#include "check.h"

#include "analyze/figure.h"
#include "analyze/sample.h"

static const double A[] = { 43.1, 44.0, 43.6, 44.5, 43.2, 43.9, 44.1, 43.4, 43.8, 44.4 };
static const double B[] = { 102.1, 103.0, 101.8, 102.9, 103.3, 102.0, 102.4, 103.1, 102.6, 102.8 };

static void summary_is_that_of_r(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Sample a = sample_of(arena, A, 10), b = sample_of(arena, B, 10);
    assert_near(a.mean, 43.8, 1e-15);
    assert_near(a.sd, 0.476095228569523, 1e-12);
    assert_near(b.mean, 102.6, 1e-15);
    assert_near(b.sd, 0.507718207057594, 1e-12);
    assert_near(a.median, 43.85, 1e-15);
    assert_near(b.median, 102.70, 1e-15);
    assert_near(a.geomean, 43.797670438248900, 1e-14);
    assert_near(b.geomean, 102.598868449163248, 1e-14);
    assert_near(a.min, 43.1, 0);
    assert_near(b.max, 103.3, 0);
    assert_near(sample_mad(arena, &a), 0.35, 1e-12);
    assert_near(sample_mad(arena, &b), 0.35, 1e-12);
    arena_free(arena);
}

static void order_of_input_does_not_matter_to_the_last_bit(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    double v[10];
    for (size_t turn = 0; turn < 10; turn++) {
        for (size_t i = 0; i < 10; i++)
            v[i] = A[(i * 7 + turn * 3) % 10];
        Sample s = sample_of(arena, v, 10), a = sample_of(arena, A, 10);
        assert_near(s.mean, a.mean, 0);
        assert_near(s.sd, a.sd, 0);
        assert_near(s.geomean, a.geomean, 0);
        assert_near(sample_log_moments(&s).sd, sample_log_moments(&a).sd, 0);
    }
    arena_free(arena);
}

static void a_large_offset_keeps_the_spread(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Sample s = sample_of(arena, (double[]){ 1e9 + .1, 1e9 + .2, 1e9 + .3 }, 3);
    assert_near(s.sd, 0.1, 1e-6);
    Sample same = sample_of(arena, (double[]){ 0.1, 0.1, 0.1 }, 3);
    assert_near(same.sd, 0, 0);
    assert_near(same.mean, 0.1, 1e-15);
    arena_free(arena);
}

static void extremes_do_not_overflow(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Sample s = sample_of(arena, (double[]){ 1.7e308, 1.6e308, -0.5e308 }, 3);
    assert_true(figure_exists(s.mean) && figure_exists(s.sd) && figure_exists(s.median));
    Sample t = sample_of(arena, (double[]){ 5e-324, 1e-320 }, 2);
    assert_true(figure_exists(t.mean) && figure_exists(t.sd) && figure_exists(t.geomean));
    arena_free(arena);
}

static void what_does_not_exist_is_none(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    Sample none = sample_of(arena, NULL, 0);
    assert_false(figure_exists(none.mean) || figure_exists(none.sd) || figure_exists(none.median));
    Sample one = sample_of(arena, (double[]){ 7 }, 1);
    assert_near(one.mean, 7, 0);
    assert_false(figure_exists(one.sd));
    Sample zero = sample_of(arena, (double[]){ 0, 1 }, 2);
    assert_false(figure_exists(zero.geomean));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summary_is_that_of_r),
        cmocka_unit_test(order_of_input_does_not_matter_to_the_last_bit),
        cmocka_unit_test(a_large_offset_keeps_the_spread),
        cmocka_unit_test(extremes_do_not_overflow),
        cmocka_unit_test(what_does_not_exist_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
