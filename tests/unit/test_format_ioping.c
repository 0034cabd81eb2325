/* ioping 0.4 to 1.3: figures, their error, targets, directions, damage. */
#include "reading.h"

#include "ingest/ioping_line.h"

static const Series *series(const Run *run)
{
    return run && run->series.n ? &run->series.v[0] : NULL;
}

static void figures_know_how_far_they_were_cut(void **state)
{
    (void)state;
    Document *d =
        reading("--- /dev/sdb (device 50.0 GiB) ioping statistics ---\n" /* 0.8: us */
                "512 requests completed in 3.0 s, 171 iops, 42.8 MiB/s\n"
                "min/avg/max/mdev = 347 us / 609 us / 10.6 ms / 733 us\n"
                "--- /mnt (ext4 /dev/sda1) ioping statistics ---\n" /* 1.0: ns */
                "18.4 k requests completed in 2.94 s, 71.8 MiB read, 6.24 k iops, 24.4 MiB/s\n"
                "generated 18.4 k requests in 3.00 s, 72 MiB, 319 iops, 512 B/s\n"
                "min/avg/max/mdev = 873 ns / 160.3 us / 5 ms / 55.3 us\n"
                "--- /mnt ioping statistics ---\n4 requests completed in 602.4 ms\n" /* 0.4 */
                "min/avg/max/mdev = 0.0/0.4/0.5/0.1 ms\n");
    assert_int_equal(reading_runs(d, "ioping"), 3);
    Run *a = reading_run(d, "ioping", 0), *b = reading_run(d, "ioping", 1);
    Run *c = reading_run(d, "ioping", 2);
    assert_near(reading_half(a, "requests"), 0, 0);
    assert_near(reading_half(a, "iops"), 1, 1e-9);
    assert_near(reading_half(a, "lat.mean"), 1e-6, 1e-9);
    assert_near(reading_half(a, "lat.max"), 0.05e-3, 1e-9);
    assert_near(reading_value(a, "time"), 3, 1e-12);
    assert_fact(a, "device_size", "53687091200");
    assert_no_fact(a, "fs");
    assert_near(reading_half(b, "requests"), 50, 1e-9);
    assert_near(reading_value(b, "time.io"), 2.94, 1e-12);
    assert_near(reading_value(b, "time"), 3, 1e-12);
    assert_near(reading_half(b, "iops"), 5, 1e-9);
    assert_near(reading_half(b, "generated.iops"), 1, 1e-9);
    assert_near(reading_half(b, "generated.bw"), 1, 1e-9);
    assert_near(reading_half(b, "generated.bytes"), 0, 0);
    assert_near(reading_half(b, "lat.min"), 1e-9, 1e-9);
    assert_near(reading_half(b, "lat.max"), 1e-9, 1e-9);
    assert_near(reading_half(b, "lat.mean"), 0.05e-6, 1e-9);
    assert_near(reading_value(c, "lat.min"), 0, 0);
    assert_near(reading_half(c, "lat.min"), 0.05e-3, 1e-9);
    assert_true(isnan(reading_value(c, "iops")));
    document_free(d);
}

typedef struct TargetCase {
    const char *text, *path, *fs, *device;
    double size;
} TargetCase;

