#include "ingest/fio_job.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/fio_heading.h"
#include "ingest/fio_refine.h"

enum { METRIC_BYTES = 64 };

/* --- direction lines --- */

typedef struct Direction {
    FioFigure bytes, bw, second, iops, runtime;
    bool old; /* "runt=": up to 2.16 */
} Direction;

/* "25.5MiB/s (26.7MB/s)(1984KiB/76msec); 0 zone resets" */
static void rate_in_brackets(Slice s, FioDialect d, Direction *out)
{
    if (!fio_number_bytes(&s, d, true, &out->bw))
        return;
    Slice inner = s;
    slice_skip_blanks(&inner);
    if (slice_skip(&inner, SLICE("(")) && fio_number_bytes(&inner, d, true, &out->second) &&
        slice_skip(&inner, SLICE(")")))
        s = inner;
    else
        out->second = (FioFigure){ 0 };
    slice_skip_blanks(&s);
    if (slice_skip(&s, SLICE("(")) && fio_number_bytes(&s, d, false, &out->bytes) &&
        slice_skip(&s, SLICE("/")))
        fio_number_time(&s, 1e-3, &out->runtime);
}

/* The dialect of this line: "runt=" is 2.16 at most, and with "KiB" it is 1.20. */
static FioDialect dialect_of(FioDialect known, Slice rest)
{
    bool old = slice_has_nocase(rest, SLICE("runt=")) || slice_has_nocase(rest, SLICE("aggrb="));
    FioDialect d = known;
    if (!old)
        d.era = known.era == FIO_ERA_UNKNOWN || known.era == FIO_ERA_SI ? FIO_ERA_SI : known.era;
    else if (slice_has_nocase(rest, SLICE("kib")) || slice_has_nocase(rest, SLICE("mib")))
        d.era = FIO_ERA_KIB_MS;
    else if (known.era != FIO_ERA_KIB_MS)
        d.era = FIO_ERA_KB;
    return d;
}

static void read_direction(Slice rest, FioDialect d, Direction *out)
{
    Slice key, value;
    memset(out, 0, sizeof *out);
    while (fio_lines_pair(&rest, &key, &value)) {
        if (slice_eq_nocase(key, SLICE("io")))
            fio_number_bytes(&value, d, false, &out->bytes);
        else if (slice_eq_nocase(key, SLICE("bw")))
            rate_in_brackets(value, d, out);
        else if (slice_eq_nocase(key, SLICE("iops")))
            fio_number_count(&value, d, &out->iops);
        else if (slice_eq_nocase(key, SLICE("runt")))
            fio_number_time(&value, 1e-3, &out->runtime);
    }
}

double fio_job_runtime(const FioLine *line)
{
    Direction x;
    read_direction(line->rest, (FioDialect){ FIO_ERA_SI, false }, &x);
    return x.runtime.n.text.n ? x.runtime.value : 0;
}

static size_t put_side(Fio *f, FioDir dir, const char *what, const Line *line, const FioFigure *x)
{
    char metric[METRIC_BYTES];
    if (!x->n.text.n)
        return 0;
    snprintf(metric, sizeof metric, "%s.%s", fio_dir_name(dir), what);
    return fio_put(f, f->job->scope, metric, line, x);
}

static void kb_base_of_command(Fio *f)
{
    const char *base = fio_options_get(&f->job->facts, "kb_base");
    if (base && strcmp(base, "1000") == 0 && f->run->dialect.era == FIO_ERA_KB)
        f->run->dialect.kb1000 = true;
}

