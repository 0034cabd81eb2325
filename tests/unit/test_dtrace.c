/* Layouts of the dtrace family beside those of the corpus; expected values worked out by hand. */
#include "check.h"

#include <string.h>

#include "ingest/dtrace.h"

static Document *read_text(const char *text)
{
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

/* A figure of run number `run` (from 1); NAN when it is not there. */
static double value(const Document *d, size_t run, const char *scope, const char *metric)
{
    if (run > d->runs.n)
        return NAN;
    const Measure *m = run_measure(d->runs.v[run - 1], scope, metric);
    return m && !m->missing ? m->value : NAN;
}

static size_t notes(const Document *d, const char *code)
{
    size_t n = 0;
    for (size_t i = 0; i < d->notes.n; i++)
        n += strcmp(d->notes.v[i].code, code) == 0;
    return n;
}

#define DIST "           value  ------------- Distribution ------------- count    \n"

typedef struct Case {
    const char *what, *text;
    size_t run, runs;
    const char *scope, *metric;
    double want;
} Case;

/* clang-format off */
static const Case cases[] = {
    { "collapsed blanks keep one key",
      "dtrace: script './x.d' matched 1 probe\n^C\n\nsoftnpu ingress_accepted 22291\np4rs miss 5\n",
      1, 1, "softnpu ingress_accepted", "agg1", 22291 },
    { "three keys, one of them a number",
      "dtrace: script './x.d' matched 1 probe\n\n"
      "  nfsd                                                     12  read                   7\n",
      1, 1, "nfsd,12,read", "agg1", 7 },
    { "^C is glued to a heading",
      "dtrace: script './x.d' matched 1 probe\n^CReads (count)\n  nfsd    12\n",
      1, 1, "nfsd", "reads", 12 },
    { "two unnamed tables",
      "dtrace: script './x.d' matched 1 probe\n^C\n\n  cat    4\n  sed    9\n\n  cat    40\n",
      1, 1, "cat", "agg2", 40 },
    { "a range that lost a digit gives no percentiles",
      "     msecs               : count     distribution\n"
      "         8 -> 15         : 17       |*****************    |\n"
      "        39 -> 31         : 33       |******************** |\n",
      1, 1, "", "msecs.hist.p50", NAN },
    { "a number alone is a scalar",
      "dtrace: script './x.d' matched 1 probe\n^C\n\n             2314\n", 1, 1, "", "agg1", 2314 },
    { "quoted, with a histogram of microseconds",
      "> NFS latency (us):\n>   read\n> " DIST
      ">               16 |                                         0\n"
      ">               32 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3\n"
      ">               64 |                                         0\n",
      1, 1, "read", "nfs_latency.hist.p99.hi", 64e-6 },
    { "UTF-8 bars",
      DIST "              32 |\xe2\x96\x88\xe2\x96\x88\xe2\x96\x8c                                  3\n"
      "              64 |\xe2\x96\x88                                        1\n",
      1, 1, "", "agg1.hist.n", 4 },
    { "bars without blanks before the count",
      DIST "              32 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 123456789\n",
      1, 1, "", "agg1.hist.n", 123456789 },
    { "negative counts are no rank",
      DIST "              32 @@@@@@@@|                                -5\n"
      "              64         |                                0\n", 1, 1, "", "agg1.hist.n", -5 },
    { "quantize: -1 is exactly -1",
      DIST "              -1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 4\n"
      "               0 |                                         0\n", 1, 1, "", "agg1.hist.max.hi", 0 },
    { "quantize: -8 is -15 .. -8",
      DIST "              -8 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 4\n"
      "              -4 |                                         0\n", 1, 1, "", "agg1.hist.min.lo", -15 },
    { "lquantize with rows of zero cut away keeps its step",
      DIST "              10 |@@@@@@@@@@                               10\n"
      "              30 |@@@@@@@@@@                               10\n"
      "              40 |@@@@@@@@@@                               10\n"
      "              50 |@@@@@@@@@@                               10\n", 1, 1, "", "agg1.hist.p50.hi", 40 },
    { "lquantize below its range",
      DIST "             < 0 |@@@@@@@@@@@@@@@@@@@@                     2\n"
      "               0 |@@@@@@@@@@@@@@@@@@@@                     2\n"
      "               5 |                                         0\n", 1, 1, "", "agg1.hist.min.lo", -INFINITY },
    { "lquantize, open end, in the first column",
      DIST "< 0 |                                         0\n0 |@@@                                     1\n"
      "10 |@                                       1\n>= 20 |@@                                      8\n",
      1, 1, "", "agg1.hist.p90.lo", 20 },
    { "llquantize: the width grows",
      DIST "             900 |@@                                       1\n"
      "            1000 |@@@@@@@@@@@@@@@@@@@@                     9\n"
      "            2000 |                                         0\n", 1, 1, "", "agg1.hist.p50.hi", 2000 },
    { "llquantize: the negative side mirrors (Oracle 2.x)",
      DIST "           <= -3000 |                                         0\n"
      "           -2000 |@@@@@@@@@@@@@@@@@@@@                     9\n"
      "           -1000 |                                         0\n"
      "             -900 |                                         0\n", 1, 1, "", "agg1.hist.min.lo", -2999 },
    { "agghist: a count a key",
      "dtrace: script './x.d' matched 1 probe\n"
      "             key  ------------- Distribution ------------- count    \n"
      "            sshd |@@@@@@@@                                 12\n", 1, 1, "sshd", "agg1", 12 },
    { "aggpack: only the count",
      "             key  min .------------------. max    | count\n"
      "            sshd     1 :   x  _X        : 32768  | 12\n", 1, 1, "sshd", "agg1.hist.n", 12 },
    { "columns after collapsed blanks",
      "OP COUNT AVG(us) MAX(us)\nread 1820 41 90112\n", 1, 1, "read", "max", 0.090112 },
    { "columns below a heading",
      "dtrace: script './x.d' matched 1 probe\n^C\nNFS ops\nOP        COUNT      AVG(ns)\nread       12     3000\n",
      1, 1, "read", "nfs_ops.avg", 3e-6 },
    { "a heading without a banner, underlined, with a unit",
      "NFS v3 Ops average RESPONSE time (usec)\n=====================\nRFS3_GETATTR    39\nRFS3_LOOKUP     46\n",
      1, 1, "RFS3_LOOKUP", "nfs_v3_ops_average_response_time", 46e-6 },
    { "a repeated heading is the next snapshot",
      "dtrace: script './x.d' matched 1 probe\nReads (count)\n  nfsd    12\n\nReads (count)\n  nfsd    9\n",
      2, 2, "nfsd", "reads", 9 },
    { "timestamps part snapshots",
      "dtrace: script './x.d' matched 1 probe\n2019 Sep 19 07:48:54\nReads (count)\n  nfsd    12\n"
      "2019 Sep 19 07:48:55\nReads (count)\n  nfsd    9\n", 2, 2, "nfsd", "reads", 9 },
    { "iosnoop -o in another order of columns",
      "DTIME(us)   UID   PID D    BLOCK   SIZE       COMM PATHNAME\n"
      "100 0 3 W 827818 8192 fsflush /var/adm/some messages\n300 0 3 W 827819 512 fsflush <none>\n",
      1, 1, "W", "iosnoop.delta.mean", 200e-6 },
    { "iosnoop -v: a date in front",
      "STRTIME              DEVICE  MAJ MIN   UID   PID D    BLOCK   SIZE       COMM PATHNAME\n"
      "2005 Jul 16 00:32:07 cmdk0   102   0     0     3 W   827818   8192    fsflush /var/adm/messages\n",
      1, 1, "W", "iosnoop.bytes", 8192 },
    { "rwsnoop",
      "  UID    PID CMD          D   BYTES FILE\n  100  20334 sshd         R      52 <unknown>\n"
      "  100  20334 sshd         R      48 <unknown>\n", 1, 1, "R", "rwsnoop.bytes", 100 },
    { "biosnoop in milliseconds",
      "TIME(s)        COMM           PID    DISK    T  SECTOR    BYTES   LAT(ms)\n"
      "0.000004001    supervise      1950   xvda1   W  13092560  4096       0.74\n", 1, 1, "W", "biosnoop.delta.max", 0.00074 },
    { "iotop -o",
      "  UID    PID   PPID CMD              DEVICE  MAJ MIN D         DISKTIME\n"
      "    0      3      0 fsflush          cmdk0   102   4 W              512\n", 1, 1, "fsflush,cmdk0,W", "iotop.disktime", 512e-6 },
    { "bpftrace before 2019: an inclusive pair",
      "Attaching 1 probe...\n^C\n\n@us: \n[0, 1]                 7 |@@@@@@@@@@|\n[2, 4)                 3 |@@@       |\n[1k, 2k)               1 |@         |\n",
      1, 1, "", "us.hist.p50.hi", 2e-6 },
    { "bpftrace: suffix k of old versions",
      "Attaching 1 probe...\n^C\n\n@us: \n[0, 1]                 0 |          |\n[1k, 2k)               1 |@         |\n",
      1, 1, "", "us.hist.max.hi", 2048e-6 },
    { "bpftrace without a banner, negative and single buckets",
      "@diff:\n[-4, -2)               2 |@@@@      |\n[0]                    5 |@@@@@@@@@@|\n", 1, 1, "", "diff.hist.p90.hi", 1 },
    { "bpftrace: a map printed again is the next snapshot",
      "Attached 2 probes\n@x_bytes[nfsd]: 5\n@x_bytes[tar]: 6\n@x_bytes[nfsd]: 3\n", 2, 2, "nfsd", "x_bytes", 3 },
    { "bpftrace: the first frame names a stack",
      "Attached 2 probes\n@[\n    vfs_read+1\n    ksys_read+95\n]: 12\n"
      "@us[dd, \n    vfs_write+1\n    ksys_write+95\n, 7]: 5\n", 1, 1, "dd,vfs_write+1,7", "us", 5e-6 },
    { "bpftrace: a histogram of a stack, and numbers alone behind it",
      "@us[\n    vfs_read+1\n]: \n[4, 8)                 2 |@@@@@@@@@@|\n@tot_ms: 12\n",
      1, 1, "", "tot_ms", 0.012 },
    { "bpftrace without a banner: numbers alone, one beside the other",
      "@reads: 120\n\n@writes: 33\n", 1, 1, "", "reads", 120 },
    { "rwsnoop: blanks in the command and in the file",
      "  UID    PID CMD          D   BYTES FILE\n  100  20334 sshd         R      52 <unknown>\n"
      "    0  20320 tar cf x     W   10240 /tmp/a b\n", 1, 1, "W", "rwsnoop.bytes", 10240 },
    { "ext4slower: dd below its time is no command",
      "TIME     COMM           PID    T BYTES   OFF_KB   LAT(ms) FILENAME\n"
      "06:55:09 dd             25005  W 131072  5120        11.37 a.bin\n"
      "06:55:10 dd             25005  W 65536   0           25.02 a.bin\n", 1, 1, "W", "fsslower.bytes", 196608 },
    { "biosnoop.bt: no direction",
      "TIME(ms)     DISK             COMM             PID    LAT(ms)\n"
      "611          nvme0n1          bash             4179         3\n"
      "617          nvme0n1          node exporter    4179        11\n", 1, 1, "", "biosnoop.delta.mean", 0.007 },
    { "seconds with a letter in front",
      "dtrace: script './vop.d' matched 3 probes\n^C\n  VOP Time (mSeconds)\n"
      "  /export/a                                                           921\n", 1, 1, "/export/a", "vop_time", 0.921 },
    { "bpftrace: unnamed map", "Attaching 1 probe...\n^C\n\n@[bash]: 12\n@[sh]: 7\n", 1, 1, "sh", "agg1", 7 },
    { "bpftrace JSON: avg() is one number, a tuple is none",
      "{\"type\": \"stats\", \"data\": {\"@a_us\": 3}}\n{\"type\": \"map\", \"data\": {\"@t\": [1,2]}}\n"
      "{\"type\": \"stats\", \"data\": {\"@b_us\": {\"dd\": 4}}}\n", 1, 1, "dd", "b_us", 4e-6 },
    { "bpftrace JSON: keyed histogram",
      "{\"type\": \"attached_probes\", \"data\": {\"probes\": 1}}\n"
      "{\"type\": \"hist\", \"data\": {\"@us\": {\"a,b\": [{\"min\": 2, \"max\": 3, \"count\": 1}, {\"min\": 4, \"max\": 7, \"count\": 9}]}}}\n",
      1, 1, "a,b", "us.hist.p50.lo", 4e-6 },
    { "bpftrace JSON: open ends of lhist",
      "{\"type\": \"lhist\", \"data\": {\"@ms\": [{\"max\": -1, \"count\": 1}, {\"min\": 0, \"max\": 9, \"count\": 2}, {\"min\": 10, \"count\": 3}]}}\n",
      1, 1, "", "ms.hist.max.hi", INFINITY },
    { "bpftrace JSON: map", "{\"type\": \"map\", \"data\": {\"@opens\": {\"postgres\": 14, \"sh\": 3}}}\n", 1, 1, "sh", "opens", 3 },
    { "bpftrace JSON: stats",
      "{\"type\": \"stats\", \"data\": {\"@bytes\": {\"bash\": {\"count\": 7, \"average\": 2, \"total\": 14}}}}\n", 1, 1, "bash", "bytes.sum", 14 },
    { "libbpf-tools: a blank less, names quoted",
      "operation = 'write'\n     usecs               : count    distribution\n"
      "         0 -> 1          : 0        |                                        |\n"
      "         2 -> 3          : 7        |****************************************|\n", 1, 1, "write", "operation.hist.p50.lo", 2e-6 },
    { "bcc: bytes from Python 3", "disk = b'sda'\n     Kbytes              : count     distribution\n"
      "         4 -> 7          : 7        |****************************************|\n", 1, 1, "sda", "disk.hist.max.hi", 8192 },
    { "bcc: linear", "     msecs         : count     distribution\n        7          : 3        |****|\n        8          : 1        |*|\n",
      1, 1, "", "dist.hist.p50.hi", 0.008 },
    { "SystemTap: hist_linear, above the range",
      "value |-------------------------------------------------- count\n   <0 |                                                   0\n"
      "    0 |@@@                                                3\n   10 |@                                                  1\n"
      "   20 |@                                                  1\n  >20 |@                                                  1\n",
      1, 1, "", "agg1.hist.p99.lo", 30 },
    { "drops in the new words of Oracle, singular",
      "dtrace: script './x.d' matched 1 probe\ndtrace: [DTRACEDROP_PRINCIPAL] 1 drop on CPU 0\n\n  cat    4\n", 1, 1, "cat", "agg1", 4 },
    { "a drop is reported within a table",
      "dtrace: script './x.d' matched 1 probe\n^C\n\n  cat    4\ndtrace: 12 drops on CPU 0\n  sed    9\n", 1, 1, "sed", "agg1", 9 },
    { "a drop is reported within a histogram",
      "dtrace: script './x.d' matched 1 probe\n" DIST "              32 |@@@@@@@@@@@@@@@@@@@@                     3\n"
      "dtrace: 12 drops on CPU 0\n              64 |@@@@@@@@@@@@@@@@@@@@                     3\n", 1, 1, "", "agg1.hist.n", 6 },
    { "events are lost within a map",
      "Attaching 1 probe...\n@us:\n[2, 4)                 3 |@@@       |\nLost 5 events\n[4, 8)                 3 |@@@       |\n", 1, 1, "", "us.hist.n", 6 },
    { "a mailer broke rows of two keys",
      "dtrace: script './x.d' matched 1 probe\n\n"
      "  softnpu_provider2219                                ingress_accepted\n                 22291\n"
      "  p4rs_provider2219                                   match_miss\n                168216\n",
      1, 1, "p4rs_provider2219,match_miss", "agg1", 168216 },
    { "stacks: the first frame is the key",
      "dtrace: description 'x' matched 1 probe\n^C\n\n              genunix`fop_read+0x6b\n              genunix`read+0x2b8\n               12\n\n"
      "              zfs`zio_done+0x1\n              genunix`taskq_thread+0x2d0\n               19\n", 1, 1, "zfs`zio_done+0x1", "agg1", 19 },
    { "a histogram for each stack",
      "dtrace: description 'x' matched 1 probe\n^C\n\n              zfs`zio_done+0x1\n              genunix`taskq_thread+0x2d0\n\n" DIST
      "              32 |@@@@@@@@@@@@@@@@@@@@                     3\n", 1, 1, "zfs`zio_done+0x1", "agg1.hist.n", 3 },
    { "count() in the command names the unit only", "# dtrace -n 'io:::start { @[execname] = count(); }'\n"
      "dtrace: description 'io:::start ' matched 3 probes\n^C\n\n  cat    4\n", 1, 1, "cat", "agg1", 4 },
};
/* clang-format on */

static void layouts_give_the_figures_they_show(void **state)
{
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        Document *d = read_text(c->text);
        double got = value(d, c->run, c->scope, c->metric);
        bool same = isnan(c->want) ? isnan(got) : isinf(c->want) ? got == c->want : fabs(got - c->want) <= 1e-9 * fabs(c->want);
        if (same && d->runs.n == c->runs) {
            document_free(d);
            continue;
        }
        bad++;
        print_error("%s: %s %s = %g in %zu runs, expected %g in %zu\n", c->what, c->scope,
                    c->metric, got, d->runs.n, c->want, c->runs);
        document_free(d);
    }
    assert_int_equal(bad, 0);
}

