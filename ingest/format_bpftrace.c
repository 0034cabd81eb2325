/*
 * bpftrace: maps, hist(), lhist(), stats(), as text and as JSON (-f json).
 *
 *   @queue_lat_us[dp_sync_taskq]:
 *   [4K, 8K)               2 |@@@@@@                    |
 *   @opens[postgres]: 14
 *   @bytes[bash]: count 7, average 1, total 7
 *   {"type": "hist", "data": {"@x": [{"min": 2, "max": 3, "count": 1}]}}
 *
 * K, M, G are powers of 1024 (types_format.cpp, text.cpp of bpftrace; "k" before 2019).
 */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "ingest/dtrace.h"

enum { MOST_STACK_LINES = 200, MOST_KEY_BYTES = 1000 };

/* --- rows of hist() and lhist() --- */

static bool read_edge(Slice *s, double *value)
{
    static const UnitWord powers[] = {
        { "K", KIBI, 0 }, { "k", KIBI, 0 }, { "M", MEBI, 0 },        { "G", GIBI, 0 },
        { "T", TEBI, 0 }, { "P", PEBI, 0 }, { "E", PEBI * KIBI, 0 }, { NULL },
    };
    Number n;
    slice_skip_blanks(s);
    if (!number_read(s, &n))
        return false;
    const UnitWord *power = unit_skip(powers, s);
    *value = n.value * (power ? power->factor : 1);
    return true;
}

/* "[4K, 8K)", "[0]", "[0, 1]", "(..., 0)", "[100, ...)" */
static bool read_bucket(Slice *s, DtraceBucket *b)
{
    Slice t = *s;
    if (slice_skip(&t, SLICE("(..., "))) {
        b->lo = -INFINITY;
        if (!read_edge(&t, &b->hi) || !(slice_skip(&t, SLICE(")")) || slice_skip(&t, SLICE("]"))))
            return false;
        *s = t;
        return true;
    }
    if (!slice_skip(&t, SLICE("[")) || !read_edge(&t, &b->lo))
        return false;
    if (slice_skip(&t, SLICE("]"))) {
        b->hi = b->lo + 1;
    } else if (!slice_skip(&t, SLICE(","))) {
        return false;
    } else {
        slice_skip_blanks(&t);
        if (slice_skip(&t, SLICE("...")))
            b->hi = INFINITY;
        else if (!read_edge(&t, &b->hi))
            return false;
        if (slice_skip(&t, SLICE("]")))
            b->hi += 1;
        else if (!slice_skip(&t, SLICE(")")))
            return false;
    }
    *s = t;
    return true;
}

static bool read_row(const Line *line, DtraceBucket *b)
{
    Slice t = slice_trim(dtrace_text(line)), label = t;
    Number n;
    *b = (DtraceBucket){ .line = line };
    if (!read_bucket(&t, b))
        return false;
    label.n -= t.n;
    slice_skip_blanks(&t);
    if (!number_read(&t, &n))
        return false;
    slice_skip_blanks(&t);
    if (t.n && t.p[0] != '|') /* nothing: the bar is on the next line */
        return false;
    b->n = n.value;
    b->label = label;
    return true;
}

/* --- maps --- */

typedef struct Map {
    Slice name, key, rest; /* rest: behind the colon */
    bool keyed;
} Map;

static bool read_map(Slice text, Map *out)
{
    Slice t = slice_trim(text);
    *out = (Map){ 0 };
    if (!slice_skip(&t, SLICE("@")))
        return false;
    size_t n = 0;
    while (n < t.n && (char_is_alnum(t.p[n]) || t.p[n] == '_'))
        n++;
    out->name = slice_first(t, n);
    t = slice_from(t, n);
    if (slice_skip(&t, SLICE("["))) {
        size_t end = slice_rfind(t, SLICE("]:"));
        if (end == SLICE_NONE)
            return false;
        out->keyed = true;
        out->key = slice_first(t, end);
        t = slice_from(t, end + 1);
    }
    if (!slice_skip(&t, SLICE(":")))
        return false;
    out->rest = slice_trim(t);
    return true;
}

/*
 * "@n[dd, ", then a stack a line, then ", 7]: 5". The key is the first frame, as in dtrace_rows.c,
 * between what stands around the stack. Returns the line of the closing bracket; `at` for none.
 */
