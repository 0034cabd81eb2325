/* The text form of charts, ticks, widths and layout: all without PLplot. */
#include "check.h"

#include <string.h>

#include "plot/layout.h"
#include "plot/text_width.h"
#include "plot/ticks.h"

static const char whole[] = "plimsoll-chart 1\n"
                            "kind bar\n"
                            "size 820 460\n"
                            "title Two lines\\nand a \\\\ backslash\n"
                            "subtitle MB/s\n"
                            "foot n = 3\n"
                            "about Bars.\n"
                            "axis x linear 0 2\n"
                            "tick x none 0.5 seq write\n"
                            "axis y log 1e-06 0.1 time\n"
                            "tick y major 0.001 1 ms\n"
                            "tick y minor 0.002\n"
                            "scale 0.5 100\n"
                            "legend s1 old\n"
                            "bar s1 0 1 0 69.7 66 73 up 69.7\n"
                            "bar better 0 1 0 69.7 - - right\n"
                            "box s2 0.5 0.2 1 2 3 4 5 -\n"
                            "area alarm 1 2\n"
                            "segment ink dashed 0 1 2 3\n"
                            "text alarm bold after 1 2 a name\n"
                            "cell 0.25 0 1 0 1 42\n"
                            "band s1\n"
                            "p 1 2 1 3\n"
                            "line s1\n"
                            "p 1 2\n"
                            "p 2 3\n"
                            "dots s1\n"
                            "p 1 2\n";

static void a_chart_reads_back_as_it_was_written(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Chart *c;
    Error err = { 0 };
    assert_true(chart_read(a, slice_of(whole), &c, &err));
    Buf b = buf_new(0);
    chart_write(&b, c);
    assert_string_equal(b.text, whole);
    assert_int_equal(c->items.n, 10);
    assert_near(c->items.v[0].v[4], 66, 0);
    assert_true(isnan(c->items.v[1].v[4]));
    buf_free(&b);
    arena_free(a);
}

static void what_is_no_chart_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "plimsoll-chart 2\n",
        "plimsoll-chart 1\nnonsense\n",
        "plimsoll-chart 1\nsize 0 0\n",
        "plimsoll-chart 1\naxis x linear 1 0\n",
        "plimsoll-chart 1\naxis x log 0 1\n",
        "plimsoll-chart 1\nbar s1 0 1 0 nan - - up\n",
        "plimsoll-chart 1\nbar s9 0 1 0 1 - - up\n",
        "plimsoll-chart 1\np 1 2\n",
        "plimsoll-chart 1\nline s1\np 1 -\n",
        "plimsoll-chart 1\nbar s1 0 1 0 1e999 - - up\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Arena *a = arena_new(0);
        Chart *c;
        Error err = { 0 };
        if (chart_read(a, slice_of(texts[i]), &c, &err))
            fail_msg("was read:\n%s", texts[i]);
        assert_int_equal(err.code, ERR_INPUT);
        arena_free(a);
    }
}

/* Labels of an axis joined by '|'. */
static const char *labels(Arena *a, const ChartAxis *axis)
{
    const char *all = "";
    for (size_t i = 0; i < axis->ticks.n; i++)
        if (axis->ticks.v[i].label[0])
            all = arena_printf(a, "%s%s%s", all, *all ? "|" : "", axis->ticks.v[i].label);
    return all;
}

