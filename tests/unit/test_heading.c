/* Shapes of headings, and what they name. */
#include "check.h"

#include <string.h>

#include "ingest/heading.h"

typedef struct NameCase {
    const char *text, *name;
} NameCase;

static const NameCase names[] = {
    { "Test results using fuse (1500 MTU) (Took about 4~5 min):",
      "Test results using fuse (1500 MTU)" },
    { "Test results using fuse (9000 MTU) // Did not see much of a difference (Took about 4~5 "
      "min):",
      "Test results using fuse (9000 MTU)" },
    { "Test results using LIBGFAPI (9000 MTU), took about 38 seconds",
      "Test results using LIBGFAPI (9000 MTU)" },
    { "OviOS: 24.4 MB/s", "OviOS" },
    { "CentOS: 329 us avg latency", "CentOS" },
    { "\"Patched\":", "Patched" },
    { "Samba 4.", "Samba 4" },
    { "ext4, second run:", "ext4" },
    { "ext4 (run 2)", "ext4" },
    { "ext4 - run 3", "ext4" },
    { "ext4 again", "ext4" },
    { "Test 2", "Test 2" },
    { "File size 4 GB", "File size 4 GB" },
    { "5.10.162 with revert:", "5.10.162 with revert" },
};

static void a_name_is_what_is_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Slice got = heading_name(slice_of(names[i].text));
        if (!slice_is(got, names[i].name))
            fail_msg("'%s' names '%.*s'", names[i].text, SLICE_ARG(got));
    }
}

static void replicates_name_nothing(void **state)
{
    (void)state;
    static const char *const yes[] = {
        "run 1",   "Run #2",         "2nd run", "first pass", "again",    "3", "iteration 3 of 5",
        "Run 1/3", "second attempt", "run2",    "once again", "Trial two"
    };
    static const char *const no[] = { "Test 1", "ext4", "run time",   "cold run",
                                      "5.10",   "read", "round robin" };
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!heading_is_replicate(slice_of(yes[i])))
            fail_msg("'%s' should be a replicate", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (heading_is_replicate(slice_of(no[i])))
            fail_msg("'%s' should be none", no[i]);
}

static void workload_words_are_known(void **state)
{
    (void)state;
    static const char *const yes[] = { "Random read",   "4k random write, qd32", "Sequential speed",
                                       "Write results", "Read/write mix 70/30",  "rand-read 64KiB",
                                       "Latency test" };
    static const char *const no[] = { "ext4", "Test 1: write to a docker volume", "32", "USB box",
                                      "Database-like load" };
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!heading_is_workload(slice_of(yes[i])))
            fail_msg("'%s' should be a workload", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (heading_is_workload(slice_of(no[i])))
            fail_msg("'%s' should be none", no[i]);
}

static void shapes_are_told_apart(void **state)
{
    (void)state;
    HeadingText h = { 0 };
    assert_true(heading_markdown(SLICE("## WSL2 "), &h));
    assert_int_equal(h.level, 2);
    assert_true(heading_markdown(SLICE("<h3 class=\"x\">Old</h3>"), &h));
    assert_int_equal(h.level, 3);
    assert_true(slice_is(h.name, "Old"));
    assert_true(heading_markdown(SLICE("h2. Old"), &h));
    assert_true(heading_markdown(SLICE("=== Old ==="), &h));
    assert_int_equal(h.level, 3);
    assert_false(heading_markdown(SLICE("#!/bin/sh"), &h));
    assert_true(heading_banner(SLICE("------ ext4 ------"), &h));
    assert_true(slice_is(h.name, "ext4"));
    assert_false(heading_banner(SLICE("--- /dev/sdl (device 50.0 GiB) ioping statistics ---"), &h));
    assert_true(heading_number(SLICE("3.1 Seek rate"), &h));
    assert_int_equal(h.level, 2);
    assert_true(heading_number(SLICE("2) ext4"), &h));
    assert_int_equal(h.level, 1);
    assert_false(heading_number(SLICE("24 MB/s in all"), &h));
    assert_false(heading_number(SLICE("1234. x"), &h));
    assert_true(heading_pair(SLICE("Client Filesystem : OCFS2"), &h));
    assert_true(slice_is(h.key, "Client Filesystem") && slice_is(h.name, "OCFS2"));
    assert_false(heading_pair(SLICE("read: 24.4 MB/s"), &h));
    assert_true(heading_figure(SLICE("OviOS: 1.71 ms avg latency"), &h));
    assert_false(heading_figure(SLICE("OviOS: the best"), &h));
    assert_true(heading_test(SLICE("Test 1: ext4 on the old disk"), &h));
    assert_true(heading_colon(SLICE("It was slow. With noatime:"), &h));
    assert_true(slice_is(h.name, "With noatime"));
    assert_true(heading_plain(SLICE("Measure disk seek rate (iops, avg)"), &h));
    assert_false(heading_plain(SLICE("Write performance in this case is 133 MB/s."), &h));
    assert_true(heading_comment(SLICE("// stock"), &h));
    assert_int_equal(heading_rule(SLICE("-----")), '-');
    assert_int_equal(heading_rule(SLICE("--- -")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_what_is_left),
        cmocka_unit_test(replicates_name_nothing),
        cmocka_unit_test(workload_words_are_known),
        cmocka_unit_test(shapes_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
