#include "check.h"

#include "report/quantity.h"

static void print(char *out, size_t size, double value, double half, DisplayUnit scale, bool mean)
{
    Buf b = buf_new(0);
    if (mean)
        quantity_print_mean(&b, value, half, scale);
    else
        quantity_print(&b, value, half, scale);
    snprintf(out, size, "%s", b.text ? b.text : "");
    buf_free(&b);
}

static void a_figure_keeps_the_digits_it_was_posted_with(void **state)
{
    (void)state;
    static const struct {
        double value, half;
        DisplayUnit scale;
        bool mean;
        const char *text;
    } cases[] = {
        { 2.05e-3, 0.005e-3, { "ms", "", 1e-3 }, false, "2.05" },
        { 43.85e6, 0.005e6, { "MB/s", "", 1e6 }, false, "43.85" },
        { 43.8e6, 0.05e6, { "MB/s", "", 1e6 }, true, "43.80" },
        { 175.7, 0.05, { "1/s", "", 1 }, false, "175.7" },
        { 69688 * 1024.0, 512, { "K/sec", "", 1024 }, false, "69688" },
        { 4.4e9, 0.05e9, { "GB/s", "", 1e9 }, false, "4.4" },
        { 0, 0.05e-3, { "ms", "", 1e-3 }, false, "0.0" },
        { 12, 0, { "", "", 1 }, false, "12" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        print(text, sizeof text, cases[i].value, cases[i].half, cases[i].scale, cases[i].mean);
        assert_string_equal(text, cases[i].text);
    }
}

static void letters_are_spelled_out_where_they_are_in_doubt(void **state)
{
    (void)state;
    assert_string_equal(quantity_display(UNIT_BYTES_PER_S, "KB/s", 1024, 1).spelled, "2^10 B/s");
    assert_string_equal(quantity_display(UNIT_BYTES_PER_S, "MB/s", 1e6, 1).spelled, "10^6 B/s");
    assert_string_equal(quantity_display(UNIT_BYTES_PER_S, "MiB/s", 1048576, 1).spelled, "");
    assert_string_equal(quantity_display(UNIT_SECONDS, "", 1, 0.0004).unit, "us");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_keeps_the_digits_it_was_posted_with),
        cmocka_unit_test(letters_are_spelled_out_where_they_are_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
