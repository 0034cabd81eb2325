/* Runs of dd and of time: what belongs together, what is no result, which command it was. */
#include "reading.h"

static void a_result_may_be_wrapped_and_quoted(void **state)
{
    (void)state;
    Document *d = reading("> # dd if=/dev/zero of=/data/f bs=1M count=1024 \\\n> oflag=direct\n"
                          "> 1024+0 records\n> in\n> 1024+0 records out\n"
                          "> 1073741824 bytes (1.1 GB) copied,\n> 9.03305 s, 119 MB/s\nReply.\n");
    assert_int_equal(reading_runs(d, "dd"), 1);
    Run *run = reading_run(d, "dd", 0);
    assert_near(reading_value(run, "bw"), 1073741824 / 9.03305, 1e-12);
    assert_near(reading_half(run, "bw"), 1073741824 / 9.03305 * (0.5e-5 / 9.03305), 1e-9);
    assert_near(reading_value(run, "records_out.full"), 1024, 1e-12);
    assert_fact(run, "oflag", "direct");
    assert_fact(run, "bs", "1048576");
    assert_fact(run, "op", "write");
    assert_fact(run, "source", "zero");
    assert_int_equal(run->depth, 1);
    document_free(d);
}

static void results_glued_in_one_line_are_apart(void **state)
{
    (void)state;
    Document *d = reading("1024+0 records in 1024+0 records out 1073741824 bytes (1.1 GB) copied, "
                          "9.03305 s, 119 MB/s "
                          "real 0m9.1s user 0m0.0s sys 0m1.0s 1024+0 records in 1024+0 records out "
                          "1073741824 bytes (1.1 GB) copied, 8.5 s, 126 MB/s\n");
    assert_int_equal(reading_runs(d, "dd"), 2);
    Run *a = reading_run(d, "dd", 0), *b = reading_run(d, "dd", 1);
    assert_true(a->span.end <= b->span.start);
    assert_near(reading_value(b, "time"), 8.5, 1e-12);
    assert_near(reading_value(a, "real"), 9.1, 1e-12);
    assert_true(isnan(reading_value(b, "real")));
    document_free(d);
    d = reading("1073741824 bytes (1.1 GB) copied, 9.03305 s, 119 MB/s real 0m9.1s user 0m0.0s sys "
                "0m1.0s\n");
    assert_near(reading_value(reading_run(d, "dd", 0), "real"), 9.1, 1e-12);
    assert_int_equal(reading_runs(d, "time"), 0);
    document_free(d);
}

static void the_inside_of_the_parenthesis_is_no_result(void **state)
{
    (void)state;
    Document *d = reading("+268435456 bytes (268 MB, 256 MiB) copied, 11.0177 s, 24.4 MB/s\n"
                          "x268435456 bytes (268 MB, 256 MiB) copied, 11.0177 s, 24.4 MB/s\n");
    assert_int_equal(reading_runs(d, "dd"), 1);
    assert_near(reading_value(reading_run(d, "dd", 0), "bytes"), 268435456, 1e-12);
    document_free(d);
}

static void progress_is_no_result(void **state)
{
    (void)state;
    Document *d =
        reading("$ dd if=/dev/zero of=x bs=1M status=progress\n"
                "1264582656 bytes (1.3 GB, 1.2 GiB) copied, 1 s, 1.3 GB/s2264582656 bytes (2.3 GB, "
                "2.1 GiB) "
                "copied, 2 s, 1.1 GB/s\n3264582656 bytes (3.3 GB, 3.0 GiB) copied, 3 s, 1.1 GB/s\n"
                "^C3500+0 records in\n3500+0 records out\n"
                "3670016000 bytes (3.7 GB, 3.4 GiB) copied, 3.30001 s, 1.1 GB/s\n");
    assert_int_equal(reading_runs(d, "dd"), 1);
    assert_near(reading_value(reading_run(d, "dd", 0), "time"), 3.30001, 1e-12);
    assert_int_equal(reading_run(d, "dd", 0)->state, RUN_INTERRUPTED);
    document_free(d);
    d = reading("$ dd if=/dev/zero of=x bs=1M status=progress\n"
                "5242880000 bytes (5.2 GB, 4.9 GiB) copied, 12 s, 437 MB/s\n^C\n");
    assert_int_equal(reading_runs(d, "dd"), 0);
    assert_true(reading_noted(d, "progress-line"));
    document_free(d);
}