static void targets_may_hold_anything(void **state)
{
    (void)state;
    static const TargetCase cases[] = {
        { "--- /mnt/my data (old)/x (ext4 /dev/sda1 238.4 GiB) ioping statistics ---",
          "/mnt/my data (old)/x", "ext4", "/dev/sda1", 238.4 * 1073741824 },
        { "--- . (nfs4 10.0.0.1:/export/a) ioping statistics ---", ".", "nfs4",
          "10.0.0.1:/export/a", -1 },
        { "--- /x (nfs4 h:/a b 926.4 GiB) ioping statistics ---", "/x", "nfs4", "h:/a b",
          926.4 * 1073741824 },
        { "--- /t (tmpfs tmpfs 23.5 GiB) ioping statistics ---", "/t", "tmpfs", "tmpfs",
          23.5 * 1073741824 },
        { "--- /dev/sdb (device 0.1 Gb) ioping statistics ---", "/dev/sdb", "", "",
          0.1 * 1073741824 },
        { "--- /dev/sdb (block device 64 MiB) ioping statistics ---", "/dev/sdb", "", "",
          67108864 },
        { "--- /dev/rd0 (character device 64 MiB) ioping statistics ---", "/dev/rd0", "", "",
          67108864 },
        { "--- /mnt ioping statistics ---", "/mnt", "", "", -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const TargetCase *c = &cases[i];
        IopingPart p;
        assert_true(ioping_part_next(slice_of(c->text), 0, &p));
        assert_int_equal(p.kind, IOPING_HEAD);
        const IopingTarget *t = &p.u.head;
        if (!slice_is(t->path, c->path) || !slice_is(t->fs, c->fs) ||
            !slice_is(t->device, c->device) || t->size.has != (c->size >= 0))
            fail_msg("%s: '%.*s' '%.*s' '%.*s'", c->text, SLICE_ARG(t->path), SLICE_ARG(t->fs),
                     SLICE_ARG(t->device));
        if (c->size >= 0)
            assert_near(t->size.n.value * t->size.factor, c->size, 1e-12);
    }
}

static void a_wrapped_and_elided_run_is_one(void **state)
{
    (void)state;
    Document *d = reading(
        "> 4 KiB <<< /mnt/x (ext4 /dev/sda1\n> 238.4 GiB): request=11 time=237.2 us (warmup)\n"
        "> 4 KiB <<< /mnt/x (ext4 /dev/sda1 238.4 GiB):\n> request=12 time=200.0 us\n> [...]\n"
        "> 4 KiB <<< /mnt/x (ext4 /dev/sda1 238.4 GiB): request=99 time=1 min (too slow)\n> ^C\n"
        "> --- /mnt/x (ext4 /dev/sda1 238.4 GiB) ioping\n> statistics ---\n"
        "> 98 requests completed in 19.9 ms, 392 KiB read, 4.92 k\n> iops, 19.2 MiB/s\n"
        "> 1 too slow, generated 99 requests in 1.63 min, 396 KiB, 1 iops,\n> 4.04 KiB/s\n"
        "> min/avg/max/mdev = 150.9 us / 203.2 us / 331.9 us /\n> 78.7 us\n");
    assert_int_equal(reading_runs(d, "ioping"), 1);
    Run *run = reading_run(d, "ioping", 0);
    const Series *s = series(run);
    assert_non_null(s);
    assert_int_equal(s->n, 3);
    assert_int_equal(s->number[0], 11);
    assert_int_equal(s->number[2], 99);
    assert_int_equal(s->excluded[0], 1);
    assert_int_equal(s->excluded[1], 0);
    assert_int_equal(s->excluded[2], 1);
    assert_near(s->value[2], 60, 1e-12);
    assert_near(reading_value(run, "iops"), 4920, 1e-12);
    assert_near(reading_value(run, "too_slow"), 1, 1e-12);
    assert_near(reading_value(run, "generated.bw"), 4.04 * 1024, 1e-12);
    assert_near(reading_value(run, "lat.sd"), 78.7e-6, 1e-12);
    assert_near(reading_value(run, "time"), 97.8, 1e-12);
    document_free(d);
}

static void whole_pages_may_stand_in_one_line(void **state)
{
    (void)state;
    Document *d = reading(
        "--- /a (block device 5.51 GiB) ioping statistics --- 4 requests completed in 3.05 s, 75 "
        "iops, "
        "302.0 KiB/s min/avg/max/mdev = 7.72 ms / 13.2 ms / 20.1 ms / 4.77 ms --- /b (block device "
        "5.51 GiB) ioping statistics --- 4 requests completed in 3.06 s, 76 iops, 304.0 KiB/s "
        "min/avg/max/mdev = 7.72 ms / 13.1 ms / 20.1 ms / 4.77 ms\n");
    assert_int_equal(reading_runs(d, "ioping"), 2);
    assert_fact(reading_run(d, "ioping", 1), "target", "/b");
    assert_near(reading_value(reading_run(d, "ioping", 1), "lat.mean"), 0.0131, 1e-12);
    document_free(d);
}

static void options_that_make_another_test_are_the_mode(void **state)
{
    (void)state;
    static const struct {
        const char *command, *flags, *mode, *op;
    } cases[] = {
        { "ioping -qRLD /t", "-qRLD", "-DLR", "read" },
        { "ioping -c10 -WWW -s512 /t", "-c10 -WWW -s512", "-W -s 512", "write" },
        { "ioping -rapid -linear -size 256k /t", "-rapid -linear -size 256k", "-LR -s 262144",
          "read" },
        { "ioping --direct --size=4k --interval=0 /t", "--direct --size=4k --interval=0", "-D -i 0",
          "read" },
        { "ioping -G -S 1g /t -c 5", "-G -S 1g -c 5", "-G -S 1g", "mixed" },
        { "ioping -I -J -b 2 -k -P 1s /t", "-I -J -b 2 -k -P 1s", NULL, "read" },
        { "ioping \xe2\x80\x93R /t", "-R", "-R", "read" },
        { "ioping /t", "", NULL, "read" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "[u@h ~]$ %s\n--- /t (ext4 /dev/sda1) ioping statistics ---\n"
                 "4 requests completed in 3.0 s, 171 iops, 42.8 MiB/s\n"
                 "min/avg/max/mdev = 347 us / 609 us / 10.6 ms / 733 us\n",
                 cases[i].command);
        Document *d = reading(text);
        Run *run = reading_run(d, "ioping", 0);
        assert_fact(run, "flags", cases[i].flags);
        assert_fact(run, "op", cases[i].op);
        if (cases[i].mode)
            assert_fact(run, "mode", cases[i].mode);
        else
            assert_no_fact(run, "mode");
        document_free(d);
    }
}

static void several_commands_in_one_line_are_told_apart(void **state)
{
    (void)state;
    Document *d = reading("$ ioping -R /a; ioping -RL /b\n"
                          "--- /a (ext4 /dev/sda1) ioping statistics ---\n4 requests completed in "
                          "3.0 s, 171 iops, 42.8 MiB/s\n"
                          "min/avg/max/mdev = 347 us / 609 us / 10.6 ms / 733 us\n"
                          "--- /b (ext4 /dev/sda1) ioping statistics ---\n4 requests completed in "
                          "3.0 s, 172 iops, 42.9 MiB/s\n"
                          "min/avg/max/mdev = 347 us / 609 us / 10.7 ms / 733 us\n"
                          "--- /c (ext4 /dev/sda1) ioping statistics ---\n4 requests completed in "
                          "3.0 s, 173 iops, 42.9 MiB/s\n"
                          "min/avg/max/mdev = 347 us / 609 us / 10.8 ms / 733 us\n");
    assert_fact(reading_run(d, "ioping", 0), "flags", "-R");
    assert_fact(reading_run(d, "ioping", 1), "flags", "-RL");
    assert_string_equal(reading_run(d, "ioping", 2)->command, "");
    document_free(d);
}

static void ping_is_another_program(void **state)
{
    (void)state;
    Document *d = reading(
        "64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.045 ms\n--- host ping statistics ---\n"
        "2 packets transmitted, 2 received, 0% packet loss, time 1001ms\n"
        "rtt min/avg/max/mdev = 0.045/0.051/0.058/0.006 ms\n");
    assert_int_equal(d->runs.n, 0);
    document_free(d);
}

static void a_failed_request_is_said(void **state)
{
    (void)state;
    Document *d = reading("$ ioping -c 10 /dev/sdx\nioping: request failed: Invalid argument\n");
    assert_int_equal(d->runs.n, 0);
    assert_true(reading_noted(d, "failed-run"));
    document_free(d);
}

static void raw_rows_need_proof(void **state)
{
    (void)state;
    Document *d = reading("$ ioping -q -P 1s /t\n10 3097 3229 13225702 211 310 351 39\n10 3100 "
                          "3225 13209600 211 310 351 39\n");
    Run *run = reading_run(d, "ioping", 0);
    assert_int_equal(reading_runs(d, "ioping"), 1);
    const Measure *m = run_measure(run, "period2", "time.io");
    assert_non_null(m);
    assert_near(m->value, 3100e-6, 1e-12);
    document_free(d);
    d = reading(
        "9 2812520 3200 13107107 299909 312502 344242 13696 10 450599028\n"); /* no command, but it
                                                                                 adds up */
    assert_near(reading_value(reading_run(d, "ioping", 0), "lat.mean"), 312502e-9, 1e-12);
    document_free(d);
    d = reading("1 2 3 4\n1 2 3 4 5 6 7 8\n");
    assert_int_equal(reading_runs(d, "ioping"), 0);
    document_free(d);
}

static void cut_json_keeps_what_is_whole(void **state)
{
    (void)state;
    Document *d = reading(
        "$ ioping -J -c 4 /mnt\n[{\n  \"timestamp\": 1796024818.077342,\n  \"target\": {\n    "
        "\"path\": \"/mnt\",\n"
        "    \"fstype\": \"ext4\",\n    \"device\": \"/dev/sda1\",\n    \"device_size\": "
        "255950000128\n  },\n"
        "  \"io\": {\n    \"request\": 1,\n    \"operation\": \"write\",\n    \"size\": 4096,\n"
        "    \"time\": 177767,\n    \"ignored\": true\n  }\n},{\n  \"timestamp\": "
        "1796024818.127685,\n  \"tar");
    Run *run = reading_run(d, "ioping", 0);
    assert_int_equal(run->state, RUN_PARTIAL);
    assert_fact(run, "op", "write");
    assert_fact(run, "warmup", "1");
    assert_string_equal(run->time, "2026-11-30T07:46:58Z");
    assert_near(series(run)->value[0], 177767e-9, 1e-12);
    assert_true(reading_noted(d, "truncated"));
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_know_how_far_they_were_cut),
        cmocka_unit_test(targets_may_hold_anything),
        cmocka_unit_test(a_wrapped_and_elided_run_is_one),
        cmocka_unit_test(whole_pages_may_stand_in_one_line),
        cmocka_unit_test(options_that_make_another_test_are_the_mode),
        cmocka_unit_test(several_commands_in_one_line_are_told_apart),
        cmocka_unit_test(ping_is_another_program),
        cmocka_unit_test(a_failed_request_is_said),
        cmocka_unit_test(raw_rows_need_proof),
        cmocka_unit_test(cut_json_keeps_what_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
