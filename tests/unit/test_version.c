/* Releases in the order in which they came, where their names say it. */
#include "check.h"

#include "base/version.h"

static void names_that_have_an_order(void **state)
{
    (void)state;
    static const char *const ascending[][2] = {
        { "5.9", "5.10" },          { "5.10-rc1", "5.10" },  { "5.10", "5.10.1" },
        { "5.10-rc1", "5.10-rc2" }, { "1.0alpha", "1.0b1" }, { "1.0-beta", "1.0-rc1" },
        { "10u8", "10u9" },         { "10", "10u9" },        { "u9", "u10" },
        { "Solaris 10 9/10", "Solaris 11" },            { "v1.2", "1.3" },
        { "009", "10" },            { "99999999999999999999", "100000000000000000000" },
        { "6.1", "6.1-p1" },        { "6.1-p1", "6.1.1" },
    };
    for (size_t i = 0; i < sizeof ascending / sizeof *ascending; i++) {
        int order;
        Slice a = slice_of(ascending[i][0]), b = slice_of(ascending[i][1]);
        if (!version_compare(a, b, &order) || order >= 0)
            fail_msg("%s, %s", ascending[i][0], ascending[i][1]);
        assert_true(version_compare(b, a, &order));
        assert_true(order > 0);
    }
}

static void equal_names_and_code_names(void **state)
{
    (void)state;
    int order;
    assert_true(version_compare(SLICE("5.10"), SLICE("5-10"), &order));
    assert_int_equal(order, 0);
    assert_false(version_compare(SLICE("buster"), SLICE("stretch"), &order));
    assert_false(version_compare(SLICE("Solaris 10"), SLICE("OpenIndiana 148"), &order));
}

static void sorting_keeps_what_has_no_order_in_its_place(void **state)
{
    (void)state;
    const char *texts[] = { "5.15", "5.4", "6.1-rc3", "6.1", "5.10" };
    static const char *const sorted[] = { "5.4", "5.10", "5.15", "6.1-rc3", "6.1" };
    assert_int_equal(version_sort(texts, 5), 0);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(texts[i], sorted[i]);
    const char *names[] = { "lenny", "etch" };
    assert_int_equal(version_sort(names, 2), 1);
    assert_string_equal(names[0], "lenny");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_have_an_order),
        cmocka_unit_test(equal_names_and_code_names),
        cmocka_unit_test(sorting_keeps_what_has_no_order_in_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
