/* Where a run of fio begins and ends in a paste, and what damage does not hide. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "ingest/reader.h"

static Document *read_text(const char *text)
{
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

static size_t runs_of(const Document *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->runs.n; i++)
        n += strcmp(d->runs.v[i]->tool, "fio") == 0 && d->runs.v[i]->counted;
    return n;
}

static const Run *run_of(const Document *d, size_t index)
{
    for (size_t i = 0; i < d->runs.n; i++)
        if (strcmp(d->runs.v[i]->tool, "fio") == 0 && index-- == 0)
            return d->runs.v[i];
    fail_msg("no such run");
    return NULL;
}

static double value(const Run *run, const char *scope, const char *metric)
{
    const Measure *m = run_measure(run, scope, metric);
    if (!m)
        fail_msg("%s %s is missing", scope, metric);
    assert_int_equal(m->missing, MISSING_NOT);
    return m->value;
}

static bool has_note(const Document *d, const char *code)
{
    for (size_t i = 0; i < d->notes.n; i++)
        if (strcmp(d->notes.v[i].code, code) == 0)
            return true;
    return false;
}

#define BLOCK(pid, date, iops, kib, ms)                                                  \
    "si: (groupid=0, jobs=1): err= 0: pid=" pid ": " date "\n"                           \
    "  read: IOPS=" iops ", BW=20.9MiB/s (21.9MB/s)(" kib "MiB/" ms "msec)\n"            \
    "    clat (usec): min=41, max=13985, avg=184.88, stdev=538.61\n"                     \
    "  cpu          : usr=1.71%, sys=35.96%, ctx=4542, majf=0, minf=12\n\n"              \
    "Run status group 0 (all jobs):\n"                                                   \
    "   READ: bw=20.9MiB/s (21.9MB/s), 20.9MiB/s-20.9MiB/s (21.9MB/s-21.9MB/s), io=" kib \
    "MiB (19.2MB), run=" ms "-" ms "msec\n\n"                                            \
    "Disk stats (read/write):\n"                                                         \
    "  vda: ios=4682/167, merge=0/219, ticks=547/219, in_queue=768, util=48.79%\n\n"

static void the_last_dump_of_status_interval_is_the_result(void **state)
{
    (void)state;
    Document *d = read_text(BLOCK("24233", "Mon Nov 30 07:22:33 2026", "5425", "18.3", "876")
                                BLOCK("24233", "Mon Nov 30 07:22:34 2026", "5365", "39.3", "1878"));
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "read.iops"), 5365, 1e-3);
    assert_near(value(run_of(d, 0), "group0", "read.run_max"), 1.878, 1e-9);
    document_free(d);
}

static void every_job_of_the_last_dump_is_kept(void **state)
{
    (void)state;
#define DUMP(date, ms)                                                                             \
    "a: (groupid=0, jobs=1): err= 0: pid=11: " date "\n"                                           \
    "  read: IOPS=10, BW=40.0KiB/s (40.1kB/s)(40.0KiB/" ms "msec)\n"                               \
    "b: (groupid=0, jobs=1): err= 0: pid=12: " date "\n"                                           \
    "  read: IOPS=20, BW=80.0KiB/s (81.1kB/s)(80.0KiB/" ms "msec)\n\n"                             \
    "Run status group 0 (all jobs):\n"                                                             \
    "   READ: bw=120KiB/s (123kB/s), 40.0KiB/s-80.0KiB/s (40.1kB/s-81.1kB/s), io=120KiB (123kB), " \
    "run=" ms "-" ms "msec\n\nDisk stats (read/write):\n"                                          \
    "  vda: ios=4682/167, merge=0/219, ticks=547/219, in_queue=768, util=48.79%\n\n"
    Document *d = read_text(DUMP("Mon Nov 30 07:22:33 2026", "1000")
                                DUMP("Mon Nov 30 07:22:34 2026", "2000"));
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "read.runtime"), 2, 1e-9);
    assert_near(value(run_of(d, 0), "job1", "read.runtime"), 2, 1e-9);
    assert_string_equal(run_fact(run_of(d, 0), "job1", "name"), "b");
    document_free(d);
}

/* In a container every run has the same process number. */
static void equal_process_numbers_are_not_one_run(void **state)
{
    (void)state;
    Document *d = read_text(BLOCK("7", "Mon Nov 30 07:22:33 2026", "5425", "18.3", "876")
                                BLOCK("7", "Mon Nov 30 07:29:41 2026", "5301", "18.1", "880"));
    assert_int_equal(runs_of(d), 2);
    document_free(d);
}

