#include "check.h"

#include "base/suggest.h"

static void the_nearest_word_is_meant(void **state)
{
    (void)state;
    static const char *const words[] = { "import", "export", "report", "compare", "label", "os", NULL };
    static const struct {
        const char *given, *meant;
    } cases[] = {
        { "reprot", "report" }, { "REPORT", "report" }, { "exprt", "export" }, { "comp", "compare" },
        { "lable", "label" },   { "ls", "os" },         { "so", "os" },        { "xyzzy", NULL },
        { "", NULL },           { "o", "os" },          { "zz", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got = suggest_of(cases[i].given, words);
        if ((got && !cases[i].meant) || (!got && cases[i].meant) || (got && strcmp(got, cases[i].meant) != 0))
            fail_msg("'%s' gives '%s'", cases[i].given, got ? got : "nothing");
    }
}

static void a_word_longer_than_any_is_like_none(void **state)
{
    (void)state;
    char given[200];
    memset(given, 'a', sizeof given - 1);
    given[sizeof given - 1] = '\0';
    assert_null(suggest_of(given, (const char *const[]){ "aaaa", NULL }));
    assert_null(suggest_of("bbbb", (const char *const[]){ given + 100, NULL }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_word_is_meant),
        cmocka_unit_test(a_word_longer_than_any_is_like_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
