/*
 * Each check has a log that it must speak of and one that it must not. Logs are texts where the
 * reader alone decides, else runs made by hand.
 */
#include "check.h"

#include "analyze/lint_check.h"
#include "ingest/load.h"
#include "ingest/reader.h"
#include "model.h"

typedef struct Case {
    const char *code;
    const char *bad, *good;               /* texts, or "@FILE" of tests/corpus */
    void (*build)(Document *d, bool bad); /* instead of texts */
} Case;

/* --- runs made by hand --- */

static Measure *figure(Run *r, const char *metric, Unit unit, double value)
{
    return model_measure(r, "", metric, unit, unit == UNIT_SECONDS ? BETTER_LOWER : BETTER_HIGHER,
                         value, 0);
}

static Run *dd_run(Document *d, const char *label, double bw)
{
    Run *r = model_run(d, "dd", label, "dd write bs=1M");
    model_fact(r, "", "op", "write");
    figure(r, "bw", UNIT_BYTES_PER_S, bw);
    return r;
}

static void zeros(Document *d, bool bad)
{
    Run *r = dd_run(d, "a", 1e8);
    model_fact(r, "", "source", "zero");
    model_fact(r, "", "fs", bad ? "zfs" : "ext4");
}

static void unequal(Document *d, bool bad)
{
    for (size_t i = 0; i < 2; i++)
        model_fact(dd_run(d, i ? "a" : "b", 1e8), "", "count", i && bad ? "1000" : "20000");
}

static void target(Document *d, bool bad)
{
    for (size_t i = 0; i < 4; i++)
        model_fact(dd_run(d, "a", 1e8), "", "target", (i == 2) & bad ? "/dev/sda" : "/dev/sdl");
}

static void heading(Document *d, bool bad)
{
    dd_run(d, "OviOS Linux", 1e8)->command =
        bad ? "dd if=/dev/zero of=/mnt/centos/f" : "dd of=/mnt/ovios/f";
    dd_run(d, "CentOS 7", 1e8)->command = "dd if=/dev/zero of=/mnt/centos/f";
}

static void slip(Document *d, bool bad)
{
    Measure *m = &dd_run(d, "a", 133e6)->measures.v[0];
    m->raw = "133";
    m->raw_unit = "MB/s";
    m->raw_factor = 1e6;
    Run *said = model_run(d, "stated", "a", "dd write");
    m = figure(said, "bw", UNIT_BYTES_PER_S, bad ? 133e3 : 133e6);
    m->raw = "133";
    m->raw_unit = bad ? "KB/s" : "MB/s";
    m->raw_factor = bad ? 1e3 : 1e6;
}

static void dialects(Document *d, bool bad)
{
    for (size_t i = 0; i < 2; i++) {
        Measure *m = &dd_run(d, i ? "a" : "b", 1e8)->measures.v[0];
        m->raw_unit = "MB/s";
        m->raw_factor = i && bad ? MEBI : MEGA;
    }
}

static void versions(Document *d, bool bad)
{
    dd_run(d, "a", 1e8)->version = "2.0";
    dd_run(d, "b", 1e8)->version = bad ? "3.33" : "2.0";
}

static void tools(Document *d, bool bad)
{
    for (size_t i = 0; i < 4; i++) {
        Run *r = model_run(d, i % 2 && (bad || i < 2) ? "ioping" : "dd", i < 2 ? "a" : "b", "w");
        r->tool = bad ? (i < 2 ? "dd" : "ioping") : (i % 2 ? "dd" : "ioping");
        figure(r, "bw", UNIT_BYTES_PER_S, 1e8 + (double)i);
    }
    model_set(d->runs.v[0], "release", "1");
    model_set(d->runs.v[1], "release", bad ? "2" : "1");
}

static void one_run(Document *d, bool bad)
{
    for (size_t i = 0; i < (bad ? 2u : 6u); i++)
        dd_run(d, i % 2 ? "a" : "b", 1e8 + (double)(i * i) * 1e5);
}

