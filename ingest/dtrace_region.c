/* Walks a region of output line by line, and asks the readers of single layouts what they see. */
#include <string.h>

#include "ingest/dispatch.h"
#include "ingest/dtrace.h"

enum { MOST_BLANKS = 3, MOST_NESTED_HEADINGS = 3 };

/* --- one line, or one block --- */

static bool is_fence(Slice text)
{
    Slice t = slice_trim(text);
    return slice_starts(t, SLICE("```")) || slice_starts(t, SLICE("~~~"));
}

/* The next line with text, past MOST_BLANKS blank ones and one rule; SLICE_NONE: too far, other
 * depth. */
static size_t next_text(const Dtrace *d, size_t at, bool past_rule)
{
    for (size_t i = at; i <= at + MOST_BLANKS + past_rule; i++) {
        const Line *line = lines_at(d->r->lines, i);
        if (!line || (line->text.n && line->depth != d->depth))
            return SLICE_NONE;
        if (!line->text.n)
            continue;
        if (past_rule && dtrace_is_rule(line->text)) {
            past_rule = false;
            continue;
        }
        return i;
    }
    return SLICE_NONE;
}

static bool any_histogram(Dtrace *d, size_t at)
{
    return dtrace_histogram_at(d, at, SLICE("")) > at || dtrace_bcc_at(d, at) > at ||
           dtrace_stap_at(d, at) > at;
}

/* "script './x.d'" names the run; "description 'x'" only what was watched. */
static void read_banner(Dtrace *d, Slice text, Slice what, size_t at)
{
    Slice t = slice_trim(text);
    dtrace_snapshot(d, at);
    d->banner = lines_at(d->r->lines, at);
    d->told = true;
    d->heading = NULL;
    d->outer = dtrace_unit_none();
    if (!what.n)
        return;
    if (slice_starts(t, SLICE("dtrace: script"))) {
        size_t slash = slice_rfind(what, SLICE("/"));
        d->script =
            arena_text(d->r->arena, slash == SLICE_NONE ? what : slice_from(what, slash + 1));
    } else if (!d->probe) {
        d->probe = arena_text(d->r->arena, what);
    }
}

/* A timestamp: the next snapshot; what stands behind it is a title or a heading. */
static size_t read_stamp(Dtrace *d, Slice text, const Line *line, size_t at)
{
    Slice rest;
    const char *iso;
    if (!dtrace_stamp(d->look ? NULL : d->r->arena, text, &rest, &iso))
        return at;
    bool titled = slice_has(rest, SLICE("disk_r:")) || slice_has(rest, SLICE("app_r:")) ||
                  slice_starts(rest, SLICE("load"));
    if (rest.n && !titled && (dtrace_is_prose(rest) || dtrace_is_skipped(rest)))
        return at;
    if (d->look) {
        size_t next = next_text(d, at + 1, true);
        bool sure =
            titled || d->told ||
            (next != SLICE_NONE && (any_histogram(d, next) || dtrace_tools_at(d, next) > next));
        return sure ? at + 1 : at;
    }
    dtrace_snapshot(d, at);
    d->time = iso;
    d->heading = NULL;
    d->heading_fresh = false;
    d->outer = dtrace_unit_none();
    if (titled)
        dtrace_tools_title(d, rest, line);
    else if (rest.n)
        dtrace_heading(d, rest, at);
    return at + 1;
}

/* "  0  74128   :tick-1s": the next snapshot, when data follow. */
static size_t read_probe_row(Dtrace *d, Slice text, const Line *line, size_t at)
{
    Slice rest;
    Number n;
    if (!dtrace_probe_row(text, &rest))
        return at;
    if (d->look)
        return at + 1;
    dtrace_snapshot(d, at);
    if (dtrace_number(rest, &n))
        dtrace_figure(d, "", dtrace_name(d, "", at), dtrace_unit_in_force(d, dtrace_unit_none()),
                      line, &n);
    return at + 1;
}

/* Does the line belong to something else: a command, a block of another tool? */
static bool is_foreign(Dtrace *d, Slice text, size_t at)
{
    Command c;
    if (dtrace_script_at(d->r, at) > at || command_at(d->r->doc, d->r->lines, at, &c))
        return true;
    size_t n;
    const Format *const *formats = format_table(&n);
    uint64_t mask = dispatch_anchored(text);
    for (size_t i = 0; mask && i < n; i++)
        if ((mask >> i & 1) && formats[i]->parse != dtrace_region &&
            formats[i]->probe(d->r, at) > 0)
            return true;
    return false;
}

static bool is_heading_like(Slice text)
{
    text = slice_trim(text);
    return slice_ends(text, SLICE(":")) || dtrace_unit_ends(text);
}