static size_t read_stack_map(Dtrace *d, size_t at, Map *out)
{
    Slice t = slice_trim(dtrace_text(lines_at(d->r->lines, at))), front, frame = SLICE("");
    if (!slice_skip(&t, SLICE("@")) || !slice_until(&t, SLICE("["), &out->name))
        return at;
    front = slice_trim(t);
    if (front.n && !slice_ends(front, SLICE(",")))
        return at;
    const Line *line;
    for (size_t i = at + 1; i < at + MOST_STACK_LINES && (line = lines_at(d->r->lines, i)); i++) {
        Slice text = slice_trim(dtrace_text(line));
        if (slice_starts(text, SLICE("@")))
            return at;
        if (!slice_starts(text, SLICE("]")) && !slice_starts(text, SLICE(", "))) {
            frame = frame.n ? frame : text;
            continue;
        }
        Slice back;
        if (!slice_until(&text, SLICE("]:"), &back))
            return at;
        out->key = slice_of(arena_printf(d->r->arena, "%.*s%.*s%.*s", SLICE_ARG(front),
                                         SLICE_ARG(frame), SLICE_ARG(slice_trim(back))));
        out->rest = slice_trim(text);
        out->keyed = true;
        return i;
    }
    return at;
}

/* "node exporter, 7" -> "node exporter,7" */
static const char *map_scope(Arena *a, Slice key)
{
    char *scope = arena_text(a, slice_first(key, MOST_KEY_BYTES));
    size_t n = 0;
    for (size_t i = 0; scope[i]; i++)
        if (!(scope[i] == ' ' && i > 0 && scope[i - 1] == ','))
            scope[n++] = scope[i];
    scope[n] = '\0';
    return scope;
}

/* A map printed again belongs to the next print. Unnamed maps get the names of unnamed
 * aggregations. */
static const char *map_name(Dtrace *d, Slice name, const char *scope, size_t at)
{
    if (!name.n) {
        const char *heading = d->heading;
        d->heading = NULL;
        const char *agg = dtrace_name(d, scope, at);
        d->heading = heading;
        return agg;
    }
    const char *metric = arena_text(d->r->arena, slice_first(name, MOST_KEY_BYTES));
    dtrace_repeated(d, metric, scope, at);
    return metric;
}

static DtraceUnit map_unit(const Dtrace *d, Slice name)
{
    DtraceUnit u = dtrace_unit_map(name);
    return u.known || !d->only_counts ? u : dtrace_unit_of(UNIT_COUNT, 1, SLICE(""));
}

typedef struct Statistic {
    const char *word, *suffix;
    bool is_count;
} Statistic;

static const Statistic statistics[] = {
    { "count", "n", true },
    { "average", "mean", false },
    { "total", "sum", false },
};

/* "count 7, average 1, total 7" */
static bool read_stats(Slice rest, Number n[3])
{
    for (size_t i = 0; i < 3; i++) {
        if (!slice_skip(&rest, slice_of(statistics[i].word)) || !slice_skip_some_blanks(&rest) ||
            !number_read(&rest, &n[i]))
            return false;
        slice_skip(&rest, SLICE(","));
        slice_skip_blanks(&rest);
    }
    return !rest.n;
}

static void put_statistic(Dtrace *d, const char *metric, const char *scope, DtraceUnit u, size_t i,
                          const Line *line, const Number *n)
{
    dtrace_figure(d, scope, arena_printf(d->r->arena, "%s.%s", metric, statistics[i].suffix),
                  statistics[i].is_count ? dtrace_unit_of(UNIT_COUNT, 1, SLICE("")) : u, line, n);
}

static size_t put_hist(Dtrace *d, const Map *map, const Line *line, size_t at, size_t rows)
{
    DtraceBuckets b = { 0 };
    size_t end = dtrace_interval_rows(d, rows, read_row, &b);
    const char *scope = map_scope(d->r->arena, map->key);
    const char *name = map_name(d, map->name, scope, at);
    dtrace_histogram_put(d, scope, name, dtrace_unit_map(map->name), &b, line);
    return end;
}

static bool hist_follows(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    if (line && !line->text.n)
        line = lines_at(d->r->lines, at + 1);
    DtraceBucket b;
    return line && line->depth == d->depth && read_row(line, &b);
}

