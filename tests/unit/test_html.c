/* Pages as text: what a reader sees, line by line. */
#include "check.h"

#include <string.h>

#include "base/buf.h"
#include "ingest/html.h"

static void assert_page(const char *html, const char *text)
{
    Arena *a = arena_new(0);
    Slice got;
    assert_true(html_read(a, slice_of(html), &got));
    if (!slice_is(got, text))
        fail_msg("got:\n%s\nexpected:\n%s", arena_text(a, got), text);
    arena_free(a);
}

static void white_space_of_pre_is_kept_between_fences(void **state)
{
    (void)state;
    assert_page(
        "<html><body><p>On the  server:</p><pre>\n  a   1\n\n  b\t2</pre>done</body></html>",
        "On the server:\n\n```\n  a   1\n\n  b\t2\n```\ndone\n");
}

static void headings_items_quotes_and_bold_lines_are_marked(void **state)
{
    (void)state;
    assert_page(
        "<body><h2>nexenta</h2><ul><li>one<li><p>two</p></ul><p><b>ext3</b></p>"
        "<p>a <b>bold</b> word</p><blockquote><p>quoted<br>twice</p></blockquote>end</body>",
        "## nexenta\n\n* one\n* two\n\n**ext3**\n\na bold word\n\n> quoted\n> twice\n\nend\n");
}

static void unknown_elements_are_forgotten_escapes(void **state)
{
    (void)state;
    assert_page("<body><pre>fio --filename=<dev> --size=1G 2<3 a&b &lt;x&gt; &micro;s</pre></body>",
                "```\nfio --filename=<dev> --size=1G 2<3 a&b <x> \xc2\xb5s\n```\n");
}

static void scripts_and_styles_are_dropped(void **state)
{
    (void)state;
    assert_page("<html><head><title>t</title><style>p{}</style></head><body><script>x=1</script>"
                "<noscript>no</noscript>text</body></html>",
                "text\n");
}

static void tables_become_cells_between_bars(void **state)
{
    (void)state;
    assert_page("<body><table><caption>MB/s</caption>"
                "<tr><th></th><th colspan=2>write</th><th>read</th></tr>"
                "<tr><td rowspan=2>nfs</td><td>1<b>0</b></td><td>11</td><td>12<br>MB</td></tr>"
                "<tr><td>20</td><td>21</td><td></td></tr></table></body>",
                "MB/s\n|  | write | write | read |\n|---|---|---|---|\n| nfs | 10 | 11 | 12 MB |\n"
                "| nfs | 20 | 21 |  |\n");
}

static void tables_that_only_lay_out_are_taken_apart(void **state)
{
    (void)state;
    assert_page("<body><table><tr><td>1</td><td><pre>a  b</pre></td></tr>"
                "<tr><td>2</td><td>c</td></tr></table></body>",
                "1\n```\na  b\n```\n2\nc\n");
}

static void a_paste_with_a_few_tags_is_no_page(void **state)
{
    (void)state;
    assert_true(html_is_page(slice_of("<!DOCTYPE html>\n<html>")));
    assert_true(html_is_page(slice_of("<?xml version='1.0'?>\n<!-- x -->\n<HTML lang=en>")));
    assert_false(html_is_page(slice_of("<pre>\n$ dd if=a of=b\n</pre>")));
    assert_false(html_is_page(slice_of("see <html> for that")));
    assert_false(html_is_page(slice_of("<header>")));
    assert_false(html_is_page(slice_of("")));
}

static void the_page_names_its_charset(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    assert_string_equal(html_charset(a, slice_of("<meta charset=\"euc-kr\">")), "euc-kr");
    assert_string_equal(html_charset(a, slice_of("<meta content='text/html; charset=Shift_JIS'>")),
                        "Shift_JIS");
    assert_null(html_charset(a, slice_of("<meta name=x>")));
    arena_free(a);
}

static void deep_nesting_is_no_danger(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Buf b = buf_new(0);
    buf_str(&b, "<html><body>");
    for (int i = 0; i < 20000; i++)
        buf_str(&b, i % 3 ? "<div>" : "<table><tr><td>");
    buf_str(&b, "x");
    Slice got;
    html_read(a, buf_slice(&b), &got);
    buf_free(&b);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_space_of_pre_is_kept_between_fences),
        cmocka_unit_test(headings_items_quotes_and_bold_lines_are_marked),
        cmocka_unit_test(unknown_elements_are_forgotten_escapes),
        cmocka_unit_test(scripts_and_styles_are_dropped),
        cmocka_unit_test(tables_become_cells_between_bars),
        cmocka_unit_test(tables_that_only_lay_out_are_taken_apart),
        cmocka_unit_test(a_paste_with_a_few_tags_is_no_page),
        cmocka_unit_test(the_page_names_its_charset),
        cmocka_unit_test(deep_nesting_is_no_danger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
