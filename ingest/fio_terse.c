#include "ingest/fio_terse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/fio_refine.h"

enum {
    FIELDS_MOST = 4096,
    FIELDS_V1 = 69,          /* 1.38 */
    FIELDS_OLD_V2 = 78,      /* 1.50, 1.59 */
    PERCENTILES = 20,        /* cells of one direction, unused ones "0%=0" */
    BEFORE_PERCENTILES = 12, /* io; bw; iops; runtime; slat 4; clat 4 */
    TAIL = 5 + 7 + 10 + 12,  /* cpu, depths, usec buckets, msec buckets */
    DISK = 9,
};

typedef struct Terse {
    Slice *field;
    size_t n;
    int version;       /* 1..5; 2 is old_v2 or not */
    bool old;          /* v1 and the v2 of 1.x: no iops, no percentiles */
    size_t name, body; /* first fields of the name and of the directions */
    size_t dirs;
    const Line *line;
} Terse;

int fio_terse_probe(Slice text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == ';';
    return n + 1 >= FIELDS_V1 && slice_has(text, SLICE("%;")) ? 95 : 0;
}

static bool is_integer(Slice s)
{
    Slice digits;
    return slice_digits(&s, &digits) && s.n == 0;
}

static void split(Arena *a, Slice text, Terse *t)
{
    VEC(Slice) fields = { 0 };
    Slice rest = slice_trim(text), field;
    while (fields.n < FIELDS_MOST && slice_until(&rest, SLICE(";"), &field))
        *VEC_PUSH(a, &fields) = field;
    *VEC_PUSH(a, &fields) = rest;
    t->field = fields.v;
    t->n = fields.n;
}

static size_t first_percentile(const Terse *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (slice_has(t->field[i], SLICE("%=")))
            return i;
    return t->n;
}

/* name; group; error; then the directions. */
static bool find_head(Terse *t)
{
    size_t percentile = first_percentile(t), cells = 0;
    bool numbered = is_integer(t->field[0]) && t->field[0].n == 1;
    bool has_version = numbered && slice_starts(t->field[1], SLICE("fio-"));
    t->version = numbered ? t->field[0].p[0] - '0' : 1;
    t->old = percentile == t->n;
    if (t->old) {
        size_t fields = numbered && t->n >= FIELDS_OLD_V2 ? FIELDS_OLD_V2 : FIELDS_V1;
        t->version = fields == FIELDS_OLD_V2 ? 2 : 1;
        t->name = fields == FIELDS_OLD_V2 ? 1 : 0;
        t->body = t->name + 3;
        if (t->n > fields && !is_integer(t->field[t->name + 1])) /* ";" in the name */
            t->body += t->n - fields;
        t->dirs = 2;
        return t->n >= fields && is_integer(t->field[t->body - 1]) &&
               is_integer(t->field[t->body - 2]);
    }
    t->name = has_version ? 2 : numbered ? 1 : 0;
    if (percentile < BEFORE_PERCENTILES + t->name + 3)
        return false;
    t->body = percentile - BEFORE_PERCENTILES;
    for (size_t i = percentile; i < t->n; i++)
        cells += slice_has(t->field[i], SLICE("%="));
    t->dirs = cells / PERCENTILES;
    return t->dirs >= 1 && t->dirs <= FIO_DIRS && is_integer(t->field[t->body - 1]) &&
           is_integer(t->field[t->body - 2]);
}

/* --- figures --- */

static Slice field(const Terse *t, size_t i)
{
    return i < t->n ? t->field[i] : SLICE("");
}

static bool number_of(const Terse *t, size_t i, Number *n)
{
    Slice s = field(t, i);
    return number_read(&s, n);
}

static double value_of(const Terse *t, size_t i)
{
    Number n;
    return number_of(t, i, &n) ? n.value : 0;
}

static void put(Fio *f, const Terse *t, const char *metric, size_t i, double factor)
{
    Number n;
    Slice s = field(t, i);
    if (!number_of(t, i, &n)) {
        if (slice_has_nocase(s, SLICE("nan")) || slice_has_nocase(s, SLICE("inf")))
            fio_put_missing(f, f->job->scope, metric, t->line, s, MISSING_NAN);
        return;
    }
    bool percent = slice_ends(s, SLICE("%"));
    fio_put_number(f, f->job->scope, metric, t->line, &n, factor,
                   percent ? slice_from(s, s.n - 1) : slice_first(s, 0));
}