/* Texts that look alike and are no results of this family. */
static void prose_and_foreign_tables_stay(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "I ran it again and it took about 15\nminutes, the second time 12\n",
        "Results for the new pool:\n\ncopy    12\nmove    15\n",
        "The D script prints its headings:\n#!/usr/sbin/dtrace -s\nEND\n{\n        printf(\"NFS v3 "
        "Ops count\\n\");\n"
        "        printf(    \"==============\\n\");\n        printa(\"%-20s   %@12d\\n\", "
        "@opcount);\n}\n#\n",
        "Tracing the problem took me a day.\n",
        "Write to @john: 5 of us agree\n",
        "---\n100\n---\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Document *d = read_text(texts[i]);
        for (size_t k = 0; k < d->runs.n; k++)
            if (strcmp(d->runs.v[k]->tool, "dtrace") == 0)
                fail_msg("a run was read from:\n%s", texts[i]);
        document_free(d);
    }
}

static void a_region_ends_where_prose_begins(void **state)
{
    (void)state;
    Document *d =
        read_text("dtrace: script './x.d' matched 1 probe\n^C\nReads (count)\n  nfsd    12\n\n"
                  "---\nHere are the totals that I wrote down:\n\nreads    12\nwrites   15\n");
    assert_int_equal(d->runs.n, 1);
    assert_int_equal(d->runs.v[0]->measures.n, 1);
    document_free(d);
}

