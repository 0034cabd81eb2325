/* Reference values from an independent implementation of the same rules (index = first point after). */
#include "check.h"

#include <time.h>

#include "analyze/change.h"

static const double a12[] = { 100, 101, 99, 100, 102, 98, 110, 111, 109, 112, 110, 108 };
static const double b20[] = { 250, 255, 248, 252, 251, 249, 210, 214, 208, 211,
                              213, 251, 247, 253, 250, 252, 249, 248, 254, 250 };
static const double c10[] = { 42.0, 43.1, 41.5, 42.4, 55.0, 42.2, 41.9, 43.0, 42.6, 41.7 };
static const double d6[] = { 100, 102, 101, 110, 112, 111 };
static const double f8[] = { 100, 102, 101, 99, 110, 112, 111, 109 };

static void splitmix64_gives_its_first_outputs(void **state)
{
    (void)state;
    uint64_t s = 1;
    assert_int_equal(change_random(&s), 0x910a2dec89025cc1u);
    assert_int_equal(change_random(&s), 0xbeeb8da1658eec67u);
    assert_int_equal(change_random(&s), 0xf893a2eefb32555eu);
}

static void best_splits_and_their_p_are_exact(void **state)
{
    (void)state;
    static const struct {
        const double *z;
        size_t from, to, tau, kappa;
        double q;
        size_t b, shuffles;
        double p;
    } cases[] = {
        { a12, 0, 12, 6, 12, 49.6, 0, 999, 0.001 },
        { b20, 0, 20, 6, 11, 199.818181818, 8, 999, 0.009 },
        { b20, 6, 20, 11, 20, 233.714285714, 0, 999, 0.001 },
        { b20, 11, 20, 16, 18, 2.285714286, 767, 999, 0.768 },
        { c10, 0, 10, 7, 9, 0.296296296, 951, 999, 0.952 },
        { d6, 0, 6, 3, 6, 26, 72, 720, 0.1 },
        { f8, 0, 8, 4, 8, 33.333333333, 23, 999, 0.024 },
    };
    Arena *a = arena_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ChangeSplit s = change_best(a, cases[i].z, cases[i].from, cases[i].to);
        change_test(a, cases[i].z, &s);
        assert_true(s.found);
        assert_int_equal(s.tau, cases[i].tau);
        assert_int_equal(s.kappa, cases[i].kappa);
        assert_near(s.q, cases[i].q, 2e-9);
        assert_int_equal(s.b, cases[i].b);
        assert_int_equal(s.shuffles, cases[i].shuffles);
        assert_near(s.p, cases[i].p, 1e-12);
        assert_true(s.first <= s.tau && s.tau <= s.last);
    }
    arena_free(a);
}

static void segments_without_a_change_have_none(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    assert_false(change_best(a, a12, 0, 6).found);
    assert_false(change_best(a, a12, 0, 3).found);
    static const double flat[] = { 5, 5, 5, 5, 5, 5, 5, 5, 5 };
    assert_false(change_best(a, flat, 0, 9).found);
    Changes none = { 0 };
    change_detect(a, d6, 6, 0.05, &none); /* fewer than eight points: no claim */
    assert_int_equal(none.n, 0);
    arena_free(a);
}

static void a_dip_has_two_edges(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Changes found = { 0 };
    change_detect(a, b20, 20, 0.05, &found);
    assert_int_equal(found.n, 2);
    assert_int_equal(found.v[0].tau, 6);
    assert_int_equal(found.v[1].tau, 11);
    arena_free(a);
}

static void more_shuffles_go_on_in_the_same_stream(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    ChangeSplit s = change_best(a, a12, 0, 12);
    change_test(a, a12, &s);
    uint64_t random = s.random;
    change_test_more(a, a12, &s, change_shuffles(10, 1)); /* 200 < 999: nothing to do */
    assert_int_equal(s.random, random);
    change_test_more(a, a12, &s, change_shuffles(100, 1));
    assert_true(s.shuffles == 2000 || s.b == CHANGE_ENOUGH);
    assert_near(s.p, (1 + (double)s.b) / (1 + (double)s.shuffles), 1e-15);
    /* with b = 20 reached it stops */
    ChangeSplit f = change_best(a, f8, 0, 8);
    change_test(a, f8, &f);
    change_test_more(a, f8, &f, 5000);
    assert_int_equal(f.shuffles, 999);
    arena_free(a);
}

/* Ten thousand series of forty points must take less than a minute; here a fiftieth of them. */
static void many_series_are_quick(void **state)
{
    (void)state;
    uint64_t random = 7;
    clock_t start = clock();
    for (size_t k = 0; k < 200; k++) {
        Arena *a = arena_new(0);
        double z[40];
        Changes found = { 0 };
        for (size_t i = 0; i < 40; i++)
            z[i] = 100 + (double)(change_random(&random) % 1000) / 100 + (k % 2 && i >= 20 ? 30 : 0);
        change_detect(a, z, 40, 0.05, &found);
        if (k % 2)
            assert_true(found.n >= 1);
        arena_free(a);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("200 series: %.2f s\n", seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix64_gives_its_first_outputs),
        cmocka_unit_test(best_splits_and_their_p_are_exact),
        cmocka_unit_test(segments_without_a_change_have_none),
        cmocka_unit_test(a_dip_has_two_edges),
        cmocka_unit_test(more_shuffles_go_on_in_the_same_stream),
        cmocka_unit_test(many_series_are_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