/* A number alone could be said of anything: a map beside it tells that it is one, too. */
static bool map_follows(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    if (line && !slice_trim(line->text).n)
        line = lines_at(d->r->lines, ++at);
    Map map;
    Number n, stats[3];
    if (!line || line->depth != d->depth || !read_map(dtrace_text(line), &map))
        return false;
    return map.rest.n ? dtrace_number(map.rest, &n) || read_stats(map.rest, stats)
                      : hist_follows(d, at + 1);
}

static size_t text_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Map map = { 0 };
    Number n, stats[3];
    size_t last = at;
    if (!read_map(dtrace_text(line), &map) && (last = read_stack_map(d, at, &map)) == at)
        return at;
    if (!map.rest.n && hist_follows(d, last + 1)) {
        if (d->look)
            return at + 1;
        d->told = true;
        return put_hist(d, &map, line, at, last + 1);
    }
    bool scalar = dtrace_number(map.rest, &n), many = !scalar && read_stats(map.rest, stats);
    if (!many && !d->told && !(scalar && (map.keyed || map_follows(d, at + 1))))
        return at;
    if (d->look)
        return at + 1;
    d->told = d->told || scalar || many;
    line = lines_at(d->r->lines, last);
    const char *scope = map_scope(d->r->arena, map.key);
    if (scalar || many) {
        const char *name = map_name(d, map.name, scope, at);
        if (scalar)
            dtrace_figure(d, scope, name, map_unit(d, map.name), line, &n);
        for (size_t i = 0; many && i < 3; i++)
            put_statistic(d, name, scope, dtrace_unit_map(map.name), i, line, &stats[i]);
    }
    return last + 1;
}

/* --- JSON --- */

typedef struct Walk {
    Dtrace *d;
    const Line *line;
    size_t at;
    const char *name, *scope; /* of the map at hand */
    Slice raw_name;
    DtraceBucket bucket;
    DtraceBuckets buckets;
    bool has_max, has_min;
} Walk;

static void enter_map(Walk *w, Slice name, Slice key)
{
    slice_skip(&name, SLICE("@"));
    w->raw_name = name;
    w->scope = map_scope(w->d->r->arena, slice_of(json_string(w->d->r->arena, key)));
    w->name = map_name(w->d, name, w->scope, w->at);
}

static void bucket_number(Walk *w, const JsonValue *v)
{
    if (slice_is(v->key, "min")) {
        w->bucket.lo = v->number.value;
        w->bucket.label = v->text;
        w->has_min = true;
    } else if (slice_is(v->key, "max")) {
        w->bucket.hi = v->number.value + 1; /* inclusive */
        w->has_max = true;
    } else if (slice_is(v->key, "count")) {
        w->bucket.n = v->number.value;
    }
}

static void bucket_end(Walk *w)
{
    if (!w->has_min)
        w->bucket.lo = -INFINITY;
    if (!w->has_max)
        w->bucket.hi = INFINITY;
    w->bucket.line = w->line;
    if (!w->bucket.label.p)
        w->bucket.label = slice_first(w->line->text, 0);
    *VEC_PUSH(w->d->r->arena, &w->buckets) = w->bucket;
    w->bucket = (DtraceBucket){ 0 };
    w->has_max = w->has_min = false;
}

/* Arrays of buckets under "data": {"@x": [...]} or {"@x": {"key": [...]}}. */
static void walk_hist(Walk *w, Json *j)
{
    JsonValue v;
    Slice map = SLICE("");
    while (json_next(j, &v)) {
        if (v.kind == JSON_OBJECT && v.depth == 2) {
            map = v.key;
        } else if (v.kind == JSON_ARRAY && (v.depth == 2 || v.depth == 3)) {
            w->buckets.n = 0;
            if (v.depth == 2)
                enter_map(w, v.key, SLICE(""));
            else
                enter_map(w, map, v.key);
        } else if (v.kind == JSON_NUMBER && v.depth >= 4) {
            bucket_number(w, &v);
        } else if (v.kind == JSON_OBJECT_END && v.depth >= 3) {
            bucket_end(w);
        } else if (v.kind == JSON_ARRAY_END && w->name) {
            dtrace_histogram_put(w->d, w->scope, w->name, dtrace_unit_map(w->raw_name), &w->buckets,
                                 w->line);
            w->name = NULL;
        }
    }
}

/* {"@x": 5}, {"@x": {"key": 5}} */
static void map_number(Walk *w, Slice map, const JsonValue *v)
{
    if (v->depth == 2)
        enter_map(w, v->key, SLICE(""));
    else
        enter_map(w, map, v->key);
    dtrace_figure(w->d, w->scope, w->name, map_unit(w->d, w->raw_name), w->line, &v->number);
}

