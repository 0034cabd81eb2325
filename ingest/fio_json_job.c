#include "ingest/fio_json_job.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { METRIC_BYTES = 80 };

typedef struct Bins {
    VEC(Bucket) list;
    const char *metric;
} Bins;

static const FioJsonRow side_rows[] = {
    { "bw_bytes", "bw", 1 },
    { "iops", "iops", 1 },
    { "runtime", "runtime", 1e-3 },
    { "bw_min", "bw_samples.min", KIBI },
    { "bw_max", "bw_samples.max", KIBI },
    { "bw_agg", "bw_samples.pct", 0.01 },
    { "bw_mean", "bw_samples.mean", KIBI },
    { "bw_dev", "bw_samples.sd", KIBI },
    { "bw_samples", "bw_samples.n", 1 },
    { "iops_min", "iops_samples.min", 1 },
    { "iops_max", "iops_samples.max", 1 },
    { "iops_mean", "iops_samples.mean", 1 },
    { "iops_stddev", "iops_samples.sd", 1 },
    { "iops_samples", "iops_samples.n", 1 },
    { "io_bytes", "io_bytes", 1 }, /* not stored under these names: see put_side() */
    { "io_kbytes", "io_kbytes", KIBI },
    { "bw", "bw_kib", KIBI },
    { NULL },
};

static const FioJsonRow latency_rows[] = {
    { "min", "min", 1 },
    { "max", "max", 1 },
    { "mean", "mean", 1 },
    { "stddev", "sd", 1 },
    { NULL },
};

static const FioJsonRow cpu_rows[] = {
    { "usr_cpu", "cpu.usr", 0.01 }, { "sys_cpu", "cpu.sys", 0.01 }, { "ctx", "cpu.ctx", 1 },
    { "majf", "cpu.majf", 1 },      { "minf", "cpu.minf", 1 },      { NULL },
};

const FioJsonRow *fio_json_job_row(const FioJsonRow *rows, Slice key)
{
    for (; rows->key; rows++)
        if (slice_is(key, rows->key))
            return rows;
    return NULL;
}

const Line *fio_json_job_line(const FioJson *c)
{
    return json_lines_line(&c->jl);
}

bool fio_json_job_ends(const JsonValue *v, size_t depth)
{
    return (v->kind == JSON_OBJECT_END || v->kind == JSON_ARRAY_END) && v->depth == depth;
}

static void add_cell(FioJson *c, Cells *cells, const char *metric, double factor,
                     const JsonValue *v)
{
    *VEC_PUSH(c->f->arena, &cells->list) =
        (Cell){ metric, factor, v->number, fio_json_job_line(c) };
}

static const Cell *cell_named(const Cells *cells, const char *metric)
{
    for (size_t i = 0; i < cells->list.n; i++)
        if (strcmp(cells->list.v[i].metric, metric) == 0)
            return &cells->list.v[i];
    return NULL;
}

static double cell_value(const Cells *cells, const char *metric)
{
    const Cell *cell = cell_named(cells, metric);
    return cell ? cell->n.value * cell->factor : 0;
}

/* "99.500000" as "p99.5"; the padding "0.00" gives NULL. */
static const char *percentile_metric(FioJson *c, const char *prefix, Slice key)
{
    Number n;
    if (!number_is(key, &n) || n.value <= 0)
        return NULL;
    char text[NUMBER_TEXT_BYTES];
    return arena_printf(c->f->arena, "%s.p%s", prefix, number_text(text, n.value));
}

static void read_percentiles(FioJson *c, const JsonValue *open, const char *prefix, double factor,
                             Cells *cells)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        const char *metric = v.kind == JSON_NUMBER ? percentile_metric(c, prefix, v.key) : NULL;
        if (metric)
            add_cell(c, cells, metric, factor, &v);
        else
            json_skip(&c->jl.json, &v);
    }
}

/*
 * The bounds of a bin of json+. Up to 2.19 the key is the index of the bin, afterwards a value in
 * it; bins are 64 to each power of two (stat.c plat_val_to_idx, FIO_IO_U_PLAT_BITS 6).
 */
