/* export: runs and figures for other programs. */
#include <math.h>

#include "base/number.h"
#include "base/safe.h"
#include "base/sha.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/read_options.h"
#include "report/json_write.h"

static const char *uid_text(Arena *a, const Run *run)
{
    char hex[2 * SHA_BYTES + 1];
    sha_hex(hex, run->uid, UID_BYTES);
    return arena_text(a, slice_of(hex));
}

static bool wanted(const Runs *in, const Run *run, const Measure *m)
{
    return filter_measure(in->filter, run, m);
}

/* --- csv: one line a figure --- */

static void facts_json(JsonWriter *w, const Run *run)
{
    for (size_t i = 0; i < run->facts.n; i++)
        if (!run->facts.v[i].scope[0])
            json_text(w, run->facts.v[i].key, run->facts.v[i].value);
}

static const char *facts_text(Arena *a, const Run *run)
{
    Buf b = buf_new(0);
    JsonWriter w = json_writer(&b);
    json_object(&w, NULL);
    facts_json(&w, run);
    json_object_end(&w);
    const char *text = arena_text(a, buf_slice(&b));
    buf_free(&b);
    return text;
}

static void cells(Buf *b, const char *const *cell, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        safe_csv(b, slice_of(cell[i]));
        buf_char(b, i + 1 == n ? '\n' : ',');
    }
}

static void csv_measure(Cli *c, const Run *run, const char *uid, const char *facts, const Measure *m)
{
    char value[NUMBER_TEXT_BYTES], half[NUMBER_TEXT_BYTES], line[16];
    snprintf(line, sizeof line, "%u", m->span.line);
    const char *const cell[] = {
        run->document->name, line, uid, run->tool, run->label, run->workload, run->session,
        run->time, m->scope, m->metric, m->missing ? "" : number_text(value, m->value),
        unit_name(m->unit), m->missing ? "" : number_text(half, m->half_width),
        missing_name(m->missing), m->raw, m->raw_unit, facts,
    };
    cells(&c->out, cell, sizeof cell / sizeof *cell);
}

static void export_csv(Cli *c, const Runs *in)
{
    static const char *const heading[] = {
        "document", "line", "run", "tool", "label", "workload", "session", "time", "scope",
        "metric", "value", "unit", "half_width", "missing", "raw", "raw_unit", "facts",
    };
    cells(&c->out, heading, sizeof heading / sizeof *heading);
    for (size_t i = 0; i < in->n; i++) {
        const Run *run = in->v[i];
        const char *uid = uid_text(c->arena, run), *facts = facts_text(c->arena, run);
        for (size_t k = 0; k < run->measures.n; k++)
            if (wanted(in, run, &run->measures.v[k]))
                csv_measure(c, run, uid, facts, &run->measures.v[k]);
    }
}

/* --- jsonl: one object a run --- */

static void json_measures(JsonWriter *w, const Runs *in, const Run *run)
{
    json_array(w, "measures");
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        if (!wanted(in, run, m))
            continue;
        json_object(w, NULL);
        json_count(w, "line", m->span.line);
        json_text(w, "scope", m->scope);
        json_text(w, "metric", m->metric);
        if (m->missing)
            json_null(w, "value");
        else
            json_number(w, "value", m->value);
        json_text(w, "unit", unit_name(m->unit));
        json_text(w, "better", better_name(m->better));
        json_bool(w, "headline", m->headline);
        json_number(w, "half_width", m->half_width);
        if (m->missing)
            json_text(w, "missing", missing_name(m->missing));
        json_text(w, "raw", m->raw);
        json_text(w, "raw_unit", m->raw_unit);
        json_object_end(w);
    }
    json_array_end(w);
}

static void json_facts(JsonWriter *w, const Run *run)
{
    json_array(w, "facts");
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        json_object(w, NULL);
        json_text(w, "scope", f->scope);
        json_text(w, "key", f->key);
        json_text(w, "value", f->value);
        json_text(w, "origin", origin_name(f->origin));
        json_count(w, "line", f->span.line);
        json_object_end(w);
    }
    json_array_end(w);
}

static void json_series(JsonWriter *w, const Run *run)
{
    json_array(w, "series");
    for (size_t i = 0; i < run->series.n; i++) {
        const Series *x = &run->series.v[i];
        json_object(w, NULL);
        json_text(w, "scope", x->scope);
        json_text(w, "metric", x->metric);
        json_text(w, "unit", unit_name(x->unit));
        json_array(w, "values");
        for (size_t k = 0; k < x->n; k++)
            json_number(w, NULL, x->value[k]);
        json_array_end(w);
        if (x->time_s) {
            json_array(w, "time_s");
            for (size_t k = 0; k < x->n; k++)
                json_number(w, NULL, x->time_s[k]);
            json_array_end(w);
        }
        if (x->excluded) {
            json_array(w, "excluded"); /* by index */
            for (size_t k = 0; k < x->n; k++)
                if (x->excluded[k])
                    json_count(w, NULL, k);
            json_array_end(w);
        }
        json_object_end(w);
    }
    json_array_end(w);
}