static void single_lines_are_results_too(void **state)
{
    (void)state;
    Document *d = read_text("ext4:\n"
                            "  write: io=352204KB, bw=5869.9KB/s, iops=1467, runt= 60002msec\n"
                            "  WRITE: io=352204KB, aggrb=5869KB/s, minb=5869KB/s, maxb=5869KB/s, "
                            "mint=60002msec, maxt=60002msec\n\n"
                            "xfs:\n"
                            "  write: io=372204KB, bw=6203.2KB/s, iops=1550, runt= 60002msec\n");
    assert_int_equal(runs_of(d), 2);
    assert_near(value(run_of(d, 0), "job0", "write.bw"), 352204 * 1024 / 60.002, 1e-3);
    assert_near(value(run_of(d, 0), "group0", "write.bytes"), 352204 * 1024.0, 1e-9);
    assert_near(value(run_of(d, 1), "job0", "write.iops"), 1550, 1e-3);
    document_free(d);
}

static void lone_group_lines_are_runs_with_a_runtime(void **state)
{
    (void)state;
    Document *d = read_text(
        "before:\nRun status group 0 (all jobs):\n"
        "   READ: bw=6548MiB/s (6866MB/s), 6548MiB/s-6548MiB/s (6866MB/s-6866MB/s), io=1918GiB "
        "(2060GB), run=300001-300001msec\n"
        "after:\nRun status group 0 (all jobs):\n"
        "   READ: bw=7270MiB/s (7623MB/s), 7270MiB/s-7270MiB/s (7623MB/s-7623MB/s), io=2130GiB "
        "(2287GB), run=300001-300001msec\n");
    assert_int_equal(runs_of(d), 2);
    assert_near(value(run_of(d, 0), "group0", "read.runtime"), 300.001, 1e-9);
    const Measure *m = run_measure(run_of(d, 1), "group0", "read.bw");
    assert_near(m->value, 7623e6, 1e-3);
    assert_true(m->headline);
    document_free(d);
}

static void lower_case_without_indentation_is_read(void **state)
{
    (void)state;
    Document *d =
        read_text("starting 4 processes\n\n"
                  "randwrite: (groupid=0, jobs=4): err= 0: pid=1167\n"
                  "write: io=15282mb, bw=260808kb/s, iops=65201, runt= 60001msec\n"
                  "clat (usec): min=1, max=9352, avg=51.35, stdev=78.12\n"
                  "lat (usec) : 2=0.05%, 50=61.2%\n"
                  "cpu : usr=7.5%, sys=41.2%, ctx=2, majf=0, minf=9\n"
                  "issued : total=r=0/w=3912192/d=0, short=r=0/w=0/d=0\n\n"
                  "run status group 0 (all jobs):\n"
                  "write: io=15282mb, aggrb=260807kb/s, minb=260807kb/s, maxb=260807kb/s, "
                  "mint=60001msec, maxt=60001msec\n");
    assert_int_equal(runs_of(d), 1);
    const Run *run = run_of(d, 0);
    assert_near(value(run, "job0", "write.bw"), 260808 * 1024.0, 1e-3);
    assert_near(value(run, "job0", "write.clat.mean"), 51.35e-6, 1e-9);
    assert_near(value(run, "group0", "write.bytes"), 15282 * 1048576.0, 1e-3);
    assert_near(value(run, "job0", "cpu.sys"), 0.412, 1e-9);
    document_free(d);
}

static void wrapped_lines_are_joined(void **state)
{
    (void)state;
    Document *d = read_text(
        "t: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T)\n4096B-4096B, "
        "ioengine=psync,\n"
        "iodepth=1\nfio-3.12\nStarting 1 process\n\n"
        "t: (groupid=0, jobs=1): err= 0: pid=991: Mon Nov 11\n08:09:51 2019\n"
        "   read: IOPS=2048, BW=8192KiB/s\n(8389kB/s)(80.0MiB/10000msec)\n"
        "    clat (usec): min=50, max=8957, avg=508.92,\nstdev=710.62\n"
        "    clat percentiles (usec):\n     |  1.00th=[   65],  5.00th=[\n96], 10.00th=[  149],\n"
        "20.00th=[  173],\n     | 99.00th=[ 3920]\n"
        "  cpu          : usr=2.18%, sys=34.93%, ctx=497, majf=0,\nminf=6\n"
        "  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%,\n>=64=0.0%\n"
        "     issued rwts: total=20480,0,0,0 short=0,0,0,0\ndropped=0,0,0,0\n\n"
        "Run status group 0 (all\njobs):\n"
        "   READ: bw=8192KiB/s (8389kB/s), 8192KiB/s-8192KiB/s\n(8389kB/s-8389kB/s), io=80.0MiB "
        "(83.9MB),\nrun=10000-10000msec\n\n"
        "Disk stats (read/write):\n  sda: ios=20411/0, merge=0/0, ticks=9000/0,\nin_queue=9001, "
        "util=91.20%\n");
    assert_int_equal(runs_of(d), 1);
    const Run *run = run_of(d, 0);
    assert_string_equal(run->time, "2019-11-11T08:09:51");
    assert_near(value(run, "job0", "read.bw"), 8388608, 1e-6);
    assert_near(value(run, "job0", "read.clat.sd"), 710.62e-6, 1e-9);
    assert_near(value(run, "job0", "read.clat.p5"), 96e-6, 1e-9);
    assert_near(value(run, "job0", "read.clat.p20"), 173e-6, 1e-9);
    assert_near(value(run, "job0", "cpu.minf"), 6, 0);
    assert_near(value(run, "group0", "read.run_max"), 10, 1e-9);
    assert_near(value(run, "disk.sda", "util"), 0.912, 1e-9);
    assert_string_equal(run_fact(run, "job0", "iodepth"), "1");
    assert_string_equal(run_fact(run, "job0", "bs"), "4096");
    document_free(d);
}