static void snapshots_that_fall_are_intervals(void **state)
{
    (void)state;
    Document *d = read_text("dtrace: description 'x' matched 2 probes\n"
                            "CPU     ID                    FUNCTION:NAME\n"
                            "  0  74128                        :tick-1s \n             2314\n"
                            "  0  74128                        :tick-1s \n             4702\n"
                            "  1  74128                        :tick-1s \n             1011\n");
    assert_int_equal(d->runs.n, 3);
    assert_int_equal(notes(d, "dtrace.snapshots_look_cumulative"), 0);
    document_free(d);
}

static void lost_records_are_counted_for_their_run(void **state)
{
    (void)state;
    Document *d = read_text("Attaching 1 probe...\nLost 123 events\n^C\n\n@x_us[nfsd]: 5\n");
    assert_int_equal(d->runs.n, 1);
    assert_string_equal(run_fact(d->runs.v[0], "", "drops"), "123");
    assert_int_equal(notes(d, "dtrace.data_dropped"), 1);
    document_free(d);
}

static void nothing_printed_is_said(void **state)
{
    (void)state;
    Document *d = read_text("dtrace: script './x.d' matched 0 probes\n^C\n");
    assert_int_equal(d->runs.n, 0);
    assert_int_equal(notes(d, "dtrace.no_data"), 1);
    document_free(d);
}

