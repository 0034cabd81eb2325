#include "ingest/fio_group.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/fio_refine.h"

typedef struct GroupLine {
    FioFigure bytes, bw, second, low, low_second, high, high_second, run_min, run_max;
} GroupLine;

static size_t put(Fio *f, FioDir dir, const char *what, const Line *line, const FioFigure *x)
{
    char metric[64];
    if (!x->n.text.n)
        return 0;
    snprintf(metric, sizeof metric, "%s.%s", fio_dir_name(dir), what);
    return fio_put(f, f->group->scope, metric, line, x);
}

/* io=4028KB, aggrb=82204KB/s, minb=41712KB/s, maxb=42464KB/s, mint=49msec, maxt=49msec */
static void read_old(Slice rest, FioDialect d, GroupLine *g)
{
    Slice key, value;
    while (fio_lines_pair(&rest, &key, &value)) {
        if (slice_eq_nocase(key, SLICE("io")))
            fio_number_bytes(&value, d, false, &g->bytes);
        else if (slice_eq_nocase(key, SLICE("aggrb")))
            fio_number_bytes(&value, d, true, &g->bw);
        else if (slice_eq_nocase(key, SLICE("minb")))
            fio_number_bytes(&value, d, true, &g->low);
        else if (slice_eq_nocase(key, SLICE("maxb")))
            fio_number_bytes(&value, d, true, &g->high);
        else if (slice_eq_nocase(key, SLICE("mint")))
            fio_number_time(&value, 1e-3, &g->run_min);
        else if (slice_eq_nocase(key, SLICE("maxt")))
            fio_number_time(&value, 1e-3, &g->run_max);
    }
}

/* "34.5MiB/s-34.6MiB/s (36.1MB/s-36.2MB/s)" */
static void read_range(Slice s, FioDialect d, GroupLine *g)
{
    GroupLine x = { 0 };
    if (!fio_number_bytes(&s, d, true, &x.low) || !slice_skip(&s, SLICE("-")) ||
        !fio_number_bytes(&s, d, true, &x.high))
        return;
    g->low = x.low;
    g->high = x.high;
    slice_skip_blanks(&s);
    if (!slice_skip(&s, SLICE("(")) || !fio_number_bytes(&s, d, true, &x.low) ||
        !slice_skip(&s, SLICE("-")) || !fio_number_bytes(&s, d, true, &x.high))
        return;
    g->low_second = x.low;
    g->high_second = x.high;
}

/* "15.6MiB (16.3MB)": the same figure twice; a lost carry makes one too low. */
static void read_pair(Slice s, FioDialect d, bool rate, FioFigure *first, FioFigure *second)
{
    if (!fio_number_bytes(&s, d, rate, first))
        return;
    slice_skip_blanks(&s);
    if (!slice_skip(&s, SLICE("(")) || !fio_number_bytes(&s, d, rate, second))
        *second = (FioFigure){ 0 };
}

/* bw=34.5MiB/s (36.1MB/s), 34.5MiB/s-34.5MiB/s (36.1MB/s-36.1MB/s), io=2012KiB (2060kB),
 * run=57-57msec */
static void read_new(Slice rest, FioDialect d, GroupLine *g, FioFigure *bytes_second)
{
    Slice key, value;
    while (fio_lines_pair(&rest, &key, &value)) {
        if (slice_eq_nocase(key, SLICE("bw"))) {
            read_pair(value, d, true, &g->bw, &g->second);
        } else if (slice_eq_nocase(key, SLICE("io"))) {
            read_pair(value, d, false, &g->bytes, bytes_second);
        } else if (slice_eq_nocase(key, SLICE("run"))) {
            if (fio_number_time(&value, 1e-3, &g->run_min) && slice_skip(&value, SLICE("-")))
                fio_number_time(&value, 1e-3, &g->run_max);
        } else if (!key.n) {
            read_range(value, d, g);
        }
    }
    if (g->run_max.n.text.n && g->run_max.unit.n && !g->run_min.unit.n) { /* "255-432msec" */
        g->run_min.factor = g->run_max.factor;
        g->run_min.value = g->run_min.n.value * g->run_min.factor;
        g->run_min.slack = g->run_min.n.half * g->run_min.factor;
        g->run_min.unit = g->run_max.unit;
    }
}

static void scale(FioFigure *x, double ratio)
{
    x->factor *= ratio;
    x->value *= ratio;
    x->slack *= ratio;
}

/*
 * 1.38 to 1.59 print minb and maxb in units of 1000 beside an aggrb in units of 1024. Where no
 * version stands: the slowest job is never faster than the sum, and "issued r/w" is of those days.
 */