static void a_direction_glued_to_the_heading_is_read(void **state)
{
    (void)state;
    Document *d = read_text("fio: (groupid=0, jobs=1): err= 0: pid=6789: Mon Nov 11 08:09:51\n"
                            "2019 write: IOPS=123k, BW=481MiB/s (504MB/s)(14.1GiB/30001msec)\n");
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "write.bw"), 504e6, 2e-3);
    document_free(d);
}

static void progress_glued_to_the_heading_is_dropped(void **state)
{
    (void)state;
    Document *d = read_text(
        "Jobs: 1 (f=1)Jobs: 1 (f=1): [r(1)][100.0%][r=46.7MiB/s][r=12.0k IOPS][eta 00m:00s]"
        "seq 4k: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 07:22:02 2026\n"
        "  read: IOPS=15.6k, BW=61.1MiB/s (64.0MB/s)(183MiB/3003msec)\n");
    assert_string_equal(run_fact(run_of(d, 0), "job0", "name"), "seq 4k");
    document_free(d);
}

/* As a mail client re-flows it: several lines in one, quote marks gained and lost. */
static void reflowed_blocks_are_taken_apart(void **state)
{
    (void)state;
    Document *d = read_text(
        "> w: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 07:22:02 2026\n"
        ">   write: IOPS=1000, BW=4000KiB/s (4096kB/s)(1024MiB/262144msec); 0 zone resets\n"
        ">      | 30.00th=[  375]\n"
        ">     clat (usec): min=50, max=8957, avg=508.92, stdev=710.62 lat (usec):\n"
        "> min=51, max=8958, avg=509.92, stdev=711.62\n"
        ">     clat percentiles (usec):\n"
        ">      | 99.00th=[ 3032], 99.99th=[13042] bw (  KiB/s): min=  159, max=44472,\n"
        "> per=100.00%, avg=4657.40,\n"
        "> stdev=4975.82, samples=450 iops        : min=   39, max=11118,\n"
        "> avg=1164.35, stdev=1243.96, samples=450 lat (usec)   : 100=0.07%,\n"
        "> 250=7.42%, 500=75.19%, 750=8.81%, 1000=3.82% lat (msec)   : 2=2.95%,\n"
        "> 4=1.04%, 10=0.63%, 20=0.07%, 100=0.01% lat (msec)   : 250=0.01%\n"
        ">   cpu          : usr=1.63%, sys=7.48%, ctx=444428, majf=0, minf=10\n"
        ">   IO depths    : 1=83.0%, 2=0.5%, 4=0.2%, 8=0.1%, 16=0.1%, 32=16.2%,\n"
        ">> =64=0.0% submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
        ">      complete  : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%,\n"
        ">> =64=0.0% issued rwts: total=0,262144,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
        ">      latency   : target=0, window=0, percentile=100.00%, depth=32\n>\n"
        "> Run status group 0 (all jobs):\n"
        ">   WRITE: bw=4000KiB/s (4096kB/s), 4000KiB/s-4000KiB/s (4096kB/s-4096kB/s),\n"
        "> io=1024MiB (1074MB), run=262144-262144msec ---\n");
    assert_int_equal(runs_of(d), 1);
    const Run *run = run_of(d, 0);
    assert_near(value(run, "job0", "write.lat.mean"), 509.92e-6, 1e-9);
    assert_near(value(run, "job0", "write.clat.p99.99"), 13042e-6, 1e-9);
    assert_near(value(run, "job0", "write.bw_samples.mean"), 4657.40 * 1024, 1e-9);
    assert_near(value(run, "job0", "write.iops_samples.sd"), 1243.96, 1e-9);
    assert_near(value(run, "job0", "cpu.ctx"), 444428, 0);
    assert_int_equal(run->histograms.n, 1);
    assert_int_equal(run->histograms.v[0].n, 11);
    assert_near(value(run, "job0", "write.iops"), 262144 / 262.144, 1e-9);
    assert_near(value(run, "group0", "write.run_max"), 262.144, 1e-9);
    document_free(d);
}

