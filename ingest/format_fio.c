/* fio in all its forms: one format that hands each block to its reader. */
#include "ingest/fio_json.h"
#include "ingest/fio_log.h"
#include "ingest/fio_terse.h"
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

/* clang-format off */
static const char *const anchors[] = {
    "(groupid=", ": (g=", "Run status group", "run status group", "Disk stats (", "disk stats (",
    "iops=", "IOPS=", "aggrb=", "READ: ", "WRITE: ", "TRIM: ", "MIXED: ", "run=",
    "fio-1.", "fio-2.", "fio-3.", "fio-4.", "fio 1.", "fio 2.", "Jobs: ", "jobs: ",
    "fio: pid=", "fio: terminating", ": ios=",
    "usr=", "stdev=", "th=[", "issued ", "(usec)", "(msec)", "(nsec)", /* inside a job block */
    "\"fio version\"", "\"jobname\"", "'fio version'", "'jobname'", /* JSON, and as Python prints it */
    "%;",                             /* terse */
    ", 0, ", ", 1, ", ", 2, ",        /* logs */
    NULL,
};
/* clang-format on */

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
    "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"a\",\n"
    "      \"groupid\" : 0,\n      \"error\" : 0,\n      \"read\" : {\n        \"io_bytes\" : "
    "4096,\n"
    "        \"io_kbytes\" : 4,\n        \"bw_bytes\" : 4096,\n        \"iops\" : 1.0,\n"
    "        \"runtime\" : 1000\n      }\n    }\n  ]\n}\n",
    "mix;0;0;4148;42475;100;3;5679;36.080039;227.599133;1;11919;256.879460;724.154120;0;0;0.000000%"
    ";"
    "0.000000;0.000000;4044;41410;100;3;2130;32.779426;98.843620;1;12081;449.565776;996.206711;0;0;"
    "0.000000%;0.000000;0.000000;4.000000%;53.000000%;319;0;7;0.1%;0.1%;0.2%;99.7%;0.0%;0.0%;0.0%;"
    "0.10%;0.05%;0.00%;0.00%;1.56%;5.81%;48.93%;35.89%;3.76%;0.83%;1.61%;0.39%;0.68%;0.39%;0.00%;"
    "0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%\n",
    "==> lg_bw.1.log <==\n200, 2060, 0, 0, 0\n200, 1040, 1, 0, 0\n400, 2040, 0, 0, 0\n",
    NULL,
};

/* Which of the readers wants the block that starts in this line. */
static int probe_all(Reader *r, size_t at, size_t (**reader)(Fio *f, size_t at), bool *is_log)
{
    Slice text = lines_at(r->lines, at)->text;
    int score = fio_json_probe(text);
    *reader = fio_json_read;
    *is_log = false;
    if (!score && (score = fio_text_probe(fio_state(r), text)) != 0)
        *reader = fio_text_read;
    else if (!score && (score = fio_terse_probe(text)) != 0)
        *reader = fio_terse_read;
    else if (!score && (score = fio_log_probe(r, at)) != 0)
        *is_log = true;
    return score;
}

static int probe(Reader *r, size_t at)
{
    size_t (*reader)(Fio *, size_t);
    bool is_log;
    return probe_all(r, at, &reader, &is_log);
}

static size_t parse(Reader *r, size_t at)
{
    size_t (*reader)(Fio *, size_t);
    bool is_log;
    if (!probe_all(r, at, &reader, &is_log))
        return at;
    return is_log ? fio_log_read(r, at) : reader(fio_state(r), at);
}

static void finish(Reader *r)
{
    fio_text_finish(fio_state(r));
}

const Format format_fio = {
    .name = "fio",
    .summary = "fio: text, JSON, terse lines and logs of 1.20 to 3.4x",
    .source = "axboe/fio stat.c, eta.c, lib/num2str.c, fio-1.20 to fio-3.42",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
    .finish = finish,
};