static void reports_on_a_signal_are_counted(void **state)
{
    (void)state;
    Document *d = reading("puffy# dd if=/dev/rsd0c of=/dev/null bs=1m\n"
                          "load: 0.53  cmd: dd 2211 [runnable] 1.20r 0.00u 1.11s 14% 3464k\n"
                          "100+0 records in\n100+0 records out\n"
                          "104857600 bytes transferred in 1.000 secs (104857600 bytes/sec)\n"
                          "load: 0.53  cmd: dd 2211 [runnable] 2.20r 0.00u 1.11s 14% 3464k\n"
                          "200+0 records in\n200+0 records out\n"
                          "209715200 bytes transferred in 2.000 secs (104857600 bytes/sec)\n"
                          "300+0 records in\n300+0 records out\n"
                          "314572800 bytes transferred in 3.001 secs (104822659 bytes/sec)\n");
    assert_int_equal(reading_runs(d, "dd"), 1);
    Run *run = reading_run(d, "dd", 0);
    assert_near(reading_value(run, "bytes"), 314572800, 1e-12);
    assert_fact(run, "interim_reports", "2");
    document_free(d);
}

static void turns_of_a_loop_are_results(void **state)
{
    (void)state;
    Document *d = reading(
        "$ for c in 1 2 3; do dd if=/dev/zero of=/t bs=1M count=$c; done\n"
        "1+0 records in\n1+0 records out\n1048576 bytes (1.0 MB) copied, 0.1 s, 10.5 MB/s\n"
        "2+0 records in\n2+0 records out\n2097152 bytes (2.1 MB) copied, 0.2 s, 10.5 MB/s\n"
        "3+0 records in\n3+0 records out\n3145728 bytes (3.1 MB) copied, 0.3 s, 10.5 MB/s\n");
    assert_int_equal(reading_runs(d, "dd"), 3);
    assert_fact(reading_run(d, "dd", 2), "loop", "3");
    assert_fact(reading_run(d, "dd", 2), "count", "$c");
    document_free(d);
}

static void a_pipeline_gives_each_dd_its_own_operands(void **state)
{
    (void)state;
    Document *d = reading("$ dd if=/dev/zero bs=1M count=100 | pv | dd of=/mnt/x bs=64k\n"
                          "1600+0 records in\n1600+0 records out\n"
                          "104857600 bytes (105 MB, 100 MiB) copied, 0.0641 s, 1.6 GB/s\n"
                          "100+0 records in\n100+0 records out 97MiB 0:00:00 [1.5GiB/s] [  <=>  ]\n"
                          "104857600 bytes (105 MB, 100 MiB) copied, 0.0623 s, 1.7 GB/s\n");
    assert_int_equal(reading_runs(d, "dd"), 2);
    assert_fact(reading_run(d, "dd", 0), "of", "/mnt/x");
    assert_fact(reading_run(d, "dd", 0), "source", "pipe");
    assert_fact(reading_run(d, "dd", 1), "if", "/dev/zero");
    document_free(d);
}

static void jobs_report_in_any_order(void **state)
{
    (void)state;
    Document *d = reading(
        "# dd if=/dev/zero of=/a bs=1M count=100 &\n# dd if=/dev/zero of=/b bs=1M count=200 &\n"
        "200+0 records in\n200+0 records out\n209715200 bytes (210 MB) copied, 2.5 s, 84 MB/s\n"
        "100+0 records in\n100+0 records out\n104857600 bytes (105 MB) copied, 3.5 s, 30 MB/s\n");
    assert_fact(reading_run(d, "dd", 0), "of", "/b");
    assert_fact(reading_run(d, "dd", 1), "of", "/a");
    document_free(d);
}

static void a_command_that_contradicts_is_not_believed(void **state)
{
    (void)state;
    Document *d = reading(
        "# dd if=/dev/zero of=/a bs=1M count=100\n"
        "512000 bytes (512 kB, 500 KiB) copied, 3.53898 s, 145 kB/s\n"
        "1073741824 bytes (1.1 GB) copied, 9.03305 s, 119 MB/s\n"
        "1000+0 records in\n1000+0 records out\n512000 bytes (512 kB) copied, 1.1 s, 465 kB/s\n");
    assert_string_not_equal(reading_run(d, "dd", 0)->command, "");
    assert_string_equal(reading_run(d, "dd", 1)->command, "");
    assert_string_equal(reading_run(d, "dd", 2)->command, "");
    document_free(d);
}

