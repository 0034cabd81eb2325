/* What container logs and runners on many hosts put in front of every line. */
#include "reading.h"

static const char table[] =
    "Version 1.02c       ------Sequential Output------ --Sequential Input- --Random-\n"
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
    "gandalf          2G 21846  98 51234  17 20011   6 23012  91 61234   8 182.3   0\n";

/* The text with the front before each line. */
static Document *fronted(const char *front, const char *text, char *buf, size_t size)
{
    size_t used = 0;
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n") + 1;
        used += (size_t)snprintf(buf + used, size - used, "%s%.*s", front, (int)n, line);
        line += n;
    }
    return reading(buf);
}

static void fronts_are_taken_off(void **state)
{
    (void)state;
    static const char *const fronts[] = {
        "[pod/bench-7f4c/disk] ",
        "[pod/bench-7f4c/disk] 2026-03-01T07:21:00.123456789Z ",
        "2026-03-01T07:21:00.123456789Z stdout F ",
        "disk-1  | ",
        "lab_disk_1 | ",
        "node7: ",
        "10.0.0.7: ",
        "[10.0.0.7] out: ",
        "07:21:00  ",
    };
    char buf[4096];
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        Document *d = fronted(fronts[i], table, buf, sizeof buf);
        const Run *run = reading_run(d, "bonnie++", 0);
        assert_fact(run, "machine", "gandalf");
        assert_near(reading_value(run, "write_block.bw"), 51234 * 1024.0, 1e-9);
        document_free(d);
    }
}

static void words_with_a_colon_stay(void **state)
{
    (void)state;
    Document *d = reading("note: one\nnote: two\nnote: three\nnote: four\n"
                          "Disk: 268435456 bytes (268 MB) copied, 2.0 s, 134 MB/s\n");
    assert_int_equal(reading_runs(d, "dd"), 1);
    document_free(d);
}

static void a_histogram_in_comments_is_read(void **state)
{
    (void)state;
    Document *d = reading(
        "# read latency:\n"
        "#            value  ------------- Distribution ------------- count\n"
        "#             4096 |                                         0\n"
        "#             8192 |@@@@@@@@@@                               10\n"
        "#            16384 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           30\n"
        "#            32768 |                                         0\n");
    assert_int_equal(reading_runs(d, "dtrace"), 1);
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fronts_are_taken_off),
        cmocka_unit_test(words_with_a_colon_stay),
        cmocka_unit_test(a_histogram_in_comments_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
