#include "ingest/reader.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "ingest/derive.h"
#include "ingest/directive.h"
#include "ingest/dispatch.h"
#include "ingest/format.h"
#include "ingest/passes.h"

static const ReadOptions no_options = { 0 };

static Event *add_event(Reader *r, EventKind kind, size_t first, size_t last)
{
    Event *e = VEC_PUSH(r->arena, &r->events);
    *e = (Event){ .kind = kind,
                  .first = first,
                  .last = last,
                  .line = lines_at(r->lines, first),
                  .in_fence = r->in_fence };
    return e;
}

/* The best claim on line `at` among the formats of `mask`; NULL when nobody wants it. */
static const Format *best_claim(Reader *r, uint64_t mask, size_t at)
{
    size_t n;
    const Format *const *formats = format_table(&n);
    const Format *best = NULL;
    int best_score = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(mask >> i & 1))
            continue;
        int score = formats[i]->probe(r, at);
        if (score > best_score) {
            best_score = score;
            best = formats[i];
        }
    }
    return best;
}

/* Lets the format read its block; returns the next line, `at` when it declined. */
static size_t parse_block(Reader *r, const Format *f, size_t at)
{
    size_t first_run = r->doc->runs.n;
    size_t block = r->events.n;
    add_event(r, EVENT_BLOCK, at, at);
    r->format = f;
    size_t next = f->parse(r, at);
    r->format = NULL;
    if (next <= at) {
        assert(r->doc->runs.n == first_run);
        r->events.n = block;
        return at;
    }
    r->events.v[block].last = next - 1;
    for (size_t i = first_run; i < r->doc->runs.n; i++) {
        Run *run = r->doc->runs.v[i];
        if (run->last_line == 0) {
            bool last = i + 1 == r->doc->runs.n;
            size_t first = lines_index(r->lines, run->span.line);
            size_t end = last ? next - 1 : lines_index(r->lines, r->doc->runs.v[i + 1]->span.line) - 1;
            if (end < first || end == SLICE_NONE)
                end = first;
            reader_run_extend(r, run, end);
        }
    }
    return next;
}

static bool is_fence(Slice text)
{
    Slice t = slice_trim(text);
    return slice_starts(t, SLICE("```")) || slice_starts(t, SLICE("~~~"));
}

/* Output of a command that is no benchmark: to the next blank line, fence, or prompt. */
static size_t foreign_end(Reader *r, size_t at)
{
    for (const Line *line; (line = lines_at(r->lines, at)); at++) {
        Command c;
        if (!line->text.n || is_fence(line->text) || command_at(r->doc, r->lines, at, &c))
            break;
    }
    return at;
}

static size_t take_command(Reader *r, const Command *c, size_t at)
{
    Command *kept = ARENA_NEW(r->arena, Command);
    *kept = *c;
    *VEC_PUSH(r->arena, &r->commands) = kept;
    size_t next = at + (c->lines ? c->lines : 1);
    add_event(r, EVENT_COMMAND, at, next - 1)->command = kept;
    if (c->kind == COMMAND_ENVIRONMENT || c->kind == COMMAND_STATE || c->kind == COMMAND_OTHER)
        r->foreign_until = foreign_end(r, next);
    return next;
}

enum { PROSE_BYTES = 48 };

/* A long line of words: no figure, no columns. Most text is that, and no table or average begins so. */
static bool is_words(const Line *line)
{
    Slice s = line->text;
    if (s.n < PROSE_BYTES)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i], next = i + 1 < s.n ? s.p[i + 1] : ' ';
        if (char_is_digit(c) || c == '\t' || c == '|' || c == '=' || c == '(')
            return false;
        if ((c == ',' || c == ';') && next != ' ')
            return false;
        if (c == ' ' && next == ' ' && i > 8)
            return false;
    }
    return true;
}

/* Four words of a sentence or more, or its end, one blank between them: no heading of columns, no key. */
static bool is_sentence(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    size_t blanks = 0;
    if (!line || !(lines_signs(r->lines, at) & SIGN_PROSE))
        return false;
    for (size_t i = 0; i < line->text.n; i++)
        if (line->text.p[i] == ' ' && (++blanks, i == 0 || line->text.p[i - 1] == ' '))
            return false;
    return blanks >= 3 || (line->text.n && strchr(".!?", line->text.p[line->text.n - 1]));
}