/* min; max; mean; deviation, from field i on: nothing where all are zero. */
static void put_latency(Fio *f, const Terse *t, FioDir dir, const char *what, size_t i)
{
    static const char *const names[] = { "min", "max", "mean", "sd" };
    char metric[64];
    if (value_of(t, i + 1) == 0 && value_of(t, i + 2) == 0)
        return;
    for (size_t k = 0; k < 4; k++) {
        snprintf(metric, sizeof metric, "%s.%s.%s", fio_dir_name(dir), what, names[k]);
        put(f, t, metric, i + k, 1e-6);
    }
}

/* "99.900000%=12911" */
static void put_percentile(Fio *f, const Terse *t, FioDir dir, size_t i)
{
    Slice s = field(t, i);
    Number p, n;
    char metric[64], name[NUMBER_TEXT_BYTES];
    if (!number_read(&s, &p) || !slice_skip(&s, SLICE("%=")) || !number_read(&s, &n) ||
        p.value <= 0)
        return;
    snprintf(metric, sizeof metric, "%s.clat.p%s", fio_dir_name(dir), number_text(name, p.value));
    fio_put_number(f, f->job->scope, metric, t->line, &n, 1e-6, slice_first(s, 0));
}

static void put_samples(Fio *f, const Terse *t, FioDir dir, size_t i)
{
    static const struct {
        const char *name;
        double factor;
    } bw[] = {
        { "min", KIBI },  { "max", KIBI }, { "pct", 0.01 },
        { "mean", KIBI }, { "sd", KIBI },  { "n", 1 },
    };
    static const char *const iops[] = { "min", "max", "mean", "sd", "n" };
    char metric[64];
    size_t n_bw = t->version == 5 ? 6 : 5;
    for (size_t k = 0; k < n_bw && value_of(t, i + 1) != 0; k++) {
        snprintf(metric, sizeof metric, "%s.bw_samples.%s", fio_dir_name(dir), bw[k].name);
        put(f, t, metric, i + k, bw[k].factor);
    }
    for (size_t k = 0; k < 5 && t->version == 5 && value_of(t, i + 7) != 0; k++) {
        snprintf(metric, sizeof metric, "%s.iops_samples.%s", fio_dir_name(dir), iops[k]);
        put(f, t, metric, i + n_bw + k, 1);
    }
}

static void put_rates(Fio *f, const Terse *t, FioDir dir, size_t io, size_t runtime)
{
    char metric[64];
    FioFigure bytes = { .factor = KIBI }, bw = { .factor = t->old ? KILO : KIBI };
    double seconds = value_of(t, runtime) / 1000;
    if (!number_of(t, io, &bytes.n) || !number_of(t, io + 1, &bw.n))
        return;
    bytes.value = bytes.n.value * bytes.factor;
    bytes.slack = bytes.factor;
    bw.value = bw.n.value * bw.factor;
    bw.slack = bw.factor;
    bytes.unit = bw.unit = slice_first(field(t, io), 0);
    fio_refine_rate(f, t->line, &bw, &(FioFigure){ 0 }, &bytes, seconds);
    snprintf(metric, sizeof metric, "%s.bw", fio_dir_name(dir));
    fio_put(f, f->job->scope, metric, t->line, &bw);
    snprintf(metric, sizeof metric, "%s.bytes", fio_dir_name(dir));
    fio_put(f, f->job->scope, metric, t->line, &bytes);
    snprintf(metric, sizeof metric, "%s.runtime", fio_dir_name(dir));
    put(f, t, metric, runtime, 1e-3);
}

static size_t direction_length(const Terse *t)
{
    size_t rates = t->old ? 3 : 4, percentiles = t->old ? 0 : PERCENTILES;
    size_t samples = t->version == 5 ? 11 : 5;
    return rates + 4 + 4 + percentiles + (t->version == 1 ? 0 : 4) + samples;
}

