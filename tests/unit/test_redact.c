#include "check.h"

#include "report/redact.h"

static void one_name_gets_one_word_everywhere(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Redactor *r = redact_new(a);
    Slice text = SLICE("[kim@db7 ~]$ dd of=/home/kim/x\nserver 192.168.1.6:/vol, kim wrote db7.\n"
                       "on db7: 2.01766 s, fe80::1ff:fe23:4567:890a");
    redact_learn_text(r, text);
    assert_string_equal(redact_text(r, text).p,
                        "[user1@host1 ~]$ dd of=/home/user1/x\nserver addr1:/vol, user1 wrote host1.\n"
                        "on host1: 2.01766 s, addr2");
    arena_free(a);
}

static void figures_and_versions_stay(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Redactor *r = redact_new(a);
    static const char *const texts[] = {
        "1.96,1.96,x,1,1291369522,20G", "kernel 4.14.99-OVIOS", "12:34:56.789", "real 0m2.054s",
        "fio-3.33", "0:00.09elapsed", "time=178.5 us", "dm-3: ios=785305/262494", "root@localhost",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(redact_text(r, slice_of(texts[i])).p, texts[i]);
    arena_free(a);
}

static void a_full_host_name_is_a_host(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Redactor *r = redact_new(a);
    assert_string_equal(redact_text(r, SLICE("mount filer.example.com:/a on /b")).p, "mount host1:/a on /b");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_name_gets_one_word_everywhere),
        cmocka_unit_test(figures_and_versions_stay),
        cmocka_unit_test(a_full_host_name_is_a_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