/* A page that explains the output piece by piece. */
static void prose_and_fences_may_stand_inside_a_block(void **state)
{
    (void)state;
    Document *d = read_text(
        "```\nw: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 07:22:02 2026\n"
        "  write: IOPS=139k, BW=541MiB/s (568MB/s)(10.0GiB/18916msec); 0 zone resets\n"
        "```\n\nbandwidth and so on\n\n```\n"
        "    clat (nsec): min=2000, max=67454k, avg=6809.48, stdev=497.58\n```\n\n"
        "The time of the requests is explained here,\nin more than\nthree\nlines.\n\n"
        "```\n  cpu          : usr=16.86%, sys=38.08%, ctx=2621666, majf=0, minf=13\n```\n\n"
        "user time is 16.86 %\n\n```\nRun status group 0 (all jobs):\n"
        "  WRITE: bw=541MiB/s (568MB/s), 541MiB/s-541MiB/s (568MB/s-568MB/s), "
        "io=10.0GiB (10.7GB), run=18916-18916msec\n```\n");
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "write.clat.mean"), 6809.48e-9, 1e-9);
    assert_near(value(run_of(d, 0), "job0", "cpu.usr"), 0.1686, 1e-9);
    assert_near(value(run_of(d, 0), "group0", "write.run_min"), 18.916, 1e-9);
    document_free(d);
}

/* Results kept as comments behind the command of a script; figures emphasised by hand. */
static void comments_and_emphasis_are_peeled(void **state)
{
    (void)state;
    Document *d = read_text(
        "#!/bin/bash\nsudo fio --name=w --size=4G --bs=4K --iodepth=256 --rw=randwrite\n\n"
        "# Results :-\n"
        "# w: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
        "ioengine=libaio, "
        "iodepth=256\n# fio-3.36\n# Starting 1 process\n"
        "# w: (groupid=0, jobs=1): err= 0: pid=2090: Fri Oct 24 13:41:49 2025\n"
        "#   write: IOPS=2998, BW=11.7MiB/s (12.3MB/s)(704MiB/60049msec); 0 zone resets\n"
        "#      lat (msec): min=11, max=193, avg=77.18, stdev=27.37\n"
        "#     clat percentiles (usec):\n#      |  1.00th=[    13],  5.00th=[    16]\n"
        "#   lat (usec)   : 10=0.10%, 20=26.62%\n");
    assert_int_equal(runs_of(d), 1);
    assert_string_equal(run_of(d, 0)->version, "3.36");
    assert_near(value(run_of(d, 0), "job0", "write.lat.mean"), 0.07718, 1e-9);
    assert_near(value(run_of(d, 0), "job0", "write.clat.p5"), 16e-6, 1e-9);
    document_free(d);
    d = read_text("write: io=445360KB, bw=7418.6KB/s, *iops=463*, runt= 60033msec\n");
    assert_near(value(run_of(d, 0), "job0", "write.iops"), 463, 1e-9);
    document_free(d);
}

/* What Python prints of a parsed document, in the log of a test framework. */
static void json_as_python_prints_it_is_read(void **state)
{
    (void)state;
    Document *d = read_text(
        "DEBUG {'fio version': 'fio-3.28', 'jobs': [{'jobname': 'p', 'groupid': 0, 'error': 0, "
        "'read': {'io_bytes': 4096, 'io_kbytes': 4, 'bw_bytes': 4096, 'iops': 1.0, "
        "'runtime': 1000, 'clat_ns': {'min': 4834, 'max': 9000, 'mean': 7000.5, 'N': 2}}}]}\n");
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "read.clat.mean"), 7000.5e-9, 1e-9);
    document_free(d);
}

static void names_are_free_text(void **state)
{
    (void)state;
    Document *d = read_text("a: (g=1) job: (groupid=0, jobs=1): err= 0: pid=5\n"
                            "  read : io=4096KB, bw=4096.0KB/s, iops=1024, runt=  1000msec\n"
                            "read: (groupid=0, jobs=1): err= 0: pid=6\n"
                            "  read : io=8192KB, bw=8192.0KB/s, iops=2048, runt=  1000msec\n");
    assert_int_equal(runs_of(d), 1);
    assert_string_equal(run_fact(run_of(d, 0), "job0", "name"), "a: (g=1) job");
    assert_string_equal(run_fact(run_of(d, 0), "job1", "name"), "read");
    assert_near(value(run_of(d, 0), "job1", "read.iops"), 2048, 1e-3);
    document_free(d);
}

/* axboe/fio pull 1150: 3.1 to 3.16 print 37.96 as 37.0. */
static void a_lost_carry_is_noted_and_mended(void **state)
{
    (void)state;
    Document *d = read_text("Run status group 0 (all jobs):\n"
                            "  WRITE: bw=37.0MiB/s (39.8MB/s), 37.0MiB/s-37.0MiB/s "
                            "(39.8MB/s-39.8MB/s), io=16.4MiB (17.2MB), run=432-432msec\n");
    assert_true(has_note(d, "unit-pair-mismatch"));
    assert_near(value(run_of(d, 0), "group0", "write.bw"), 39.8e6, 2e-3);
    assert_near(value(run_of(d, 0), "group0", "write.bw_min"), 39.8e6, 2e-3);
    document_free(d);
}