static bool is_row(Dtrace *d, size_t at)
{
    bool look = d->look;
    const char *heading = d->heading;
    d->look = true;
    bool is = dtrace_rows_at(d, at) > at || dtrace_columns_at(d, at) > at;
    d->look = look;
    d->heading = heading;
    return is;
}

/* The line in front of a histogram: a key of it, or a heading. */
static size_t read_key(Dtrace *d, Slice text, size_t at)
{
    size_t next = next_text(d, at + 1, true);
    bool look = d->look;
    if (next == SLICE_NONE)
        return at;
    d->look = true;
    bool plain = dtrace_histogram_at(d, next, SLICE("")) > next;
    bool other = !plain && any_histogram(d, next);
    d->look = look;
    if (!plain && !other)
        return at;
    bool indented = text.n && char_is_blank(text.p[0]);
    bool is_key = !is_heading_like(text) &&
                  (indented || next == at + 1 || slice_ends(slice_trim(text), SLICE("\\0")));
    if (!is_key && dtrace_is_prose(text))
        return at;
    if (other || !is_key) {
        if (!look)
            dtrace_heading(d, text, at);
        return look ? at + 1 : next;
    }
    if (look)
        return at + 1;
    return dtrace_histogram_at(d, next, text);
}

static bool is_key_heads(Slice text)
{
    Slice t = slice_trim(text), word;
    return slice_word(&t, &word) && slice_is(word, "PID") && slice_word(&t, &word) &&
           (slice_is(word, "CMD") || slice_is(word, "COMM")) && !slice_trim(t).n;
}

/* "PATHNAME BYTES", whose blanks were collapsed */
static bool is_capitals(Slice text)
{
    bool any = false;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] >= 'a' && text.p[i] <= 'z')
            return false;
        any = any || char_is_alpha(text.p[i]);
    }
    return any;
}

static size_t read_heading(Dtrace *d, Slice text, size_t at, int nested)
{
    if (dtrace_is_prose(text) || dtrace_is_rule(text) || !slice_trim(text).n ||
        nested > MOST_NESTED_HEADINGS)
        return at;
    size_t next = next_text(d, at + 1, true);
    if (next == SLICE_NONE)
        return at;
    Slice what, below = dtrace_text(lines_at(d->r->lines, next));
    if (dtrace_is_banner(below, &what) || is_fence(below) || is_foreign(d, below, next))
        return at;
    bool ruled = next > at + 1 && dtrace_is_rule(lines_at(d->r->lines, at + 1)->text);
    bool look = d->look, told = d->told;
    d->look = true;
    /* "=====" and a unit are as good as a banner */
    d->told = told || (ruled && dtrace_unit_heading(text).known);
    bool leads = is_row(d, next) || (d->told && dtrace_tools_at(d, next) > next);
    if (!leads && (is_heading_like(text) || is_key_heads(text)))
        leads = read_key(d, below, next) > next || read_heading(d, below, next, nested + 1) > next;
    d->look = look;
    if (look)
        d->told = told;
    if (!leads) {
        d->told = told;
        return at;
    }
    if (look)
        return at + 1;
    if (d->heading && d->heading_fresh && is_capitals(text)) { /* heads of a table with a heading */
        if (!d->unit.known)
            d->unit = dtrace_unit_heading(text);
    } else if (!is_key_heads(text)) {
        dtrace_heading(d, text, at);
    }
    return next;
}

static size_t step(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Slice text = dtrace_text(line), what;
    if (line->depth != d->depth || is_fence(text))
        return at;
    if (dtrace_is_banner(text, &what)) {
        if (!d->look)
            read_banner(d, text, what, at);
        return at + 1;
    }
    if (dtrace_is_skipped(text) || dtrace_take_trouble(d, line))
        return at + 1;
    static size_t (*const readers[])(Dtrace *, size_t) = {
        dtrace_tools_at,
        dtrace_bpftrace_at,
        dtrace_bcc_at,
        dtrace_stap_at,
    };
    size_t next;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if ((next = readers[i](d, at)) > at)
            return next;
    if ((next = dtrace_histogram_at(d, at, SLICE(""))) > at ||
        (next = read_stamp(d, text, line, at)) > at ||
        (next = read_probe_row(d, text, line, at)) > at)
        return next;
    if ((next = dtrace_pair_at(d, at)) > at) /* "Read: 4591616 bytes (4 Mb)" looks like dd, too */
        return next;
    if (is_foreign(d, line->text, at))
        return at;
    if ((next = dtrace_stack_at(d, at)) > at || (next = read_key(d, text, at)) > at ||
        (next = dtrace_columns_at(d, at)) > at || (next = dtrace_rows_at(d, at)) > at)
        return next;
    return read_heading(d, text, at, 0);
}

