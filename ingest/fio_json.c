#include "ingest/fio_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/fio_job.h"
#include "ingest/json_lines.h"

enum { METRIC_BYTES = 80 };

int fio_json_probe(Slice text)
{
    return slice_has(text, SLICE("\"fio version\"")) || slice_has(text, SLICE("\"jobname\"")) ? 100
                                                                                              : 0;
}

/* --- a first walk: what the document as a whole says --- */

typedef struct Head {
    bool any;            /* jobs, as fio calls them */
    const char *version; /* NULL */
    const char *iso;     /* NULL */
    double stamp;        /* seconds; 0: not there */
    bool stamp_ms;       /* to the millisecond */
    double longest;      /* runtime of the longest direction, seconds */
    double bytes;
    const char *first_name;
    uint32_t first_group;
    JsonKind ended;
    const char *path; /* where it was cut */
    size_t next;      /* line index behind it */
} Head;

/* The place of "{" in front of `"fio version"`: the document starts inside the line, or above it.
 */
static size_t start_offset(Slice text)
{
    size_t key = slice_find(text, SLICE("\"fio version\""));
    if (key == SLICE_NONE)
        key = slice_find(text, SLICE("\"jobname\""));
    return key == SLICE_NONE ? 0 : key;
}

static void head_value(Fio *f, const JsonValue *v, Head *h)
{
    if (v->depth == 1 && v->kind == JSON_STRING && slice_is(v->key, "fio version")) {
        Slice text = v->text;
        slice_skip(&text, SLICE("fio-"));
        h->version = arena_text(f->arena, text);
    } else if (v->depth == 1 && v->kind == JSON_NUMBER && slice_is(v->key, "timestamp")) {
        h->stamp = h->stamp_ms ? h->stamp : v->number.value;
    } else if (v->depth == 1 && v->kind == JSON_NUMBER && slice_is(v->key, "timestamp_ms")) {
        h->stamp = v->number.value / 1000;
        h->stamp_ms = true;
    } else if (v->depth == 1 && v->kind == JSON_STRING && slice_is(v->key, "time")) {
        Slice text = v->text;
        double seconds;
        fio_job_date(&text, f->arena, &seconds, &h->iso);
    } else if (v->kind == JSON_STRING && slice_is(v->key, "jobname")) {
        if (!h->any)
            h->first_name = json_string(f->arena, v->text);
        h->any = true;
    } else if (v->kind == JSON_NUMBER && v->depth >= 2) {
        if (slice_is(v->key, "runtime"))
            h->longest = fmax(h->longest, v->number.value / 1000);
        else if (slice_is(v->key, "io_bytes"))
            h->bytes += v->number.value;
    }
}

static void read_head(Fio *f, size_t at, Head *h)
{
    JsonLines jl;
    JsonValue v;
    memset(h, 0, sizeof *h);
    json_lines_open(&jl, f->arena, f->r->lines, at, start_offset(lines_at(f->r->lines, at)->text),
                    true);
    while (json_next(&jl.json, &v)) {
        if (!h->any && v.kind == JSON_NUMBER && v.depth == 3 && slice_is(v.key, "groupid"))
            h->first_group = (uint32_t)fmin(v.number.value, UINT32_MAX);
        head_value(f, &v, h);
    }
    h->ended = v.kind;
    char path[JSON_PATH_BYTES];
    h->path = arena_text(f->arena, slice_of(json_path(&jl.json, path)));
    /* what is no JSON belongs to somebody else; a good end may have text behind it on its line */
    h->next = v.kind == JSON_BAD || (v.kind == JSON_END && slice_trim(jl.json.rest).n)
                  ? jl.index
                  : jl.index + 1;
    if (h->next <= at)
        h->next = at + 1;
}

/* --- one job --- */

typedef struct Cell {
    const char *metric; /* behind the direction: "clat.min" */
    double factor;
    Number n;
    const Line *line;
} Cell;

typedef struct Cells {
    VEC(Cell) list;
} Cells;

typedef struct Bins {
    VEC(Bucket) list;
    const char *metric;
} Bins;

typedef struct Context {
    Fio *f;
    JsonLines jl;
    const Head *head;
    FioFacts global;
} Context;

typedef struct KeyRow {
    const char *key, *metric;
    double factor;
} KeyRow;