static void commands_in_quotes_are_seen(void **state)
{
    (void)state;
    Document *d = reading("# ssh nas \"dd if=/dev/zero of=/vol/x bs=64k count=1000 conv=fsync\"\n"
                          "1000+0 records in\n1000+0 records out\n"
                          "65536000 bytes transferred in 1.234567 secs (53084199 bytes/sec)\n");
    assert_fact(reading_run(d, "dd", 0), "conv", "fsync");
    document_free(d);
}

static void errors_are_kept_and_warnings_are_not(void **state)
{
    (void)state;
    Document *d =
        reading("$ dd if=/dev/zero of=/x bs=1M\n"
                "dd: Fehler beim Schreiben von '/x': Kein Platz\n5+0 Datens\xc3\xa4tze ein\n"
                "4+0 Datens\xc3\xa4tze aus\n4194304 Bytes (4,2 MB, 4,0 MiB) kopiert, 0,00459306 s, "
                "913 MB/s\n"
                "$ gen | dd of=/x bs=4k\n"
                "dd: warning: partial read (3000 bytes); suggest iflag=fullblock\n"
                "0+3 records in\n0+3 records out\n9000 bytes (9.0 kB, 8.8 KiB) copied, 0.122047 s, "
                "73.7 kB/s\n");
    Run *a = reading_run(d, "dd", 0), *b = reading_run(d, "dd", 1);
    assert_fact(a, "error", "Kein Platz");
    assert_int_equal(a->state, RUN_PARTIAL);
    assert_no_fact(b, "error");
    assert_int_equal(b->state, RUN_OK);
    document_free(d);
}

static void records_alone_give_derived_bytes(void **state)
{
    (void)state;
    Document *d =
        reading("# dd if=/dev/zero of=/x count=4096\n4096+0 records in\n4096+0 records out\n"
                "# dd if=/y of=/x obs=8k\n100+0 records in\n6+1 records out\n"
                "no command here\n\n7+0 records in\n7+0 records out\n");
    assert_near(reading_value(reading_run(d, "dd", 0), "bytes.derived"), 4096 * 512, 1e-12);
    assert_true(isnan(reading_value(reading_run(d, "dd", 0), "bytes")));
    assert_true(isnan(reading_value(reading_run(d, "dd", 1), "bytes.derived")));
    document_free(d);
}

static void what_is_cut_is_missing(void **state)
{
    (void)state;
    Document *d =
        reading("$ dd if=/dev/zero of=/x bs=1M count=100\n100+0 records in\n100+0 records out\n"
                "104857600 bytes (105 MB, 100 MiB) cop");
    Run *run = reading_run(d, "dd", 0);
    assert_near(reading_value(run, "bytes"), 104857600, 1e-12);
    assert_true(isinf(reading_value(run, "bw")));
    assert_int_equal(run->state, RUN_PARTIAL);
    assert_true(reading_noted(d, "truncated"));
    document_free(d);
}

/* NetBSD computes the rate from milliseconds: ten digits of which two were measured. */
static void coarse_figures_repeat_honestly(void **state)
{
    (void)state;
    static const char one[] = "nb# dd if=/dev/zero of=testfile bs=16k count=4096\n4096+0 records in\n"
                              "4096+0 records out\n"
                              "67108864 bytes transferred in 0.038 secs (1766022736 bytes/sec)\n";
    char text[1000];
    snprintf(text, sizeof text, "%s%s", one, one);
    Document *d = reading(text);
    assert_int_equal(reading_runs(d, "dd"), 2);
    Run *run = reading_run(d, "dd", 0);
    assert_near(reading_value(run, "bw"), 1766022736, 1e-12);
    assert_near(reading_half(run, "bw"), 1766022736 * (0.001 / 0.038), 1e-9);
    document_free(d);
}

/* --- time --- */

typedef struct TimeCase {
    const char *text;
    double real, user, sys, cpu, half;
} TimeCase;