/* 16 MiB of 16 KiB requests: with kb_base=1000 the same letters mean 1000. */
static void kb_base_is_found_in_the_issued_requests(void **state)
{
    (void)state;
    static const char *const kb[] = { "67109KB", "65536KB" };
    static const double bytes[] = { 67108864, 67108864 };
    for (int i = 0; i < 2; i++) {
        Document *d = read_text("");
        char text[1000];
        document_free(d);
        snprintf(text, sizeof text,
                 "wr: (g=0): rw=write, bs=16K-16K/16K-16K/16K-16K, ioengine=libaio, iodepth=4\n"
                 "fio-2.0.13\nStarting 1 process\n\n"
                 "wr: (groupid=0, jobs=1): err= 0: pid=19059: Mon Nov 30 07:20:25 2026\n"
                 "  write: io=%s, bw=%s/s, iops=4096 , runt=  1000msec\n"
                 "  cpu          : usr=1.00%%, sys=2.00%%, ctx=3, majf=0, minf=4\n"
                 "     issued    : total=r=0/w=4096/d=0, short=r=0/w=0/d=0\n\n"
                 "Run status group 0 (all jobs):\n"
                 "  WRITE: io=%s, aggrb=%s/s, minb=%s/s, maxb=%s/s, mint=1000msec, maxt=1000msec\n",
                 kb[i], kb[i], kb[i], kb[i], kb[i], kb[i]);
        d = read_text(text);
        assert_near(value(run_of(d, 0), "job0", "write.bytes"), bytes[i], 1e-9);
        assert_near(value(run_of(d, 0), "job0", "write.bw"), bytes[i], 1e-9);
        assert_near(value(run_of(d, 0), "group0", "write.bw_min"), bytes[i], 1e-4);
        document_free(d);
    }
}

static void remarks_inside_a_block_do_not_end_it(void **state)
{
    (void)state;
    Document *d = read_text("x: (groupid=0, jobs=1): err= 0: pid=5: Mon Nov 30 07:20:25 2026\n"
                            "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(39.1MiB/10000msec)\n"
                            "that is far too slow!\n"
                            "    clat (usec): min=50, max=8957, avg=508.92, stdev=710.62\n"
                            "  cpu          : usr=2.18%, sys=34.93%, ctx=497, majf=0, minf=6\n"
                            "and this is prose: IOPS=100k, BW=12MB/s\n");
    assert_near(value(run_of(d, 0), "job0", "cpu.ctx"), 497, 0);
    assert_near(value(run_of(d, 0), "job0", "read.iops"), 1000, 1e-9);
    assert_int_equal(runs_of(d), 1);
    document_free(d);
}

static void nan_is_missing_and_not_zero(void **state)
{
    (void)state;
    Document *d = read_text("x: (groupid=0, jobs=1): err= 0: pid=5\n"
                            "  read : io=4096KB, bw=4096.0KB/s, iops=1024, runt=  1000msec\n"
                            "  cpu          : usr=-nan%, sys=0.00%, ctx=1, majf=0, minf=2\n\n"
                            "Disk stats (read/write):\n"
                            "  vda: ios=1/2, merge=0/0, ticks=1/1, in_queue=1, util=-nan%\n");
    assert_int_equal(run_measure(run_of(d, 0), "job0", "cpu.usr")->missing, MISSING_NAN);
    assert_int_equal(run_measure(run_of(d, 0), "disk.vda", "util")->missing, MISSING_NAN);
    document_free(d);
}

static void failed_and_interrupted_runs_say_so(void **state)
{
    (void)state;
    Document *d =
        read_text("fio: pid=0, err=20/file:filesetup.c:455, func=fstat, error=Not a directory\n"
                  "\n\nRun status group 0 (all jobs):\n");
    assert_int_equal(runs_of(d), 1);
    assert_int_equal(run_of(d, 0)->state, RUN_ERROR);
    assert_int_equal(run_of(d, 0)->measures.n, 0);
    document_free(d);
    d = read_text("^Cbs: 1 (f=1): [r(1)][12.0%]\n\nfio: terminating on signal 2\n\n"
                  "x: (groupid=0, jobs=1): err= 0: pid=5: Mon Nov 30 07:20:25 2026\n"
                  "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(39.1MiB/10000msec)\n");
    assert_int_equal(run_of(d, 0)->state, RUN_INTERRUPTED);
    document_free(d);
}

static void progress_alone_is_no_result(void **state)
{
    (void)state;
    Document *d = read_text(
        "t: (g=0): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth=1\nfio-2.16\n"
        "Starting 1 process\n"
        "Jobs: 1 (f=1): [R(1)] [12.0% done] [20689KB/0KB/0KB /s] [5172/0/0 iops] [eta 00m:51s]\n");
    assert_int_equal(runs_of(d), 0);
    assert_true(has_note(d, "progress-line"));
    document_free(d);
}

