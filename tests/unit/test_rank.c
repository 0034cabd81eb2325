/* Mann-Whitney U. Exact values with ties by full enumeration, others from R 4.2.2 as noted. */
#include "check.h"

#include "analyze/rank.h"

static RankTest test(const double *x, size_t n_x, const double *y, size_t n_y, size_t most)
{
    Arena *arena = arena_new(0);
    Sample a = sample_of(arena, x, n_x), b = sample_of(arena, y, n_y);
    RankTest r = rank_test(arena, &a, &b, most);
    arena_free(arena);
    return r;
}

static void exact_p_counts_every_arrangement(void **state)
{
    (void)state;
    static const struct {
        size_t n_x, n_y;
        double x[10], y[10];
        double u, p;
    } cases[] = {
        { 10,
          10,
          { 43.1, 44.0, 43.6, 44.5, 43.2, 43.9, 44.1, 43.4, 43.8, 44.4 },
          { 102.1, 103.0, 101.8, 102.9, 103.3, 102.0, 102.4, 103.1, 102.6, 102.8 },
          100,
          2.0 / 184756 },
        { 10,
          10,
          { 43.1, 44.0, 43.6, 44.5, 43.2, 43.9, 44.1, 43.4, 43.8, 44.4 },
          { 43.9, 44.3, 44.0, 45.1, 43.6, 44.2, 44.8, 43.7, 44.6, 44.9 },
          75.5,
          10130.0 / 184756 },
        { 10,
          5,
          { 43.1, 44.0, 43.6, 44.5, 43.2, 43.9, 44.1, 43.4, 43.8, 44.4 },
          { 43.1, 44.9, 42.2, 47.0, 45.8 },
          30.5,
          1590.0 / 3003 },
        { 5, 6, { 10, 10, 11, 11, 12 }, { 11, 12, 12, 13, 13, 13 }, 27, 20.0 / 462 },
        { 3, 3, { 5, 5, 5 }, { 6, 6, 6 }, 9, 0.1 },
        { 3, 3, { 1e9 + .1, 1e9 + .2, 1e9 + .3 }, { 1e9 + 1.1, 1e9 + 1.2, 1e9 + 1.3 }, 9, 0.1 },
        { 4, 4, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, 16, 2.0 / 70 },
        { 3, 3, { 5, 5, 5 }, { 5, 5, 5 }, 4.5, 1 },
        { 1, 1, { 1 }, { 2 }, 1, 1 },
        /* wilcox.test(rel1, rel2), wilcox.test(rel2, rel3): W counts the first side there */
        { 5, 5, { 43.1, 44.0, 43.8, 42.9, 44.3 }, { 51.0, 50.7, 52.1, 51.5, 50.9 }, 25, 2.0 / 252 },
        { 5,
          5,
          { 51.0, 50.7, 52.1, 51.5, 50.9 },
          { 51.2, 52.0, 50.8, 51.9, 51.4 },
          15,
          0.69047619047619047 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        RankTest r = test(cases[i].x, cases[i].n_x, cases[i].y, cases[i].n_y, RANK_EXACT_MOST);
        assert_true(r.defined && r.exact);
        assert_near(r.u, cases[i].u, 0);
        assert_near(r.p, cases[i].p, 1e-12);
        RankTest turned = test(cases[i].y, cases[i].n_y, cases[i].x, cases[i].n_x, RANK_EXACT_MOST);
        assert_near(turned.p, r.p, 1e-12);
        assert_near(turned.u + r.u, (double)(cases[i].n_x * cases[i].n_y), 0);
    }
}

static void fifty_against_fifty_is_exact(void **state)
{
    (void)state;
    double x[50], y[50];
    for (int i = 0; i < 50; i++) {
        x[i] = 2 * (i + 1);
        y[i] = 2 * (i + 1) + 7;
    }
    RankTest r = test(y, 50, x, 50, RANK_EXACT_MOST);
    assert_true(r.exact);
    assert_near(r.u, 1081, 0);
    assert_near(r.p, 0.246580418463692, 1e-12); /* wilcox.test((1:50)*2, (1:50)*2+7, exact=TRUE) */
}

static void above_it_is_the_corrected_normal(void **state)
{
    (void)state;
    double x[60], y[60];
    for (int i = 0; i < 60; i++) {
        x[i] = 1 + i % 12;
        y[i] = 3 + i % 12;
    }
    RankTest r = test(x, 60, y, 60, RANK_EXACT_MOST);
    assert_false(r.exact);
    assert_near(r.u, 2350, 0);
    /* y <- rep(3:14, 5); x <- rep(1:12, 5); wilcox.test(y, x, exact=FALSE) */
    assert_near(r.p, 0.0038178878942947249, 1e-9);
    for (int i = 0; i < 60; i++) {
        x[i] = i + 1 + 0.3;
        y[i] = i + 1 + 2.0;
    }
    r = test(x, 60, y, 60, RANK_EXACT_MOST);
    assert_near(r.p, 0.64228631132979586, 1e-9); /* wilcox.test(1:60+0.3, 1:60+2.0) */
}

static void least_reachable_p_is_known(void **state)
{
    (void)state;
    double v[4] = { 1, 2, 3, 4 };
    assert_near(test(v, 3, v, 3, 50).p_min, 0.1, 1e-15);
    assert_near(test(v, 4, v, 4, 50).p_min, 2.0 / 70, 1e-15);
    assert_near(test(v, 1, v, 1, 50).p_min, 1, 0);
    assert_false(test(v, 0, v, 3, 50).defined);
}

static void counting_is_bounded_by_the_number_of_tests(void **state)
{
    (void)state;
    assert_int_equal(rank_exact_most(1), RANK_EXACT_MOST);
    assert_int_equal(rank_exact_most(0), RANK_EXACT_MOST);
    assert_true(rank_exact_most(20000) >= 6);
    assert_true(rank_exact_most(20000) < 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_p_counts_every_arrangement),
        cmocka_unit_test(fifty_against_fifty_is_exact),
        cmocka_unit_test(above_it_is_the_corrected_normal),
        cmocka_unit_test(least_reachable_p_is_known),
        cmocka_unit_test(counting_is_bounded_by_the_number_of_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
