/* JSON of fio with messages inside, and cut where a number stood. */
#include <math.h>
#include <stdio.h>

#include "reading.h"

#define HEAD "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [\n"
#define JOB "    {\n      \"jobname\" : \"a\",\n      \"groupid\" : 0,\n      \"error\" : 0,\n"
#define READ                                                                                     \
    "      \"read\" : {\n        \"io_bytes\" : 409600,\n        \"io_kbytes\" : 400,\n"          \
    "        \"bw_bytes\" : 819200,\n        \"iops\" : 200.0,\n        \"runtime\" : 500,\n"     \
    "        \"clat_ns\" : {\n          \"min\" : 1000,\n          \"max\" : 66498,\n          \"mean\" : "
#define TAIL "2500.5,\n          \"stddev\" : 10.0\n        }\n      }\n    }\n  ]\n}\n"

static const char *const messages[] = {
    "fio: io_u error on file /x: No space left on device: write offset=1, buflen=4096\n",
    "verify: bad header rand_seed 1, wanted 2 at file x offset 0, length 4096\n",
    "Jobs: 1 (f=1): [m(1)][75.0%][r=25.3MiB/s,w=25.2MiB/s][r=6475,w=6453 IOPS][eta 00m:01s]\n",
    "Mar  1 10:00:00 host kernel: [1.0] nvme0: reset\n",
};

static double mean_of(const char *text, size_t runs)
{
    Document *d = reading(text);
    assert_int_equal(reading_runs(d, "fio"), runs);
    const Measure *m = run_measure(reading_run(d, "fio", 0), "job0", "read.clat.mean");
    double value = m ? m->value : NAN;
    document_free(d);
    return value;
}

static void messages_inside_are_passed_over(void **state)
{
    (void)state;
    char text[4096];
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        snprintf(text, sizeof text, HEAD JOB "%s" READ TAIL, messages[i]);
        assert_near(mean_of(text, 1), 2500.5e-9, 1e-9);
        snprintf(text, sizeof text, HEAD "%s" JOB READ TAIL, messages[i]);
        assert_near(mean_of(text, 1), 2500.5e-9, 1e-9);
    }
}

/* Two documents, the first one cut: the words between them belong to neither. */
static void words_between_documents_part_them(void **state)
{
    (void)state;
    assert_near(mean_of(HEAD JOB READ "2500.5,\n\nThe same on the other disk:\n" HEAD JOB READ TAIL,
                        2),
                2500.5e-9, 1e-9);
}

static void a_number_that_breaks_off_is_missing(void **state)
{
    (void)state;
    assert_true(isnan(mean_of(HEAD JOB READ "250", 1)));
    assert_near(mean_of(HEAD JOB READ "2500.5\n", 1), 2500.5e-9, 1e-9); /* the line is whole */
}

static void bytes_are_bytes_where_the_version_says_so(void **state)
{
    (void)state;
    Document *d = reading(HEAD JOB "      \"read\" : {\n        \"io_bytes\" : 409600,\n");
    const Measure *m = run_measure(reading_run(d, "fio", 0), "job0", "read.bytes");
    assert_non_null(m);
    assert_near(m->value, 409600, 1e-9);
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_inside_are_passed_over),
        cmocka_unit_test(words_between_documents_part_them),
        cmocka_unit_test(a_number_that_breaks_off_is_missing),
        cmocka_unit_test(bytes_are_bytes_where_the_version_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