/* An open end of a bucket is null. */
static void json_edge(JsonWriter *w, const char *name, double edge)
{
    if (isfinite(edge))
        json_number(w, name, edge);
    else
        json_null(w, name);
}

static void json_histograms(JsonWriter *w, const Run *run)
{
    json_array(w, "histograms");
    for (size_t i = 0; i < run->histograms.n; i++) {
        const Histogram *h = &run->histograms.v[i];
        json_object(w, NULL);
        json_text(w, "scope", h->scope);
        json_text(w, "metric", h->metric);
        json_text(w, "unit", unit_name(h->unit));
        json_text(w, "counts", h->is_share ? "share" : "number");
        json_array(w, "buckets");
        for (size_t k = 0; k < h->n; k++) {
            json_object(w, NULL);
            json_edge(w, "lo", h->bucket[k].lo);
            json_edge(w, "hi", h->bucket[k].hi);
            json_number(w, "n", h->bucket[k].n);
            json_object_end(w);
        }
        json_array_end(w);
        json_object_end(w);
    }
    json_array_end(w);
}

/* The notes of a document by run: number + 1 of the first and of the next one of the same run. */
typedef struct NoteIndex {
    const Document *of;
    size_t *first, *next; /* by ordinal of the run, by note */
    size_t n;             /* ordinals */
} NoteIndex;

static void index_notes(Cli *c, NoteIndex *x, const Document *d)
{
    if (x->of == d)
        return;
    *x = (NoteIndex){ .of = d };
    for (size_t i = 0; i < d->notes.n; i++)
        if (d->notes.v[i].run && d->notes.v[i].run->ordinal >= x->n)
            x->n = (size_t)d->notes.v[i].run->ordinal + 1;
    x->first = ARENA_ARRAY(c->arena, size_t, x->n + 1);
    x->next = ARENA_ARRAY(c->arena, size_t, d->notes.n + 1);
    for (size_t i = d->notes.n; i-- > 0;) {
        const Run *run = d->notes.v[i].run;
        if (!run)
            continue;
        x->next[i] = x->first[run->ordinal];
        x->first[run->ordinal] = i + 1;
    }
}

/* What the reader noted of the run, and where its label is from. */
static void json_remarks(JsonWriter *w, const NoteIndex *x, const Run *run)
{
    json_array(w, "label_from");
    for (size_t i = 0; i < run->label_parts.n; i++)
        json_text(w, NULL, run->label_parts.v[i].component);
    json_array_end(w);
    json_array(w, "notes");
    for (size_t i = run->ordinal < x->n ? x->first[run->ordinal] : 0; i; i = x->next[i - 1]) {
        const Note *note = &run->document->notes.v[i - 1];
        json_object(w, NULL);
        json_text(w, "code", note->code);
        json_count(w, "line", note->span.line);
        json_text(w, "message", note->message);
        json_object_end(w);
    }
    json_array_end(w);
}

static void export_jsonl(Cli *c, const Runs *in)
{
    NoteIndex notes = { 0 };
    for (size_t i = 0; i < in->n; i++) {
        const Run *run = in->v[i];
        char sha256[2 * SHA256_BYTES + 1];
        index_notes(c, &notes, run->document);
        JsonWriter w = json_writer(&c->out);
        json_object(&w, NULL);
        json_text(&w, "schema", "plimsoll.run/1");
        json_text(&w, "uid", uid_text(c->arena, run));
        json_text(&w, "document", run->document->name);
        sha_hex(sha256, run->document->sha256, SHA256_BYTES);
        json_text(&w, "sha256", sha256);
        json_count(&w, "line", run->span.line);
        json_count(&w, "last_line", run->last_line);
        json_text(&w, "tool", run->tool);
        json_text(&w, "version", run->version);
        json_text(&w, "command", run->command);
        json_text(&w, "time", run->time);
        json_text(&w, "state", run_state_name(run->state));
        json_text(&w, "label", run->label);
        json_text(&w, "workload", run->workload);
        json_text(&w, "session", run->session);
        json_facts(&w, run);
        json_measures(&w, in, run);
        json_series(&w, run);
        json_histograms(&w, run);
        json_remarks(&w, &notes, run);
        json_object_end(&w);
        json_end_line(&w);
    }
}

/* --- benchfmt: what benchstat and its relatives read (golang.org/x/perf/benchfmt) --- */

/* A key of a configuration line: lower case first, no blanks, no upper case, no colon. */
static const char *bench_key(Arena *a, const char *key)
{
    char *k = arena_text(a, slice_of(key));
    for (char *p = k; *p; p++)
        *p = char_is_alnum(*p) ? char_lower(*p) : '-';
    return char_is_alpha(k[0]) ? k : arena_printf(a, "x%s", k);
}

static void bench_word(Buf *b, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        buf_char(b, c <= ' ' || c >= 0x7f ? '_' : (char)c);
    }
}