/* clang-format off */
static const TimeCase times[] = {
    { "real\t1m1.259s\nuser\t0m0.003s\nsys\t0m0.007s\n", 61.259, 0.003, 0.007, NAN, 0.5e-3 },
    { "real\t75m1,259s\nuser\t0m0,003s\nsys\t0m0,007s\n", 4501.259, 0.003, 0.007, NAN, 0.5e-3 },
    { "real 0m2.054s\n\nuser 0m0.007s\n\nsys 0m1.677s\n", 2.054, 0.007, 1.677, NAN, 0.5e-3 },
    { "real 0m2.054s user 0m0.007s sys 0m1.677s\n", 2.054, 0.007, 1.677, NAN, 0.5e-3 },
    { "real0m2.054s\nuser0m0.007s\nsys0m1.677s\n", 2.054, 0.007, 1.677, NAN, 0.5e-3 },
    { "real 61,26\nuser 0,01\nsys 0,02\n", 61.26, 0.01, 0.02, NAN, 0.5e-2 },
    { "real    1m01.22s\nuser    0m00.00s\nsys     0m00.01s\n", 61.22, 0, 0.01, NAN, 0.5e-2 },
    { "real\t1m 1.23s\nuser\t0m 0.00s\nsys\t0m 0.01s\n", 61.23, 0, 0.01, NAN, 0.5e-2 },
    { "real\t1h 1m 1.23s\nuser\t0m 0.00s\nsys\t0m 0.01s\n", 3661.23, 0, 0.01, NAN, 0.5e-2 },
    { "    1m01.23s real     0m00.00s user     0m00.01s system\n", 61.23, 0, 0.01, NAN, 0.5e-2 },
    { "sleep 1  0.00s user 0.01s system 7% cpu 1:00:01.25 total\n", 3601.25, 0, 0.01, 0.07, 0.5e-2 },
    { "0.002u 0.007s 1:01.23 0.3%\t0+0k 0+0io 0pf+0w\n", 61.23, 0.002, 0.007, 0.003, 0.5e-2 },
    { "0.01user 0.02system 1:01:01.32elapsed 5%CPU (0avgtext+0avgdata 1780maxresident)k\n0inputs+0outputs (0major+100minor)pagefaults 0swaps\n", 3661.32, 0.01, 0.02, 0.05, 0.5e-2 },
    { "Command exited with non-zero status 1\n0.01user 0.02system 0:00.00elapsed ?%CPU (0avgtext+0avgdata 1780maxresident)k\n0inputs+0outputs (0major+100minor)pagefaults 0swaps\n", 0, 0.01, 0.02, NAN, 0.5e-2 },
    { "\tCommand being timed: \"cp a b\"\n\tUser time (seconds): 1.00\n\tSystem time (seconds): 0.02\n\tPercent of CPU this job got: 123%\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 1:00:00\n\tExit status: 0\n", 3600, 1, 0.02, 1.23, 0.5 },
    { "Executed in    1.02 mins      fish           external\n   usr time   42.00 millis  419.00 micros    0.00 millis\n   sys time    2.50 secs     0.00 micros   20.66 millis\n", 61.2, 0.042, 2.5, NAN, 0.3 },
    { "real     1:04.907081203\nuser        0.017403921\nsys         0.704118392\n", 64.907081203, 0.017403921, 0.704118392, NAN, 0.5e-9 },
    { "        2.31 real         0.00 user         0.41 sys\n", 2.31, 0, 0.41, NAN, 0.5e-2 },
    { "\t1h1m4.91s real\t\t0.02s user\t\t0.70s sys\n", 3664.91, 0.02, 0.7, NAN, 0.5e-2 },
    { "real\t0.076\nuser\t0.7271\nsys\t0.14543\n", -INFINITY, -INFINITY, -INFINITY, NAN, 0 },
    { "real 0.094767\nuser 0.004372\nsys 0.017491\n", 0.094767, 0.004372, 0.017491, NAN, 0.5e-6 },
};
/* clang-format on */

static void same(const char *text, double got, double want)
{
    bool equal = isnan(want) ? isnan(got) : isinf(want) ? isinf(got) : fabs(got - want) < 1e-9;
    if (!equal)
        fail_msg("%g, not %g: %s", got, want, text);
}

static void every_form_of_time_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        Document *d = reading(times[i].text);
        if (reading_runs(d, "time") != 1 || d->runs.n != 1)
            fail_msg("%zu runs: %s", d->runs.n, times[i].text);
        Run *run = reading_run(d, "time", 0);
        same(times[i].text, reading_value(run, "real"), times[i].real);
        same(times[i].text, reading_value(run, "user"), times[i].user);
        same(times[i].text, reading_value(run, "sys"), times[i].sys);
        same(times[i].text, reading_value(run, "cpu"), times[i].cpu);
        same(times[i].text, reading_half(run, "real"), times[i].half);
        document_free(d);
    }
}

