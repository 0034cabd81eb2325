/* fio in all its forms: one format that hands each block to its reader. */
#include "ingest/fio_text.h"

static const MetricInfo metrics[] = {
    { "*.bw_samples.n", UNIT_COUNT, BETTER_NEITHER, false },
    { "*.bw_samples.pct", UNIT_RATIO, BETTER_NEITHER, false },
    { "*.bw_samples.sd", UNIT_BYTES_PER_S, BETTER_LOWER, false },
    { "*.bw_samples.*", UNIT_BYTES_PER_S, BETTER_HIGHER, false },
    { "*.iops_samples.n", UNIT_COUNT, BETTER_NEITHER, false },
    { "*.iops_samples.sd", UNIT_PER_S, BETTER_LOWER, false },
    { "*.iops_samples.*", UNIT_PER_S, BETTER_HIGHER, false },
    { "steadystate.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, false },
    { "steadystate.iops", UNIT_PER_S, BETTER_HIGHER, false },
    { "*.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { "*.iops", UNIT_PER_S, BETTER_HIGHER, true },
    { "*.clat.mean", UNIT_SECONDS, BETTER_LOWER, true },
    { "*.clat.p99", UNIT_SECONDS, BETTER_LOWER, true },
    { "*.clat.*", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.slat.*", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.lat.*", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.clat", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.slat", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.lat", UNIT_SECONDS, BETTER_LOWER, false },
    { "lat", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.bw_min", UNIT_BYTES_PER_S, BETTER_HIGHER, false },
    { "*.bw_max", UNIT_BYTES_PER_S, BETTER_HIGHER, false },
    { "*.bytes", UNIT_BYTES, BETTER_NEITHER, false },
    { "*.runtime", UNIT_SECONDS, BETTER_NEITHER, false },
    { "*.run_min", UNIT_SECONDS, BETTER_NEITHER, false },
    { "*.run_max", UNIT_SECONDS, BETTER_NEITHER, false },
    { "cpu.usr", UNIT_RATIO, BETTER_LOWER, false },
    { "cpu.sys", UNIT_RATIO, BETTER_LOWER, false },
    { "cpu.ctx", UNIT_COUNT, BETTER_NEITHER, false },
    { "cpu.majf", UNIT_COUNT, BETTER_LOWER, false },
    { "cpu.minf", UNIT_COUNT, BETTER_LOWER, false },
    { "read_ios", UNIT_COUNT, BETTER_NEITHER, false },
    { "write_ios", UNIT_COUNT, BETTER_NEITHER, false },
    { "util", UNIT_RATIO, BETTER_NEITHER, false },
    { NULL },
};

static const char *const anchors[] = {
    "(groupid=",
    ": (g=",
    "Run status group",
    "run status group",
    "Disk stats (",
    "disk stats (",
    "iops=",
    "IOPS=",
    "aggrb=",
    "READ: ",
    "WRITE: ",
    "TRIM: ",
    "MIXED: ",
    "run=",
    "fio-1.",
    "fio-2.",
    "fio-3.",
    "fio-4.",
    "fio 1.",
    "fio 2.",
    "Jobs: ",
    "jobs: ",
    "fio: pid=",
    "fio: terminating",
    ": ios=",
    NULL,
};

static const char *const samples[] = {
    "mix: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, "
    "iodepth=8\nfio-3.42\nStarting 1 process\n\n"
    "mix: (groupid=0, jobs=1): err= 0: pid=9: Mon Nov 30 07:22:54 2026\n"
    "  read: IOPS=8623, BW=33.7MiB/s (35.3MB/s)(7968KiB/231msec)\n"
    "    clat (usec): min=2, max=29358, avg=227.60, stdev=991.93\n"
    "Run status group 0 (all jobs):\n"
    "   READ: bw=33.7MiB/s (35.3MB/s), 33.7MiB/s-33.7MiB/s (35.3MB/s-35.3MB/s), io=7968KiB "
    "(8159kB), run=231-231msec\n",
    "rr: (groupid=0, jobs=1): err= 0: pid=18527\n"
    "  read : io=12692KiB, bw=6495KiB/s, iops=1585, runt=  2001msec\n",
    "  write: io=352204KB, bw=5869.9KB/s, iops=1467, runt= 60002msec\n",
    "Run status group 0 (all jobs):\n"
    "   READ: io=4028KB, aggrb=82204KB/s, minb=41712KB/s, maxb=42464KB/s, mint=49msec, "
    "maxt=49msec\n",
    NULL,
};

static int probe(Reader *r, size_t at)
{
    return fio_text_probe(lines_at(r->lines, at)->text);
}

static size_t parse(Reader *r, size_t at)
{
    return fio_text_read(fio_state(r), at);
}

static void finish(Reader *r)
{
    fio_text_finish(fio_state(r));
}

const Format format_fio = {
    .name = "fio",
    .summary = "fio: text of 1.20 to 3.4x",
    .source = "axboe/fio stat.c, eta.c, lib/num2str.c, fio-1.20 to fio-3.42",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
    .finish = finish,
};