/* One direction that begins at field i. Returns the field behind it. */
static size_t put_direction(Fio *f, const Terse *t, FioDir dir, size_t i)
{
    size_t runtime = i + (t->old ? 2 : 3), latency = runtime + 1, clat = latency + 4;
    size_t lat = clat + 4 + (t->old ? 0 : PERCENTILES);
    size_t samples = t->version == 1 ? lat : lat + 4;
    size_t end = i + direction_length(t);
    char metric[64];
    if (value_of(t, i) == 0 && value_of(t, runtime) == 0)
        return end;
    f->job->side[dir].seen = true;
    put_rates(f, t, dir, i, runtime);
    if (!t->old) {
        snprintf(metric, sizeof metric, "%s.iops", fio_dir_name(dir));
        put(f, t, metric, i + 2, 1);
    }
    put_latency(f, t, dir, "slat", latency);
    put_latency(f, t, dir, "clat", clat);
    if (t->version != 1)
        put_latency(f, t, dir, "lat", lat);
    for (size_t k = clat + 4; !t->old && k < clat + 4 + PERCENTILES; k++)
        put_percentile(f, t, dir, k);
    put_samples(f, t, dir, samples);
    return end;
}

static void put_buckets(Fio *f, const Terse *t, size_t i)
{
    static const double bounds[] = { 2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000 };
    for (size_t k = 0; k < 22; k++) {
        double share = value_of(t, i + k), factor = k < 10 ? 1e-6 : 1e-3;
        size_t b = k < 10 ? k : k - 10;
        if (share <= 0)
            continue;
        double below = b ? bounds[b - 1] : k < 10 ? 0 : 1;
        *VEC_PUSH(f->arena, &f->job->buckets) = (Bucket){
            .lo = below * factor, .hi = b < 11 ? bounds[b] * factor : INFINITY, .n = share / 100
        };
    }
}

/* name; read ios; write ios; merges; ticks; in queue; util */
static void put_disk(Fio *f, const Terse *t, size_t i)
{
    const char *scope = arena_printf(f->arena, "disk.%.*s", SLICE_ARG(field(t, i)));
    Number n;
    if (number_of(t, i + 1, &n))
        fio_put_number(f, scope, "read_ios", t->line, &n, 1, SLICE(""));
    if (number_of(t, i + 2, &n))
        fio_put_number(f, scope, "write_ios", t->line, &n, 1, SLICE(""));
    fio_put_percent(f, scope, "util", t->line, field(t, i + 8));
}

static void put_tail(Fio *f, const Terse *t, size_t i)
{
    static const char *const cpu[] = { "cpu.usr", "cpu.sys", "cpu.ctx", "cpu.majf", "cpu.minf" };
    for (size_t k = 0; k < 5; k++)
        put(f, t, cpu[k], i + k, k < 2 ? 0.01 : 1);
    put_buckets(f, t, i + 5 + 7);
    bool known = f->run->disks;
    for (i += TAIL; i + DISK <= t->n && slice_ends(field(t, i + 8), SLICE("%")); i += DISK) {
        if (!known) /* every line of the run repeats them */
            put_disk(f, t, i);
        f->run->disks = true;
        if (slice_is(field(t, i + DISK), "slaves"))
            i++;
    }
}

/* --- runs --- */

static const char *name_of(Fio *f, const Terse *t)
{
    Slice first = t->field[t->name], last = t->field[t->body - 3];
    return arena_text(f->arena, (Slice){ first.p, (size_t)(last.p + last.n - first.p) });
}

static FioTotals totals_of(const Terse *t)
{
    FioTotals all = { 0 };
    size_t length = direction_length(t), i = t->body;
    for (size_t d = 0; d < t->dirs; d++, i += length) {
        size_t runtime = i + (t->old ? 2 : 3);
        all.bytes += value_of(t, i);
        all.runtime = fmax(all.runtime, value_of(t, runtime));
        all.latency_max = fmax(all.latency_max, value_of(t, runtime + 6));
    }
    all.switches = value_of(t, i + 2);
    return all;
}

/*
 * Does the first job of the open run come once more, later (--status-interval)? All that only grows
 * has grown, and the first time so much that it is no repeat: those run as long, or move as much.
 */