/* Neither this line nor the one that may continue it can be asked about figures. */
static bool is_prose(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at), *next = lines_at(r->lines, at + 1);
    if (!(lines_signs(r->lines, at) & SIGN_NEAR_FIGURE))
        return true;
    if (is_sentence(r, at) && is_sentence(r, lines_next_text(r->lines, at + 1)))
        return true;
    return is_words(line) && (!next || !next->text.n || is_words(next));
}

/* One line, or one block: returns the next index. */
static size_t step(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    if (!line->text.n)
        return at + 1;
    bool prose = lines_signs(r->lines, at) & SIGN_PROSE;
    if (!prose && is_fence(line->text)) {
        add_event(r, EVENT_FENCE, at, at);
        r->in_fence = !r->in_fence;
        return at + 1;
    }
    if (!prose && directive_is(line->text)) /* no event: neither a heading nor text */
        return at + 1;
    const Format *f;
    uint64_t anchored = dispatch_anchored(line->text);
    size_t next;
    if (anchored && (f = best_claim(r, anchored, at)) && (next = parse_block(r, f, at)) > at)
        return next;
    Command c;
    if (command_at(r->doc, r->lines, at, &c))
        return take_command(r, &c, at);
    if (at < r->foreign_until) {
        add_event(r, EVENT_OUTPUT, at, at);
        return at + 1;
    }
    if (!is_prose(r, at) && (f = best_claim(r, dispatch_unanchored(), at)) && (next = parse_block(r, f, at)) > at)
        return next;
    add_event(r, EVENT_TEXT, at, at);
    return at + 1;
}

/* Runs that were made at the end of the document, of what was remembered of a line. */
static void end_runs(Reader *r)
{
    for (size_t i = 0; i < r->doc->runs.n; i++) {
        Run *run = r->doc->runs.v[i];
        if (run->last_line < run->span.line)
            reader_run_extend(r, run, lines_index(r->lines, run->span.line));
    }
}

enum { TOLD_LINES = 4096 };

static bool read_text(Document *d, const ReadOptions *options, Error *err)
{
    Reader r = { .doc = d, .arena = d->arena, .options = options ? options : &no_options };
    if (d->text.n > UINT32_MAX)
        return error_set(err, ERR_LIMIT, "%s: more than 4 GiB of text", d->name);
    r.lines = lines_new(d);
    for (size_t at = 0, next = TOLD_LINES; at < lines_count(r.lines);) {
        at = step(&r, at);
        if (r.options->told && at >= next) {
            r.options->told(r.options->told_context, d->text.n * at / lines_count(r.lines));
            next = at + TOLD_LINES;
        }
    }
    size_t n;
    const Format *const *formats = format_table(&n);
    for (size_t i = 0; i < n; i++) {
        r.format = formats[i];
        if (formats[i]->finish)
            formats[i]->finish(&r);
    }
    r.format = NULL;
    end_runs(&r);
    passes_run(&r);
    return true;
}

static size_t figures_of(const Document *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->runs.n; i++)
        n += d->runs.v[i]->measures.n;
    return n;
}

/*
 * A mail of format=flowed: benchmark output often ends in a blank, so that joining its lines would
 * damage it. The text as it was sent is good unless the joined one holds more.
 */
static bool read_flowed(Document *d, const ReadOptions *options, size_t notes_before, Error *err)
{
    Document as_sent = *d;
    size_t figures = figures_of(d);
    d->text = d->flowed;
    memset(&d->runs, 0, sizeof d->runs);
    memset(&d->facts, 0, sizeof d->facts);
    memset(&d->notes, 0, sizeof d->notes);
    for (size_t i = 0; i < notes_before; i++)
        *VEC_PUSH(d->arena, &d->notes) = as_sent.notes.v[i];
    if (!read_text(d, options, err))
        return false;
    if (figures_of(d) <= figures)
        *d = as_sent;
    else
        d->derivation = arena_printf(d->arena, "%s, flowed", d->derivation);
    return true;
}

bool reader_read(Document *d, const ReadOptions *options, Error *err)
{
    if (!d->text.p && !derive_text(d, options, err))
        return false;
    size_t notes_before = d->notes.n;
    if (!read_text(d, options, err))
        return false;
    return d->flowed.n == 0 || read_flowed(d, options, notes_before, err);
}