void fio_job_direction(Fio *f, const FioLine *line)
{
    FioJob *job = f->job;
    FioSide *side = &job->side[line->dir];
    Direction x;
    f->run->dialect = dialect_of(f->run->dialect, line->rest);
    kb_base_of_command(f);
    read_direction(line->rest, f->run->dialect, &x);
    f->dir = line->dir;
    f->in_sync = false;
    f->percentile_of = NULL;
    double runtime = x.runtime.n.text.n ? x.runtime.value : 0;
    /* unified_rw_reporting=both of 3.33 prints zeros on the third line; the JSON is right */
    bool print_bug = line->dir == FIO_MIXED && x.bw.n.text.n && x.bw.value == 0 && runtime > 0;
    if (print_bug)
        x = (Direction){ .runtime = x.runtime };
    if (x.bw.n.text.n)
        fio_refine_rate(f, line->line, &x.bw, &x.second, &x.bytes, runtime);
    *side = (FioSide){
        .seen = true, .bytes = x.bytes, .bw = x.bw, .iops = x.iops, .runtime = x.runtime
    };
    side->at_bw = put_side(f, line->dir, "bw", line->line, &x.bw);
    side->at_iops = put_side(f, line->dir, "iops", line->line, &x.iops);
    side->at_bytes = put_side(f, line->dir, "bytes", line->line, &x.bytes);
    put_side(f, line->dir, "runtime", line->line, &x.runtime);
}

/* --- the other lines: key, end of the metric, how the value is read --- */

typedef enum Form { FORM_TIME, FORM_BW, FORM_COUNT, FORM_PERCENT } Form;

typedef struct KeyRow {
    const char *key, *metric;
    Form form;
} KeyRow;

static const KeyRow latency_rows[] = {
    { "min", "min", FORM_TIME },
    { "max", "max", FORM_TIME },
    { "avg", "mean", FORM_TIME },
    { "stdev", "sd", FORM_TIME },
    { "dev", "sd", FORM_TIME }, /* before 1.16 */
    { NULL },
};

static const KeyRow bw_rows[] = {
    { "min", "min", FORM_BW },
    { "max", "max", FORM_BW },
    { "per", "pct", FORM_PERCENT },
    { "avg", "mean", FORM_BW },
    { "stdev", "sd", FORM_BW },
    { "samples", "n", FORM_COUNT },
    { NULL },
};

static const KeyRow iops_rows[] = {
    { "min", "min", FORM_COUNT },  { "max", "max", FORM_COUNT },   { "avg", "mean", FORM_COUNT },
    { "stdev", "sd", FORM_COUNT }, { "samples", "n", FORM_COUNT }, { NULL },
};

static const KeyRow cpu_rows[] = {
    { "usr", "usr", FORM_PERCENT }, { "sys", "sys", FORM_PERCENT }, { "ctx", "ctx", FORM_COUNT },
    { "majf", "majf", FORM_COUNT }, { "minf", "minf", FORM_COUNT }, { NULL },
};

static bool is_nan(Slice s)
{
    slice_skip(&s, SLICE("-"));
    return slice_starts_nocase(s, SLICE("nan")) || slice_starts_nocase(s, SLICE("inf"));
}

/* One value as PREFIX.METRIC of the open job. factor: base units in one, for times and rates. */
static void put_value(Fio *f, const char *prefix, const KeyRow *row, const Line *line, Slice value,
                      double factor, Slice unit)
{
    char metric[METRIC_BYTES];
    FioFigure x;
    snprintf(metric, sizeof metric, "%s.%s", prefix, row->metric);
    if (is_nan(value)) {
        fio_put_missing(f, f->job->scope, metric, line, value, MISSING_NAN);
        return;
    }
    if (row->form == FORM_PERCENT) {
        fio_put_percent(f, f->job->scope, metric, line, value);
    } else if (row->form == FORM_TIME) {
        if (fio_number_time(&value, factor, &x)) {
            x.unit = x.unit.n ? x.unit : unit;
            x.slack = fmax(x.slack, slice_find_char(x.n.text, '.') == SLICE_NONE ? x.factor : 0);
            fio_put(f, f->job->scope, metric, line, &x);
        }
    } else if (fio_number_count(&value, (FioDialect){ FIO_ERA_SI, false }, &x)) {
        double scale = row->form == FORM_BW ? factor : 1;
        x.factor *= scale;
        x.value *= scale;
        x.slack = x.n.half * x.factor;
        x.unit = row->form == FORM_BW ? unit : x.unit;
        fio_put(f, f->job->scope, metric, line, &x);
    }
}

static void put_pairs(Fio *f, const char *prefix, const KeyRow *rows, const Line *line, Slice rest,
                      double factor, Slice unit)
{
    Slice key, value;
    while (fio_lines_pair(&rest, &key, &value))
        for (const KeyRow *row = rows; row->key; row++)
            if (slice_eq_nocase(key, slice_of(row->key)))
                put_value(f, prefix, row, line, value, factor, unit);
}

