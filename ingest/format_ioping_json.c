/*
 * ioping -J (1.2 and later): one array; an object a request, then objects with totals. The last of
 * these is the run, earlier ones are periods (-p, -P). Times are ns. Paths are not escaped.
 */
#include "ingest/format.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "ingest/ioping_run.h"
#include "ingest/json_lines.h"

static const char *const anchors[] = { "[{", "\"timestamp\"", NULL };

static const char *const samples[] = {
    "[{\n  \"timestamp\": 1796024818.077342,\n  \"target\": {\n    \"path\": \"/mnt\",\n"
    "    \"fstype\": \"ext4\",\n    \"device\": \"/dev/sda1\",\n    \"device_size\": "
    "255950000128\n  },\n"
    "  \"io\": {\n    \"request\": 1,\n    \"operation\": \"read\",\n    \"size\": 4096,\n"
    "    \"time\": 177767,\n    \"ignored\": true\n  }\n}]\n",
    NULL,
};

typedef struct Figure {
    bool has;
    Number n;
    const Line *line;
} Figure;

enum { COUNT, SIZE, TIME, IOPS, BPS, MIN, AVG, MAX, MDEV, FIGURES };

/* clang-format off */
static const struct {
    const char *key;
    double factor, half; /* half: of the stored value, in base units */
    const char *stat, *load; /* metric names */
} figures[FIGURES] = {
    [COUNT] = { "count", 1, 0, "requests", "generated.requests" },
    [SIZE] = { "size", 1, 0, "bytes", "generated.bytes" },
    [TIME] = { "time", 1e-9, 1e-9, "time.io", "time" },
    [IOPS] = { "iops", 1, 5e-7, "iops", "generated.iops" },
    [BPS] = { "bps", 1, 1, "bw", "generated.bw" },
    [MIN] = { "min", 1e-9, 5e-10, "lat.min", NULL },
    [AVG] = { "avg", 1e-9, 1e-9, "lat.mean", NULL },
    [MAX] = { "max", 1e-9, 5e-10, "lat.max", NULL },
    [MDEV] = { "mdev", 1e-9, 1e-9, "lat.sd", NULL },
};
/* clang-format on */

/* One object with totals: a period or the run. */
typedef struct Totals {
    Figure stat[FIGURES], load[FIGURES];
} Totals;

typedef struct Reading {
    Reader *r;
    VEC(Totals) totals;
    VEC(IopingSample) samples;
    const Line *first, *last; /* lines of samples */
    const char *path, *fstype, *device, *when;
    Figure device_size, request_size;
    bool reads, writes;
    size_t ignored;
    bool whole; /* the array was closed */
} Reading;

static const char *text_of(const Reading *j, const JsonValue *v)
{
    return v->kind == JSON_STRING ? json_string(j->r->arena, v->text) : NULL;
}

static void keep_number(const JsonLines *jl, const JsonValue *v, Figure *out)
{
    if (v->kind == JSON_NUMBER)
        *out = (Figure){ true, v->number, json_lines_line(jl) };
}

static void read_target(Reading *j, JsonLines *jl, size_t depth)
{
    JsonValue v;
    while (json_next(&jl->json, &v) && !(v.kind == JSON_OBJECT_END && v.depth == depth)) {
        if (slice_is(v.key, "path") && !j->path)
            j->path = text_of(j, &v);
        else if (slice_is(v.key, "fstype") && !j->fstype)
            j->fstype = text_of(j, &v);
        else if (slice_is(v.key, "device") && !j->device)
            j->device = text_of(j, &v);
        else if (slice_is(v.key, "device_size"))
            keep_number(jl, &v, &j->device_size);
    }
}

static void read_io(Reading *j, JsonLines *jl, size_t depth)
{
    JsonValue v;
    Figure number = { 0 }, time = { 0 };
    bool ignored = false, ended = false;
    while (!ended && json_next(&jl->json, &v)) {
        if (v.kind == JSON_OBJECT_END && v.depth == depth)
            ended = true;
        else if (slice_is(v.key, "request"))
            keep_number(jl, &v, &number);
        else if (slice_is(v.key, "time"))
            keep_number(jl, &v, &time);
        else if (slice_is(v.key, "size"))
            keep_number(jl, &v, &j->request_size);
        else if (slice_is(v.key, "ignored"))
            ignored = v.kind == JSON_TRUE;
        else if (slice_is(v.key, "operation")) {
            j->reads = j->reads || slice_is(v.text, "read");
            j->writes = j->writes || slice_is(v.text, "write");
        }
    }
    if (!number.has || !time.has || number.n.value < 0 || number.n.value > UINT32_MAX)
        return;
    if (!j->samples.n)
        j->first = time.line;
    j->last = time.line;
    j->ignored += ignored;
    *VEC_PUSH(j->r->arena, &j->samples) =
        (IopingSample){ time.n.value * 1e-9, (uint32_t)number.n.value, ignored };
}

static void read_figures(JsonLines *jl, size_t depth, Figure out[FIGURES])
{
    JsonValue v;
    while (json_next(&jl->json, &v) && !(v.kind == JSON_OBJECT_END && v.depth == depth))
        for (int i = 0; i < FIGURES; i++)
            if (slice_is(v.key, figures[i].key))
                keep_number(jl, &v, &out[i]);
}

