/* What is sent to a PostgreSQL server: parameters, text, rows of COPY, addresses. */
#include "check.h"

#include <string.h>

#include "schema/postgres_text.h"

static void names_become_numbers_in_the_order_they_come(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *sent;
        size_t n;
    } cases[] = {
        { "SELECT 1", "SELECT 1", 0 },
        { "WHERE a = :x AND b = :y AND c = :x", "WHERE a = $1 AND b = $2 AND c = $1", 2 },
        { "':no' \":no\" :yes::text", "':no' \":no\" $1::text", 1 },
        { "it''s ':a'':b' :c_1)", "it''s ':a'':b' $1)", 1 },
        { ": :", ": :", 0 },
        { "'open :a", "'open :a", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Buf b = buf_new(0);
        assert_int_equal(postgres_parameters(&b, cases[i].sql), cases[i].n);
        assert_string_equal(b.text, cases[i].sent);
        buf_free(&b);
    }
}

static void text_is_utf_8_without_nul(void **state)
{
    (void)state;
    Buf b = buf_new(0);
    assert_true(postgres_text(SLICE("\xc2\xb5 \xe2\x82\xac \xf0\x9f\x98\x80"), &b));
    assert_false(postgres_text(SLICE("a\xff" "b\0c\xc2"), &b));
    assert_string_equal(b.text, "a\xef\xbf\xbd" "b\xef\xbf\xbd" "c\xef\xbf\xbd");
    buf_free(&b);
}

static void a_row_of_copy_keeps_every_byte(void **state)
{
    (void)state;
    const Value values[] = { V_INT(-5), V_REAL(0.1), V_REAL(-INFINITY), V_NULL, V_TEXT("a\tb\\N\r\n"),
                             V_BLOB("\x00\xfe", 2), V_TEXT("") };
    Buf b = buf_new(0);
    postgres_copy_row(&b, values, sizeof values / sizeof *values);
    assert_string_equal(b.text, "-5\t0.10000000000000001\t-Infinity\t\\N\ta\\tb\\\\N\\r\\n\t\\\\x00fe\t\n");
    buf_free(&b);
}

static void passwords_are_seen(void **state)
{
    (void)state;
    assert_true(postgres_has_password("postgresql://me:word@host/db"));
    assert_true(postgres_has_password("postgres://me:@host"));
    assert_true(postgres_has_password("postgresql:///db?host=/tmp&password=x"));
    assert_false(postgres_has_password("postgresql://me@host:5432/db"));
    assert_false(postgres_has_password("postgresql://host:5432/a:b@c"));
    assert_false(postgres_has_password("postgresql:///db?host=/tmp"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_become_numbers_in_the_order_they_come),
        cmocka_unit_test(text_is_utf_8_without_nul),
        cmocka_unit_test(a_row_of_copy_keeps_every_byte),
        cmocka_unit_test(passwords_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