static void ticks_are_steps_of_1_2_5_in_the_unit_of_the_chart(void **state)
{
    (void)state;
    static const struct {
        double lo, hi;
        bool zero;
        double factor;
        const char *want;
    } rows[] = {
        { 43e6, 103e6, true, 1e6, "0|20|40|60|80|100|120" },
        { 250e-6, 590e-6, false, 1e-6, "250|300|350|400|450|500|550|600" },
        { 0.1, 0.31, true, 1, "0.00|0.05|0.10|0.15|0.20|0.25|0.30|0.35" },
        { 5, 5, true, 1, "0|1|2|3|4|5" },
        { -3, 4, true, 1,
          "\xe2\x88\x92"
         "3|\xe2\x88\x92"
         "2|\xe2\x88\x92"
         "1|0|1|2|3|4" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena *a = arena_new(0);
        Chart *c = chart_new(a, "bar", 800, 400);
        ticks_linear(c, &c->y, rows[i].lo, rows[i].hi, rows[i].zero,
                     (PlotUnit){ "", rows[i].factor });
        assert_string_equal(labels(a, &c->y), rows[i].want);
        assert_true(c->y.lo <= rows[i].lo && c->y.hi >= rows[i].hi);
        arena_free(a);
    }
}

static void decades_carry_their_own_prefix(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Chart *c = chart_new(a, "percentile", 800, 400);
    ticks_log(c, &c->y, 90e-6, 58e-3, UNIT_SECONDS, (PlotUnit){ "s", 1 });
    assert_string_equal(labels(a, &c->y), "100 \xc2\xb5s|1 ms|10 ms|100 ms");
    assert_true(c->y.lo <= 90e-6 && c->y.hi >= 58e-3);
    arena_free(a);
}

static void figures_have_the_digits_asked_for(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    assert_string_equal(plot_number(a, 103.27, 3), "103");
    assert_string_equal(plot_number(a, 69.666, 3), "69.7");
    assert_string_equal(plot_number(a, 0.0123, 2), "0.012");
    assert_string_equal(plot_number(a, -2.5, 2), "\xe2\x88\x92"
                                                 "2.5");
    assert_string_equal(plot_number(a, NAN, 2), "");
    assert_string_equal(plot_quantity(a, 0.00042, UNIT_SECONDS, 2), "420 \xc2\xb5s");
    assert_string_equal(plot_quantity(a, 133e6, UNIT_BYTES_PER_S, 3), "133 MB/s");
    arena_free(a);
}

static void text_is_as_wide_as_its_letters(void **state)
{
    (void)state;
    assert_near(text_width("iW", 1000, false), 278 + 989, 1e-9);
    assert_near(text_width("\xed\x95\x9c", 10, false), 10, 1e-9); /* one Hangul syllable */
    assert_near(text_width("", 10, true), 0, 0);
}

static void long_texts_are_broken_then_shortened(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    TextLines t = layout_wrap(a, "one two three", 10, false, text_width("one two", 10, false) + 1);
    assert_int_equal(t.n, 2);
    assert_string_equal(t.line[0], "one two");
    assert_string_equal(t.line[1], "three");
    const char *cut = layout_fit(a, "abcdefghijklmnop", 10, false, 40);
    assert_true(text_width(cut, 10, false) <= 40);
    assert_true(slice_ends(slice_of(cut), SLICE("\xe2\x80\xa6")));
    arena_free(a);
}

static void names_that_do_not_fit_are_turned_and_the_page_grows(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Chart *c = chart_new(a, "history", 600, 400);
    c->title = "Title";
    c->x = (ChartAxis){ .lo = 0, .hi = 20, .title = "" };
    for (int i = 0; i < 20; i++)
        chart_tick(c, &c->x, i + 0.5, CHART_TICK_NONE, "r151018-stable");
    Layout l = layout_of(a, c);
    assert_true(l.turned);
    assert_true(l.height > 400);
    assert_true(l.top - l.bottom > 150);
    assert_near(layout_x(&l, 20), l.right, 1e-9);
    assert_near(layout_y(&l, 0), l.bottom, 1e-9);
    arena_free(a);
}

static void the_value_behind_a_long_interval_stays_on_the_page(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Chart *c = chart_new(a, "bar", 600, 200);
    c->title = "Title";
    c->x = (ChartAxis){ .lo = 0, .hi = 2.5, .title = "" };
    c->y = (ChartAxis){ .lo = 0, .hi = 1, .title = "" };
    ChartItem *bar = chart_bar(c, CHART_INK, 0, 2.08, 0.2, 0.8);
    bar->right = true;
    bar->v[4] = -8;
    bar->v[5] = 16;
    bar->text = "2.08\xc3\x97";
    Layout l = layout_of(a, c);
    assert_true(l.right + 8 + text_width(bar->text, LAYOUT_NAME_SIZE, true) <= l.width);
    bar->v[5] = 2.1; /* there is room inside now */
    Layout roomy = layout_of(a, c);
    assert_true(roomy.right > l.right);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_reads_back_as_it_was_written),
        cmocka_unit_test(what_is_no_chart_is_refused),
        cmocka_unit_test(ticks_are_steps_of_1_2_5_in_the_unit_of_the_chart),
        cmocka_unit_test(decades_carry_their_own_prefix),
        cmocka_unit_test(figures_have_the_digits_asked_for),
        cmocka_unit_test(text_is_as_wide_as_its_letters),
        cmocka_unit_test(long_texts_are_broken_then_shortened),
        cmocka_unit_test(names_that_do_not_fit_are_turned_and_the_page_grows),
        cmocka_unit_test(the_value_behind_a_long_interval_stays_on_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
