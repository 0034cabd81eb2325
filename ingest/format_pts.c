/*
 * composite.xml of the Phoronix Test Suite, in both of its layouts: PhoronixTestSuite > Result > Data > Entry
 * (3.0 and later), and PhoronixTestSuite > Benchmark > Results > Group > Entry (before).
 *
 * A Result is one test with its arguments; an Entry what one configuration reached. RawString holds the
 * repeats, "12.1:12.3:12.2": each is a run. Value is the average that the suite states of them. What is cut or
 * damaged is read as far as the library mends it; where each figure stands is found in the lines.
 */
#include "ingest/format.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/xml.h"
#include "ingest/pts_scale.h"
#include "ingest/pts_system.h"

enum {
    MOST_REPEATS = 10000,   /* of one entry */
    MOST_SYSTEMS = 1000,
    MOST_GIVEN = 1000000,   /* facts of systems: many of them times many runs must not fill the memory */
    SOON = 12,               /* lines */
    MOST_QUIET = 200,       /* lines without a tag: a note, or no more XML */
};

#define ROOT "PhoronixTestSuite"

static const char *const anchors[] = { "<" ROOT, "<Result>", "<Benchmark>", NULL };

static const char *const samples[] = {
    "<?xml version=\"1.0\"?>\n<PhoronixTestSuite>\n  <System>\n    <Identifier>ext4</Identifier>\n"
    "    <Software>OS: Debian 12, Kernel: 6.1.0-13-amd64 (x86_64), File-System: ext4</Software>\n  </System>\n"
    "  <Result>\n    <Identifier>pts/fs-mark-1.0.3</Identifier>\n    <Title>FS-Mark</Title>\n"
    "    <AppVersion>3.3</AppVersion>\n    <Description>Test: 1000 Files, 1MB Size</Description>\n"
    "    <Scale>Files/s</Scale>\n    <Proportion>HIB</Proportion>\n"
    "    <DisplayFormat>BAR_GRAPH</DisplayFormat>\n    <Data>\n      <Entry>\n"
    "        <Identifier>ext4</Identifier>\n        <Value>212.4</Value>\n"
    "        <RawString>211.9:212.2:213.1</RawString>\n      </Entry>\n    </Data>\n  </Result>\n"
    "</PhoronixTestSuite>\n",
    "<Result>\n  <Identifier>pts/iozone-1.9.6</Identifier>\n  <Title>IOzone</Title>\n  <Scale>MB/s</Scale>\n"
    "  <Proportion>HIB</Proportion>\n  <Data><Entry><Identifier>xfs</Identifier><Value>118.5</Value>"
    "<RawString>118.2:118.8</RawString></Entry></Data>\n</Result>\n",
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

/* One test, for all of its entries. */
typedef struct Test {
    const char *name, *version, *profile, *arguments, *scale_text;
    PtsScale scale;
    Better better;
} Test;

typedef struct Reading {
    Reader *r;
    size_t index, offset, end; /* where the search for tags stands: line, byte of its text; past the last line */
    bool cut;                  /* the root is not closed */
    VEC(PtsSystem) systems;
    const char *suite;
    Test test; /* of the entries that follow */
    bool has_test;
    Run *last;
    size_t entries; /* with figures */
    size_t given;
} Reading;

/* --- the text of the block --- */

/* A line as it was sent, less the quote marks: entities and tags must stay. */
static Slice source_of(const Line *line)
{
    Slice s = line->raw;
    for (unsigned depth = line->depth; depth > 0; depth--) {
        slice_skip_blanks(&s);
        if (!slice_skip(&s, SLICE(">")))
            break;
        slice_skip(&s, SLICE(" "));
    }
    return s;
}

/*
 * The block: up to the end of the root, another root, or the end of a quote. Without an end tag it stops at the
 * last line with a tag, so that what follows a cut paste is not taken for a part of it. Sets end and cut.
 */
static void find_end(Reading *p, size_t at)
{
    const Line *first = lines_at(p->r->lines, at), *line;
    size_t quiet = 0;
    p->cut = true;
    p->end = at + 1;
    for (size_t i = at; p->cut && quiet < MOST_QUIET && (line = lines_at(p->r->lines, i)); i++) {
        Slice source = source_of(line);
        if (i > at && (line->depth < first->depth || slice_has(source, SLICE("<" ROOT))))
            break;
        p->cut = !slice_has(source, SLICE("</" ROOT));
        quiet = slice_find_char(source, '<') == SLICE_NONE ? quiet + 1 : 0;
        if (quiet == 0)
            p->end = i + 1;
    }
}

static Slice collect(const Reading *p, size_t at, Buf *b)
{
    for (size_t i = at; i < p->end; i++) {
        Slice source = source_of(lines_at(p->r->lines, i));
        size_t start = i == at ? slice_find(source, SLICE("<" ROOT)) : 0;
        if (start == SLICE_NONE) /* its beginning is missing */
            buf_str(b, "<" ROOT ">");
        source = slice_from(source, start == SLICE_NONE ? 0 : start);
        buf_add(b, slice_first(source, slice_find(source, SLICE("</" ROOT))));
        buf_char(b, '\n');
    }
    if (!p->cut)
        buf_str(b, "</" ROOT ">");
    return buf_slice(b);
}

/* --- where things stand --- */

/* The next "<tag>" of the block: the rest of that line, behind it. Goes on from where the last one stood. */
static const Line *locate(Reading *p, const char *tag, Slice *rest)
{
    char open[32];
    int n = snprintf(open, sizeof open, "<%s", tag);
    Slice wanted = { open, (size_t)n };
    for (; p->index < p->end; p->index++, p->offset = 0) {
        const Line *line = lines_at(p->r->lines, p->index);
        Slice s = slice_from(line->text, p->offset);
        while (slice_skip_past(&s, wanted)) {
            if (!s.n || !strchr("> \t/", s.p[0]))
                continue;
            p->offset = (size_t)(s.p - line->text.p);
            *rest = s;
            slice_skip_past(rest, SLICE(">"));
            return line;
        }
    }
    return NULL;
}

/* Does the document end inside the text that starts here? */
static bool ends_here(const Reading *p, Slice rest)
{
    if (!p->cut || slice_has(rest, SLICE("<")))
        return false;
    for (size_t i = p->index + 1; i < p->end; i++)
        if (slice_find_char(lines_at(p->r->lines, i)->text, '<') != SLICE_NONE)
            return false;
    return true;
}

/* --- runs --- */

static const PtsSystem *system_of(const Reading *p, const char *identifier)
{
    for (size_t i = 0; i < p->systems.n; i++)
        if (pts_system_is(&p->systems.v[i], identifier))
            return &p->systems.v[i];
    return NULL;
}

/* Key and value live as long as the document: runs share them. */
static void fact(Reading *p, Run *run, const char *key, const char *value)
{
    if (value && *value)
        *VEC_PUSH(p->r->arena, &run->facts) = (Fact){ .scope = "", .key = key, .value = value, .origin = ORIGIN_PARSED };
}

/* One configuration of a test. */
typedef struct Entry {
    const char *identifier;
    const PtsSystem *system; /* NULL: not described */
} Entry;

static Run *new_run(Reading *p, const Test *t, const Entry *e, size_t index)
{
    Run *run = reader_run(p->r, "pts", index);
    const PtsSystem *s = e->system;
    reader_run_extend(p->r, run, index);
    run->version = t->version;
    fact(p, run, "identifier", e->identifier);
    fact(p, run, "test", t->name);
    fact(p, run, "profile", t->profile);
    fact(p, run, "arguments", t->arguments);
    fact(p, run, "suite", p->suite);
    for (size_t i = 0; s && i < s->facts.n && p->given < MOST_GIVEN; i++, p->given++)
        fact(p, run, s->facts.v[i].key, s->facts.v[i].value);
    if (s)
        run->time = s->time;
    p->last = run;
    return run;
}

/* Where the text of one figure stands on its line; the line as a whole when it was written otherwise. */
static Slice place_of(const Line *line, Slice *rest, Slice piece)
{
    size_t at = slice_find(*rest, piece);
    if (at == SLICE_NONE)
        return slice_first(line->text, 0);
    Slice found = slice_first(slice_from(*rest, at), piece.n);
    *rest = slice_from(*rest, at + piece.n);
    return found;
}

static void measure(Reading *p, Run *run, const Test *t, const Line *line, Slice place, const Number *n)
{
    Number here = *n;
    if (place.n)
        here.text = place;
    else
        here.text = slice_first(line->text, 0);
    Measure *m = reader_measure_as(p->r, run, "", t->scale.metric, t->scale.unit, t->better, line, &here,
                                   t->scale.factor, slice_of(t->scale_text));
    if (!place.n) {
        m->raw = arena_text(p->r->arena, n->text);
        m->span = line_span(p->r->doc, line, line->text);
    }
}

typedef struct Mean {
    double sum, half;
    size_t n;
    bool incomplete; /* a repeat had no value */
} Mean;

/* "12.1:12.3:12.2": a run for each. The last one is none where the document ends in it. */
static Mean repeats(Reading *p, const Test *t, const Entry *e, const char *text, const Line *line, Slice rest)
{
    Mean mean = { 0 };
    bool open = ends_here(p, rest);
    Slice all = slice_trim(slice_of(text));
    for (size_t k = 0; all.n && k < MOST_REPEATS; k++) {
        size_t n = slice_find_char(all, ':');
        Slice piece = slice_trim(slice_first(all, n));
        all = n == SLICE_NONE ? SLICE("") : slice_from(all, n + 1);
        Number number;
        if (!piece.n)
            continue;
        Slice place = place_of(line, &rest, piece);
        Run *run = new_run(p, t, e, p->index);
        if (open && !all.n && n == SLICE_NONE) {
            reader_missing(p->r, run, "", t->scale.metric, line, place.n ? place : line->text, MISSING_CUT);
            mean.incomplete = true;
            run->state = RUN_PARTIAL;
        } else if (number_is(piece, &number)) {
            measure(p, run, t, line, place, &number);
            mean.sum += number.value;
            mean.half += number.half;
            mean.n++;
        } else {
            reader_missing(p->r, run, "", t->scale.metric, line, place.n ? place : line->text, MISSING_NAN);
            mean.incomplete = true;
        }
    }
    if (all.n) {
        reader_note(p->r, NULL, "truncated", line, "more than %d repeats of one entry: the rest was not read", MOST_REPEATS);
        mean.incomplete = true;
    }
    return mean;
}

/* "1.2,1.4,1.3": samples over time, of a sensor or of one run. */
static void series(Reading *p, const Test *t, const Entry *e, Slice text, const Line *line)
{
    VEC(double) values = { 0 };
    Arena *a = p->r->arena;
    double sum = 0;
    while (text.n) {
        size_t n = slice_find_char(text, ',');
        Number number;
        if (number_is(slice_trim(slice_first(text, n)), &number)) {
            *VEC_PUSH(a, &values) = number.value * t->scale.factor;
            sum += number.value * t->scale.factor;
        }
        text = n == SLICE_NONE ? SLICE("") : slice_from(text, n + 1);
    }
    if (!values.n)
        return;
    Run *run = new_run(p, t, e, p->index);
    Series *s = reader_series(p->r, run, "", t->scale.metric, values.n, values.v, NULL, NULL);
    s->unit = t->scale.unit;
    s->span = line_span(p->r->doc, line, line->text);
    Measure *m = reader_measure_value(p->r, run, "", t->scale.metric, sum / (double)values.n, 0, line,
                                      slice_first(line->text, 0));
    m->unit = t->scale.unit;
    m->better = t->better;
    m->headline = false;
    m->raw = arena_printf(a, "mean of %zu samples", values.n);
    m->span = line_span(p->r->doc, line, line->text);
}

/* The suite rounds; beyond that its average is not of these repeats. */
static void check_average(Reading *p, const Line *line, const Number *stated, const Mean *mean)
{
    if (mean->n < 2 || mean->incomplete)
        return;
    double found = mean->sum / (double)mean->n;
    double allowed = 2 * stated->half + mean->half / (double)mean->n + 1e-3 * fabs(found);
    if (fabs(found - stated->value) > allowed)
        reader_note(p->r, p->last, "stated-mean", line, "stated is %.*s, the %zu repeats average %.5g",
                    SLICE_ARG(stated->text), mean->n, found);
}

/* No value: the test failed there; the newer suites say why. */
static void failed(Reading *p, const Test *t, const Entry *e, const XmlNode *json, Slice rest)
{
    Arena *a = p->r->arena;
    const Line *line = lines_at(p->r->lines, p->index);
    Run *run = new_run(p, t, e, p->index);
    Json j;
    JsonValue v;
    run->state = RUN_ERROR;
    reader_missing(p->r, run, "", t->scale.metric, line, rest, MISSING_BLANK);
    json_open(&j, a, slice_of(xml_inner_text(a, json)), NULL, NULL);
    while (json_next(&j, &v))
        if (v.kind == JSON_STRING && v.depth == 1 && slice_is(v.key, "error"))
            fact(p, run, "error", json_string(a, v.text));
}

static const char *trimmed(Arena *a, const XmlNode *n)
{
    return arena_text(a, slice_trim(slice_of(xml_inner_text(a, n))));
}

static void read_entry(Reading *p, const Test *t, const XmlNode *n)
{
    Arena *a = p->r->arena;
    Slice rest = SLICE("");
    Entry e = { .identifier = trimmed(a, pts_find(n, "Identifier")) };
    e.system = system_of(p, e.identifier);
    const char *raw = xml_inner_text(a, pts_find(n, "RawString"));
    const char *value_text = xml_inner_text(a, pts_find(n, "Value"));
    Slice value = slice_trim(slice_of(value_text));
    bool repeated = slice_trim(slice_of(raw)).n > 0;
    if (!locate(p, "Entry", &rest))
        return;
    const Line *value_line = value.n ? locate(p, "Value", &rest) : NULL;
    const Line *line = repeated ? locate(p, "RawString", &rest) : value_line;
    if (!repeated && !value.n && pts_find(n, "Value") && !ends_here(p, rest))
        failed(p, t, &e, pts_find(n, "JSON"), slice_first(rest, 0));
    if (!line)
        return;
    p->entries++;
    if (slice_find_char(repeated ? slice_of(raw) : value, ',') != SLICE_NONE) {
        series(p, t, &e, repeated ? slice_of(raw) : value, line);
        return;
    }
    Mean mean = repeats(p, t, &e, repeated ? raw : value_text, line, rest);
    Number stated;
    if (repeated && value_line && number_is(value, &stated))
        check_average(p, value_line, &stated, &mean);
}

/* --- tests --- */

static const char *text_in(const Reading *p, const XmlNode *n, const char *name, const char *old_name)
{
    const XmlNode *found = pts_find(n, name);
    return trimmed(p->r->arena, found ? found : pts_find(n, old_name));
}

static Test test_of(const Reading *p, const XmlNode *n, bool old)
{
    Arena *a = p->r->arena;
    Test t = { .version = text_in(p, n, "AppVersion", "Version"),
               .profile = text_in(p, n, old ? "TestName" : "Identifier", "TestName"),
               .arguments = text_in(p, n, "Arguments", "TestArguments"),
               .scale_text = text_in(p, n, "Scale", "Scale") };
    const char *title = text_in(p, n, "Title", "Name"), *about = text_in(p, n, "Description", "Attributes");
    const char *profile_version = text_in(p, n, "ProfileVersion", "ProfileVersion");
    const char *which = text_in(p, n, "Proportion", "Proportion");
    t.name = *title && *about ? arena_printf(a, "%s, %s", title, about) : *title ? title : *about ? about : t.profile;
    if (*profile_version && *t.profile && !slice_ends(slice_of(t.profile), slice_of(profile_version)))
        t.profile = arena_printf(a, "%s-%s", t.profile, profile_version);
    t.scale = pts_scale(slice_of(t.scale_text));
    if (p->r->options->binary_units && t.scale.unit == UNIT_BYTES_PER_S) {
        t.scale.factor = t.scale.factor == KILO ? KIBI : t.scale.factor == MEGA ? MEBI
                         : t.scale.factor == GIGA ? GIBI : t.scale.factor;
    }
    t.better = strcmp(which, "HIB") == 0 ? BETTER_HIGHER : strcmp(which, "LIB") == 0 ? BETTER_LOWER : t.scale.better;
    return t;
}

/* Pictures and verdicts are no figures. */
static bool has_figures(const char *format)
{
    return !strstr(format, "PASS_FAIL") && !strstr(format, "IMAGE");
}

static void read_result(Reading *p, const XmlNode *n, bool old)
{
    Slice rest = SLICE("");
    const Line *line = locate(p, old ? "Benchmark" : "Result", &rest);
    const char *format = text_in(p, n, "DisplayFormat", "ResultFormat");
    p->has_test = line && has_figures(format);
    if (p->has_test)
        p->test = test_of(p, n, old);
    else if (line)
        reader_note(p->r, NULL, "not-understood", line, "a result of the kind %s has no figures", format);
}

/* In the order of the text, however deep: the library nests up to 256 elements. */
static void read_systems(Reading *p, const XmlNode *n)
{
    for (const XmlNode *c = xml_child(n); c; c = xml_next(c)) {
        const char *name = xml_name(c);
        bool system = name && strcmp(name, "System") == 0;
        if (system && p->systems.n < MOST_SYSTEMS)
            *VEC_PUSH(p->r->arena, &p->systems) = pts_system_read(p->r->arena, c);
        else if (name && (strcmp(name, "Generated") == 0 || strcmp(name, "Suite") == 0))
            p->suite = text_in(p, c, "Title", "Name");
        read_systems(p, c);
    }
}

static void read_results(Reading *p, const XmlNode *n)
{
    for (const XmlNode *c = xml_child(n); c; c = xml_next(c)) {
        const char *name = xml_name(c);
        bool old = name && strcmp(name, "Benchmark") == 0;
        if (old || (name && strcmp(name, "Result") == 0))
            read_result(p, c, old);
        else if (name && strcmp(name, "Entry") == 0 && p->has_test)
            read_entry(p, &p->test, c);
        read_results(p, c);
    }
}

/* --- the format --- */

/* Does one of these stand in the next lines? */
static bool follows(Reader *r, size_t at, const char *const *tags)
{
    const Line *line;
    for (size_t i = at; i < at + SOON && (line = lines_at(r->lines, i)); i++)
        for (const char *const *tag = tags; *tag; tag++)
            if (slice_has(line->text, slice_of(*tag)))
                return true;
    return false;
}

/* The root and something of it, or a Result without it and its scale. Who writes about tags begins no line with one. */
static int probe(Reader *r, size_t at)
{
    static const char *const children[] = { "<Generated>", "<System>", "<Suite>", "<Result>", "<Benchmark>", NULL };
    static const char *const scale[] = { "<Scale>", NULL };
    Slice text = slice_trim(lines_at(r->lines, at)->text);
    if (!slice_starts(text, SLICE("<")))
        return 0;
    if (slice_has(text, SLICE("<" ROOT)))
        return follows(r, at, children) ? 95 : 0;
    return follows(r, at, scale) ? 90 : 0;
}

static size_t parse(Reader *r, size_t at)
{
    Reading p = { .r = r, .index = at };
    Buf b = buf_new(0);
    find_end(&p, at);
    Slice text = collect(&p, at, &b);
    bool whole = slice_starts(source_of(lines_at(r->lines, at)), SLICE("<"));
    XmlDocument *d = xml_read(text);
    const XmlNode *root = d ? xml_root(d) : NULL;
    if (root) {
        read_systems(&p, root);
        read_results(&p, root);
    }
    const Line *line = lines_at(r->lines, p.end - 1);
    if (p.cut && whole)
        reader_note(r, p.last, "truncated", line, "the XML ends early: %zu entries were complete enough to read",
                    p.entries);
    else if (!root || xml_is_damaged(d))
        reader_note(r, NULL, "not-understood", lines_at(r->lines, at),
                    "the XML is damaged: %zu entries could be read", p.entries);
    xml_free(d);
    buf_free(&b);
    return p.end;
}

/* The suite itself says what its configurations are called. */
static void name_runs(Reader *r)
{
    for (size_t i = 0; i < r->doc->runs.n; i++) {
        Run *run = r->doc->runs.v[i];
        const char *name = strcmp(run->tool, "pts") == 0 ? run_fact(run, "", "identifier") : NULL;
        if (!name)
            continue;
        run->label = name;
        run->label_parts.n = 0;
        *VEC_PUSH(r->arena, &run->label_parts) = (LabelPart){ "identifier", name, run->span.line };
    }
}

const Format format_pts = {
    .name = "pts",
    .summary = "result XML of the Phoronix Test Suite (composite.xml)",
    .source = "phoronix-test-suite/phoronix-test-suite 1.0 to 10.8: pts-core/definitions/result-file.xsd; the "
              "layout before 3.0 from pts-core/functions/pts-interfaces.php",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
    .name_runs = name_runs,
};
