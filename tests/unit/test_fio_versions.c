/* The kinds of lines, version by version: what stands in one line, and what it means. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "ingest/reader.h"

typedef struct Case {
    const char *what;
    const char *text; /* behind the heading of a job */
    const char *scope, *metric;
    double value;
} Case;

#define OLD "  read : io=1048576KB, bw=1048576KB/s, iops=262144, runt=  1000msec\n"
#define NEW "  read: IOPS=262k, BW=1024MiB/s (1074MB/s)(1024MiB/1000msec)\n"

/* Units: fio stat.c and lib/num2str.c of the version named; arithmetic by hand. */
static const Case cases[] = {
    { "2006 had dev= and no iops",
      "  write: io=    32MiB, bw=   666KiB/s, runt= 50320msec\n"
      "    clat (msec): min=    0, max=  631, avg=48.50, dev=86.82\n",
      "job0", "write.clat.sd", 0.08682 },
    { "1.20 sizes are 1024", "  write: io=32768KiB, bw=294337KiB/s, iops=4491, runt=   114msec\n",
      "job0", "write.bytes", 33554432 },
    { "1.20 rates are 1000", "  write: io=32768KiB, bw=294337KiB/s, iops=4491, runt=   114msec\n",
      "job0", "write.bw", 294337e3 },
    { "1.32 KB is 1024", "  read : io=2096.0KB, bw=37429KB/s, iops=9357 , runt=    56msec\n",
      "job0", "read.bw", 37429 * 1024.0 },
    { "1.44 after G comes P", "  read : io=2.0P, bw=1024.0MB/s, iops=262144 , runt=2048000sec\n",
      "job0", "read.bytes", 2 * 1099511627776.0 },
    { "2.0 blank before B", "  read : io=102120KB, bw=618740 B/s, iops=151 , runt=169006msec\n",
      "job0", "read.bw", 618740 },
    { "2.0 capital K of iops",
      "  read : io=4953.2MB, bw=4953.2MB/s, iops=1268.1K, runt=  1000msec\n", "job0", "read.iops",
      1268100 },
    { "2.1 bytes per second", "  read : io=11004KB, bw=551816B/s, iops=131, runt= 20420msec\n",
      "job0", "read.bw", 551816 },
    { "2.14 bits", "  read : io=65536KB, bw=1488.4Mbit/s, iops=2976, runt=   344msec\n", "job0",
      "read.bw", 195083264 },
    { "2.17 both units", "   read: IOPS=6526, BW=25.5MiB/s (26.7MB/s)(1984KiB/76msec)\n", "job0",
      "read.bw", 1984 * 1024 / 0.076 },
    { "3.9 zone resets",
      "  write: IOPS=7636, BW=29.8MiB/s (31.3MB/s)(59.7MiB/2001msec); 4 zone resets\n", "job0",
      "write.iops", 7636 },
    { "kb_base=1000 turns the order", "  read: IOPS=12.1k, BW=199MB/s (189MiB/s)(67.1MB/338msec)\n",
      "job0", "read.bytes", 67.1e6 },
    { "3.36 clients lack B/s", "  read: IOPS=377k, BW=1471Mi (1542M)(200MiB/136msec)\n", "job0",
      "read.bw", 1542e6 },
    { "trim", "   trim: IOPS=1024, BW=4096KiB/s (4194kB/s)(4096KiB/1000msec)\n", "job0", "trim.bw",
      4194304 },
    { "unified", "  mixed: io=16384KB, bw=71235KB/s, iops=17808, runt=   230msec\n", "job0",
      "mixed.iops", 17808 },

    { "1.x blank before the comma",
      OLD "    clat (usec): min=1 , max=12376 , avg=199.78, stdev=637.78\n", "job0",
      "read.clat.max", 0.012376 },
    { "2.0 multiplier of max",
      OLD "    clat (usec): min=110 , max=1033.4K, avg=2506.80, stdev=11265.10\n", "job0",
      "read.clat.max", 1.0334 },
    { "2.x msec", OLD "     lat (msec): min=7, max=25, avg=21.27, stdev= 2.48\n", "job0",
      "read.lat.sd", 0.00248 },
    { "3.x nsec", NEW "    clat (nsec): min=1653, max=4653.4k, avg=119094.61, stdev=324680.25\n",
      "job0", "read.clat.mean", 119094.61e-9 },
    { "3.x nsec multiplier",
      NEW "    clat (nsec): min=1653, max=4653.4k, avg=119094.61, stdev=324680.25\n", "job0",
      "read.clat.max", 4653400e-9 },
    { "3.30 priorities",
      NEW "    clat prio 2/4 (usec): min=23, max=9324, avg=377.98, stdev=907.80\n", "job0",
      "read.clat.prio2/4.mean", 377.98e-6 },
    { "3.36 priority hints",
      NEW "    clat prio 2/4/0 (usec): min=23, max=9324, avg=377.98, stdev=907.80\n", "job0",
      "read.clat.prio2/4/0.max", 0.009324 },

    { "1.58 percentiles",
      OLD "    clat percentiles (usec) : 1.00th=30, 5.00th=43, 10.00th=52, 20.00th=77,\n"
          "                              30.00th=86, 99.90th=12224\n",
      "job0", "read.clat.p99.9", 0.012224 },
    { "1.99.6 percentiles",
      OLD "    clat percentiles (usec):\n     |  1.00th=[    2],  5.00th=[    2],\n"
          "     | 99.99th=[528384]\n",
      "job0", "read.clat.p99.99", 0.528384 },
    { "percentiles of the user",
      NEW "    clat percentiles (msec):\n     | 50.0000th=[    4], 99.9990th=[   13]\n", "job0",
      "read.clat.p99.999", 0.013 },
    { "3.x lat percentiles", NEW "    lat percentiles (nsec):\n     | 99.00th=[ 815104]\n", "job0",
      "read.lat.p99", 815104e-9 },
    { "fsync percentiles",
      NEW "  fsync/fdatasync/sync_file_range/syncfs:\n"
          "    sync (usec): min=180, max=22064, avg=3178.18, stdev=2835.59\n"
          "    sync percentiles (usec):\n     | 99.00th=[15926]\n",
      "job0", "sync.lat.p99", 0.015926 },

    { "1.x samples",
      OLD "    bw (KB/s) : min=  137, max=73612, per=100.00%, avg=12997.34, stdev=6638.23\n",
      "job0", "read.bw_samples.min", 137 * 1024.0 },
    { "2.0 MB is 1000 KiB",
      OLD "    bw (MB/s)  : min=    1, max=    2, per=99.50%, avg= 1.50, stdev= 0.50\n", "job0",
      "read.bw_samples.max", 2 * 1024000.0 },
    { "2.1 MB is 1024 KiB",
      OLD "    bw (MB  /s): min=    1, max=    2, per=99.50%, avg= 1.50, stdev= 0.50\n", "job0",
      "read.bw_samples.max", 2 * 1048576.0 },
    { "2.17 samples",
      NEW "    bw (KiB/s): min=  137, max=73612, per=100.00%, avg=12997.34, stdev=6638.23\n",
      "job0", "read.bw_samples.mean", 12997.34 * 1024 },
    { "3.x kB is KiB",
      NEW "   bw (   kB/s): min=143744, max=156812, per=98.64%, avg=149737.67, "
          "stdev=6600.68, samples=3\n",
      "job0", "read.bw_samples.mean", 149737.67 * 1024 },
    { "3.x share",
      NEW "   bw (  KiB/s): min=17024, max=22552, per=98.50%, avg=19763.33, stdev=2764.33, "
          "samples=3\n",
      "job0", "read.bw_samples.pct", 0.985 },
    { "3.x iops samples",
      NEW "   iops        : min= 4256, max= 5638, avg=4940.67, stdev=691.09, samples=3\n", "job0",
      "read.iops_samples.mean", 4940.67 },

    { "cpu", NEW "  cpu          : usr=2.41%, sys=26.51%, ctx=237, majf=0, minf=8\n", "job0",
      "cpu.sys", 0.2651 },
    { "steady state",
      NEW "  steadystate  : attained=yes, bw=13.2MiB/s (13.5MB/s), iops=3377, iops mean "
          "dev=20.799%\n",
      "job0", "steadystate.iops", 3377 },

    { "old group",
      OLD "\nRun status group 0 (all jobs):\n   READ: io=1048576KB, aggrb=1048576KB/s, "
          "minb=1048576KB/s, maxb=1048576KB/s, mint=1000msec, maxt=1000msec\n",
      "group0", "read.bw", 1073741824 },
    { "new group",
      NEW "\nRun status group 3 (all jobs):\n   READ: bw=1024MiB/s (1074MB/s), "
          "1024MiB/s-1024MiB/s (1074MB/s-1074MB/s), io=1024MiB (1074MB), run=1000-1000msec\n",
      "group3", "read.run_min", 1 },
    { "disk",
      NEW "\nDisk stats (read/write):\n  nvme0n1: ios=8160/11, sectors=65304/1256, merge=0/8, "
          "ticks=1044/3, in_queue=1050, util=53.33%\n",
      "disk.nvme0n1", "util", 0.5333 },
    { "disk with slaves",
      NEW "\nDisk stats (read/write):\n    dm-3: ios=785305/262494, merge=0/0, "
          "ticks=492833/15794537, in_queue=16289356, util=100.00%, "
          "aggrios=786024/262789, aggrmerge=19/45, aggrticks=1/2, aggrin_queue=3, "
          "aggrutil=99.00%\n",
      "disk.dm-3", "read_ios", 785305 },
};