static Bucket bin_bounds(double key, bool is_index)
{
    enum { PER_POWER = 64 };
    if (is_index && key >= 2 * PER_POWER && key < 64 * PER_POWER) {
        int shift = (int)key / PER_POWER - 1;
        double width = ldexp(1, shift);
        double low = ldexp(PER_POWER, shift) + ((int)key % PER_POWER) * width;
        return (Bucket){ .lo = low, .hi = low + width };
    }
    double width = 1;
    while (key / width >= 2 * PER_POWER && width < 1e18)
        width *= 2;
    double low = floor(key / width) * width;
    return (Bucket){ .lo = low, .hi = low + width };
}

static void read_bins(FioJson *c, const JsonValue *open, double factor, Bins *bins)
{
    unsigned version = c->f->run->version;
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        Number key;
        if (v.kind != JSON_NUMBER || !number_is(v.key, &key) || key.value < 0) {
            json_skip(&c->jl.json, &v);
            continue;
        }
        Bucket b = bin_bounds(key.value, version && version < 22000);
        b.lo *= factor;
        b.hi *= factor;
        b.n = v.number.value;
        *VEC_PUSH(c->f->arena, &bins->list) = b;
    }
}

static void put_bins(FioJson *c, const char *metric, const Bins *bins)
{
    const FioJob *job = c->f->job;
    if (bins->list.n && !job->silent)
        reader_histogram(c->f->r, c->f->run->run, job->scope, metric, UNIT_SECONDS, bins->list.n,
                         bins->list.v);
}

/* {"min":..,"max":..,"mean":..,"stddev":..,"N":..,"percentile":{..}} into cells "PREFIX.min" ... */
static void read_latency(FioJson *c, const JsonValue *open, const char *prefix, double factor,
                         Cells *out, Bins *bins)
{
    Cells cells = c->latency; /* its memory, for the next one again */
    cells.list.n = 0;
    double n = -1;
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        const FioJsonRow *row =
            v.kind == JSON_NUMBER ? fio_json_job_row(latency_rows, v.key) : NULL;
        if (row)
            add_cell(c, &cells, arena_printf(c->f->arena, "%s.%s", prefix, row->metric), factor,
                     &v);
        else if (v.kind == JSON_NUMBER && slice_is(v.key, "N"))
            n = v.number.value;
        else if (v.kind == JSON_OBJECT && slice_is(v.key, "percentile"))
            read_percentiles(c, &v, prefix, factor, &cells);
        else if (v.kind == JSON_OBJECT && slice_is(v.key, "bins"))
            read_bins(c, &v, factor, bins);
        else
            json_skip(&c->jl.json, &v);
    }
    c->latency = cells;
    double max = 0;
    for (size_t i = 0; i < cells.list.n; i++)
        max = fmax(max, fabs(cells.list.v[i].n.value));
    if (n == 0 || (n < 0 && max == 0)) /* not measured: sync engines have no slat */
        return;
    for (size_t i = 0; i < cells.list.n; i++)
        *VEC_PUSH(c->f->arena, &out->list) = cells.list.v[i];
}