static void the_headline_is_one_of_two_lines(void **state)
{
    (void)state;
    Document *d = read_text(BLOCK("24233", "Mon Nov 30 07:22:33 2026", "5425", "18.3", "876"));
    const Run *run = run_of(d, 0);
    assert_true(run_measure(run, "job0", "read.bw")->headline);
    assert_true(run_measure(run, "job0", "read.clat.mean")->headline);
    assert_false(run_measure(run, "group0", "read.bw")->headline);
    assert_false(run_measure(run, "job0", "read.clat.max")->headline);
    document_free(d);
    d = read_text(
        "c: (groupid=0, jobs=1): err= 0: pid=5\n"
        "  read : io=4096KB, bw=4096.0KB/s, iops=1024, runt=  1000msec\n"
        "c: (groupid=0, jobs=1): err= 0: pid=6\n"
        "  read : io=4096KB, bw=4096.0KB/s, iops=1024, runt=  1000msec\n\n"
        "Run status group 0 (all jobs):\n"
        "   READ: io=8192KB, aggrb=8192KB/s, minb=4096KB/s, maxb=4096KB/s, mint=1000msec, "
        "maxt=1000msec\n");
    run = run_of(d, 0);
    assert_false(run_measure(run, "job0", "read.bw")->headline);
    assert_true(run_measure(run, "group0", "read.bw")->headline);
    document_free(d);
}

/* Of 1.38 to 1.59; without a version the slowest job cannot be faster than the sum. */
static void decimal_ranges_of_old_versions_are_told(void **state)
{
    (void)state;
    Document *d = read_text("Run status group 0 (all jobs):\n"
                            "   READ: io=16268KB, aggrb=43381KB/s, minb=44422KB/s, maxb=44422KB/s, "
                            "mint=375msec, maxt=375msec\n");
    assert_near(value(run_of(d, 0), "group0", "read.bw_min"), 44422000, 1e-9);
    assert_near(value(run_of(d, 0), "group0", "read.bw"), 44422144, 1e-4);
    document_free(d);
}

static void client_mode_is_read(void **state)
{
    (void)state;
    Document *d = read_text(
        "hostname=box1, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.36, flags=1\n"
        "<box1> w: (g=0): rw=write, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
        "ioengine=libaio, iodepth=4\n"
        "<box1> Starting 1 process\n\n"
        "w: (groupid=0, jobs=1): err= 0: pid=77: Mon Nov 30 07:20:25 2026\n"
        "  write: IOPS=1000, BW=4000KiB/s (4096kB/s)(39.1MiB/10000msec)\n\n"
        "All clients: (groupid=0, jobs=2): err= 0: pid=0: Mon Nov 30 07:20:25 2026\n"
        "  write: IOPS=2000, BW=1471Mi (1542M)(200MiB/136msec)\n");
    assert_int_equal(runs_of(d), 1);
    const Run *run = run_of(d, 0);
    assert_string_equal(run->version, "3.36");
    assert_string_equal(run_fact(run, "job0", "rw"), "write");
    assert_string_equal(run_fact(run, "job1", "name"), "All clients");
    assert_near(value(run, "job1", "write.bw"), 1542e6, 1e-3);
    document_free(d);
}

static void a_command_stands_for_all_its_outputs(void **state)
{
    (void)state;
    Document *d = read_text("$ fio --name=si --rw=randread --bs=8k --direct=1\n" BLOCK(
        "5", "Mon Nov 30 07:22:33 2026", "5425", "18.3",
        "876") "and again:\n" BLOCK("9", "Mon Nov 30 07:29:33 2026", "5400", "18.2", "877"));
    assert_int_equal(runs_of(d), 2);
    assert_string_equal(run_fact(run_of(d, 1), "job0", "bs"), "8192");
    assert_string_equal(run_fact(run_of(d, 1), "group0", "direct"), "1");
    document_free(d);
}

static void a_block_that_is_cut_says_so(void **state)
{
    (void)state;
    Document *d = read_text("x: (groupid=0, jobs=1): err= 0: pid=5: Mon Nov 30 07:20:25 2026\n"
                            "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(39.1MiB/10000msec)\n"
                            "    clat (usec): min=50, max=8957, avg=508.92, stdev=710.62\n"
                            "    clat percentiles (usec):\n     |  1.00th=[   65],  5.0");
    assert_int_equal(run_of(d, 0)->state, RUN_PARTIAL);
    assert_true(has_note(d, "truncated"));
    assert_near(value(run_of(d, 0), "job0", "read.clat.p1"), 65e-6, 1e-9);
    document_free(d);
}

/* --- JSON --- */

#define JSON(stamp, name, runtime, bytes)                                                     \
    "{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : 1796023356,\n"                   \
    "  \"timestamp_ms\" : " stamp ",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"" name     \
    "\",\n      \"groupid\" : 0,\n      \"error\" : 0,\n      \"read\" : {\n"                 \
    "        \"io_bytes\" : " bytes                                                           \
    ",\n        \"io_kbytes\" : 4,\n        \"bw_bytes\" : 4096,\n"                           \
    "        \"iops\" : 10.5,\n        \"runtime\" : " runtime ",\n        \"clat_ns\" : {\n" \
    "          \"min\" : 10,\n          \"max\" : 30,\n          \"mean\" : 20.5,\n"          \
    "          \"stddev\" : -nan,\n          \"N\" : 3,\n          \"percentile\" : {\n"      \
    "            \"99.000000\" : 29,\n            \"0.00\" : 0,\n            \"0.00\" : 0\n"  \
    "          }\n        }\n      },\n      \"usr_cpu\" : 1.5\n    }\n  ]\n}\n"

