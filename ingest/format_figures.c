/*
 * Figures as JSON, several values each: what `make bench` writes, and what any script can.
 *
 *     {"schema": "plimsoll.bench/1", "commit": "1a2b3c4", "time": "2026-11-30T12:00:00Z", "figures": [
 *         {"name": "scan, 64 MB", "unit": "MB/s", "better": "higher", "values": [23.8, 24.1, 23.9]}]}
 *
 * A figure is a test, each of its values a run of it. Members that are not named here say nothing. Units are
 * those of ingest/pts_scale.h; what better means where the figure does not say follows from them.
 */
#include "ingest/format.h"

#include <string.h>

#include "ingest/json_lines.h"
#include "ingest/pts_scale.h"

static const char *const anchors[] = { "\"plimsoll.bench/", NULL };

static const char *const samples[] = {
    "{\"schema\": \"plimsoll.bench/1\", \"commit\": \"1a2b3c4\", \"figures\": [\n"
    "  {\"name\": \"scan, 64 MB\", \"unit\": \"MB/s\", \"better\": \"higher\", \"values\": [23.8, 24.1]}\n]}\n",
    NULL,
};

static const MetricInfo metrics[] = {
    { "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { "iops", UNIT_PER_S, BETTER_HIGHER, true },
    { "rate", UNIT_PER_S, BETTER_HIGHER, true },
    { "time", UNIT_SECONDS, BETTER_LOWER, true },
    { "bytes", UNIT_BYTES, BETTER_NEITHER, true },
    { "share", UNIT_RATIO, BETTER_NEITHER, true },
    { "value", UNIT_UNKNOWN, BETTER_NEITHER, true },
    { NULL },
};

typedef struct Repeat {
    JsonKind kind; /* JSON_NUMBER, or what stands in its place */
    Number n;
    const Line *line;
    size_t index; /* of the line */
    Slice text;
} Repeat;

typedef struct Figure {
    const char *name, *unit;
    Better better;
    bool better_given;
    VEC(Repeat) values;
} Figure;

typedef struct Reading {
    Reader *r;
    JsonLines lines;
    const char *commit, *machine, *time;
    VEC(Run *) runs;
} Reading;

static const char *text_of(const Reading *j, const JsonValue *v)
{
    return v->kind == JSON_STRING ? json_string(j->r->arena, v->text) : "";
}

static void store_value(Reading *j, const Figure *f, const PtsScale *scale, const Repeat *v)
{
    Reader *r = j->r;
    Run *run = reader_run(r, "figures", v->index);
    reader_run_extend(r, run, v->index);
    reader_fact_text(r, run, "", "test", f->name);
    if (v->kind == JSON_NUMBER)
        reader_measure_as(r, run, "", scale->metric, scale->unit, f->better_given ? f->better : scale->better,
                          v->line, &v->n, scale->factor, slice_of(f->unit));
    else
        reader_missing(r, run, "", scale->metric, v->line, v->text, v->kind == JSON_NAN ? MISSING_NAN : MISSING_BLANK);
    *VEC_PUSH(r->arena, &j->runs) = run;
}

static void read_values(Reading *j, Figure *f, const JsonValue *array)
{
    JsonValue v;
    while (json_next(&j->lines.json, &v) && !(v.kind == JSON_ARRAY_END && v.depth == array->depth)) {
        json_skip(&j->lines.json, &v);
        if (v.kind == JSON_NUMBER || v.kind == JSON_NAN || v.kind == JSON_NULL)
            *VEC_PUSH(j->r->arena, &f->values) =
                (Repeat){ v.kind, v.number, json_lines_line(&j->lines), j->lines.index, v.text };
    }
}

/* One element of "figures": what it is called may stand behind its values. */
static void read_figure(Reading *j, const JsonValue *object)
{
    Figure f = { .name = "", .unit = "" };
    JsonValue v;
    while (json_next(&j->lines.json, &v) && !(v.kind == JSON_OBJECT_END && v.depth == object->depth)) {
        if (slice_is(v.key, "values") && v.kind == JSON_ARRAY) {
            read_values(j, &f, &v);
            continue;
        }
        json_skip(&j->lines.json, &v);
        if (slice_is(v.key, "name"))
            f.name = text_of(j, &v);
        else if (slice_is(v.key, "unit"))
            f.unit = text_of(j, &v);
        else if (slice_is(v.key, "better")) {
            f.better_given = true;
            f.better = slice_is(v.text, "higher")  ? BETTER_HIGHER
                       : slice_is(v.text, "lower") ? BETTER_LOWER
                                                   : BETTER_NEITHER;
        }
    }
    PtsScale scale = pts_scale(slice_of(f.unit));
    for (size_t i = 0; i < f.values.n && f.name[0]; i++)
        store_value(j, &f, &scale, &f.values.v[i]);
}

static void read_member(Reading *j, const JsonValue *v)
{
    if (slice_is(v->key, "commit"))
        j->commit = text_of(j, v);
    else if (slice_is(v->key, "machine"))
        j->machine = text_of(j, v);
    else if (slice_is(v->key, "time"))
        j->time = text_of(j, v);
}

static void say_of_all(Reading *j, JsonKind ended, const Line *line)
{
    for (size_t i = 0; i < j->runs.n; i++) {
        Run *run = j->runs.v[i];
        if (j->commit && j->commit[0])
            reader_fact_text(j->r, run, "", "commit", j->commit);
        if (j->machine && j->machine[0])
            reader_fact_text(j->r, run, "", "machine", j->machine);
        if (j->time)
            run->time = j->time;
    }
    if (ended == JSON_END || !j->runs.n)
        return;
    Run *last = j->runs.v[j->runs.n - 1];
    last->state = RUN_PARTIAL;
    reader_note(j->r, last, "truncated", line, "the JSON of the figures is cut or damaged");
}

static int probe(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    size_t brace = slice_find_char(line->text, '{'), schema = slice_find(line->text, slice_of(anchors[0]));
    return schema != SLICE_NONE && brace < schema ? 95 : 0;
}

static size_t parse(Reader *r, size_t at)
{
    Reading j = { .r = r };
    const Line *line = lines_at(r->lines, at);
    JsonValue v;
    json_lines_open(&j.lines, r->arena, r->lines, at, slice_find_char(line->text, '{'), false);
    while (json_next(&j.lines.json, &v)) {
        if (v.depth == 2 && v.kind == JSON_OBJECT)
            read_figure(&j, &v);
        else if (slice_is(v.key, "figures") && v.kind == JSON_ARRAY)
            continue; /* its elements follow */
        else if (v.depth == 1 && v.kind != JSON_ARRAY_END) {
            json_skip(&j.lines.json, &v);
            read_member(&j, &v);
        }
    }
    if (!j.runs.n)
        return at;
    say_of_all(&j, v.kind, line);
    size_t end = j.lines.index + 1;
    return end > lines_count(r->lines) ? lines_count(r->lines) : end;
}

/* What was measured is the commit, whatever else differs. */
static void name_runs(Reader *r)
{
    for (size_t i = 0; i < r->doc->runs.n; i++) {
        Run *run = r->doc->runs.v[i];
        if (strcmp(run->tool, "figures") != 0)
            continue;
        const char *commit = run_fact(run, "", "commit");
        run->label = commit ? commit : "";
        run->label_parts.n = 0;
        if (commit)
            *VEC_PUSH(r->arena, &run->label_parts) = (LabelPart){ "commit", commit, run->span.line };
    }
}

const Format format_figures = {
    .name = "figures",
    .summary = "figures as JSON, several values each (plimsoll.bench/1)",
    .source = "Plimsoll: tests/bench/figures.c; for scripts of one's own",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
    .name_runs = name_runs,
};