/* --- for formats --- */

/* Runs of one tool tell about as much as each other: room for that, and not twice for every doubling. */
static void expect_as_much(Reader *r, Run *run)
{
    enum { MOST = 4096 };
    const Run *last = r->doc->runs.n ? r->doc->runs.v[r->doc->runs.n - 1] : NULL;
    if (!last || strcmp(last->tool, run->tool) != 0 || last->measures.n > MOST || last->facts.n > MOST)
        return;
    if ((run->measures.cap = last->measures.n))
        run->measures.v = ARENA_ARRAY(r->arena, Measure, run->measures.cap);
    if ((run->facts.cap = last->facts.n))
        run->facts.v = ARENA_ARRAY(r->arena, Fact, run->facts.cap);
}

Run *reader_run(Reader *r, const char *tool, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    Run *run = ARENA_NEW(r->arena, Run);
    uint64_t start = (uint64_t)(line->raw.p - r->doc->text.p);
    *run = (Run){ .tool = tool, .version = "", .command = "", .time = "", .counted = true,
                  .label = "", .workload = "", .session = "",
                  .span = { line->number, start, start + line->raw.n },
                  .depth = line->depth, .ordinal = (uint32_t)r->doc->runs.n, .document = r->doc };
    expect_as_much(r, run);
    *VEC_PUSH(r->arena, &r->doc->runs) = run;
    add_event(r, EVENT_RUN, at, at)->run = run;
    return run;
}

void reader_run_extend(Reader *r, Run *run, size_t last)
{
    const Line *line = lines_at(r->lines, last);
    run->last_line = line->number;
    run->span.end = (uint64_t)(line->raw.p + line->raw.n - r->doc->text.p);
}

const Command *reader_command(const Reader *r, const char *tool, size_t at)
{
    uint16_t depth = lines_at(r->lines, at)->depth;
    for (size_t i = r->commands.n; i-- > 0;) {
        const Command *c = r->commands.v[i];
        if (c->index <= at && c->depth == depth && strcmp(c->tool, tool) == 0)
            return c;
    }
    return NULL;
}

void **reader_memory(Reader *r, const char *format)
{
    size_t n;
    const Format *const *formats = format_table(&n);
    assert(n <= READER_MOST_FORMATS);
    size_t i = 0;
    while (i < n && strcmp(formats[i]->name, format) != 0)
        i++;
    assert(i < n);
    return &r->memory[i];
}

Run *reader_last_run(const Reader *r, const char *tool)
{
    for (size_t i = r->doc->runs.n; i-- > 0;)
        if (strcmp(r->doc->runs.v[i]->tool, tool) == 0)
            return r->doc->runs.v[i];
    return NULL;
}

/* Names come again and again, and stay once. */
static const char *keep(Reader *r, const char *text)
{
    if (!text[0])
        return "";
    if (!r->names.arena)
        r->names = atoms_new(r->arena);
    return atoms_text(&r->names, text);
}

static Measure *add_measure(Reader *r, Run *run, const char *scope, const char *metric)
{
    Measure *m = VEC_PUSH(r->arena, &run->measures);
    lines_looked_at(r->lines, r->doc->text.p + run->span.start);
    *m = (Measure){ .scope = keep(r, scope), .metric = keep(r, metric), .raw = "", .raw_unit = "",
                    .raw_factor = 1 };
    const Format *f = r->format;
    const MetricInfo *info = f ? format_metric(f, metric) : NULL;
    if (info) {
        m->unit = info->unit;
        m->better = info->better;
        m->headline = info->headline;
    }
    return m;
}

/*
 * The double nearest to what was printed, where a plain product would be one beside it: 14479 us are
 * 0.014479 s (1e-6 is no double, 1e6 is), 67.1 MB/s are 67100000 B/s (67.1 is none, 671 is).
 */
static double scale(double value, double step, double factor)
{
    const double exact = 9007199254740992.0; /* 2^53 */
    double inverse = factor > 0 && factor < 1 ? round(1 / factor) : 0;
    if (inverse > 0 && fabs(inverse * factor - 1) < 1e-12)
        return value / inverse;
    double power = step > 0 && step < 1 ? round(1 / step) : 1;
    double digits = power > 1 ? round(value * power) : 0;
    if (factor > 1 && power > 1 && fabs(digits * factor) < exact)
        return digits * factor / power;
    return value * factor;
}

