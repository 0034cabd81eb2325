/* Mann-Kendall; exact p by hand or from tables of the distribution of S. */
#include "check.h"

#include <stdlib.h>

#include "analyze/figure.h"
#include "analyze/trend.h"

static void exact_p_counts_all_orders(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Trend t = trend_test(a, (double[]){ 1, 2, 3, 4, 5, 6 }, 6, 1);
    assert_true(t.exact);
    assert_near(t.s, 15, 0);
    assert_near(t.p, 2.0 / 720, 1e-12); /* one order of 6! a side */
    t = trend_test(a, (double[]){ 6, 5, 4, 3, 1, 2 }, 6, 1);
    assert_near(t.s, -13, 0);
    assert_near(t.p, 2.0 * 6 / 720, 1e-12); /* at most one falling pair: 1 + 5 orders */
    t = trend_test(a, (double[]){ 2, 1, 4, 3 }, 4, 1);
    assert_near(t.s, 2, 0);
    assert_near(t.p, 2.0 * 9 / 24, 1e-12); /* at most two: 1 + 3 + 5 orders */
    arena_free(a);
}

/* R: v <- c(1,2,2,3,1,4,4,5,3,6); cor.test(1:10, v, method="kendall", continuity=TRUE)$p.value */
static void ties_use_the_normal_approximation(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Trend t = trend_test(a, (double[]){ 1, 2, 2, 3, 1, 4, 4, 5, 3, 6 }, 10, 1);
    assert_false(t.exact);
    assert_near(t.p, 0.010913557148115482, 1e-9);
    arena_free(a);
}

static void constants_and_short_sequences_have_no_trend(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    assert_false(trend_test(a, (double[]){ 1, 2 }, 2, 1).defined);
    assert_near(trend_test(a, (double[]){ 5, 5, 5, 5 }, 4, 1).p, 1, 0);
    assert_false(figure_exists(trend_slope(a, (double[]){ 1 }, 1)));
    assert_near(trend_slope(a, (double[]){ 1, 3, 5, 100, 9 }, 5), 2, 1e-12);
    arena_free(a);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void the_slope_is_the_median_of_all_slopes(void **state)
{
    (void)state;
    enum { MOST = 24 };
    Arena *a = arena_new(0);
    unsigned random = 1;
    for (size_t n = 2; n <= MOST; n++)
        for (unsigned values = 2; values < 2000; values += 111) {
            double v[MOST], slopes[MOST * MOST];
            size_t k = 0;
            for (size_t i = 0; i < n; i++)
                v[i] = (double)((random = random * 1103515245 + 12345) >> 16) / 65536 > 0.5 ? random % values : (unsigned)i;
            for (size_t i = 0; i < n; i++)
                for (size_t j = i + 1; j < n; j++)
                    slopes[k++] = (v[j] - v[i]) / (double)(j - i);
            qsort(slopes, k, sizeof *slopes, by_value);
            assert_near(trend_slope(a, v, n), k % 2 ? slopes[k / 2] : slopes[k / 2 - 1] / 2 + slopes[k / 2] / 2, 0);
        }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_p_counts_all_orders),
        cmocka_unit_test(ties_use_the_normal_approximation),
        cmocka_unit_test(the_slope_is_the_median_of_all_slopes),
        cmocka_unit_test(constants_and_short_sequences_have_no_trend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