static void json_documents_of_one_run_and_of_two(void **state)
{
    (void)state;
    Document *d = read_text(JSON("1796023356717", "si", "878",
                                 "1000") "\n" JSON("1796023357700", "si", "1879", "2000"));
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "read.bytes"), 2000, 0);
    document_free(d);
    d = read_text(JSON("1796023356717", "si", "878", "1000")
                      JSON("1796023367700", "si", "879", "2000"));
    assert_int_equal(runs_of(d), 2);
    assert_near(value(run_of(d, 1), "job0", "read.clat.p99"), 29e-9, 1e-9);
    assert_null(run_measure(run_of(d, 1), "job0", "read.clat.p0"));
    document_free(d);
}

#define TEXT_OF(date)                                                                      \
    "si: (groupid=0, jobs=1): err= 0: pid=24233: " date "\n"                               \
    "  read: IOPS=11, BW=4096B/s (4096B/s)(1000B/878msec)\n\n"                             \
    "Run status group 0 (all jobs):\n"                                                     \
    "   READ: bw=4096B/s (4096B/s), 4096B/s-4096B/s (4096B/s-4096B/s), io=1000B (1000B), " \
    "run=878-878msec\n"

static void text_and_json_of_one_run_are_one_run(void **state)
{
    (void)state;
    const char *date = "  \"time\" : \"Mon Nov 30 07:22:36 2026\",\n";
    const char *json = JSON("1796023356717", "si", "878", "1000"),
               *text = TEXT_OF("Mon Nov 30 07:22:36 2026");
    char both[4000];
    const char *rest = strstr(json, "  \"jobs\"");
    for (int order = 0; order < 2; order++) {
        snprintf(both, sizeof both, "%s%.*s%s%s%s", order ? text : "", (int)(rest - json), json,
                 date, rest, order ? "" : text);
        Document *d = read_text(both);
        assert_int_equal(runs_of(d), 1);
        assert_near(value(run_of(d, 0), "job0", "read.runtime"), 0.878, 1e-9);
        assert_near(value(run_of(d, 0), "group0", "read.bytes"), 1000, 1e-9);
        assert_int_equal(value(run_of(d, 0), "job0", "read.iops"), order ? 11 : 10);
        document_free(d);
    }
    /* the JSON of another day */
    snprintf(both, sizeof both, "%s%.*s%s%s", TEXT_OF("Tue Dec  1 07:22:36 2026"),
             (int)(rest - json), json, date, rest);
    Document *d = read_text(both);
    assert_int_equal(runs_of(d), 2);
    document_free(d);
}

static void text_glued_behind_json_is_read(void **state)
{
    (void)state;
    char both[4000];
    const char *json = JSON("1796023356717", "si", "878", "1000");
    snprintf(both, sizeof both, "%.*s%s", (int)strlen(json) - 1,
             json, /* without its last line end */
             TEXT_OF("Mon Nov 30 07:22:36 2026"));
    Document *d = read_text(both);
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "group0", "read.bytes"), 1000, 1e-9);
    document_free(d);
}

static void cut_json_keeps_what_was_complete(void **state)
{
    (void)state;
    const char *whole = JSON("1796023356717", "si", "878", "1000");
    char text[2000];
    snprintf(text, sizeof text, "%s", whole);
    *strstr(text, "\"clat_ns\"") = '\0';
    Document *d = read_text(text);
    assert_int_equal(runs_of(d), 1);
    assert_true(has_note(d, "truncated"));
    assert_non_null(strstr(d->notes.v[0].message, "jobs[0].read"));
    assert_near(value(run_of(d, 0), "job0", "read.bytes"), 1000, 0);
    assert_int_equal(run_of(d, 0)->state, RUN_PARTIAL);
    document_free(d);
}

static void noise_around_json_and_one_line_json(void **state)
{
    (void)state;
    Document *d =
        read_text("fio: sprandom sets norandommap=1\nnote: both iodepth >= 1 and "
                  "synchronous I/O engine are selected, queue depth will be capped at 1\n"
                  "{\"fio version\":\"fio-2.2.10\",\"jobs\":[{\"jobname\":\"j;1\",\"groupid\":0,"
                  "\"error\":0,\"read\":{\"io_bytes\":4,\"bw\":4,\"iops\":1.0,\"runtime\":1000,"
                  "\"clat\":{\"min\":3,\"max\":5,\"mean\":4.0,\"stddev\":1.0}}}]} done\n");
    assert_int_equal(runs_of(d), 1);
    assert_near(value(run_of(d, 0), "job0", "read.bytes"), 4096, 0);
    assert_near(value(run_of(d, 0), "job0", "read.bw"), 4096, 0);
    assert_near(value(run_of(d, 0), "job0", "read.clat.mean"), 4e-6, 1e-9);
    assert_string_equal(run_fact(run_of(d, 0), "job0", "name"), "j;1");
    document_free(d);
}