static void every_kind_of_line_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        char text[2000];
        snprintf(text, sizeof text, "x: (groupid=0, jobs=1): err= 0: pid=5\n%s", c->text);
        Document *d = document_new("sample", 0);
        d->bytes = slice_of(text);
        Error err = { 0 };
        assert_true(reader_read(d, NULL, &err));
        if (d->runs.n != 1)
            fail_msg("%s: %zu runs", c->what, d->runs.n);
        const Measure *m = run_measure(d->runs.v[0], c->scope, c->metric);
        if (!m)
            fail_msg("%s: no %s", c->what, c->metric);
        double size = fabs(c->value);
        if (!(fabs(m->value - c->value) <= 1e-3 * size))
            fail_msg("%s: %s is %.10g, expected %.10g", c->what, c->metric, m->value, c->value);
        if (m->unit == UNIT_UNKNOWN)
            fail_msg("%s: %s has no unit", c->what, c->metric);
        document_free(d);
    }
}

/* A line that is printed although nothing was measured. */
static void what_was_not_measured_is_not_there(void **state)
{
    (void)state;
    static const struct {
        const char *text, *metric;
    } rows[] = {
        { OLD "    bw (KiB/s) : min=    0, max=    0, per=0.00%, avg= 0.00, stdev= 0.00\n",
          "read.bw_samples.mean" },
        { "  mixed: IOPS=0, BW=0 (0)(0B/296msec)\n", "mixed.bw" },
        { "  mixed: IOPS=0, BW=0 (0)(0B/296msec)\n", "mixed.iops" },
        { NEW "    high prio_clat percentiles (usec):\n     | 99.00th=[  1]\n", "read.clat.p99" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1000];
        snprintf(text, sizeof text, "x: (groupid=0, jobs=1): err= 0: pid=5\n%s", rows[i].text);
        Document *d = document_new("sample", 0);
        d->bytes = slice_of(text);
        Error err = { 0 };
        assert_true(reader_read(d, NULL, &err));
        assert_int_equal(d->runs.n, 1);
        if (run_measure(d->runs.v[0], "job0", rows[i].metric))
            fail_msg("%s was stored for:\n%s", rows[i].metric, rows[i].text);
        document_free(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_line_is_read),
        cmocka_unit_test(what_was_not_measured_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