static void prose_is_no_time(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "The real test took 0m9s and the user was happy.\n",
        "real estate 12\n",
        "real 0m9s later\n",
        "user 12 real 13\n",
        "read 5.00 sys\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Document *d = reading(texts[i]);
        if (d->runs.n)
            fail_msg("taken for time: %s", texts[i]);
        document_free(d);
    }
}

static void a_time_belongs_to_the_dd_above(void **state)
{
    (void)state;
    static const char result[] = "10+0 records in\n10+0 records out\n"
                                 "10485760 bytes (10 MB, 10 MiB) copied, 0.211 s, 49.7 MB/s\n";
    static const char time[] = "\nreal\t0m0.456s\nuser\t0m0.001s\nsys\t0m0.002s\n";
    char text[2000];
    snprintf(text, sizeof text, "$ time dd if=/dev/zero of=/t bs=1M count=10\n%s%s$ time sync\n%s",
             result, time, time);
    Document *d = reading(text);
    assert_near(reading_value(reading_run(d, "dd", 0), "real"), 0.456, 1e-12);
    assert_int_equal(reading_runs(d, "time"), 1);
    document_free(d);
    /* the time of a whole loop is not that of its last turn */
    snprintf(text, sizeof text,
             "$ time for i in 1 2; do dd if=/dev/zero of=/t bs=1M count=10; done\n%s%s", result,
             time);
    d = reading(text);
    assert_true(isnan(reading_value(reading_run(d, "dd", 0), "real")));
    assert_int_equal(reading_runs(d, "time"), 1);
    document_free(d);
}

/* --- hdparm --- */

static void hdparm_gives_a_run_a_device(void **state)
{
    (void)state;
    Document *d = reading(
        "# hdparm -tT /dev/sda /dev/sdb\n\n/dev/sda:\n"
        " Timing buffer-cache reads:   128 MB in  0.48 seconds =266.67 MB/sec\n"
        "HDIO_DRIVE_CMD(identify) failed: Inappropriate ioctl for device\n"
        " Timing buffered disk reads:  64 MB in  2.40 seconds = 26.67 MB/sec\n\n/dev/sdb:\n"
        " Timing buffered disk reads (offset 100 GB): 462 MB in  3.01 seconds = 153.52 MB/sec\n"
        " Timing buffered disk reads: 463 MB in\n3.02 seconds = 153.31 MB/sec\n");
    assert_int_equal(reading_runs(d, "hdparm"), 3);
    Run *a = reading_run(d, "hdparm", 0), *b = reading_run(d, "hdparm", 1);
    assert_fact(a, "device", "/dev/sda");
    assert_fact(b, "device", "/dev/sdb");
    assert_near(reading_value(a, "cached_read.bw.printed"), 266.67 * 1048576, 1e-12);
    assert_near(reading_value(a, "buffered_read.bw.printed"), 26.67 * 1048576, 1e-12);
    assert_near(reading_half(b, "buffered_read.bytes"), 0.5 * 1048576, 1e-12);
    assert_near(reading_value(reading_run(d, "hdparm", 2), "buffered_read.time"), 3.02, 1e-12);
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_may_be_wrapped_and_quoted),
        cmocka_unit_test(results_glued_in_one_line_are_apart),
        cmocka_unit_test(the_inside_of_the_parenthesis_is_no_result),
        cmocka_unit_test(progress_is_no_result),
        cmocka_unit_test(reports_on_a_signal_are_counted),
        cmocka_unit_test(turns_of_a_loop_are_results),
        cmocka_unit_test(a_pipeline_gives_each_dd_its_own_operands),
        cmocka_unit_test(jobs_report_in_any_order),
        cmocka_unit_test(a_command_that_contradicts_is_not_believed),
        cmocka_unit_test(commands_in_quotes_are_seen),
        cmocka_unit_test(errors_are_kept_and_warnings_are_not),
        cmocka_unit_test(records_alone_give_derived_bytes),
        cmocka_unit_test(what_is_cut_is_missing),
        cmocka_unit_test(coarse_figures_repeat_honestly),
        cmocka_unit_test(every_form_of_time_is_read),
        cmocka_unit_test(prose_is_no_time),
        cmocka_unit_test(a_time_belongs_to_the_dd_above),
        cmocka_unit_test(hdparm_gives_a_run_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
