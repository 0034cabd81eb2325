/* Bytes of any charset to UTF-8. The bytes are those of the code tables of each charset. */
#include "check.h"

#include <string.h>

#include "ingest/charset.h"

typedef struct Case {
    const char *bytes, *given, *declared, *text, *from;
    bool guessed;
} Case;

/* clang-format off */
static const Case cases[] = {
    { "plain", NULL, NULL, "plain", "", false },
    { "caf\xc3\xa9", NULL, "euc-kr", "caf\xc3\xa9", "", false },            /* UTF-8 says it itself */
    { "copi\xe9s", NULL, NULL, "copi\xc3\xa9s", "windows-1252", true },
    { "copi\xe9s", NULL, "utf-8", "copi\xc3\xa9s", "windows-1252", true },  /* a wrong declaration */
    { "\xc7\xd1\xb1\xdb", NULL, "euc-kr", "\xed\x95\x9c\xea\xb8\x80", "euc-kr", false },
    { "\xc7\xd1\xb1\xdb", "cp949", NULL, "\xed\x95\x9c\xea\xb8\x80", "cp949", false },
    { "\x93\xfa\x96\x7b", NULL, "Shift_JIS", "\xe6\x97\xa5\xe6\x9c\xac", "Shift_JIS", false },
    { "\xd6\xd0\xce\xc4", NULL, "gb2312", "\xe4\xb8\xad\xe6\x96\x87", "gb2312", false },
    { "\xd4\xc5\xd3\xd4", NULL, "koi8-r", "\xd1\x82\xd0\xb5\xd1\x81\xd1\x82", "koi8-r", false },
    { "\x1b$B\x46\x7c\x1b(B", NULL, "iso-2022-jp", "\xe6\x97\xa5", "iso-2022-jp", false },
    { "\xef\xbb\xbf" "ok", NULL, NULL, "\xef\xbb\xbf" "ok", "", false },    /* lines take the mark off */
    { "\xe2\x80\x93 \xe2\x80\x93 \xe9", NULL, NULL, "\xe2\x80\x93 \xe2\x80\x93 \xc3\xa9", "utf-8 and latin-1", false },
    { "x\xe9", "no-such-charset", NULL, "x\xc3\xa9", "windows-1252", true },
};
/* clang-format on */

static void every_charset_becomes_utf8(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        Arena *a = arena_new(0);
        Slice got;
        bool guessed;
        const char *from =
            charset_to_utf8(a, slice_of(c->bytes), c->given, c->declared, &got, &guessed);
        if (!slice_is(got, c->text) || strcmp(from, c->from) != 0 || guessed != c->guessed)
            fail_msg("case %zu: '%s' from '%s'", i, arena_text(a, got), from);
        arena_free(a);
    }
}

static void sixteen_bits_are_found_by_their_mark_or_their_nuls(void **state)
{
    (void)state;
    static const char marked[] = "\xff\xfe"
                                 "a\0\xe9\0",
                      bare[] = "1\0 \0M\0B\0/\0s\0 \0x\0 \0y\0";
    Arena *a = arena_new(0);
    Slice got;
    bool guessed;
    assert_string_equal(
        charset_to_utf8(a, (Slice){ marked, sizeof marked - 1 }, NULL, NULL, &got, &guessed),
        "utf-16le");
    assert_true(slice_is(got, "a\xc3\xa9"));
    assert_string_equal(
        charset_to_utf8(a, (Slice){ bare, sizeof bare - 1 }, NULL, NULL, &got, &guessed),
        "utf-16le");
    assert_true(slice_is(got, "1 MB/s x y"));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_charset_becomes_utf8),
        cmocka_unit_test(sixteen_bits_are_found_by_their_mark_or_their_nuls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
