#include "check.h"

#include "analyze/filter.h"
#include "model.h"

static Run *sample_run(Document *d)
{
    Run *r = model_run(d, "fio", "OCFS2 | openfiler", "randread bs=64k");
    r->version = "3.33";
    model_fact(r, "", "bs", "65536");
    model_fact(r, "", "release", "6.1");
    model_fact(r, "job0", "name", "seq read");
    model_measure(r, "job0", "read.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, 1, 0);
    model_measure(r, "group0", "read.clat.p99", UNIT_SECONDS, BETTER_LOWER, 1, 0);
    return r;
}

static void language(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool run, first, second; /* is the run, are its two measures selected? */
    } cases[] = {
        { "", true, true, true },
        { "*", true, true, true },
        { "tool:fio", true, true, true },
        { "tool:dd", false, false, false },
        { "-tool:dd", true, true, true },
        { "NOT tool:fio", false, false, false },
        { "tool:fio bs:64k", true, true, true },
        { "tool:fio AND bs=65536", true, true, true },
        { "bs:64KiB", true, true, true },
        { "bs>=64k", true, true, true },
        { "bs>64k", false, false, false },
        { "bs<1M", true, true, true },
        { "bs!=64k", false, false, false },
        { "release:6.1", true, true, true },
        { "release:6.10", false, false, false },
        { "release>=6", true, true, true },
        { "tool:dd OR tool:fio", true, true, true },
        { "tool:(dd OR fio)", true, true, true },
        { "tool:( dd OR ioping )", false, false, false },
        { "(tool:dd OR bs:64k) AND version:3.33", true, true, true },
        { "metric:read.bw", true, true, false },
        { "-metric:read.bw", true, false, true },
        { "metric:read.*", true, true, true },
        { "metric:*.p99 OR scope:job0", true, true, true },
        { "metric:*.p99", true, false, true },
        { "name:\"seq read\"", true, true, false },
        { "label:openfiler", true, true, true },
        { "label:\"OCFS2 | openfiler\"", true, true, true },
        { "label:open", false, false, false },
        { "label:open*", true, true, true },
        { "label!=openfiler", false, false, false },
        { "file:paste.txt", true, true, true },
        { "document:/tmp/paste.txt", true, true, true },
        { "state:ok", true, true, true },
        { "nothing:here", false, false, false },
        { "nothing!=here", true, true, true },
        { "release>=64k", false, false, false },
        { "label>3", false, false, false },
    };
    Document *d = document_new("/tmp/paste.txt", 0);
    Run *r = sample_run(d);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Filter *f;
        Error err = { 0 };
        if (!filter_parse(d->arena, slice_of(cases[i].text), &f, &err))
            fail_msg("%s", err.text);
        if (filter_run(f, r) != cases[i].run ||
            filter_measure(f, r, &r->measures.v[0]) != cases[i].first ||
            filter_measure(f, r, &r->measures.v[1]) != cases[i].second)
            fail_msg("'%s' selects otherwise", cases[i].text);
    }
    document_free(d);
}

static void errors_name_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "tool", "':' or a comparison expected at the end" },
        { "tool:", "a value expected at the end" },
        { "tool:dd )", "AND, OR or the end expected at character 9" },
        { "(tool:dd", "')' expected at the end" },
        { "tool:(dd fio)", "OR or ')' expected at character 10" },
        { "tool:dd OR", "a key expected at the end" },
        { "bs>=big", "a number behind the comparison expected at character 1" },
        { "label:\"open", "a closing '\"' expected at the end" },
        { "=5", "a key expected at character 1" },
    };
    Arena *a = arena_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Filter *f;
        Error err = { 0 };
        assert_false(filter_parse(a, slice_of(cases[i].text), &f, &err));
        if (!slice_has(slice_of(err.text), slice_of(cases[i].message)))
            fail_msg("'%s' gives: %s", cases[i].text, err.text);
        assert_int_equal(err.code, ERR_USAGE);
    }
    arena_free(a);
}

static void deep_and_long_filters_are_refused(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    char text[40000];
    memset(text, '(', sizeof text);
    Filter *f;
    Error err = { 0 };
    assert_false(filter_parse(a, (Slice){ text, sizeof text }, &f, &err));
    for (size_t i = 0; i + 4 <= sizeof text; i += 4)
        memcpy(text + i, "a:b ", 4);
    assert_false(filter_parse(a, (Slice){ text, sizeof text }, &f, &err));
    arena_free(a);
}

static void what_a_filter_asks_about_is_known(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Filter *f;
    Error err = { 0 };
    assert_true(filter_parse(a, SLICE("tool:dd OR -(metric:bw AND bs>4k)"), &f, &err));
    assert_true(filter_mentions(f, "metric"));
    assert_true(filter_mentions(f, "bs"));
    assert_false(filter_mentions(f, "label"));
    assert_false(filter_mentions(NULL, "label"));
    arena_free(a);
}

static void needs_are_what_every_selected_run_has(void **state)
{
    (void)state;
    static const struct {
        const char *text, *key, *yes, *no; /* key NULL: nothing can be asked in advance */
    } cases[] = {
        { "bs:64k", "bs", "65536", "4096" },
        { "label:x bs>=64k", "bs", "131072", "4096" },
        { "fs:(zfs OR xfs*)", "fs", "xfs v5", "ext4" },
        { "bs:4k OR bs:64k", "bs", "65536", "512" },
        { "tool:fio", "tool", "fio", "dd" },
        { "bs:4k OR fs:zfs", NULL, NULL, NULL },
        { "-fs:zfs", NULL, NULL, NULL },
        { "fs!=zfs", NULL, NULL, NULL },
        { "label:x metric:bw row:y", NULL, NULL, NULL },
        { "", NULL, NULL, NULL },
    };
    Arena *a = arena_new(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Filter *f;
        FilterNeed *needs;
        Error err = { 0 };
        assert_true(filter_parse(a, slice_of(cases[i].text), &f, &err));
        size_t n = filter_needs(f, a, &needs);
        assert_int_equal(n, cases[i].key ? 1 : 0);
        if (n == 0)
            continue;
        assert_string_equal(needs[0].key, cases[i].key);
        assert_true(filter_need_accepts(&needs[0], slice_of(cases[i].yes)));
        assert_false(filter_need_accepts(&needs[0], slice_of(cases[i].no)));
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(language),
        cmocka_unit_test(needs_are_what_every_selected_run_has),
        cmocka_unit_test(errors_name_the_place),
        cmocka_unit_test(deep_and_long_filters_are_refused),
        cmocka_unit_test(what_a_filter_asks_about_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