static void slugs_drop_units_and_signs(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    static const char *const pairs[][2] = {
        { "FS call: __vfs_read()", "fs_call_vfs_read" },
        { "Response times (us):", "response_times" },
        { "NFSv3 read/write by host (total us):", "nfsv3_read_write_by_host" },
        { "Reads (by host)", "reads_by_host" },
        { "  Kbytes per second by process ", "kbytes_per_second_by_process" },
        { "!!!", "" },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_string_equal(dtrace_slug(a, slice_of(pairs[i][0])), pairs[i][1]);
    arena_free(a);
}

static void units_come_from_words_of_the_heading(void **state)
{
    (void)state;
    static const struct {
        const char *heading;
        Unit unit;
        double factor;
    } rows[] = {
        { "Latency (ns)", UNIT_SECONDS, 1e-9 },
        { "Reads per second", UNIT_PER_S, 1 },
        { "Kbytes per second", UNIT_BYTES_PER_S, 1024 },
        { "Total bytes", UNIT_BYTES, 1 },
        { "Ops count", UNIT_COUNT, 1 },
        { "Files", UNIT_UNKNOWN, 1 },
        { "Read Bandwidth (bytes)", UNIT_BYTES, 1 },
        { "Throughput (MB/s)", UNIT_BYTES_PER_S, 1048576 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        DtraceUnit u = dtrace_unit_heading(slice_of(rows[i].heading));
        if (u.unit != rows[i].unit || u.factor != rows[i].factor)
            fail_msg("%s: unit %s x %g", rows[i].heading, unit_name(u.unit), u.factor);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_give_the_figures_they_show),
        cmocka_unit_test(prose_and_foreign_tables_stay),
        cmocka_unit_test(a_region_ends_where_prose_begins),
        cmocka_unit_test(snapshots_that_fall_are_intervals),
        cmocka_unit_test(lost_records_are_counted_for_their_run),
        cmocka_unit_test(nothing_printed_is_said),
        cmocka_unit_test(slugs_drop_units_and_signs),
        cmocka_unit_test(units_come_from_words_of_the_heading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