static void within(Document *d, bool bad)
{
    for (size_t i = 0; i < 2; i++) {
        Run *r = model_run(d, "ioping", i ? "a" : "b", "ioping");
        figure(r, "lat.mean", UNIT_SECONDS, 1e-3);
        if (bad)
            figure(r, "lat.sd", UNIT_SECONDS, 1e-4);
    }
}

static void drift(Document *d, bool bad)
{
    static const double rising[] = { 1, 2, 3, 4, 5, 6, 7 }, mixed[] = { 4, 2, 6, 1, 7, 3, 5 };
    for (size_t i = 0; i < 7; i++)
        dd_run(d, "a", 1e8 + 1e5 * (bad ? rising[i] : mixed[i]));
    static const double warm[] = { 10, 1, 1.1, 0.9 };
    for (size_t i = 0; i < 4; i++)
        model_bw(model_run(d, "dd", "b", "read"), bad ? warm[i] : warm[1 + i % 3]);
}

static void mixture(Document *d, bool bad)
{
    Run *r = model_run(d, "ioping", "a", "ioping");
    figure(r, "lat.mean", UNIT_SECONDS, 1e-3);
    figure(r, "lat.sd", UNIT_SECONDS, bad ? 9e-4 : 1e-4);
}

static void bw_samples(Document *d, bool bad)
{
    Run *r = model_run(d, "fio", "a", "fio read");
    model_measure(r, "job0", "read.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, 4e8, 0);
    model_measure(r, "job0", "read.bw_samples.mean", UNIT_BYTES_PER_S, BETTER_HIGHER, 1e8, 0);
    model_fact(r, "job0", "jobs", bad ? "1" : "4"); /* four clones: each gives a quarter */
}

static void claim(Document *d, bool bad)
{
    d->text = bad ? SLICE("As you see openfiler is 4 to 5 times faster than nexenta here.")
                  : SLICE("As you see openfiler is twice as fast as nexenta here.");
    dd_run(d, "openfiler", 2e8);
    dd_run(d, "nexenta", 1e8);
}

static void maximum(Document *d, bool bad)
{
    for (size_t i = 0; i < 2; i++)
        figure(model_run(d, "bonnie++", i ? "a" : "b", "bonnie++"),
               bad ? "seeks.lat.max" : "seeks.rate", bad ? UNIT_SECONDS : UNIT_PER_S, 1);
}

static void halves(Document *d, bool bad)
{
    Run *r = model_run(d, "fio", "a", "fio");
    model_fact(r, "job0", "name", "mix");
    model_fact(r, "job1", "name", bad ? "mix" : "other");
    model_bw(r, 1);
}

static void stated(Document *d, bool bad)
{
    static const double v[] = { 43.1e6, 44.0e6, 43.6e6 };
    for (size_t i = 0; i < 3; i++)
        dd_run(d, "a", v[i]);
    Run *said = model_run(d, "stated", "a", "dd write");
    model_measure(said, "", "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, bad ? 46e6 : 43.6e6, 5e4);
}

static void table_log(Document *d, bool bad)
{
    dd_run(d, "ext4", 1e8);
    Run *t = model_run(d, "table", "", "");
    model_measure(t, "dd write | ext4", "value", UNIT_BYTES_PER_S, BETTER_HIGHER,
                  bad ? 1.5e8 : 1.01e8, 0);
}

/* --- texts --- */

#define WRITE "dd if=/dev/zero of=/mnt/f bs=16k count=16384"
#define DD(command, bytes, seconds, rate)                            \
    "$ " command "\n16384+0 records in\n16384+0 records out\n" bytes \
    " bytes (268 MB) copied, " seconds " s, " rate "\n\n"
#define IOPING(requests, iops, bw, line)                                             \
    "$ ioping -R /mnt\n\n--- /mnt (ext4 /dev/sda1) ioping statistics ---\n" requests \
    " requests completed in 2.94 s, 71.8 MiB read, " iops " iops, " bw               \
    "\ngenerated 18.4 k requests in 3.00 s, 71.8 MiB, 6.13 k iops, 23.9 MiB/s\n"     \
    "min/avg/max/mdev = " line "\n"

static const Case samples[] = {
    { "rate-mismatch", DD(WRITE, "268435456", "2.01766", "183 MB/s"),
      DD(WRITE, "268435456", "2.01766", "133 MB/s"), NULL },
    { "order-min-avg-max",
      IOPING("18.4 k", "6.24 k", "24.4 MiB/s", "512.3 us / 160.3 us / 5.15 ms / 55.3 us"),
      IOPING("18.4 k", "6.24 k", "24.4 MiB/s", "112.3 us / 160.3 us / 5.15 ms / 55.3 us"), NULL },
    { "page-cache",
      DD(WRITE, "268435456", "2.01766", "133 MB/s")
          DD("dd if=/mnt/f of=/dev/null bs=16k", "268435456", "0.0615", "4.4 GB/s"),
      DD(WRITE, "268435456", "2.01766", "133 MB/s") "# echo 3 > /proc/sys/vm/drop_caches\n" DD(
          "dd if=/mnt/f of=/dev/null bs=16k", "268435456", "0.0615", "4.4 GB/s"),
      NULL },
    { "not-synced", DD(WRITE, "268435456", "2.01766", "133 MB/s"),
      DD(WRITE " conv=fdatasync", "268435456", "2.01766", "133 MB/s"), NULL },
    { "zeros-compressed", NULL, NULL, zeros },
    { "source-bound",
      DD("dd if=/dev/urandom of=/mnt/f bs=16k count=16384", "268435456", "2.01766", "133 MB/s"),
      DD(WRITE, "268435456", "2.01766", "133 MB/s"), NULL },
    { "unequal-sides", NULL, NULL, unequal },
    { "other-target", NULL, NULL, target },
    { "heading-vs-command", NULL, NULL, heading },
    { "unit-slip", NULL, NULL, slip },
    { "mb-dialects", NULL, NULL, dialects },
    { "iops-vs-bw",
      "4 KiB from /mnt (ext4 /dev/sda1): request=1 time=160.3 us\n\n"
      "--- /mnt (ext4 /dev/sda1) ioping statistics ---\n"
      "18.4 k requests completed in 2.94 s, 6.24 k iops, 44.4 MiB/s\n"
      "min/avg/max/mdev = 112.3 us / 160.3 us / 5.15 ms / 55.3 us\n",
      "4 KiB from /mnt (ext4 /dev/sda1): request=1 time=160.3 us\n\n"
      "--- /mnt (ext4 /dev/sda1) ioping statistics ---\n"
      "18.4 k requests completed in 2.94 s, 6.24 k iops, 24.4 MiB/s\n"
      "min/avg/max/mdev = 112.3 us / 160.3 us / 5.15 ms / 55.3 us\n",
      NULL },
    { "tool-version-differs", NULL, NULL, versions },
    { "other-tool", NULL, NULL, tools },
    { "one-run", NULL, NULL, one_run },
    { "spread-within-run", NULL, NULL, within },
    { "few-samples", IOPING("5", "6.24 k", "24.4 MiB/s", "112.3 us / 160.3 us / 5.15 ms / 55.3 us"),
      IOPING("18.4 k", "6.24 k", "24.4 MiB/s", "112.3 us / 160.3 us / 5.15 ms / 55.3 us"), NULL },
    { "drift", NULL, NULL, drift },
    { "mixture", NULL, NULL, mixture },
    { "bw-samples-vs-bw", NULL, NULL, bw_samples },
    { "gtod-reduce", "@fio/2.0.13-randrw-gtod.txt", "@fio/2.1.3-randread-group.txt", NULL },
    { "claim-vs-figures", NULL, NULL, claim },
    { "max-as-result", NULL, NULL, maximum },
    { "parallel-halves", NULL, NULL, halves },
    { "stated-mean", NULL, NULL, stated },
    { "failed-run", "@dd/gnu91-enospc.txt", "@dd/gnu91-loop5-time.txt", NULL },
    { "rate-limited", "@fio/2.1.11-rate-Bs.txt", "@fio/2.1.3-randread-group.txt", NULL },
    { "table-vs-log", NULL, NULL, table_log },
    /* given by readers */
    { "duplicate-block",
      IOPING("18.4 k", "6.24 k", "24.4 MiB/s", "112.3 us / 160.3 us / 5.15 ms / 55.3 us")
          IOPING("18.4 k", "6.24 k", "24.4 MiB/s", "112.3 us / 160.3 us / 5.15 ms / 55.3 us"),
      "@dd/gnu91-loop5-time.txt", NULL },
    { "unit-pair-mismatch", "@fio/3.1-randrw-2jobs.txt", "@fio/2.1.3-randread-group.txt", NULL },
    { "progress-line",
      "job1: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
      "ioengine=libaio, iodepth=4\nfio-3.33\nStarting 1 process\n"
      "Jobs: 1 (f=1): [R(1)][50.0%][r=123MiB/s][r=31.5k IOPS][eta 00m:05s]\n",
      "@dd/gnu91-loop5-time.txt", NULL },
    { "bonnie.text_file_rates_untrusted", "@bonnie/14_2.00a_text_only_before_after.txt",
      "@bonnie/03_1.03d_text_only.txt", NULL },
    { "dtrace.snapshots_look_cumulative", "@dtrace/11_cpu_id_rows_and_ticks.txt",
      "@dtrace/01_nfs_ops_headings.txt", NULL },
};

/* --- */

static Document *open_text(const char *text)
{
    Document *d;
    Error err = { 0 };
    if (text[0] == '@') {
        char path[256];
        snprintf(path, sizeof path, "tests/corpus/%s", text + 1);
        if (!load_file(path, 0, &d, &err))
            fail_msg("%s", err.text);
    } else {
        d = document_new("sample.txt", 0);
        d->bytes = slice_of(text);
    }
    if (!reader_read(d, NULL, &err))
        fail_msg("%s", err.text);
    return d;
}

static Table *lint(Document *d, bool all)
{
    TableOptions options = { .all_cautions = all };
    Table *t;
    Error err = { 0 };
    if (!table_compare(d->arena, (const Run *const *)d->runs.v, d->runs.n, &options, &t, &err))
        fail_msg("%s", err.text);
    return t;
}

static bool says(Document *d, const char *code)
{
    Table *t = lint(d, true);
    if (d->runs.n == 0)
        lint_notes(d->arena, d, true, &t->cautions);
    for (size_t i = 0; i < t->cautions.n; i++)
        if (strcmp(t->cautions.v[i].code, code) == 0) {
            assert_non_null(t->cautions.v[i].info);
            assert_true(t->cautions.v[i].message[0]);
            return true;
        }
    return false;
}

static Document *open_sample(const Case *s, bool bad)
{
    if (!s->build)
        return open_text(bad ? s->bad : s->good);
    Document *d = document_new("sample.txt", 0);
    s->build(d, bad);
    return d;
}

static void every_check_speaks_of_its_sample_and_of_no_good_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (int bad = 0; bad < 2; bad++) {
            Document *d = open_sample(&samples[i], bad);
            if (says(d, samples[i].code) != bad)
                fail_msg("%s %s its %s sample", samples[i].code,
                         bad ? "does not see" : "complains of", bad ? "bad" : "good");
            document_free(d);
        }
}

static void every_check_has_a_sample_and_a_text(void **state)
{
    (void)state;
    size_t n;
    const LintCheck *checks = lint_checks(&n);
    for (size_t i = 0; i < n; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof samples / sizeof *samples; k++)
            found = found || strcmp(samples[k].code, checks[i].code) == 0;
        if (!found)
            fail_msg("check %s has no samples", checks[i].code);
        assert_non_null(code_find(checks[i].code));
        assert_true(checks[i].on_run || checks[i].on_document || checks[i].on_table);
    }
}