static const KeyRow side_rows[] = {
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

static const KeyRow latency_rows[] = {
    { "min", "min", 1 },
    { "max", "max", 1 },
    { "mean", "mean", 1 },
    { "stddev", "sd", 1 },
    { NULL },
};

static const KeyRow cpu_rows[] = {
    { "usr_cpu", "cpu.usr", 0.01 }, { "sys_cpu", "cpu.sys", 0.01 }, { "ctx", "cpu.ctx", 1 },
    { "majf", "cpu.majf", 1 },      { "minf", "cpu.minf", 1 },      { NULL },
};

static const KeyRow *row_of(const KeyRow *rows, Slice key)
{
    for (; rows->key; rows++)
        if (slice_is(key, rows->key))
            return rows;
    return NULL;
}

static const Line *line_of(const Context *c)
{
    return json_lines_line(&c->jl);
}

static bool is_end(const JsonValue *v, size_t depth)
{
    return (v->kind == JSON_OBJECT_END || v->kind == JSON_ARRAY_END) && v->depth == depth;
}

static void add_cell(Context *c, Cells *cells, const char *metric, double factor,
                     const JsonValue *v)
{
    *VEC_PUSH(c->f->arena, &cells->list) = (Cell){ metric, factor, v->number, line_of(c) };
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
static const char *percentile_metric(Context *c, const char *prefix, Slice key)
{
    Number n;
    if (!number_is(key, &n) || n.value <= 0)
        return NULL;
    char text[NUMBER_TEXT_BYTES];
    return arena_printf(c->f->arena, "%s.p%s", prefix, number_text(text, n.value));
}

static void read_percentiles(Context *c, const JsonValue *open, const char *prefix, double factor,
                             Cells *cells)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
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

static void read_bins(Context *c, const JsonValue *open, double factor, Bins *bins)
{
    unsigned version = c->f->run->version;
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
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

static void put_bins(Context *c, const char *metric, const Bins *bins)
{
    const FioJob *job = c->f->job;
    if (bins->list.n && !job->silent)
        reader_histogram(c->f->r, c->f->run->run, job->scope, metric, UNIT_SECONDS, bins->list.n,
                         bins->list.v);
}

/* {"min":..,"max":..,"mean":..,"stddev":..,"N":..,"percentile":{..}} into cells "PREFIX.min" ... */
static void read_latency(Context *c, const JsonValue *open, const char *prefix, double factor,
                         Cells *out, Bins *bins)
{
    Cells cells = { 0 };
    double n = -1;
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
        const KeyRow *row = v.kind == JSON_NUMBER ? row_of(latency_rows, v.key) : NULL;
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
static void read_prio(Context *c, const JsonValue *open, Cells *cells)
{
    const char *prio = "";
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
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

static void put_cell(Context *c, const char *prefix, const Cell *cell)
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

static void put_side(Context *c, FioDir dir, const Cells *cells)
{
    const char *prefix = fio_dir_name(dir);
    const Cell *bytes = cell_named(cells, "io_bytes");
    const Cell *kib = cell_named(cells, "bw_kib");
    if (cell_value(cells, "io_bytes") == 0 && cell_value(cells, "runtime") == 0)
        return;
    c->f->job->side[dir].seen = true;
    if (kib && !cell_named(cells, "bw"))
        put_cell(c, prefix, &(Cell){ "bw", KIBI, kib->n, kib->line });
    if (bytes) /* KiB up to 2.20, where there is no io_kbytes */
        put_cell(
            c, prefix,
            &(Cell){ "bytes", cell_named(cells, "io_kbytes") ? 1 : KIBI, bytes->n, bytes->line });
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

static void read_side(Context *c, const JsonValue *open, FioDir dir)
{
    Cells cells = { 0 };
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
        const KeyRow *row = v.kind == JSON_NUMBER ? row_of(side_rows, v.key) : NULL;
        double factor;
        const char *name = v.kind == JSON_OBJECT ? latency_name(v.key, &factor) : NULL;
        if (row) {
            add_cell(c, &cells, row->metric, row->factor, &v);
        } else if (name) {
            Bins bins = { 0 };
            read_latency(c, &v, name, factor, &cells, &bins);
            put_bins(c, arena_printf(c->f->arena, "%s.%s", fio_dir_name(dir), name), &bins);
        } else if (v.kind == JSON_ARRAY && slice_is(v.key, "prios")) {
            for (JsonValue item; json_next(&c->jl.json, &item) && !is_end(&item, v.depth);)
                if (item.kind == JSON_OBJECT)
                    read_prio(c, &item, &cells);
        } else {
            json_skip(&c->jl.json, &v);
        }
    }
    put_side(c, dir, &cells);
}

/* "sync": {"lat_ns": {...}, "total_ios": 255} */
static void read_sync(Context *c, const JsonValue *open)
{
    Cells cells = { 0 };
    Bins bins = { 0 };
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
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
static void read_shares(Context *c, const JsonValue *open, double factor)
{
    double below = 0;
    bool first = true;
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth); first = false) {
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
static void read_steady(Context *c, const JsonValue *open)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
        if (v.kind == JSON_OBJECT && slice_is(v.key, "data"))
            continue; /* its members are read by this loop too */
        if (v.kind == JSON_NUMBER && slice_is(v.key, "attained") && !c->f->job->silent)
            reader_fact_text(c->f->r, c->f->run->run, c->f->job->scope, "steadystate_attained",
                             v.number.value != 0 ? "yes" : "no");
        else if (v.kind == JSON_NUMBER && slice_is(v.key, "bw_mean"))
            put_cell(c, "steadystate", &(Cell){ "bw", 1, v.number, line_of(c) });
        else if (v.kind == JSON_NUMBER && slice_is(v.key, "iops_mean"))
            put_cell(c, "steadystate", &(Cell){ "iops", 1, v.number, line_of(c) });
        else
            json_skip(&c->jl.json, &v);
    }
}

static void read_options(Context *c, const JsonValue *open, FioFacts *facts)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
        if (v.kind == JSON_STRING)
            fio_options_add(c->f->arena, facts, v.key, slice_of(json_string(c->f->arena, v.text)));
        else if (v.kind == JSON_NUMBER)
            fio_options_add(c->f->arena, facts, v.key, v.text);
        else
            json_skip(&c->jl.json, &v);
    }
}

typedef struct JobHead {
    const char *name;
    uint32_t groupid;
    Slice error;
    const Line *error_line, *name_line;
    Slice name_text;
    bool open; /* the job was made */
} JobHead;

static FioJob *unpaired(const FioRun *run, const char *name, uint32_t groupid)
{
    FioJob *job;
    for (uint32_t i = 0; (job = fio_job_find(run, name, groupid, i)) && job->paired; i++)
        ;
    return job;
}

/* The job is made when its first figure comes: name, group and error stand in front of them. */
static void open_job(Context *c, JobHead *h)
{
    Fio *f = c->f;
    if (h->open)
        return;
    h->open = true;
    const char *name = h->name ? h->name : "";
    FioJob *known = f->run->source == FIO_TEXT ? unpaired(f->run, name, h->groupid) : NULL;
    if (known) {
        fio_job_close(f);
        f->job = known;
        known->silent = known->paired = true;
        return;
    }
    FioJob *job = fio_job_new(f, name, h->groupid);
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

static void read_job_scalar(Context *c, const JsonValue *v, JobHead *h)
{
    Fio *f = c->f;
    const KeyRow *row;
    if (v->kind == JSON_STRING && slice_is(v->key, "jobname")) {
        h->name = json_string(f->arena, v->text);
        bool in_line =
            v->text.p >= line_of(c)->text.p && v->text.p <= line_of(c)->text.p + line_of(c)->text.n;
        h->name_line = in_line ? line_of(c) : NULL;
        h->name_text = v->text;
    } else if (v->kind == JSON_NUMBER && slice_is(v->key, "groupid")) {
        h->groupid = (uint32_t)fmax(0, fmin(v->number.value, UINT32_MAX));
    } else if (v->kind == JSON_NUMBER && slice_is(v->key, "error")) {
        h->error = v->text;
        h->error_line = line_of(c);
    } else if (v->kind == JSON_NUMBER && (row = row_of(cpu_rows, v->key)) != NULL) {
        open_job(c, h);
        put_cell(c, "", &(Cell){ row->metric, row->factor, v->number, line_of(c) });
    } else if (v->kind == JSON_NAN && (row = row_of(cpu_rows, v->key)) != NULL) {
        open_job(c, h);
        fio_put_missing(f, f->job->scope, row->metric, line_of(c), v->text, MISSING_NAN);
    } else if (v->kind == JSON_NUMBER && slice_is(v->key, "total_err") && v->number.value > 0) {
        open_job(c, h);
        reader_fact(f->r, f->run->run, f->job->scope, "errors", v->text, line_of(c), v->text);
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

static void read_job(Context *c, const JsonValue *open)
{
    JobHead h = { 0 };
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
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
            read_options(c, &v, &c->f->job->facts);
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

/* --- disks and the document --- */

static void read_disk(Context *c, const JsonValue *open, bool store)
{
    static const KeyRow rows[] = {
        { "read_ios", "read_ios", 1 },
        { "write_ios", "write_ios", 1 },
        { "util", "util", 0.01 },
        { NULL },
    };
    const char *scope = NULL;
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);) {
        const KeyRow *row = row_of(rows, v.key);
        if (v.kind == JSON_STRING && slice_is(v.key, "name"))
            scope = arena_printf(c->f->arena, "disk.%s", json_string(c->f->arena, v.text));
        else if (v.kind == JSON_NUMBER && row && scope && store)
            fio_put_number(c->f, scope, row->metric, line_of(c), &v.number, row->factor, SLICE(""));
        else if (v.kind == JSON_NAN && row && scope && store)
            fio_put_missing(c->f, scope, row->metric, line_of(c), v.text, MISSING_NAN);
        else
            json_skip(&c->jl.json, &v);
    }
}

static void read_disks(Context *c, const JsonValue *open)
{
    bool store = !c->f->run->disks;
    fio_job_close(c->f);
    c->f->run->disks = true;
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, open->depth);)
        if (v.kind == JSON_OBJECT)
            read_disk(c, &v, store);
}

static void read_document(Context *c)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !is_end(&v, 0);) {
        bool jobs = slice_is(v.key, "jobs") || slice_is(v.key, "client_stats");
        if (v.kind == JSON_ARRAY && jobs) {
            for (JsonValue item; json_next(&c->jl.json, &item) && !is_end(&item, v.depth);)
                if (item.kind == JSON_OBJECT)
                    read_job(c, &item);
        } else if (v.kind == JSON_ARRAY && slice_is(v.key, "disk_util")) {
            read_disks(c, &v);
        } else if (v.kind == JSON_OBJECT && slice_is(v.key, "global options")) {
            read_options(c, &v, &c->global);
        } else {
            json_skip(&c->jl.json, &v);
        }
    }
}

