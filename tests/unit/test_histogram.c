/* R 4.2.2: chisq.test(rbind(a, b), correct = FALSE). */
#include "check.h"

#include "analyze/figure.h"
#include "analyze/histogram.h"

static Histogram histogram(const Bucket *b, size_t n)
{
    return (Histogram){ .scope = "", .metric = "lat", .unit = UNIT_SECONDS, .n = n, .bucket = b };
}

/* a <- c(10, 40, 30, 20); b <- c(20, 30, 60, 40) */
static const Bucket A[] = { { 0, 1, 10 }, { 1, 2, 40 }, { 2, 4, 30 }, { 4, 8, 20 } };
static const Bucket B[] = { { 0, 1, 20 }, { 1, 2, 30 }, { 2, 4, 60 }, { 4, 8, 40 } };

static void chi_square_is_that_of_r(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Histogram x = histogram(A, 4), y = histogram(B, 4);
    HistogramTest t = histogram_test(a, &x, &y);
    assert_true(t.edges_agree);
    assert_near(t.chi, 11.904761904761905, 1e-9);
    assert_near(t.df, 3, 0);
    assert_near(t.p, 0.0077166293867445271, 1e-9);
    assert_near(t.ks, 0.5 - 50.0 / 150, 1e-12);
    assert_near(t.ks_at, 2, 0);
    HistogramTest turned = histogram_test(a, &y, &x);
    assert_near(turned.chi, t.chi, 1e-12);
    arena_free(a);
}

static void rows_that_one_side_cuts_count_nothing(void **state)
{
    (void)state;
    static const Bucket short_one[] = { { 1, 2, 40 }, { 2, 4, 30 } };
    Arena *a = arena_new(0);
    Histogram x = histogram(A, 4), y = histogram(short_one, 2), sum;
    HistogramTest t = histogram_test(a, &x, &y);
    assert_true(t.edges_agree);
    assert_near(t.n_second, 70, 0);
    assert_true(histogram_add(a, &x, &y, &sum));
    assert_int_equal(sum.n, 4);
    assert_near(sum.bucket[1].n, 80, 0);
    assert_near(sum.bucket[3].n, 20, 0);
    arena_free(a);
}

static void other_edges_are_not_compared(void **state)
{
    (void)state;
    static const Bucket other[] = { { 0, 1.5, 10 }, { 1.5, 3, 40 } };
    Arena *a = arena_new(0);
    Histogram x = histogram(A, 4), y = histogram(other, 2), sum;
    HistogramTest t = histogram_test(a, &x, &y);
    assert_false(t.edges_agree);
    assert_false(figure_exists(t.ks) || figure_exists(t.p));
    assert_false(histogram_add(a, &x, &y, &sum));
    arena_free(a);
}

static void open_ends_and_nothing_are_survived(void **state)
{
    (void)state;
    static const Bucket open[] = { { -INFINITY, 0, 1 }, { 0, 1, 10 }, { 1, INFINITY, 3 } };
    Arena *a = arena_new(0);
    Histogram x = histogram(open, 3), none = histogram(NULL, 0);
    HistogramTest t = histogram_test(a, &x, &x);
    assert_true(t.edges_agree);
    assert_near(t.ks, 0, 0);
    t = histogram_test(a, &x, &none);
    assert_false(figure_exists(t.p));
    Histogram share = x;
    share.is_share = true;
    assert_false(figure_exists(histogram_test(a, &share, &share).chi));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chi_square_is_that_of_r),
        cmocka_unit_test(rows_that_one_side_cuts_count_nothing),
        cmocka_unit_test(other_edges_are_not_compared),
        cmocka_unit_test(open_ends_and_nothing_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