static void suggestions_come_only_when_asked_for(void **state)
{
    (void)state;
    Document *d = document_new("sample.txt", 0);
    mixture(d, true);
    Table *t = lint(d, false);
    for (size_t i = 0; i < t->cautions.n; i++)
        assert_string_not_equal(t->cautions.v[i].code, "mixture");
    document_free(d);
}

/*
 * Logs without fault: what may be said of them is listed, everything else is a false alarm. That
 * sides are single or unequal is no fault of a log.
 */
static void clean_logs_give_no_false_alarm(void **state)
{
    (void)state;
    static const struct {
        const char *file, *allowed;
    } clean[] = {
        { "@dd/gnu84-layout-no-iec.txt", "" },
        { "@dd/gnu91-loop5-time.txt", "not-synced" },
        { "@dd/gnu91-write-read-time-bash.txt", "" },
        { "@dd/openbsd.txt", "not-synced" },
        { "@dd/toybox-android.txt", "not-synced" },
        { "@dd/uutils-0017-zero-seconds.txt", "not-synced" },
        { "@dd/locale-uk-number-second.txt", "" },
        { "@dd/busybox-three-lines.txt", "not-synced" },
        { "@fio/2.1.3-randread-group.txt", "few-samples,spread-within-run" },
        { "@fio/2.2.10-multi.txt", "few-samples,spread-within-run" },
        { "@fio/3.28-randrw-group.txt", "few-samples,spread-within-run" },
        { "@fio/3.33-kb1000-unit1.txt", "few-samples,spread-within-run" },
        { "@bonnie/01_classic_bonnie1.txt", "" },
        { "@bonnie/03_1.03d_text_only.txt", "" },
        { "@bonnie/19_csv_many_runs.csv", "" },
        { "@ioping/v0.4-dir-c6.txt", "few-samples,spread-within-run" },
        { "@ioping/v0.8-R-and-RL.txt", "spread-within-run" },
        { "@ioping/v1.3-R-and-RL.txt", "spread-within-run" },
        { "@dtrace/01_nfs_ops_headings.txt", "" },
        { "@tables/01_free_aligned_durations.txt", "" },
        { "@pastes/container-mounts-dd.txt", "not-synced" },
    };
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++) {
        Document *d = open_text(clean[i].file);
        Table *t = lint(d, false);
        for (size_t k = 0; k < t->cautions.n; k++) {
            const Caution *c = &t->cautions.v[k];
            if (!lint_in_list(clean[i].allowed, c->code) && c->severity != SEVERITY_INFO &&
                strcmp(c->code, "unequal-sides") != 0 && strcmp(c->code, "one-run") != 0)
                fail_msg("%s: %s line %u: %s", clean[i].file, c->code, c->line, c->message);
        }
        document_free(d);
    }
}

static void cautions_are_ordered_and_come_once(void **state)
{
    (void)state;
    Document *d = open_text("@dd/gnu91-small-sizes.txt");
    Table *t = lint(d, true);
    for (size_t i = 1; i < t->cautions.n; i++) {
        const Caution *a = &t->cautions.v[i - 1], *b = &t->cautions.v[i];
        assert_true(a->severity >= b->severity);
        assert_false(a->line && a->line == b->line && strcmp(a->code, b->code) == 0 &&
                     strcmp(a->message, b->message) == 0);
    }
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_check_speaks_of_its_sample_and_of_no_good_one),
        cmocka_unit_test(every_check_has_a_sample_and_a_text),
        cmocka_unit_test(suggestions_come_only_when_asked_for),
        cmocka_unit_test(clean_logs_give_no_false_alarm),
        cmocka_unit_test(cautions_are_ordered_and_come_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
