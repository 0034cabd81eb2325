#include "check.h"

#include "base/number.h"

static void number_stops_at_the_unit(void **state)
{
    (void)state;
    Slice s = SLICE("2.01766 s, 133 MB/s");
    Number n;
    assert_true(number_read(&s, &n));
    assert_near(n.value, 2.01766, 0);
    assert_near(n.half, 0.000005, 1e-12);
    assert_true(slice_starts(s, SLICE(" s,")));
}

static void comma_is_a_decimal_sign_only_before_a_digit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        const char *rest;
    } cases[] = {
        { "2,01766 s", 2.01766, " s" }, { "2.01766, 133", 2.01766, ", 133" },
        { "12,5MB", 12.5, "MB" },       { "7", 7, "" },
        { "8.6e-05 s", 8.6e-05, " s" }, { "1e3abc", 1, "e3abc" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Slice s = slice_of(cases[i].text);
        Number n;
        assert_true(number_read_either(&s, &n));
        assert_near(n.value, cases[i].value, 0);
        assert_true(slice_is(s, cases[i].rest));
    }
}

static void text_reads_back_to_the_same_double(void **state)
{
    (void)state;
    static const double values[] = { 0.1, 1.0 / 3, 43800000, 5e-324, 1.7976931348623157e308, -2.5 };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[NUMBER_TEXT_BYTES];
        Slice s = slice_of(number_text(text, values[i]));
        Number n;
        assert_true(number_read(&s, &n));
        assert_near(n.value, values[i], 0);
    }
}

static void hexadecimal_is_not_zero(void **state)
{
    (void)state;
    static const char *const texts[] = { "0x1p3", "-0X10", "0x4001", "0xaKB/s" };
    Number n;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Slice s = slice_of(texts[i]);
        assert_false(number_read(&s, &n));
        assert_string_equal(s.p, texts[i]);
    }
    Slice s = SLICE("0x faster");
    assert_true(number_read(&s, &n));
    s = SLICE("10x2");
    assert_true(number_read(&s, &n));
    assert_near(n.value, 10, 0);
}

static void numbers_beyond_a_double_are_refused(void **state)
{
    (void)state;
    Number n;
    Slice s = SLICE("1e999");
    assert_false(number_read(&s, &n));
    assert_true(slice_is(s, "1e999"));
    s = SLICE("0e672"); /* its half width is not */
    assert_false(number_read(&s, &n));
    s = SLICE("1e-999"); /* nor is this 0 */
    assert_false(number_read(&s, &n));
    s = SLICE("0e-999");
    assert_true(number_read(&s, &n));
}

static void scaling_by_a_decimal_is_correctly_rounded(void **state)
{
    (void)state;
    assert_true(number_scale(5, 1e-6) == 5e-06);
    assert_true(number_scale(14479, 1e-6) == 0.014479);
    assert_true(number_scale(3, 1e-9) == 3e-09);
    assert_true(number_scale(12, 1024) == 12288);
    assert_true(number_scale(12, 0.75) == 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_stops_at_the_unit),
        cmocka_unit_test(comma_is_a_decimal_sign_only_before_a_digit),
        cmocka_unit_test(text_reads_back_to_the_same_double),
        cmocka_unit_test(hexadecimal_is_not_zero),
        cmocka_unit_test(numbers_beyond_a_double_are_refused),
        cmocka_unit_test(scaling_by_a_decimal_is_correctly_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