Measure *reader_measure(Reader *r, Run *run, const char *scope, const char *metric,
                        const Line *line, const Number *n, double factor, Slice raw_unit)
{
    Measure *m = add_measure(r, run, scope, metric);
    m->value = scale(n->value, 2 * n->half, factor);
    m->half_width = scale(n->half, 0, factor);
    if (!isfinite(m->value) || !isfinite(m->half_width)) { /* "1e308 GiB/s" */
        m->value = m->half_width = 0;
        m->missing = MISSING_NAN;
    }
    m->raw = arena_text(r->arena, n->text);
    m->raw_unit = raw_unit.n ? arena_text(r->arena, raw_unit) : "";
    m->raw_factor = factor;
    m->span = line_span(r->doc, line, n->text);
    return m;
}

Measure *reader_measure_as(Reader *r, Run *run, const char *scope, const char *metric, Unit unit,
                           Better better, const Line *line, const Number *n, double factor,
                           Slice raw_unit)
{
    Measure *m = reader_measure(r, run, scope, metric, line, n, factor, raw_unit);
    m->unit = unit;
    m->better = better;
    return m;
}

Measure *reader_measure_value(Reader *r, Run *run, const char *scope, const char *metric,
                              double value, double half_width, const Line *line, Slice where)
{
    Measure *m = add_measure(r, run, scope, metric);
    m->value = value;
    m->half_width = half_width;
    m->raw = arena_text(r->arena, where);
    m->span = line_span(r->doc, line, where);
    return m;
}

Measure *reader_missing(Reader *r, Run *run, const char *scope, const char *metric,
                        const Line *line, Slice where, Missing why)
{
    Measure *m = add_measure(r, run, scope, metric);
    m->missing = why;
    m->raw = arena_text(r->arena, where);
    m->span = line_span(r->doc, line, where);
    return m;
}

void reader_fact(Reader *r, Run *run, const char *scope, const char *key, Slice value,
                 const Line *line, Slice where)
{
    Fact *f = VEC_PUSH(r->arena, &run->facts);
    *f = (Fact){ .scope = keep(r, scope), .key = keep(r, key),
                 .value = arena_text(r->arena, slice_trim(value)), .origin = ORIGIN_PARSED };
    if (line)
        f->span = line_span(r->doc, line, where);
}

void reader_fact_text(Reader *r, Run *run, const char *scope, const char *key, const char *value)
{
    reader_fact(r, run, scope, key, slice_of(value), NULL, SLICE(""));
}

void reader_fact_number(Reader *r, Run *run, const char *scope, const char *key, double value)
{
    char text[NUMBER_TEXT_BYTES];
    reader_fact_text(r, run, scope, key, number_text(text, value));
}

Series *reader_series(Reader *r, Run *run, const char *scope, const char *metric, size_t n,
                      const double *value, const double *time_s, const uint8_t *excluded)
{
    Series *s = VEC_PUSH(r->arena, &run->series);
    const MetricInfo *info = r->format ? format_metric(r->format, metric) : NULL;
    *s = (Series){ .scope = keep(r, scope), .metric = keep(r, metric), .n = n, .value = value,
                   .time_s = time_s, .excluded = excluded, .unit = info ? info->unit : UNIT_UNKNOWN };
    return s;
}

Histogram *reader_histogram(Reader *r, Run *run, const char *scope, const char *metric, Unit unit,
                            size_t n, const Bucket *bucket)
{
    Histogram *h = VEC_PUSH(r->arena, &run->histograms);
    *h = (Histogram){ .scope = keep(r, scope), .metric = keep(r, metric), .unit = unit, .n = n,
                      .bucket = bucket };
    return h;
}

void reader_note(Reader *r, Run *run, const char *code, const Line *line, const char *message, ...)
{
    assert(code_find(code));
    Note *note = VEC_PUSH(r->arena, &r->doc->notes);
    va_list args;
    va_start(args, message);
    *note = (Note){ .code = keep(r, code), .message = arena_vprintf(r->arena, message, args),
                    .run = run };
    va_end(args);
    if (line)
        note->span = line_span(r->doc, line, line->text);
}