/*
 * Does this document go on where the open run stood (--status-interval)? As much time has passed
 * between the two as the jobs have run on.
 */
static bool is_later_dump(const FioRun *run, const Head *h)
{
    double slack = h->stamp_ms ? 0.25 : 1;
    return run->source == FIO_JSON && !run->both && run->stamp > 0 && h->stamp >= run->stamp &&
           h->longest >= run->longest &&
           fabs((h->stamp - run->stamp) - (h->longest - run->longest)) <= slack && run->jobs.n &&
           h->first_name && strcmp(run->jobs.v[0]->name, h->first_name) == 0;
}

/* The text of this run stands above: its first job is the first one here. */
static bool is_of_text(const FioRun *run, const Head *h)
{
    return run->source == FIO_TEXT && !run->both && h->first_name && run->jobs.n &&
           fio_job_find(run, h->first_name, run->jobs.v[0]->groupid, 0) &&
           (!h->version || !run->run->version[0] || strcmp(h->version, run->run->version) == 0);
}

/* A job of a document whose beginning was not pasted follows the job before it. */
static bool is_next_job(const Fio *f, size_t at, const Head *h)
{
    enum { LINES_BETWEEN = 3 }; /* "}, {" */
    return !h->version && f->run && f->run->source == FIO_JSON && at <= f->reached + LINES_BETWEEN;
}

