/* Averages in sentences, and sentences that only look so. */
#include "check.h"

#include <string.h>

#include "ingest/format.h"
#include "ingest/stated.h"

static void averages_are_read_from_sentences(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value; /* base units */
        double n;     /* 0: not said */
        const char *op;
    } cases[] = {
        { "the average write speed was: 43.8 MB/s", 43.8e6, 0, "write" },
        { "Average write speed: 51.2 MB/s", 51.2e6, 0, "write" },
        { "avg: 102 MB/s over 10 runs", 102e6, 10, NULL },
        { "mean latency 1.7 ms", 0.0017, 0, NULL },
        { "The mean of 5 runs was 1.5 GiB/s.", 1.5 * 1073741824, 5, NULL },
        { "Over 10 runs the average read speed was 120 MB/s (n=10).", 120e6, 10, "read" },
        { "We got 43.8 MB/s on average.", 43.8e6, 0, NULL },
        { "It took 4m 37s on average.", 277, 0, NULL },
        { "It averaged 1,204.5 MB/s in all tests", 1204.5e6, 0, NULL },
        { "average time: 12.5 seconds", 12.5, 0, NULL },
        { "average 4k random write: 18.4k IOPS", 18400, 0, "write" },
        { "* Average: 512 ops/s", 512, 0, NULL },
        { "Average speed with 48 threads was about 91.7 MB/s", 91.7e6, 0, NULL },
        { "average throughput ~ 90 MiB/s \xc2\xb1 3 MiB/s", 90 * 1048576.0, 0, NULL },
        { "Im Durchschnitt wurden 43,8 MB/s geschrieben", 43.8e6, 0, NULL },
        { "durchschnittliche Schreibrate: 43,8 MB/s", 43.8e6, 0, "write" },
        { "Vitesse moyenne : 43,8 Mo/s", 43.8e6, 0, NULL },
        { "En moyenne 43,8 Mo/s en \xc3\xa9" "criture", 43.8e6, 0, NULL },
        { "velocidad media de escritura: 43,8 MB/s", 43.8e6, 0, "write" },
        { "Promedio: 43.8 MB/s (5 pruebas)", 43.8e6, 5, NULL },
        { "\xed\x8f\x89\xea\xb7\xa0 \xec\x93\xb0\xea\xb8\xb0 43.8 MB/s", 43.8e6, 0, "write" },
        { "\xed\x8f\x89\xea\xb7\xa0: 43.8 MB/s", 43.8e6, 0, NULL },
        { "\xe5\xb9\xb3\xe5\x9d\x87\xe9\x80\x9f\xe5\xba\xa6 43.8 MB/s", 43.8e6, 0, NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Stated s;
        if (!stated_read(slice_of(cases[i].text), &s))
            fail_msg("not read: %s", cases[i].text);
        assert_near(s.value.number.value * s.value.unit.factor, cases[i].value, 1e-12);
        assert_near(s.has_n ? s.n.value : 0, cases[i].n, 0);
        if (cases[i].op ? !s.op || strcmp(s.op, cases[i].op) != 0 : s.op != NULL)
            fail_msg("op is %s in: %s", s.op ? s.op : "none", cases[i].text);
    }
}

static void other_sentences_are_none(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "With 48 threads OviOS performed similarly, although CentOS performance increased by ~9MB/s.",
        "Write performance in this case is 133 MB/s.",
        "min/avg/max/mdev = 112.3 us / 160.3 us / 5.15 ms / 55.3 us",
        "CentOS: 2.24 ms avg latency",
        "On average OviOS was 9 MB/s faster.",
        "The average rose from 43 MB/s to 51 MB/s, that is 8 MB/s more.",
        "average 43.8 MB/s vs 102.6 MB/s",
        "The average was 43.8 MB/s on CentOS and 102.6 MB/s on OviOS.",
        "load average: 0.00, 0.01, 0.05",
        "Do you mean 43 MB/s?",
        "I mean 43 MB/s is slow",
        "Does that mean it was 43 MB/s",
        "Storage media: all disks do 100 MB/s",
        "avg-cpu:  %user   %nice 1.2 ms",
        "Average: 43.8",
        "  lat (usec): min=25, max=39797, avg=531.88, stdev=1711.68",
        "min 3 ms, avg 12 ms, max 30 ms",
        "Maximum speed 43 MB/s, average unknown",
        "The average is expected to be 100 MB/s",
        "Measure disk seek rate (iops, avg)",
        "| average | 12 MB/s | 13 MB/s |",
        "Average shared text size (kbytes): 0",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Stated s;
        if (stated_read(slice_of(texts[i]), &s))
            fail_msg("read: %s", texts[i]);
    }
}

static void a_stated_average_speaks_of_the_command_above(void **state)
{
    (void)state;
    Document *d = document_new("paste", 0);
    d->bytes = SLICE("CentOS:\n# for i in 1 2 3; do dd if=/dev/zero of=/mnt/a/file bs=16k count=128k; done\n"
                     "the average write speed was:\n43.8 MB/s\n\nThe average write speed of all these\n"
                     "runs was 44.0 MB/s\n");
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    assert_int_equal(d->runs.n, 2);
    assert_near(run_measure(d->runs.v[0], "", "bw")->value, 43.8e6, 1e-15);
    const Run *run = d->runs.v[1];
    assert_string_equal(run->tool, "stated");
    assert_near(run_measure(run, "", "bw")->value, 44e6, 0);
    assert_int_equal(run_measure(run, "", "bw")->span.line, 7);
    assert_string_equal(run_fact(run, "", "bs"), "16384");
    assert_string_equal(run_fact(run, "", "op"), "write");
    assert_string_equal(run_fact(run, "", "n"), "3");
    assert_non_null(strstr(run_fact(run, "", "loop_of"), "dd if=/dev/zero"));
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(averages_are_read_from_sentences),
        cmocka_unit_test(other_sentences_are_none),
        cmocka_unit_test(a_stated_average_speaks_of_the_command_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