/* "2/4" of "prio 2/4 (usec)": class and level; empty when it is of all requests. */
static Slice prio_of(Slice rest)
{
    Slice word;
    size_t n = 0;
    if (!slice_word(&rest, &word) || !slice_eq_nocase(word, SLICE("prio")) ||
        !slice_word(&rest, &word))
        return SLICE("");
    while (n < word.n && n < 12 && (char_is_digit(word.p[n]) || word.p[n] == '/'))
        n++;
    return slice_first(word, n);
}

/* "read.clat", "sync.lat", "read.clat.prio2/4" for a line that begins with `name`. */
static void latency_prefix(const Fio *f, Slice name, Slice rest, char prefix[METRIC_BYTES])
{
    char lower[8] = "";
    for (size_t i = 0; i < name.n && i < sizeof lower - 1; i++)
        lower[i] = char_lower(name.p[i]);
    if (strcmp(lower, "sync") == 0) {
        snprintf(prefix, METRIC_BYTES, "sync.lat");
        return;
    }
    Slice prio = prio_of(rest);
    snprintf(prefix, METRIC_BYTES, "%s.%s%s%.*s", fio_dir_name(f->dir), lower,
             prio.n ? ".prio" : "", SLICE_ARG(prio));
}

/* The last "(usec)" of the text; what stands behind it goes to rest. */
static bool unit_in(Slice *s, double *factor, Slice *unit)
{
    Slice rest = *s;
    while (slice_skip_past(&rest, SLICE("("))) {
        Slice t = rest;
        slice_skip_blanks(&t);
        if (fio_number_time_unit(&t, factor, unit)) {
            slice_skip_blanks(&t);
            if (slice_skip(&t, SLICE(")"))) {
                *s = t;
                return true;
            }
        }
    }
    return false;
}

static bool has_direction(const Fio *f)
{
    for (FioDir d = FIO_READ; d < FIO_DIRS; d++)
        if (f->job->side[d].seen)
            return true;
    return false;
}

static void read_latency(Fio *f, const FioLine *line)
{
    char prefix[METRIC_BYTES];
    double factor;
    Slice rest = line->rest, unit;
    latency_prefix(f, line->name, rest, prefix);
    if (!unit_in(&rest, &factor, &unit) || (strncmp(prefix, "sync", 4) != 0 && !has_direction(f)))
        return;
    slice_skip_past(&rest, SLICE(":"));
    f->job->has_latency = true;
    put_pairs(f, prefix, latency_rows, line->line, rest, factor, unit);
}

/* "99.50" as "99.5", "1.000000" as "1": the number without trailing zeros. */
static void percentile_name(Slice text, char name[24])
{
    size_t n = text.n < 20 ? text.n : 20;
    memcpy(name, text.p, n);
    name[n] = '\0';
    if (!strchr(name, '.'))
        return;
    while (n && name[n - 1] == '0')
        name[--n] = '\0';
    if (n && name[n - 1] == '.')
        name[--n] = '\0';
}

static void read_percentile_row(Fio *f, const Line *line, Slice rest)
{
    if (!f->percentile_of)
        return;
    while (rest.n) {
        while (rest.n && !char_is_digit(rest.p[0]))
            rest = slice_from(rest, 1);
        Number p;
        FioFigure x;
        Slice digits;
        if (!number_read(&rest, &p)) {
            slice_digits(&rest, &digits); /* too large for a number */
            continue;
        }
        if (!slice_skip_nocase(&rest, SLICE("th=")))
            continue;
        slice_skip(&rest, SLICE("["));
        slice_skip_blanks(&rest);
        if (!fio_number_time(&rest, f->percentile_factor, &x))
            continue;
        char name[24], metric[METRIC_BYTES];
        percentile_name(p.text, name);
        snprintf(metric, sizeof metric, "%s.p%s", f->percentile_of, name);
        x.unit = f->percentile_unit;
        x.slack = x.n.half * 2 * x.factor; /* scaled values are rounded up */
        fio_put(f, f->job->scope, metric, line, &x);
    }
}