/* A line that a script printed and that says nothing to us, with more of its output behind it. */
static bool is_chatter(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Slice text = dtrace_text(line), what;
    if (!d->told || line->depth != d->depth || is_fence(text) || dtrace_is_rule(text) ||
        dtrace_is_prose(text) || is_foreign(d, line->text, at))
        return false;
    size_t next = next_text(d, at + 1, false);
    if (next == SLICE_NONE || dtrace_is_banner(dtrace_text(lines_at(d->r->lines, next)), &what))
        return false;
    d->look = true;
    bool more = step(d, next) > next;
    d->look = false;
    return more;
}

/* --- a region --- */

static bool is_family(const char *tool)
{
    static const char *const others[] = {
        "dd",     "gdd",         "dcfldd",       "ioping", "fio",       "bonnie++", "bonnie",
        "Bonnie", "bon_csv2txt", "bon_csv2html", "zcav",   "getc_putc", "hdparm",   "iozone",
    };
    if (!*tool || !command_is_benchmark(slice_of(tool)))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], tool) == 0)
            return false;
    return true;
}

/* The command directly above (fences between do not count), when it is one of the family. */
static const Command *command_above(const Reader *r)
{
    for (size_t i = r->events.n; i-- > 0;) {
        const Event *e = &r->events.v[i];
        if (e->kind == EVENT_FENCE || (e->kind == EVENT_BLOCK && i + 1 == r->events.n && r->format))
            continue; /* reader_read() adds the block before it asks parse() */
        return e->kind == EVENT_COMMAND && is_family(e->command->tool) ? e->command : NULL;
    }
    return NULL;
}

/* count() is the only aggregation that the command names. */
static bool counts_alone(Slice command)
{
    static const char *const others[] = { "sum(",      "avg(",  "min(",   "max(",      "stddev(",
                                          "quantize(", "hist(", "stats(", "normalize(" };
    if (!slice_has(command, SLICE("count()")))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (slice_has(command, slice_of(others[i])))
            return false;
    return true;
}

static void take_command(Dtrace *d, const Command *c)
{
    if (!c)
        return;
    d->told = true;
    d->command = c->text;
    d->only_counts = counts_alone(slice_of(c->text));
    if (strcmp(c->tool, "dtrace") != 0 && strcmp(c->tool, "bpftrace") != 0 &&
        strcmp(c->tool, "stap") != 0)
        d->script = c->tool;
    Slice rest = slice_of(c->text), word;
    while (slice_word(&rest, &word)) {
        bool is_script = slice_ends(word, SLICE(".d")) || slice_ends(word, SLICE(".bt")) ||
                         slice_ends(word, SLICE(".stp"));
        if (is_script && word.n > 2 && slice_find_char(word, '\'') == SLICE_NONE) {
            size_t slash = slice_rfind(word, SLICE("/"));
            d->script =
                arena_text(d->r->arena, slash == SLICE_NONE ? word : slice_from(word, slash + 1));
            return;
        }
    }
}

/* No two lines of text stand together among the first ones of the region. */
static bool looks_doubled(const Reader *r, size_t at)
{
    enum { FEW = 4, ENOUGH = 12 };
    size_t texts = 0;
    const Line *line, *next;
    for (size_t i = at; texts < ENOUGH && (line = lines_at(r->lines, i)); i++) {
        if (!line->text.n)
            continue;
        texts++;
        if ((next = lines_at(r->lines, i + 1)) && next->text.n)
            return false;
    }
    return texts >= FEW;
}

size_t dtrace_region(Reader *r, size_t at)
{
    Dtrace d = { .r = r,
                 .depth = lines_at(r->lines, at)->depth,
                 .first_run = r->doc->runs.n,
                 .first = at,
                 .unit = dtrace_unit_none(),
                 .outer = dtrace_unit_none() };
    take_command(&d, command_above(r));
    d.doubled = looks_doubled(r, at);
    size_t end = at;
    for (const Line *line; (line = lines_at(r->lines, at));) {
        if (!line->text.n) {
            at++;
            continue;
        }
        size_t next = step(&d, at);
        if (next == at && is_chatter(&d, at))
            next = at + 1;
        if (next == at)
            break;
        end = at = next;
    }
    if (d.banner && !d.run)
        reader_note(r, NULL, "dtrace.no_data", d.banner, "nothing was printed below this line");
    dtrace_close(&d);
    dtrace_totals(&d);
    return end;
}

/* Whether an unclaimed line begins such output; 0 .. 100. */
int dtrace_region_likely(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    Slice what, text = dtrace_text(line);
    Dtrace d = { .r = r,
                 .depth = line->depth,
                 .look = true,
                 .unit = dtrace_unit_none(),
                 .outer = dtrace_unit_none() };
    take_command(&d, command_above(r));
    if (!d.told && (slice_is(slice_trim(line->text), "^C") || dtrace_is_banner(text, &what)))
        return 0;
    return step(&d, at) > at ? d.told ? 88 : 72 : 0;
}