static bool range_is_decimal(const FioRun *run, const GroupLine *g)
{
    if (run->dialect.era != FIO_ERA_KB || run->dialect.kb1000 || !g->low.n.text.n)
        return false;
    if (run->version)
        return run->version < 16100;
    return run->old_issued || g->low.value > g->bw.value + g->bw.slack + g->low.slack;
}

/* The bytes of all jobs of the group, if they are known exactly and are what was printed. */
static void exact_bytes(const Fio *f, FioDir dir, FioFigure *bytes)
{
    enum { MOST_JOBS = 1000 };
    double sum = 0;
    const FioRun *run = f->run;
    if (run->jobs.n > MOST_JOBS || !bytes->n.text.n)
        return;
    for (size_t i = 0; i < run->jobs.n; i++) {
        const FioJob *job = run->jobs.v[i];
        if (job->groupid != f->group->id || !job->side[dir].seen)
            continue;
        if (job->side[dir].bytes.slack != 0 || !job->side[dir].bytes.n.text.n)
            return;
        sum += job->side[dir].bytes.value;
    }
    if (sum > 0 && fabs(sum - bytes->value) <= 1.05 * bytes->slack) {
        bytes->value = sum;
        bytes->slack = 0;
    }
}

static FioDialect dialect_of(FioDialect known, Slice rest)
{
    FioDialect d = known;
    if (!slice_has_nocase(rest, SLICE("aggrb=")))
        d.era = known.era == FIO_ERA_UNKNOWN ? FIO_ERA_SI : known.era;
    else if (slice_has_nocase(rest, SLICE("kib")) || slice_has_nocase(rest, SLICE("mib")))
        d.era = FIO_ERA_KIB_MS;
    else
        d.era = FIO_ERA_KB;
    return d;
}

void fio_group_line(Fio *f, const FioLine *line)
{
    GroupLine g = { 0 };
    FioFigure bytes_second = { 0 };
    FioRun *run = f->run;
    run->dialect = dialect_of(run->dialect, line->rest);
    bool old = slice_has_nocase(line->rest, SLICE("aggrb="));
    if (old)
        read_old(line->rest, run->dialect, &g);
    else
        read_new(line->rest, run->dialect, &g, &bytes_second);
    if (bytes_second.n.text.n &&
        bytes_second.value > g.bytes.value + g.bytes.slack + bytes_second.slack)
        g.bytes = bytes_second;
    exact_bytes(f, line->dir, &g.bytes);
    f->group->side[line->dir] = true;
    if (range_is_decimal(run, &g)) {
        scale(&g.low, 1000.0 / 1024);
        scale(&g.high, 1000.0 / 1024);
    }
    if (g.bw.n.text.n)
        fio_refine_rate(f, line->line, &g.bw, &g.second, &g.bytes,
                        g.run_max.n.text.n ? g.run_max.value : 0);
    if (g.low.n.text.n)
        fio_refine_rate(f, line->line, &g.low, &g.low_second, &(FioFigure){ 0 }, 0);
    if (g.high.n.text.n)
        fio_refine_rate(f, line->line, &g.high, &g.high_second, &(FioFigure){ 0 }, 0);
    put(f, line->dir, "bw", line->line, &g.bw);
    put(f, line->dir, "bw_min", line->line, &g.low);
    put(f, line->dir, "bw_max", line->line, &g.high);
    put(f, line->dir, "bytes", line->line, &g.bytes);
    put(f, line->dir, "run_min", line->line, &g.run_min);
    put(f, line->dir, "run_max", line->line, &g.run_max);
    if (!run->jobs.n) /* group lines alone: the longest job is how long it took */
        put(f, line->dir, "runtime", line->line, &g.run_max);
}

/* ios=1603/718, merge=0/0, ticks=132/60, in_queue=192, util=27.98% */
void fio_group_disk(Fio *f, const FioLine *line)
{
    const char *scope = arena_printf(f->arena, "disk.%.*s", SLICE_ARG(line->name));
    Slice rest = line->rest, key, value;
    while (fio_lines_pair(&rest, &key, &value)) {
        FioFigure reads, writes;
        const FioDialect d = { FIO_ERA_SI, false };
        if (slice_eq_nocase(key, SLICE("util"))) {
            fio_put_percent(f, scope, "util", line->line, value);
        } else if (slice_eq_nocase(key, SLICE("ios")) && fio_number_count(&value, d, &reads) &&
                   slice_skip(&value, SLICE("/")) && fio_number_count(&value, d, &writes)) {
            fio_put_number(f, scope, "read_ios", line->line, &reads.n, reads.factor, reads.unit);
            fio_put_number(f, scope, "write_ios", line->line, &writes.n, writes.factor,
                           writes.unit);
        }
    }
}