/* An epoch as ISO 8601, UTC. */
static const char *epoch_text(Arena *a, double seconds)
{
    if (!(seconds > 0 && seconds < 1e11))
        return NULL;
    time_t t = (time_t)seconds;
    struct tm tm;
    if (!gmtime_r(&t, &tm))
        return NULL;
    return arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900, tm.tm_mon + 1,
                        tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

/* One element of the array, from behind its "{". */
static void read_element(Reading *j, JsonLines *jl, size_t depth)
{
    JsonValue v;
    Totals *totals = NULL;
    bool first = !j->when;
    while (json_next(&jl->json, &v) && !(v.kind == JSON_OBJECT_END && v.depth == depth)) {
        if (slice_is(v.key, "localtime") && first && v.kind == JSON_STRING)
            j->when = text_of(j, &v);
        else if (slice_is(v.key, "timestamp") && v.kind == JSON_NUMBER && !j->when)
            j->when = epoch_text(j->r->arena, v.number.value);
        if (v.kind != JSON_OBJECT) {
            json_skip(&jl->json, &v);
            continue;
        }
        bool is_stat = slice_is(v.key, "stat"), is_load = slice_is(v.key, "load");
        if ((is_stat || is_load) && !totals) {
            totals = VEC_PUSH(j->r->arena, &j->totals);
            *totals = (Totals){ 0 };
        }
        if (slice_is(v.key, "target"))
            read_target(j, jl, v.depth);
        else if (slice_is(v.key, "io"))
            read_io(j, jl, v.depth);
        else if (is_stat || is_load)
            read_figures(jl, v.depth, is_stat ? totals->stat : totals->load);
        else
            json_skip(&jl->json, &v);
    }
}

static void store_figures(Reader *r, Run *run, const char *scope, const Figure *f, bool load)
{
    bool empty = !load && f[COUNT].has && f[COUNT].n.value == 0;
    for (int i = 0; i < FIGURES; i++) {
        const char *metric = load ? figures[i].load : figures[i].stat;
        if (!f[i].has || !metric || (empty && i != COUNT))
            continue;
        reader_measure(r, run, scope, metric, f[i].line, &f[i].n, figures[i].factor, SLICE(""))
            ->half_width = figures[i].half;
    }
}

static void store_facts(Reader *r, Run *run, const Reading *j, const IopingCommand *c)
{
    if (j->path)
        reader_fact_text(r, run, "", "target", j->path);
    if (j->fstype && *j->fstype)
        reader_fact_text(r, run, "", "fs", j->fstype);
    if (j->device && *j->device)
        reader_fact_text(r, run, "", "device", j->device);
    if (j->device_size.has)
        reader_fact_number(r, run, "", "device_size", j->device_size.n.value);
    if (j->request_size.has)
        reader_fact_number(r, run, "", "bs", j->request_size.n.value);
    if (j->reads || j->writes)
        reader_fact_text(r, run, "", "op", !j->writes ? "read" : !j->reads ? "write" : "mixed");
    else if (c)
        reader_fact_text(r, run, "", "op",
                         c->given['G']   ? "mixed"
                         : c->given['W'] ? "write"
                                         : "read");
    if (j->ignored)
        reader_fact_number(r, run, "", "warmup", (double)j->ignored);
    if (j->when)
        run->time = j->when;
    if (c)
        ioping_command_store(r, run, c);
}

static void store(Reader *r, const Reading *j, size_t at)
{
    IopingMemory *m = ioping_memory(r);
    Run *run = reader_run(r, "ioping", at);
    IopingCommand *c = ioping_command_for(&m->commands, run->depth, slice_of(j->path));
    if (c)
        c->results++;
    store_facts(r, run, j, c);
    for (size_t i = 0; i < j->totals.n; i++) {
        bool last = i + 1 == j->totals.n && j->whole;
        const char *scope = last ? "" : arena_printf(r->arena, "period%zu", i + 1);
        store_figures(r, run, scope, j->totals.v[i].stat, false);
        store_figures(r, run, scope, j->totals.v[i].load, true);
    }
    ioping_samples_store(r, run, j->samples.v, j->samples.n, j->first, j->last);
    if (!j->whole) {
        run->state = RUN_PARTIAL;
        reader_note(r, run, "truncated", j->last,
                    "the JSON of ioping is cut, or a path in it broke it");
    }
}

/* "timestamp" and "target" on the next lines: fio's JSON has the one, not the other. */
static int probe(Reader *r, size_t at)
{
    bool stamp = false, target = false;
    for (size_t i = at; i < at + 12; i++) { /* six, or twelve of doubled line ends */
        const Line *line = lines_at(r->lines, i);
        if (!line)
            break;
        stamp = stamp || slice_has(line->text, SLICE("\"timestamp\""));
        target = target || slice_has(line->text, SLICE("\"target\""));
    }
    return stamp && target ? 90 : 0;
}

static size_t parse(Reader *r, size_t at)
{
    Reading j = { .r = r };
    JsonLines jl;
    const Line *line = lines_at(r->lines, at);
    size_t offset = slice_find_char(line->text, '[');
    bool inside = offset == SLICE_NONE; /* the first lines are missing */
    json_lines_open(&jl, r->arena, r->lines, at, inside ? 0 : offset, inside);
    JsonValue v;
    if (inside) {
        read_element(&j, &jl, 0);
    }
    while (json_next(&jl.json, &v)) {
        if (v.kind == JSON_OBJECT)
            read_element(&j, &jl, v.depth);
        else if (v.kind == JSON_ARRAY_END && v.depth == 0)
            j.whole = true;
    }
    if (!j.samples.n && !j.totals.n)
        return at;
    if (!j.last)
        j.last = line;
    j.whole = j.whole && j.totals.n > 0;
    store(r, &j, at);
    size_t end = jl.index + 1;
    return end > lines_count(r->lines) ? lines_count(r->lines) : end;
}

const Format format_ioping_json = {
    .name = "ioping-json",
    .summary = "ioping -J",
    .source = "koct9i/ioping 1.2 and 1.3: ioping.c, json_*",
    .anchors = anchors,
    .samples = samples,
    .metrics = ioping_metrics,
    .probe = probe,
    .parse = parse,
};