static void walk_map(Walk *w, Json *j)
{
    JsonValue v;
    Slice map = SLICE("");
    while (json_next(j, &v)) {
        if (v.kind == JSON_ARRAY) /* a tuple */
            json_skip(j, &v);
        if (v.kind == JSON_OBJECT && v.depth == 2)
            map = v.key;
        if (v.kind == JSON_NUMBER && (v.depth == 2 || v.depth == 3))
            map_number(w, map, &v);
    }
}

static bool is_statistic(Slice key)
{
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++)
        if (slice_is(key, statistics[i].word))
            return true;
    return false;
}

static void walk_stats(Walk *w, Json *j)
{
    JsonValue v;
    Slice map = SLICE(""), key = SLICE("");
    bool entered = false;
    while (json_next(j, &v)) {
        if (v.kind == JSON_OBJECT && v.depth == 2) {
            map = v.key;
            key = SLICE("");
            entered = false;
        } else if (v.kind == JSON_OBJECT && v.depth == 3) {
            key = v.key;
            entered = false;
        }
        if (v.kind != JSON_NUMBER)
            continue;
        if (v.depth == 2 || (v.depth == 3 && !is_statistic(v.key))) { /* avg() is one number */
            map_number(w, map, &v);
            continue;
        }
        if (!entered)
            enter_map(w, map, key);
        entered = true;
        for (size_t i = 0; i < 3; i++)
            if (slice_is(v.key, statistics[i].word))
                put_statistic(w->d, w->name, w->scope, dtrace_unit_map(w->raw_name), i, w->line,
                              &v.number);
    }
}

static bool is_json(Slice text)
{
    Slice t = slice_trim(text);
    if (!slice_skip(&t, SLICE("{")))
        return false;
    slice_skip_blanks(&t);
    if (!slice_skip(&t, SLICE("\"type\"")))
        return false;
    slice_skip_blanks(&t);
    return slice_skip(&t, SLICE(":")) && slice_has(t, SLICE("\"data\""));
}

static void lost_events(Dtrace *d, Json *j, const Line *line)
{
    JsonValue v;
    while (json_next(j, &v))
        if (v.kind == JSON_NUMBER && slice_is(v.key, "events")) {
            d->drops += v.number.value;
            d->trouble = d->trouble ? d->trouble : line;
        }
}

static size_t json_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    if (!is_json(line->text))
        return at;
    if (d->look)
        return at + 1;
    d->told = true;
    Json j;
    JsonValue v;
    json_open(&j, d->r->arena, slice_trim(line->text), NULL, NULL);
    Walk w = { .d = d, .line = line, .at = at };
    if (!json_next(&j, &v) || !json_next(&j, &v) || v.kind != JSON_STRING)
        return at + 1;
    if (slice_is(v.text, "hist") || slice_is(v.text, "lhist"))
        walk_hist(&w, &j);
    else if (slice_is(v.text, "map"))
        walk_map(&w, &j);
    else if (slice_is(v.text, "stats"))
        walk_stats(&w, &j);
    else if (slice_is(v.text, "lost_events"))
        lost_events(d, &j, line);
    return at + 1;
}

size_t dtrace_bpftrace_at(Dtrace *d, size_t at)
{
    size_t next = json_at(d, at);
    return next > at ? next : text_at(d, at);
}

/* --- the format --- */

static const char *const anchors[] = { "Attaching ", "Attached ", "\"type\"", NULL };

static const char *const samples[] = {
    "Attaching 6 probes...\n^C\n\n@opens[postgres]: 14\n",
    "{\"type\": \"hist\", \"data\": {\"@us\": [{\"min\": 2, \"max\": 3, \"count\": 1}]}}\n",
    NULL,
};

static int probe(Reader *r, size_t at)
{
    Slice text = dtrace_text(lines_at(r->lines, at));
    return dtrace_is_attached(text) || is_json(text) ? 95 : 0;
}

const Format format_bpftrace = {
    .name = "bpftrace",
    .summary = "bpftrace: maps and histograms, text and JSON",
    .source = "bpftrace 0.9 to 0.24: src/output/text.cpp, json.cpp, types_format.cpp",
    .anchors = anchors,
    .samples = samples,
    .metrics = dtrace_metrics,
    .probe = probe,
    .parse = dtrace_region,
};