/* "clat_ns" as "clat" and 1e-9; "clat" as "clat" and 1e-6. */
static const char *latency_name(Slice key, double *factor)
{
    static const struct {
        const char *key, *name;
        double factor;
    } rows[] = {
        { "slat", "slat", 1e-6 },    { "clat", "clat", 1e-6 },    { "lat", "lat", 1e-6 },
        { "slat_ns", "slat", 1e-9 }, { "clat_ns", "clat", 1e-9 }, { "lat_ns", "lat", 1e-9 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (slice_is(key, rows[i].key)) {
            *factor = rows[i].factor;
            return rows[i].name;
        }
    return NULL;
}

/* One of "prios": {"prioclass":2,"prio":4,"clat_ns":{...}}; "priohint" is a third number from 3.36.
 */
static void read_prio(FioJson *c, const JsonValue *open, Cells *cells)
{
    const char *prio = "";
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        double factor;
        const char *name = v.kind == JSON_OBJECT ? latency_name(v.key, &factor) : NULL;
        Bins bins = { 0 };
        if (v.kind == JSON_NUMBER && slice_starts(v.key, SLICE("prio")))
            prio =
                arena_printf(c->f->arena, "%s%s%.*s", prio, prio[0] ? "/" : "", SLICE_ARG(v.text));
        else if (name)
            read_latency(c, &v, arena_printf(c->f->arena, "%s.prio%s", name, prio), factor, cells,
                         &bins);
        else
            json_skip(&c->jl.json, &v);
    }
}

static void put_cell(FioJson *c, const char *prefix, const Cell *cell)
{
    char metric[METRIC_BYTES];
    snprintf(metric, sizeof metric, "%s%s%s", prefix, prefix[0] ? "." : "", cell->metric);
    fio_put_number(c->f, c->f->job->scope, metric, cell->line, &cell->n, cell->factor, SLICE(""));
}

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/*
 * Were samples taken? 2.0.13 without samples repeats the latency of the line above in bw_min ...
 * bw_dev; later ones write zeros.
 */
static bool has_samples(const Cells *cells, const char *which)
{
    char max[32], n[32];
    snprintf(max, sizeof max, "%s.max", which);
    snprintf(n, sizeof n, "%s.n", which);
    const Cell *lat_max = cell_named(cells, "lat.max"), *bw_max = cell_named(cells, max);
    const Cell *bw_min = cell_named(cells, "bw_samples.min"),
               *lat_min = cell_named(cells, "lat.min");
    if (cell_value(cells, max) <= 0 || (cell_named(cells, n) && cell_value(cells, n) <= 0))
        return false;
    return !(lat_max && bw_max && lat_min && bw_min && lat_max->n.value == bw_max->n.value &&
             lat_min->n.value == bw_min->n.value);
}

static void put_side(FioJson *c, FioDir dir, const Cells *cells)
{
    const char *prefix = fio_dir_name(dir);
    const Cell *bytes = cell_named(cells, "io_bytes");
    const Cell *kib = cell_named(cells, "bw_kib");
    if (cell_value(cells, "io_bytes") == 0 && cell_value(cells, "runtime") == 0)
        return;
    c->f->job->side[dir].seen = true;
    if (kib && !cell_named(cells, "bw"))
        put_cell(c, prefix, &(Cell){ "bw", KIBI, kib->n, kib->line });
    /* KiB up to 2.20, where there is no io_kbytes */
    bool exact = cell_named(cells, "io_kbytes") || c->f->run->version >= 22100;
    if (bytes)
        put_cell(c, prefix, &(Cell){ "bytes", exact ? 1 : KIBI, bytes->n, bytes->line });
    bool bw_samples = has_samples(cells, "bw_samples");
    bool iops_samples = has_samples(cells, "iops_samples");
    for (size_t i = 0; i < cells->list.n; i++) {
        const Cell *cell = &cells->list.v[i];
        if ((starts(cell->metric, "bw_samples") && !bw_samples) ||
            (starts(cell->metric, "iops_samples") && !iops_samples) ||
            starts(cell->metric, "io_") || starts(cell->metric, "bw_kib"))
            continue;
        put_cell(c, prefix, cell);
    }
}

static void read_side(FioJson *c, const JsonValue *open, FioDir dir)
{
    Cells cells = c->side;
    cells.list.n = 0;
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        const FioJsonRow *row = v.kind == JSON_NUMBER ? fio_json_job_row(side_rows, v.key) : NULL;
        double factor;
        const char *name = v.kind == JSON_OBJECT ? latency_name(v.key, &factor) : NULL;
        if (row) {
            add_cell(c, &cells, row->metric, row->factor, &v);
        } else if (name) {
            Bins bins = { 0 };
            read_latency(c, &v, name, factor, &cells, &bins);
            put_bins(c, arena_printf(c->f->arena, "%s.%s", fio_dir_name(dir), name), &bins);
        } else if (v.kind == JSON_ARRAY && slice_is(v.key, "prios")) {
            for (JsonValue item;
                 json_next(&c->jl.json, &item) && !fio_json_job_ends(&item, v.depth);)
                if (item.kind == JSON_OBJECT)
                    read_prio(c, &item, &cells);
        } else {
            json_skip(&c->jl.json, &v);
        }
    }
    put_side(c, dir, &cells);
    c->side = cells;
}

