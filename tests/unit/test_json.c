#include "check.h"

#include <string.h>

#include "base/json.h"
#include "ingest/json_lines.h"

/* Everything json_next gives, as text: one word a value, in the order of the bytes. */
static const char *walk(Arena *a, const char *text)
{
    Json j;
    JsonValue v;
    json_open(&j, a, slice_of(text), NULL, NULL);
    static const char *const names[] = {
        "{", "}", "[", "]", "s", "n", "NaN", "T", "F", "null",
    };
    const char *all = "";
    while (json_next(&j, &v)) {
        const char *word = names[v.kind];
        if (v.kind == JSON_STRING || v.kind == JSON_NUMBER)
            word = arena_printf(a, "%s%.*s", word, SLICE_ARG(v.text));
        all = arena_printf(a, "%s%.*s%s%s ", all, SLICE_ARG(v.key), v.key.n ? "=" : "", word);
    }
    char path[JSON_PATH_BYTES];
    const char *end = v.kind == JSON_END ? "END" : v.kind == JSON_CUT ? "CUT " : "BAD ";
    return arena_printf(a, "%s%s%s", all, end, json_path(&j, path));
}

static void values_come_in_the_order_of_the_text(void **state)
{
    Arena *a = *state;
    assert_string_equal(walk(a, "{\"a\" : 1, \"b\":[true, false,null,\"x\"], \"c\":{}}"),
                        "{ a=n1 b=[ T F null sx b=] c={ c=} } END");
    assert_string_equal(walk(a, "[1,2]"), "[ n1 n2 ] END");
    assert_string_equal(walk(a, " 12 "), "n12 END");
}

static void loose_json_is_read(void **state)
{
    Arena *a = *state;
    assert_string_equal(walk(a, "{\"u\":-nan,\"v\":inf,\"w\":NaN,\"x\":-Infinity,}"),
                        "{ u=NaN v=NaN w=NaN x=NaN } END");
    assert_string_equal(walk(a, "{\"a\":1 \"a\":2,,\"b\":}"), "{ a=n1 a=n2 } END");
    assert_string_equal(walk(a, "[1,2,]"), "[ n1 n2 ] END");
    assert_string_equal(walk(a, "{'a': True, 'b': None, 'c': 'd\"e'}"),
                        "{ a=T b=null c=sd\"e } END");
}

static void numbers_are_doubles_of_any_size(void **state)
{
    Arena *a = *state;
    Json j;
    JsonValue v;
    json_open(&j, a, SLICE("[18446744073709551615, 1e-3, -0.5]"), NULL, NULL);
    assert_true(json_next(&j, &v) && json_next(&j, &v));
    assert_near(v.number.value, 18446744073709551615.0, 0);
    assert_true(json_next(&j, &v));
    assert_near(v.number.value, 0.001, 0);
    assert_true(json_next(&j, &v));
    assert_near(v.number.value, -0.5, 0);
}

static void a_cut_says_where(void **state)
{
    Arena *a = *state;
    assert_string_equal(walk(a, "{\"jobs\":[{\"a\":1},{\"read\":{\"bw\":5,"),
                        "{ jobs=[ { a=n1 } { read={ bw=n5 CUT jobs[1].read.bw");
    assert_string_equal(walk(a, "{\"a\":\"open"), "{ CUT a");
    assert_string_equal(walk(a, "{"), "{ CUT ");
    assert_string_equal(walk(a, ""), "CUT ");
}

static void what_is_no_json_ends_it(void **state)
{
    Arena *a = *state;
    assert_string_equal(walk(a, "{\"a\":1, and so on"), "{ a=n1 BAD a");
    assert_string_equal(walk(a, "{\"a\" 1}"), "{ BAD a");
    assert_string_equal(walk(a, "[1}"), "[ n1 BAD [0]");
    assert_string_equal(walk(a, "Hello"), "BAD ");
    char deep[2 * JSON_DEPTH + 1];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_non_null(strstr(walk(a, deep), "BAD"));
}

static void the_rest_behind_it_is_kept(void **state)
{
    Arena *a = *state;
    Json j;
    JsonValue v;
    json_open(&j, a, SLICE("{} job: (groupid=0"), NULL, NULL);
    while (json_next(&j, &v))
        ;
    assert_int_equal(v.kind, JSON_END);
    assert_true(slice_is(j.rest, " job: (groupid=0"));
    assert_false(json_next(&j, &v));
}

static void a_part_can_be_skipped(void **state)
{
    Arena *a = *state;
    Json j;
    JsonValue v;
    json_open_inside(&j, a, SLICE("\"a\":{\"x\":[1,{}]}, \"b\":7}"), NULL, NULL);
    assert_true(json_next(&j, &v));
    assert_int_equal(v.kind, JSON_OBJECT);
    assert_true(json_skip(&j, &v));
    assert_true(json_next(&j, &v));
    assert_true(slice_is(v.key, "b"));
    assert_near(v.number.value, 7, 0);
    assert_true(json_next(&j, &v));
    assert_int_equal(v.kind, JSON_OBJECT_END);
    assert_false(json_next(&j, &v));
    assert_int_equal(v.kind, JSON_END);
}

static void escapes_are_undone(void **state)
{
    Arena *a = *state;
    assert_string_equal(json_string(a, SLICE("a\\n\\\"\\\\\\/\\u00e9\\u20ac")),
                        "a\n\"\\/\xc3\xa9\xe2\x82\xac");
    assert_string_equal(json_string(a, SLICE("\\ud83d\\ude00")), "\xf0\x9f\x98\x80");
    assert_string_equal(json_string(a, SLICE("\\ud83d")), "?");
    assert_string_equal(json_string(a, SLICE("\\u0000\\u12")), "??12");
    assert_string_equal(json_string(a, SLICE("\\")), "\\");
}

/* Quoted and wrapped: every value still lies in its own line. */
static void lines_of_a_document_are_chunks(void **state)
{
    (void)state;
    Document *d = document_new("x", 0);
    d->text = d->bytes =
        SLICE("> {\n>   \"a\" : 1,\n>   \"long\" : \"one two\n> three\",\n> \"b\" :\n> 22\n> }\n");
    Lines *ls = lines_new(d);
    JsonLines jl;
    JsonValue v;
    json_lines_open(&jl, d->arena, ls, 0, 0, false);
    assert_true(json_next(&jl.json, &v) && json_next(&jl.json, &v));
    assert_int_equal(line_span(d, json_lines_line(&jl), v.text).line, 2);
    assert_true(json_next(&jl.json, &v));
    assert_true(slice_is(v.text, "one two three"));
    assert_true(json_next(&jl.json, &v));
    Span span = line_span(d, json_lines_line(&jl), v.text);
    assert_int_equal(span.line, 6);
    assert_memory_equal(d->text.p + span.start, "22", 2);
    assert_true(json_next(&jl.json, &v));
    assert_false(json_next(&jl.json, &v));
    assert_int_equal(v.kind, JSON_END);
    document_free(d);
}

static int set_up(void **state)
{
    *state = arena_new(0);
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_in_the_order_of_the_text),
        cmocka_unit_test(loose_json_is_read),
        cmocka_unit_test(numbers_are_doubles_of_any_size),
        cmocka_unit_test(a_cut_says_where),
        cmocka_unit_test(what_is_no_json_ends_it),
        cmocka_unit_test(the_rest_behind_it_is_kept),
        cmocka_unit_test(a_part_can_be_skipped),
        cmocka_unit_test(escapes_are_undone),
        cmocka_unit_test(lines_of_a_document_are_chunks),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
