#include "check.h"

#include <string.h>

#include "report/page.h"

static void whatever_is_written_comes_out_fit_for_mail(void **state)
{
    (void)state;
    Buf out = buf_new(0);
    page_finish(&out, SLICE("> quoted\nFrom me\n\tTab\xc2\xb5s and \x1b[31m red\xff   \n"
                            "a line of a good many words that is much longer than seventy-two columns wide\n"
                            "12345678901234567890123456789012345678901234567890123456789012345678901234567890\n"));
    Slice rest = buf_slice(&out), line;
    while (slice_line(&rest, &line)) {
        assert_true(line.n <= PAGE_COLUMNS);
        assert_false(slice_starts(line, SLICE(">")) || slice_starts(line, SLICE("From ")));
        assert_false(line.n && line.p[line.n - 1] == ' ');
        for (size_t i = 0; i < line.n; i++)
            assert_true(line.p[i] >= 0x20 && line.p[i] <= 0x7e);
    }
    buf_free(&out);
}

static void cells_are_cut_and_filled(void **state)
{
    (void)state;
    Buf b = buf_new(0);
    page_cell(&b, SLICE("write_block.bw"), 8, false);
    page_cell(&b, SLICE("7"), 3, true);
    assert_string_equal(b.text, "write_..  7");
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_written_comes_out_fit_for_mail),
        cmocka_unit_test(cells_are_cut_and_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