/* "sync": {"lat_ns": {...}, "total_ios": 255} */
static void read_sync(FioJson *c, const JsonValue *open)
{
    Cells cells = { 0 };
    Bins bins = { 0 };
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        double factor;
        const char *name = v.kind == JSON_OBJECT ? latency_name(v.key, &factor) : NULL;
        if (name)
            read_latency(c, &v, name, factor, &cells, &bins);
        else
            json_skip(&c->jl.json, &v);
    }
    for (size_t i = 0; i < cells.list.n; i++)
        put_cell(c, "sync", &cells.list.v[i]);
}

/* "latency_us": {"2": 0.05, ..., ">=2000": 0.01}: percent, key = upper bound. */
static void read_shares(FioJson *c, const JsonValue *open, double factor)
{
    double below = 0;
    bool first = true;
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);
         first = false) {
        Slice key = v.key;
        bool is_open = slice_skip(&key, SLICE(">="));
        Number bound;
        if (v.kind != JSON_NUMBER || !number_is(key, &bound)) {
            json_skip(&c->jl.json, &v);
            continue;
        }
        if (first && (factor > 1e-6 || (factor > 1e-9 && c->f->run->version >= 29900)))
            below = 1; /* 2 usec begins where 1000 nsec end */
        if (v.number.value > 0)
            *VEC_PUSH(c->f->arena, &c->f->job->buckets) =
                (Bucket){ .lo = (is_open ? bound.value : below) * factor,
                          .hi = is_open ? INFINITY : bound.value * factor,
                          .n = v.number.value / 100 };
        below = bound.value;
    }
}

/* {"ss":..., "attained":1, "data":{"bw_mean":..., "iops_mean":..., arrays}} */
static void read_steady(FioJson *c, const JsonValue *open)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        if (v.kind == JSON_OBJECT && slice_is(v.key, "data"))
            continue; /* its members are read by this loop too */
        if (v.kind == JSON_NUMBER && slice_is(v.key, "attained") && !c->f->job->silent)
            reader_fact_text(c->f->r, c->f->run->run, c->f->job->scope, "steadystate_attained",
                             v.number.value != 0 ? "yes" : "no");
        else if (v.kind == JSON_NUMBER && slice_is(v.key, "bw_mean"))
            put_cell(c, "steadystate", &(Cell){ "bw", 1, v.number, fio_json_job_line(c) });
        else if (v.kind == JSON_NUMBER && slice_is(v.key, "iops_mean"))
            put_cell(c, "steadystate", &(Cell){ "iops", 1, v.number, fio_json_job_line(c) });
        else
            json_skip(&c->jl.json, &v);
    }
}

void fio_json_job_options(FioJson *c, const JsonValue *open, FioFacts *facts)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        if (v.kind == JSON_STRING)
            fio_options_add(c->f->arena, facts, v.key, slice_of(json_string(c->f->arena, v.text)));
        else if (v.kind == JSON_NUMBER)
            fio_options_add(c->f->arena, facts, v.key, v.text);
        else
            json_skip(&c->jl.json, &v);
    }
}

/*
 * What was asked for, with fio's defaults (HOWTO) for what was not said, so that it is the same
 * test as in the text, whose banner always says it. Without group_reporting each entry is one
 * clone.
 */
static void read_job_options(FioJson *c, const JsonValue *open)
{
    static const struct {
        const char *key, *value;
    } defaults[] = {
        { "rw", "read" },
        { "bs", "4096" },
        { "iodepth", "1" },
    };
    Fio *f = c->f;
    FioFacts *facts = &f->job->facts;
    fio_json_job_options(c, open, facts);
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if (!fio_options_get(facts, defaults[i].key))
            fio_options_set(f->arena, facts, defaults[i].key, defaults[i].value);
}

typedef struct JobHead {
    const char *name;
    uint32_t groupid;
    Slice error;
    const Line *error_line, *name_line;
    Slice name_text;
    bool open; /* the job was made */
} JobHead;