static void open_percentiles(Fio *f, const FioLine *line)
{
    char prefix[METRIC_BYTES];
    Slice rest = line->rest;
    latency_prefix(f, line->name, rest, prefix);
    if (!slice_skip_past(&rest, SLICE("percentiles")) &&
        !slice_skip_past(&rest, SLICE("PERCENTILES")))
        return;
    if (!unit_in(&rest, &f->percentile_factor, &f->percentile_unit))
        return;
    f->percentile_of = arena_text(f->arena, slice_of(prefix));
    read_percentile_row(f, line->line, rest);
}

/*
 * "(KB/s)", "(  MiB/s)", "(MB  /s)": bytes per second in one. Samples are KiB/s at the source in
 * every version but 1.20, whatever the letters; MB is 1024 of them in 2.1 to 2.16 and 1000 in 1.99
 * to 2.0 and with kb_base=1000 (fio stat.c show_ddir_status).
 */
static bool sample_unit(const Fio *f, Slice *s, double *factor, Slice *unit)
{
    Slice rest = *s, inner;
    if (!slice_skip_past(&rest, SLICE("(")) || !slice_until(&rest, SLICE(")"), &inner))
        return false;
    *s = rest;
    *unit = slice_trim(inner);
    bool mega = unit->n && char_lower(unit->p[0]) == 'm';
    bool binary = unit->n > 1 && char_lower(unit->p[1]) == 'i';
    bool spaced = slice_has(*unit, SLICE(" "));
    if (f->run->dialect.era == FIO_ERA_KIB_MS)
        *factor = mega ? MEGA : KILO;
    else if (!mega)
        *factor = KIBI;
    else
        *factor = KIBI * (binary || (spaced && !f->run->dialect.kb1000) ? 1024 : 1000);
    return true;
}

/* min, max and mean all zero: fio 1.20 says so when the run was shorter than one sample. */
static bool all_zero(Slice rest)
{
    Slice key, value;
    bool any = false;
    while (fio_lines_pair(&rest, &key, &value)) {
        Number n;
        if (!slice_eq_nocase(key, SLICE("max")) || !number_read(&value, &n))
            continue;
        any = true;
        if (n.value != 0)
            return false;
    }
    return any;
}

static void read_samples(Fio *f, const FioLine *line)
{
    bool bw = line->kind == FIO_LINE_BW_SAMPLES;
    double factor = 1;
    Slice rest = line->rest, unit = SLICE("");
    char prefix[METRIC_BYTES];
    if (!has_direction(f) || (bw && !sample_unit(f, &rest, &factor, &unit)) ||
        !slice_skip_past(&rest, SLICE(":")) || all_zero(rest))
        return;
    snprintf(prefix, sizeof prefix, "%s.%s", fio_dir_name(f->dir),
             bw ? "bw_samples" : "iops_samples");
    put_pairs(f, prefix, bw ? bw_rows : iops_rows, line->line, rest, factor, unit);
}

/* The ladder of bounds: the bound below this one, in the unit of the line. */
static double bound_below(double bound)
{
    static const double ladder[] = { 2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000 };
    for (size_t i = 1; i < sizeof ladder / sizeof *ladder; i++)
        if (ladder[i] == bound)
            return ladder[i - 1];
    return 0;
}

static void read_buckets(Fio *f, const FioLine *line)
{
    double factor;
    Slice rest = line->rest, unit, key, value;
    if (!unit_in(&rest, &factor, &unit) || !slice_skip_past(&rest, SLICE(":")))
        return;
    while (fio_lines_pair(&rest, &key, &value)) {
        /* ">=2000=0.1%": the first "=" is part of the key */
        bool open = slice_is(key, ">");
        Number bound, share;
        if (open && (!number_read(&value, &bound) || !slice_skip(&value, SLICE("="))))
            continue;
        if ((!open && !number_is(key, &bound)) || !number_read(&value, &share))
            continue;
        double below = bound_below(bound.value);
        if (below == 0 && factor > 1e-9) /* 2 usec begins where 1000 nsec end */
            below = factor > 1e-6 || f->run->dialect.era == FIO_ERA_SI ? 1 : 0;
        *VEC_PUSH(f->arena, &f->job->buckets) =
            (Bucket){ .lo = (open ? bound.value : below) * factor,
                      .hi = open ? INFINITY : bound.value * factor,
                      .n = share.value / 100 };
    }
}