static void a_second_document_in_a_thread_of_quotes_is_its_own(void **state)
{
    (void)state;
    Document *d = read_text("> x: (groupid=0, jobs=1): err= 0: pid=5\n"
                            ">   read : io=4096KB, bw=4096.0KB/s, iops=1024, runt=  1000msec\n"
                            "\nmine:\n"
                            "x: (groupid=0, jobs=1): err= 0: pid=6\n"
                            "  read : io=8192KB, bw=8192.0KB/s, iops=2048, runt=  1000msec\n");
    assert_int_equal(runs_of(d), 2);
    document_free(d);
}

/* --- hostile --- */

/* A row of more digits than a number can have once was read for ever. */
static void endless_digits_end(void **state)
{
    (void)state;
    char text[1000] = "x: (groupid=0, jobs=1): err= 0: pid=1\n read: IOPS=1\n"
                      " clat percentiles (usec):\n | 1.00th=[ 1], ";
    size_t n = strlen(text);
    memset(text + n, '9', sizeof text - n - 1);
    text[sizeof text - 1] = '\0';
    document_free(read_text(text));
}

static void hostile_text_is_harmless(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ": (groupid=",
        ": (groupid=99999999999999999999, jobs=",
        "x: (groupid=0, jobs=1): err=",
        "x: (groupid=0, jobs=1): err= 0: pid=1: Mon",
        "read: IOPS=",
        "read: IOPS=1, BW=",
        "read: IOPS=1, BW=1MiB/s (",
        "read : io=1e999KB, bw=99999999999999999999999999999999GB/s, iops=1, runt=0msec",
        "x: (groupid=0, jobs=1): err= 0: pid=1\n read: IOPS=1\n clat percentiles (usec):\n | "
        "1.00th=[",
        "x: (groupid=0, jobs=1): err= 0: pid=1\n read: IOPS=1\n clat (usec",
        "x: (groupid=0, jobs=1): err= 0: pid=1\n read: IOPS=1\n bw (KB/s",
        "Run status group ",
        "Run status group 99999999999999999999",
        "READ: bw=",
        "vda: ios=",
        "{\"fio version\"",
        "{\"fio version\" : \"fio-3.33\", \"jobs\" : [{\"jobname\" : \"",
        "{\"fio version\" : \"fio-3.33\", \"jobs\" : [[[[{\"jobname\" : 1}",
        "\"jobname\" : \"x\", \"read\" : {\"prios\" : [{\"prioclass\" : {",
        "3;fio-3.33;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;%;%"
        "=",
        "200, 2060, 0, 0\n200, 1, 9, 9\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        document_free(read_text(texts[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_dump_of_status_interval_is_the_result),
        cmocka_unit_test(every_job_of_the_last_dump_is_kept),
        cmocka_unit_test(equal_process_numbers_are_not_one_run),
        cmocka_unit_test(single_lines_are_results_too),
        cmocka_unit_test(lone_group_lines_are_runs_with_a_runtime),
        cmocka_unit_test(lower_case_without_indentation_is_read),
        cmocka_unit_test(wrapped_lines_are_joined),
        cmocka_unit_test(a_direction_glued_to_the_heading_is_read),
        cmocka_unit_test(progress_glued_to_the_heading_is_dropped),
        cmocka_unit_test(reflowed_blocks_are_taken_apart),
        cmocka_unit_test(prose_and_fences_may_stand_inside_a_block),
        cmocka_unit_test(comments_and_emphasis_are_peeled),
        cmocka_unit_test(json_as_python_prints_it_is_read),
        cmocka_unit_test(names_are_free_text),
        cmocka_unit_test(a_lost_carry_is_noted_and_mended),
        cmocka_unit_test(kb_base_is_found_in_the_issued_requests),
        cmocka_unit_test(remarks_inside_a_block_do_not_end_it),
        cmocka_unit_test(nan_is_missing_and_not_zero),
        cmocka_unit_test(failed_and_interrupted_runs_say_so),
        cmocka_unit_test(progress_alone_is_no_result),
        cmocka_unit_test(the_headline_is_one_of_two_lines),
        cmocka_unit_test(decimal_ranges_of_old_versions_are_told),
        cmocka_unit_test(client_mode_is_read),
        cmocka_unit_test(a_command_stands_for_all_its_outputs),
        cmocka_unit_test(a_block_that_is_cut_says_so),
        cmocka_unit_test(json_documents_of_one_run_and_of_two),
        cmocka_unit_test(text_and_json_of_one_run_are_one_run),
        cmocka_unit_test(text_glued_behind_json_is_read),
        cmocka_unit_test(cut_json_keeps_what_was_complete),
        cmocka_unit_test(noise_around_json_and_one_line_json),
        cmocka_unit_test(a_second_document_in_a_thread_of_quotes_is_its_own),
        cmocka_unit_test(endless_digits_end),
        cmocka_unit_test(hostile_text_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