static bool is_later_dump(const FioRun *run, const Terse *t, const char *name, uint32_t group)
{
    const FioJob *job = run && run->jobs.n ? run->jobs.v[0] : NULL;
    if (!job || job->groupid != group || strcmp(job->name, name) != 0 || run->totals.runtime == 0)
        return false;
    FioTotals now = totals_of(t);
    double least = run->dumped ? 1 : 1.1;
    return now.runtime >= run->totals.runtime * least && now.bytes >= run->totals.bytes * least &&
           now.latency_max >= run->totals.latency_max && now.switches >= run->totals.switches;
}

static bool is_left(Fio *f, size_t at)
{
    return f->run && (f->run->source != FIO_TERSE || f->pending.any || fio_run_left(f, at));
}

/* Clones of one job print one line each; otherwise a name that comes again is another run. */
static bool is_other_run(Fio *f, size_t at, const char *name, uint32_t group)
{
    if (!f->run)
        return false;
    if (is_left(f, at))
        return true;
    const FioJob *same = fio_job_find(f->run, name, group, 0);
    if (!same)
        return false;
    Number clones;
    const char *numjobs = fio_options_get(&same->facts, "numjobs");
    if (!numjobs || !number_is(slice_of(numjobs), &clones) || clones.value < 2 ||
        clones.value > UINT32_MAX || fio_options_get(&same->facts, "group_reporting"))
        return true;
    return fio_job_find(f->run, name, group, (uint32_t)clones.value - 1) != NULL;
}

static bool take(Fio *f, size_t at)
{
    Terse t = { .line = lines_at(f->r->lines, at) };
    uint64_t group = 0;
    if (!t.line || fio_terse_probe(t.line->text) == 0)
        return false;
    split(f->arena, t.line->text, &t);
    if (!find_head(&t))
        return false;
    Slice group_text = t.field[t.body - 2];
    slice_uint(&group_text, &group);
    const char *name = name_of(f, &t);
    fio_job_close(f);
    bool other = is_other_run(f, at, name, (uint32_t)group);
    bool later = other && !is_left(f, at) && is_later_dump(f->run, &t, name, (uint32_t)group);
    if (later)
        fio_run_again(f);
    else if (other)
        fio_run_close(f);
    f->next_name = name;
    FioRun *run = fio_run(f, FIO_TERSE, at);
    run->dumped = run->dumped || later;
    if (!run->jobs.n)
        run->totals = totals_of(&t);
    if (t.name == 2)
        fio_run_version(f, arena_text(f->arena, slice_from(t.field[1], 4)));
    FioJob *job = fio_job_new(f, FIO_TERSE, name, (uint32_t)(group & UINT32_MAX));
    Slice error = t.field[t.body - 1];
    reader_fact(f->r, run->run, job->scope, "name", slice_of(name), t.line, t.field[t.name]);
    reader_fact_number(f->r, run->run, job->scope, "groupid", (double)job->groupid);
    reader_fact(f->r, run->run, job->scope, "error", error, t.line, error);
    job->error = arena_text(f->arena, error);
    size_t i = t.body;
    for (size_t d = 0; d < t.dirs; d++) {
        bool mixed = !t.old && (t.dirs == 1 || d == (t.version == 3 ? 2 : 3));
        i = put_direction(f, &t, mixed ? FIO_MIXED : (FioDir)d, i);
    }
    put_tail(f, &t, i);
    if (i + TAIL > t.n) {
        run->run->state = run->run->state == RUN_OK ? RUN_PARTIAL : run->run->state;
        reader_note(f->r, run->run, "truncated", t.line,
                    "the record of job '%s' ends after %zu fields", name, t.n);
    }
    fio_run_reaches(f, at);
    return true;
}

/* A description of version 2 stands alone on the next line, as ";text". */
static bool is_description(const Fio *f, size_t at)
{
    const Line *line = lines_at(f->r->lines, at);
    return line && line->text.n && line->text.p[0] == ';';
}

size_t fio_terse_read(Fio *f, size_t at)
{
    size_t end = at;
    for (size_t i = at; i != SLICE_NONE && take(f, i); i = lines_next_text(f->r->lines, i)) {
        end = ++i;
        if (is_description(f, i))
            end = ++i;
        f->reached = end;
    }
    return end;
}