/*
 * total=r=524/w=500/d=0 (1.99.7 on), total=2862/1234/0 (1.20 on), total=496,528,0 (2.17),
 * total=496,528,0,0 (3.4)
 */
static void read_issued(Fio *f, const FioLine *line)
{
    Slice rest = line->rest;
    f->run->old_issued = f->run->old_issued || slice_starts(rest, SLICE(" r/w"));
    if (!slice_skip_past(&rest, SLICE("total=")))
        return;
    for (size_t i = 0; i < FIO_MIXED; i++) {
        uint64_t n;
        if (i && !slice_skip(&rest, SLICE("/")) && !slice_skip(&rest, SLICE(",")))
            break;
        if (rest.n > 2 && char_is_alpha(rest.p[0]) && rest.p[1] == '=')
            rest = slice_from(rest, 2);
        if (!slice_uint(&rest, &n))
            break;
        f->job->issued[i] = (double)n;
        f->job->issued_known = true;
    }
}

/* total=1, first_error=28/<No space left on device> */
static void read_errors(Fio *f, const FioLine *line)
{
    static const struct {
        const char *key, *fact;
    } rows[] = {
        { "total=", "errors" },
        { "first_error=", "first_error" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Slice n = fio_heading_number(line->rest, slice_of(rows[i].key));
        if (n.n && !f->job->silent)
            reader_fact(f->r, f->run->run, f->job->scope, rows[i].fact, n, line->line, n);
    }
}

/* attained=yes, bw=13.2MiB/s (13.5MB/s), iops=3377, iops mean dev=20.799%: the bracket is wrong */
static void read_steady(Fio *f, const FioLine *line)
{
    Slice rest = line->rest, key, value;
    while (!f->job->silent && fio_lines_pair(&rest, &key, &value)) {
        FioFigure x;
        if (slice_eq_nocase(key, SLICE("attained")))
            reader_fact(f->r, f->run->run, f->job->scope, "steadystate_attained", value, line->line,
                        value);
        else if (slice_eq_nocase(key, SLICE("bw")) &&
                 fio_number_bytes(&value, f->run->dialect, true, &x))
            fio_put(f, f->job->scope, "steadystate.bw", line->line, &x);
        else if (slice_eq_nocase(key, SLICE("iops")) &&
                 fio_number_count(&value, f->run->dialect, &x))
            fio_put(f, f->job->scope, "steadystate.iops", line->line, &x);
    }
}

static void read_description(Fio *f, const FioLine *line)
{
    Slice rest = line->rest, text;
    if (slice_skip_past(&rest, SLICE("[")) && slice_until(&rest, SLICE("]"), &text))
        fio_options_set(f->arena, &f->job->facts, "description", arena_text(f->arena, text));
}

void fio_job_inner(Fio *f, const FioLine *line)
{
    if (line->kind == FIO_LINE_PERCENTILE_ROW) {
        read_percentile_row(f, line->line, line->rest);
        return;
    }
    f->percentile_of = NULL;
    switch (line->kind) {
    case FIO_LINE_LATENCY:
        read_latency(f, line);
        break;
    case FIO_LINE_PERCENTILES:
        open_percentiles(f, line);
        break;
    case FIO_LINE_BW_SAMPLES:
    case FIO_LINE_IOPS_SAMPLES:
        read_samples(f, line);
        break;
    case FIO_LINE_BUCKETS:
        read_buckets(f, line);
        break;
    case FIO_LINE_CPU:
        f->job->has_cpu = true;
        put_pairs(f, "cpu", cpu_rows, line->line, line->rest, 1, SLICE(""));
        break;
    case FIO_LINE_ISSUED:
        read_issued(f, line);
        break;
    case FIO_LINE_ERRORS:
        read_errors(f, line);
        break;
    case FIO_LINE_STEADY:
        read_steady(f, line);
        break;
    case FIO_LINE_DESCRIPTION:
        read_description(f, line);
        break;
    default:
        break;
    }
}