/* The job is made when its first figure comes: name, group and error stand in front of them. */
static void open_job(FioJson *c, JobHead *h)
{
    Fio *f = c->f;
    if (h->open)
        return;
    h->open = true;
    const char *name = h->name ? h->name : "";
    if (f->run->source != FIO_JSON && fio_job_again(f, FIO_JSON, name, h->groupid))
        return;
    FioJob *job = fio_job_new(f, FIO_JSON, name, h->groupid);
    Run *run = f->run->run;
    for (size_t i = 0; i < c->global.list.n; i++)
        fio_options_set(f->arena, &job->facts, c->global.list.v[i].key, c->global.list.v[i].value);
    if (h->name_line)
        reader_fact(f->r, run, job->scope, "name", slice_of(name), h->name_line, h->name_text);
    reader_fact_number(f->r, run, job->scope, "groupid", h->groupid);
    if (h->error_line) {
        reader_fact(f->r, run, job->scope, "error", h->error, h->error_line, h->error);
        job->error = arena_text(f->arena, h->error);
    }
}

static void read_job_scalar(FioJson *c, const JsonValue *v, JobHead *h)
{
    Fio *f = c->f;
    const FioJsonRow *row;
    if (v->kind == JSON_STRING && slice_is(v->key, "jobname")) {
        h->name = json_string(f->arena, v->text);
        bool in_line = v->text.p >= fio_json_job_line(c)->text.p &&
                       v->text.p <= fio_json_job_line(c)->text.p + fio_json_job_line(c)->text.n;
        h->name_line = in_line ? fio_json_job_line(c) : NULL;
        h->name_text = v->text;
    } else if (v->kind == JSON_NUMBER && slice_is(v->key, "groupid")) {
        h->groupid = (uint32_t)fmax(0, fmin(v->number.value, UINT32_MAX));
    } else if (v->kind == JSON_NUMBER && slice_is(v->key, "error")) {
        h->error = v->text;
        h->error_line = fio_json_job_line(c);
    } else if (v->kind == JSON_NUMBER && (row = fio_json_job_row(cpu_rows, v->key)) != NULL) {
        open_job(c, h);
        put_cell(c, "", &(Cell){ row->metric, row->factor, v->number, fio_json_job_line(c) });
    } else if (v->kind == JSON_NAN && (row = fio_json_job_row(cpu_rows, v->key)) != NULL) {
        open_job(c, h);
        fio_put_missing(f, f->job->scope, row->metric, fio_json_job_line(c), v->text, MISSING_NAN);
    } else if (v->kind == JSON_NUMBER && slice_is(v->key, "total_err") && v->number.value > 0) {
        open_job(c, h);
        reader_fact(f->r, f->run->run, f->job->scope, "errors", v->text, fio_json_job_line(c),
                    v->text);
    }
}

static bool direction_of(Slice key, FioDir *dir)
{
    return fio_dir_skip(&key, dir) && key.n == 0;
}

static double shares_unit(Slice key)
{
    return slice_is(key, "latency_ns")   ? 1e-9
           : slice_is(key, "latency_us") ? 1e-6
           : slice_is(key, "latency_ms") ? 1e-3
                                         : 0;
}

void fio_json_job_read(FioJson *c, const JsonValue *open)
{
    JobHead h = { 0 };
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        FioDir dir;
        if (v.kind != JSON_OBJECT) {
            if (v.kind == JSON_ARRAY)
                json_skip(&c->jl.json, &v);
            else
                read_job_scalar(c, &v, &h);
            continue;
        }
        open_job(c, &h);
        if (direction_of(v.key, &dir))
            read_side(c, &v, dir);
        else if (slice_is(v.key, "job options"))
            read_job_options(c, &v);
        else if (slice_is(v.key, "sync"))
            read_sync(c, &v);
        else if (slice_is(v.key, "steadystate"))
            read_steady(c, &v);
        else if (shares_unit(v.key) > 0)
            read_shares(c, &v, shares_unit(v.key));
        else
            json_skip(&c->jl.json, &v);
    }
    if (h.name)
        open_job(c, &h);
}