static void bench_config(Cli *c, const char *key, const char *value)
{
    buf_printf(&c->out, "%s:%s", bench_key(c->arena, key), value[0] ? " " : "");
    safe_terminal(&c->out, slice_of(value));
    buf_char(&c->out, '\n');
}

static bool same_config(const Run *a, const Run *b)
{
    if (!a || strcmp(a->label, b->label) != 0 || strcmp(a->tool, b->tool) != 0 ||
        a->document != b->document || a->facts.n != b->facts.n)
        return false;
    for (size_t i = 0; i < a->facts.n; i++)
        if (strcmp(a->facts.v[i].key, b->facts.v[i].key) != 0 ||
            strcmp(a->facts.v[i].value, b->facts.v[i].value) != 0)
            return false;
    return true;
}

/* A line with a key alone takes the key away again. */
static void bench_head(Cli *c, const Run *before, const Run *run)
{
    if (same_config(before, run))
        return;
    if (before)
        buf_char(&c->out, '\n');
    for (size_t i = 0; before && i < before->facts.n; i++)
        if (!before->facts.v[i].scope[0] && !run_fact(run, "", before->facts.v[i].key))
            buf_printf(&c->out, "%s:\n", bench_key(c->arena, before->facts.v[i].key));
    bench_config(c, "tool", run->tool);
    bench_config(c, "label", run->label);
    bench_config(c, "document", run->document->name);
    for (size_t i = 0; i < run->facts.n; i++)
        if (!run->facts.v[i].scope[0])
            bench_config(c, run->facts.v[i].key, run->facts.v[i].value);
    buf_char(&c->out, '\n');
}

static void bench_run(Cli *c, const Runs *in, const Run *run, const char *scope)
{
    Buf *b = &c->out;
    const char *name = run->workload[0] ? run->workload : run->tool;
    char first = name[0] >= 'a' && name[0] <= 'z' ? (char)(name[0] - 'a' + 'A') : name[0];
    buf_printf(b, "Benchmark%c", first); /* a small letter here would make it another word */
    bench_word(b, name + 1);
    if (scope[0]) {
        buf_str(b, "/scope=");
        bench_word(b, scope);
    }
    buf_str(b, " 1");
    for (size_t k = 0; k < run->measures.n; k++) {
        const Measure *m = &run->measures.v[k];
        char value[NUMBER_TEXT_BYTES];
        if (m->missing || strcmp(m->scope, scope) != 0 || !wanted(in, run, m))
            continue;
        buf_printf(b, " %s ", number_text(value, m->value));
        bench_word(b, m->metric);
        buf_printf(b, "%s%s", m->unit ? "-" : "", unit_name(m->unit));
    }
    buf_char(b, '\n');
}

static void export_benchfmt(Cli *c, const Runs *in)
{
    for (size_t i = 0; i < in->n; i++) {
        const Run *run = in->v[i];
        bench_head(c, i ? in->v[i - 1] : NULL, run);
        for (size_t k = 0; k < run->measures.n; k++) { /* each scope at its first figure */
            const Measure *m = &run->measures.v[k];
            bool first = !m->missing && wanted(in, run, m);
            for (size_t e = 0; e < k && first; e++)
                first = run->measures.v[e].missing || !wanted(in, run, &run->measures.v[e]) ||
                        strcmp(run->measures.v[e].scope, m->scope) != 0;
            if (first)
                bench_run(c, in, run, m->scope);
        }
    }
}

/* --- the command --- */

static const struct {
    const char *name;
    void (*write)(Cli *c, const Runs *in);
} formats[] = {
    { "csv", export_csv },
    { "jsonl", export_jsonl },
    { "benchfmt", export_benchfmt },
};

static int run(Cli *c)
{
    const char *name = cli_value(c, "format") ? cli_value(c, "format") : "csv";
    int status = EXIT_GOOD;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        Runs in;
        if (strcmp(formats[i].name, name) != 0)
            continue;
        const InputsSpare spare = { .notes = formats[i].write != export_jsonl, .totals = true };
        if (!inputs_runs_spare(c, &spare, &in, &status))
            return status;
        formats[i].write(c, &in);
        inputs_free(&in);
        return status;
    }
    return cli_usage(c, "no format '%s'; csv, jsonl or benchfmt", name);
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "csv (default), jsonl or benchfmt" },
    READ_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_export = {
    .name = "export",
    .usage = "[--format csv|jsonl|benchfmt] [FILTER|FILE]...",
    .summary = "Runs and figures for other programs",
    .details = "csv: a line a figure. jsonl: an object a run, with its facts, figures, series, histograms and\n"
               "notes. benchfmt: what benchstat reads. Values are base units (B/s, s, 1/s, B, ratio); a figure\n"
               "without a value has an empty cell or null.\n"
               "\n"
               "Documents, releases and tracks: list, release list and track show with --format csv or jsonl;\n"
               "any table of the database: sql.",
    .options = options,
    .run = run,
};