static void choose_run(Fio *f, size_t at, const Head *h)
{
    FioRun *run = f->run;
    fio_job_close(f);
    if (is_next_job(f, at, h))
        return;
    if (run && (fio_run_left(f, at) || f->pending.any))
        fio_run_close(f);
    else if (run && is_later_dump(run, h))
        fio_run_again(f);
    else if (run && is_of_text(run, h))
        run->both = true;
    else
        fio_run_close(f);
    run = fio_run(f, FIO_JSON, at);
    run->disks = run->disks && run->both;
    run->stamp = h->stamp;
    run->longest = h->longest;
    if (h->version)
        fio_run_version(f, h->version);
    if (h->iso && (!run->run->time[0] || !run->both))
        run->run->time = h->iso;
}

size_t fio_json_read(Fio *f, size_t at)
{
    Head head;
    read_head(f, at, &head);
    if (!head.any)
        return head.version && head.ended == JSON_END ? head.next : at;
    choose_run(f, at, &head);
    Context c = { .f = f, .head = &head };
    json_lines_open(&c.jl, f->arena, f->r->lines, at, start_offset(lines_at(f->r->lines, at)->text),
                    true);
    if (slice_has(lines_at(f->r->lines, at)->text, SLICE("\"fio version\"")))
        read_document(&c);
    else
        read_job(&c, &(JsonValue){ .kind = JSON_OBJECT });
    fio_job_close(f);
    fio_run_reaches(f, head.next - 1);
    if (head.ended != JSON_END) {
        if (f->run->run->state == RUN_OK)
            f->run->run->state = RUN_PARTIAL;
        reader_note(f->r, f->run->run, "truncated", lines_at(f->r->lines, head.next - 1),
                    "the JSON ended inside %s", head.path[0] ? head.path : "its outermost object");
    }
    f->reached = head.next;
    return head.next;
}
