/*
 * dd: groups of record lines and a transfer line, each group one run.
 *
 * A block is every part of dd output (dd_line.h) that stands together. Most lines may be missing:
 * people cut the record lines, status=noxfer cuts the transfer, mailers wrap, pages lose newlines.
 * What is printed while dd still runs (progress, SIGUSR1, Ctrl-T) is no run of its own.
 */
#include "ingest/format_dd.h"

#include <string.h>

#include "ingest/context_tuple.h"
#include "ingest/dd_command.h"
#include "ingest/dd_line.h"
#include "ingest/format.h"

enum { MOST_NOISE = 6, MOST_GAP_EVENTS = 24 };

static const char *const anchors[] = {
    "+0",   "+1",  "+2",  "+3",  "+4",  "+5",    "+6",    "+7",    "+8", "+9", /* record lines */
    "B/",   "G/s", "M/s", "K/s", "k/s", "s/sec", "bytes", " byte",             /* transfer lines */
    "dd: ", NULL,
};

static const char *const samples[] = {
    "16384+0 records in\n16384+0 records out\n"
    "268435456 bytes (268 MB) copied, 2.01766 s, 133 MB/s\n",
    "16777216 bytes (17 MB) copied, 0.0144125 seconds, 1.2 GB/s\n",
    "268435456 bytes (268 MB, 256 MiB) copied, 2.01766 s, 133 MB/s\n",
    "974+1 records in\n974+1 records out\n"
    "1021592274 bytes transferred in 480.752682 secs (2124985 bytes/sec)\n",
    "67108864 bytes (64 MB) transferred in 0.037 secs (1813753081 bytes/sec - 1.7 GB/sec)\n",
    "209715200 bytes transferred in 0,409412 secs (489MB/sec)\n",
    "16777216 bytes (16.0MB) copied, 0.010157 seconds, 1.5GB/s\n",
    "16777216 bytes (16 M) copied, 0.008 s, 1.9 G/s\n",
    "66\xe5\xad\x97\xe8\x8a\x82(66 B)\xe5\xb7\xb2\xe5\xa4\x8d\xe5\x88\xb6\xef\xbc\x8c"
    "0.000403999 \xe7\xa7\x92\xef\xbc\x8c"
    "163 kB/\xe7\xa7\x92\n",
    "64+0 records in\n64+0 records out\n",
    NULL,
};

/* clang-format off */
static const MetricInfo metrics[] = {
    { "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { "time", UNIT_SECONDS, BETTER_LOWER, false },
    { "bytes", UNIT_BYTES, BETTER_NEITHER, false },
    { "bw.printed", UNIT_BYTES_PER_S, BETTER_HIGHER, false },
    { "records_in.full", UNIT_COUNT, BETTER_NEITHER, false },
    { "records_in.part", UNIT_COUNT, BETTER_NEITHER, false },
    { "records_out.full", UNIT_COUNT, BETTER_NEITHER, false },
    { "records_out.part", UNIT_COUNT, BETTER_NEITHER, false },
    { "truncated", UNIT_COUNT, BETTER_NEITHER, false },
    { "bytes.derived", UNIT_BYTES, BETTER_NEITHER, false },
    { "real", UNIT_SECONDS, BETTER_LOWER, false },
    { "user", UNIT_SECONDS, BETTER_LOWER, false },
    { "sys", UNIT_SECONDS, BETTER_LOWER, false },
    { "cpu", UNIT_RATIO, BETTER_NEITHER, false },
    { NULL },
};
/* clang-format on */

/* One report of dd as far as it was printed. */
typedef struct Result {
    bool has_in, has_out, has_truncated, has_transfer;
    DdRecords in, out;
    Number truncated;
    DdTransfer transfer;
    const Line *in_line, *out_line, *truncated_line, *transfer_line;
    size_t first, last; /* line indices */
    const Line *first_line, *last_line;
    Slice first_text, last_text; /* of the first and the last part */
    bool shares_line;            /* with another result */
    Slice error;
    const Line *error_line;
    bool interrupted;
} Result;

/* What is remembered between blocks. */
typedef struct Memory {
    DdCommands commands;
    Run *run; /* the last one */
    DdCommand *command;
    Result result;
    size_t interim;
    bool has_time; /* a time block that stood above its result */
    TimeBlock time;
} Memory;

/* The block that is being read. */
typedef struct Block {
    Reader *r;
    Memory *m;
    Result now;       /* parts so far */
    VEC(Result) held; /* transfers without record lines: results, or progress of what follows */
    Slice error;
    const Line *error_line;
    bool interrupted;
    size_t last; /* line index of the last part */
} Block;

static Memory *memory_of(Reader *r)
{
    void **slot = reader_memory(r, "dd");
    if (!*slot)
        *slot = ARENA_NEW(r->arena, Memory);
    return *slot;
}

/* --- one result becomes a run --- */

/* The command whose line is the last text above line `at`; SLICE_NONE. */
static size_t command_directly_above(const Reader *r, size_t at)
{
    if (r->commands.n == 0)
        return SLICE_NONE;
    const Command *c = r->commands.v[r->commands.n - 1];
    return lines_next_text(r->lines, c->index + (c->lines ? c->lines : 1)) == at ? c->index
                                                                                 : SLICE_NONE;
}

static DdShown shown_by(const Reader *r, const Result *x)
{
    DdShown s = { x->last_line->depth, command_directly_above(r, x->first), -1, -1, -1, -1 };
    if (x->has_transfer)
        s.bytes = x->transfer.bytes.value;
    if (x->has_in)
        s.in_total = x->in.full.value + x->in.part.value;
    if (x->has_out) {
        s.out_full = x->out.full.value;
        s.out_part = x->out.part.value;
    }
    return s;
}

static void store_count(Reader *r, Run *run, const char *metric, const Line *line, const Number *n)
{
    reader_measure(r, run, "", metric, line, n, 1, SLICE(""));
}

static void store_transfer(Reader *r, Run *run, const Result *x)
{
    const DdTransfer *t = &x->transfer;
    const Line *line = x->transfer_line;
    if (t->has_best)
        reader_measure_value(r, run, "", "bw", t->best_bw, t->best_error, line, t->measured)
            ->raw_unit = "";
    else
        reader_missing(r, run, "", "bw", line, t->measured,
                       t->has_seconds ? MISSING_NAN : MISSING_CUT);
    if (t->has_seconds)
        reader_measure(r, run, "", "time", line, &t->seconds, 1, t->seconds_unit)->half_width =
            t->seconds_error;
    store_count(r, run, "bytes", line, &t->bytes);
    if (t->has_rate)
        reader_measure(r, run, "", "bw.printed", line, &t->rate, t->rate_factor, t->rate_unit)
            ->half_width = t->rate_error;
    else if (t->infinite)
        reader_missing(r, run, "", "bw.printed", line, t->seconds.text, MISSING_NAN);
}

/* Bytes of a result without a transfer line: whole blocks only. */
static void store_derived(Reader *r, Run *run, const Result *x, const DdCommand *c)
{
    double block = c ? dd_command_block(c) : 0;
    if (x->has_transfer || !x->has_out || x->out.part.value > 0 || block <= 0)
        return;
    reader_measure_value(r, run, "", "bytes.derived", x->out.full.value * block, 0, x->out_line,
                         x->out.full.text);
}

static void store_measures(Reader *r, Run *run, const Result *x, const DdCommand *c)
{
    if (x->has_transfer)
        store_transfer(r, run, x);
    if (x->has_in) {
        store_count(r, run, "records_in.full", x->in_line, &x->in.full);
        store_count(r, run, "records_in.part", x->in_line, &x->in.part);
    }
    if (x->has_out) {
        store_count(r, run, "records_out.full", x->out_line, &x->out.full);
        store_count(r, run, "records_out.part", x->out_line, &x->out.part);
    }
    if (x->has_truncated)
        store_count(r, run, "truncated", x->truncated_line, &x->truncated);
    store_derived(r, run, x, c);
}

static void inferred(Reader *r, Run *run, const char *key, const char *value)
{
    reader_fact_text(r, run, "", key, value);
    run->facts.v[run->facts.n - 1].origin = ORIGIN_INFERRED;
}

static bool is_path(const char *path, const char *const *names)
{
    for (; path && *names; names++)
        if (strcmp(path, *names) == 0)
            return true;
    return false;
}

static void store_direction(Reader *r, Run *run, const DdCommand *c)
{
    static const char *const null[] = { "/dev/null", "NUL", NULL };
    static const char *const zero[] = { "/dev/zero", NULL };
    static const char *const random[] = { "/dev/urandom", "/dev/random",  "/dev/arandom",
                                          "/dev/srandom", "/dev/frandom", NULL };
    const char *in = dd_command_value(c, "if"), *out = dd_command_value(c, "of");
    bool from_zero = is_path(in, zero), from_random = is_path(in, random);
    inferred(r, run, "op",
             is_path(out, null)         ? "read"
             : from_zero || from_random ? "write"
                                        : "copy");
    inferred(r, run, "source", from_zero ? "zero" : from_random ? "random" : in ? "file" : "pipe");
}

void format_dd_store_command(Reader *r, Run *run, const DdCommand *c)
{
    run->command = c->line->text;
    for (size_t i = 0; i < c->n; i++) {
        const DdOperand *o = &c->operand[i];
        if (dd_command_value(c, o->name) != o->value)
            continue; /* given again further on */
        if (o->is_size)
            reader_fact_number(r, run, "", o->name, o->number);
        else
            reader_fact_text(r, run, "", o->name, o->value);
    }
    if (c->line->loop_turns)
        reader_fact_number(r, run, "", "loop", c->line->loop_turns);
    store_direction(r, run, c);
    const char *target = tuple_target(r->arena, run, c->line);
    if (*target)
        inferred(r, run, "target", target);
}

static void set_state(Reader *r, Run *run, const Result *x, const DdCommand *c)
{
    double total;
    bool whole =
        c && x->has_transfer && dd_command_total(c, &total) && x->transfer.bytes.value >= total;
    if (x->error_line) {
        reader_fact(r, run, "", "error", x->error, x->error_line, x->error);
        run->state = RUN_PARTIAL;
    } else if (x->interrupted && !whole) {
        run->state = RUN_INTERRUPTED;
    } else if ((x->has_in && !x->has_out && !x->has_transfer) ||
               (x->has_transfer && !x->transfer.has_seconds)) {
        run->state = RUN_PARTIAL;
        reader_note(r, run, "truncated", x->last_line, "the report of dd is cut short");
    }
}

static void set_span(Reader *r, Run *run, const Result *x)
{
    run->depth = x->last_line->depth;
    run->span.line = x->first_line->number;
    if (x->shares_line) {
        run->span.start = line_span(r->doc, x->first_line, x->first_text).start;
        run->span.end = line_span(r->doc, x->last_line, x->last_text).end;
        run->last_line = lines_at(r->lines, x->last)->number;
    } else {
        run->span.start = (uint64_t)(x->first_line->raw.p - r->doc->text.p);
        reader_run_extend(r, run, x->last);
    }
}

/* --- reports that were not the last word --- */

/* Nothing stands between the last run and here that would end its command. */
static bool undisturbed(const Reader *r, const Run *run)
{
    static const char *const harmless[] = { "kill", "pkill", "killall", "sleep", "wait", "" };
    size_t steps = 0;
    for (size_t i = r->events.n; i-- > 0 && steps++ < MOST_GAP_EVENTS;) {
        const Event *e = &r->events.v[i];
        if (e->kind == EVENT_RUN)
            return e->run == run;
        Slice text = e->kind == EVENT_TEXT ? slice_trim(e->line->text) : SLICE("^");
        if (!slice_starts(text, SLICE("load:")) && !slice_starts(text, SLICE("^")))
            return false;
        if (e->kind == EVENT_COMMAND) {
            bool fine = false;
            for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
                fine = fine || strcmp(e->command->tool, harmless[k]) == 0;
            if (!fine)
                return false;
        }
    }
    return false;
}

/* SIGUSR1, SIGINFO: full reports of one running dd, each with more bytes and more seconds. */
static bool continues(const Memory *m, const Reader *r, const Result *x, const DdCommand *c)
{
    const Result *p = &m->result;
    if (!m->run || m->command != c || !p->has_in || !x->has_in || p->error_line)
        return false;
    if (p->has_transfer != x->has_transfer || run_measure(m->run, "", "real"))
        return false;
    if (p->has_transfer && (x->transfer.bytes.value <= p->transfer.bytes.value ||
                            x->transfer.seconds.value <= p->transfer.seconds.value))
        return false;
    if (x->in.full.value <= p->in.full.value)
        return false;
    double total;
    if (!c) /* nothing proves one command: only a report taken between read and write */
        return p->has_out && p->in.full.value == p->out.full.value + 1 && undisturbed(r, m->run);
    if (c->is_loop ||
        (p->has_transfer && dd_command_total(c, &total) && p->transfer.bytes.value >= total))
        return false;
    return undisturbed(r, m->run);
}

static void set_number_fact(Reader *r, Run *run, const char *key, double value)
{
    for (size_t i = 0; i < run->facts.n; i++)
        if (strcmp(run->facts.v[i].key, key) == 0) {
            char text[NUMBER_TEXT_BYTES];
            run->facts.v[i].value = arena_text(r->arena, slice_of(number_text(text, value)));
            return;
        }
    reader_fact_number(r, run, "", key, value);
}

static void emit(Block *b, Result *x)
{
    Reader *r = b->r;
    Memory *m = b->m;
    DdShown shown = shown_by(r, x);
    DdCommand *c = dd_command_for(&m->commands, &shown);
    Run *run;
    if (continues(m, r, x, c)) {
        run = m->run;
        run->measures.n = 0;
        run->state = RUN_OK;
        set_number_fact(r, run, "interim_reports", (double)++m->interim);
    } else {
        run = reader_run(r, "dd", x->first);
        m->interim = 0;
        if (c) {
            format_dd_store_command(r, run, c);
            c->results++;
        }
        if (x->has_transfer && x->transfer.has_rate)
            reader_fact_text(r, run, "", "format", dd_dialect_name(x->transfer.dialect));
    }
    store_measures(r, run, x, c);
    set_span(r, run, x);
    set_state(r, run, x, c);
    if (m->has_time) {
        time_block_store(r, run, &m->time);
        m->has_time = false;
    }
    m->run = run;
    m->command = c;
    m->result = *x;
}

/* --- progress --- */

static bool wants_progress(const Block *b, const Result *x)
{
    DdShown shown = { x->last_line->depth, SLICE_NONE, -1, -1, -1, -1 };
    const DdCommand *c = dd_command_for(&b->m->commands, &shown);
    const char *status = c ? dd_command_value(c, "status") : NULL;
    return status && strstr(status, "progress");
}

/* x: a transfer without record lines. next: what follows it in the block, or NULL. */
static bool is_progress(const Block *b, const Result *x, const Result *next)
{
    const DdTransfer *t = &x->transfer;
    if (t->progress)
        return true;
    if (!next)
        return t->whole_seconds;
    const DdTransfer *n = &next->transfer;
    bool grows = next->has_transfer && t->bytes.value <= n->bytes.value &&
                 t->seconds.value <= n->seconds.value;
    if (!next->has_in) /* one more transfer alone */
        return grows && (t->whole_seconds || wants_progress(b, x));
    if (!next->has_transfer)
        return t->whole_seconds;
    return grows && (t->whole_seconds || t->bytes.value < n->bytes.value);
}

/* next: the result with record lines that follows the held transfers; NULL: the block ends. */
static void release(Block *b, const Result *next)
{
    bool kept = false;
    for (size_t i = 0; i < b->held.n; i++) {
        Result *x = &b->held.v[i];
        const Result *after = i + 1 < b->held.n ? &b->held.v[i + 1] : next;
        if (!is_progress(b, x, after)) {
            emit(b, x);
            kept = true;
        } else if (!after && !kept) {
            reader_note(b->r, NULL, "progress-line", x->transfer_line,
                        "the last line of dd is a progress line; its result is missing");
        }
    }
    b->held.n = 0;
}

/* The parts gathered so far are one report. */
static void flush(Block *b)
{
    Result x = b->now;
    b->now = (Result){ 0 };
    if (!x.has_in && !x.has_out && !x.has_transfer)
        return;
    x.error = b->error;
    x.error_line = b->error_line;
    x.interrupted = b->interrupted;
    b->error_line = NULL;
    b->interrupted = false;
    if (!x.has_in && !x.has_out) {
        *VEC_PUSH(b->r->arena, &b->held) = x;
        return;
    }
    release(b, &x);
    emit(b, &x);
}

/* --- gathering --- */

static void extend(Block *b, size_t index, size_t last, const Line *line, Slice part)
{
    Result *x = &b->now;
    if (!x->first_line) {
        x->first = index;
        x->first_line = line;
        x->first_text = part;
    }
    x->last = b->last = last;
    x->last_line = line;
    x->last_text = part;
}

static void add_records(Block *b, const DdRecords *records, const Line *line)
{
    Result *x = &b->now;
    bool is_out = x->has_in ? !x->has_out : records->says_out;
    if (x->has_transfer || x->has_out || (x->has_in && records->says_in))
        flush(b);
    if (is_out) {
        x->has_out = true;
        x->out = *records;
        x->out_line = line;
    } else {
        x->has_in = true;
        x->in = *records;
        x->in_line = line;
    }
}

/* Does dd speak here too? For a pair of figures that nothing else proves. */
static bool part_follows(Lines *ls, size_t index, const Line *line, size_t from)
{
    DdPart part;
    if (dd_part_next(line->text, from, &part))
        return true;
    for (size_t i = index + 1, seen = 0; seen < 3; i++) {
        const Line *next = lines_at(ls, i);
        if (!next)
            return false;
        if (!next->text.n)
            continue;
        if (dd_part_next(next->text, 0, &part))
            return true;
        seen++;
        if (slice_trim(next->text).n > 12 && !slice_starts(slice_trim(next->text), SLICE("dd: ")))
            return false;
    }
    return false;
}

static bool is_wanted(const Block *b, Lines *ls, size_t index, const Line *line, const DdPart *part)
{
    bool inside = b && (b->now.has_in || b->now.has_out);
    if (part->kind == DD_TRANSFER)
        return part->transfer.sure ||
               (inside && (part->transfer.has_rate || part->transfer.infinite));
    return inside || part->records.says_in || part->records.says_out ||
           part_follows(ls, index, line, part->end);
}

/* "... 133 MB/s real 0m2.054s user 0m0.007s": the newline in front of the time got lost. */
static void take_time(Block *b, const Line *line, size_t from)
{
    TimeBlock time;
    if (!time_block_inline(line, from, &time))
        return;
    release(b, NULL);
    if (b->m->run && !run_measure(b->m->run, "", "real"))
        time_block_store(b->r, b->m->run, &time);
}

/* All parts of one line (or of several that were joined, index..last). */
static size_t take_parts(Block *b, const Line *line, size_t index, size_t last)
{
    size_t taken = 0, transfers = 0, from = 0;
    DdPart part;
    while (dd_part_next(line->text, from, &part)) {
        from = part.end;
        if (!is_wanted(b, b->r->lines, index, line, &part))
            continue;
        Slice text = slice_first(slice_from(line->text, part.start), part.end - part.start);
        if (part.start >= 2 && line->text.p[part.start - 2] == '^')
            b->interrupted = true;
        if (part.kind == DD_RECORDS)
            add_records(b, &part.records, line);
        extend(b, index, last, line, text);
        taken++;
        if (part.kind != DD_TRANSFER)
            continue;
        b->now.has_transfer = true;
        b->now.transfer = part.transfer;
        b->now.transfer_line = line;
        DdPart next;
        b->now.shares_line = transfers++ > 0 || dd_part_next(line->text, from, &next);
        flush(b);
        take_time(b, line, from);
    }
    return taken;
}

/* A transfer that a mailer wrapped: the lines as one, when that gives what each alone does not. */
static const Line *unwrapped(const Block *b, Lines *ls, size_t index, size_t *count)
{
    const Line *line = lines_at(ls, index);
    DdPart part;
    bool inside = b && (b->now.has_in || b->now.has_out);
    if (dd_part_next(line->text, 0, &part)) {
        while (part.kind != DD_TRANSFER || part.transfer.has_rate)
            if (!dd_part_next(line->text, part.end, &part))
                break;
        if (part.kind == DD_TRANSFER && part.transfer.has_rate)
            return NULL;
    }
    if (!inside && !slice_has(line->text, SLICE(" byte")) && !slice_has(line->text, SLICE("B)")))
        return NULL;
    for (size_t n = 2; n <= 3; n++) {
        const Line *next = lines_at(ls, index + n - 1);
        if (!next || !next->text.n || next->text.n > 200)
            return NULL;
        const Line *joined = lines_joined(ls, index, n);
        size_t from = 0;
        while (dd_part_next(joined->text, from, &part)) {
            from = part.end;
            if (part.kind == DD_TRANSFER && part.transfer.has_rate && part.start < line->text.n &&
                part.end > line->text.n) {
                *count = n;
                return joined;
            }
        }
    }
    return NULL;
}

/* "dd: error writing '/x': No space left on device" -> its last part. Warnings are none. */
static bool error_of(Slice text, Slice *reason)
{
    static const char *const warnings[] = { "fullblock",     "warning", "Warnung",
                                            "avertissement", "aviso",   "attenzione",
                                            "waarschuwing",  "varning" };
    text = slice_trim(text);
    size_t at = slice_find(text, SLICE("dd: "));
    if (at == SLICE_NONE || at > 30 || (at > 0 && text.p[at - 1] != '/' && text.p[at - 1] != 'g'))
        return false;
    Slice message = slice_from(text, at + 4);
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
        if (slice_has(message, slice_of(warnings[i])))
            return false;
    size_t colon = slice_rfind(message, SLICE(": "));
    *reason = slice_trim(colon == SLICE_NONE ? message : slice_from(message, colon + 2));
    return reason->n > 0;
}

static bool is_diagnostic(Slice text)
{
    text = slice_trim(text);
    size_t at = slice_find(text, SLICE("dd: "));
    return at == 0 || (at != SLICE_NONE && at < 30 && text.p[at - 1] == '/' && text.p[0] == '/') ||
           slice_starts(text, SLICE("gdd: "));
}

/* Lines between parts that say something about them, or nothing. */
static bool take_between(Block *b, size_t index, const Line *line)
{
    Slice text = slice_trim(line->text), words, reason;
    Number n;
    DdPart part;
    if (!text.n)
        return true;
    if (is_diagnostic(text)) {
        if (error_of(text, &reason)) {
            b->error = reason;
            b->error_line = line;
        }
        return true;
    }
    if (slice_is(text, "^C") || slice_is(text, "^\\")) {
        b->interrupted = b->interrupted || slice_is(text, "^C");
        return true;
    }
    if (slice_starts(text, SLICE("load: ")) || slice_is(text, "^T"))
        return true;
    if (b->now.has_out && dd_count_line(text, &n, &words)) {
        const Line *next = lines_at(b->r->lines, index + 1);
        bool truncated = slice_starts(words, SLICE("truncated"));
        bool other = slice_has(words, SLICE("swab")) || slice_has(words, SLICE("sparse"));
        if (truncated || (!other && next && dd_part_next(next->text, 0, &part))) {
            b->now.has_truncated = true;
            b->now.truncated = n;
            b->now.truncated_line = line;
        } else if (!other) {
            return false;
        }
        extend(b, index, index, line, text);
        return true;
    }
    /* "16384+0 records" wrapped before "in" */
    return (b->now.has_in || b->now.has_out) && text.n <= 24 &&
           slice_find_char(text, ' ') == SLICE_NONE &&
           (slice_is(text, "in") || slice_is(text, "out") || (unsigned char)text.p[0] >= 0x80);
}

/* The paste ends in the middle of the transfer line. */
static void take_cut(Block *b, size_t index, const Line *line)
{
    Slice rest = slice_trim(line->text), digits;
    Number bytes;
    if (!b->now.has_out || lines_next_text(b->r->lines, index + 1) != SLICE_NONE ||
        !slice_digits(&rest, &digits) || digits.n > 18 || !number_is(digits, &bytes) ||
        !slice_starts(rest, SLICE(" byte")))
        return;
    bytes.half = 0;
    b->now.has_transfer = true;
    b->now.transfer = (DdTransfer){ .bytes = bytes, .measured = digits, .rate_factor = 1 };
    b->now.transfer_line = line;
    extend(b, index, index, line, line->text);
}

static size_t parse(Reader *r, size_t at)
{
    Block b = { .r = r, .m = memory_of(r), .last = SLICE_NONE };
    dd_commands_update(&b.m->commands, r);
    const Line *above = at ? lines_at(r->lines, at - 1) : NULL;
    b.interrupted = above && slice_ends(above->text, SLICE("^C"));
    size_t between = 0;
    const Line *line;
    for (size_t i = at; between <= MOST_NOISE && (line = lines_at(r->lines, i)); i++) {
        size_t count = 1;
        const Line *joined = unwrapped(&b, r->lines, i, &count);
        if (take_parts(&b, joined ? joined : line, i, i + count - 1)) {
            between = 0;
            i += count - 1;
        } else if (take_between(&b, i, line)) {
            between++;
        } else {
            take_cut(&b, i, line);
            break;
        }
    }
    flush(&b);
    release(&b, NULL);
    return b.last == SLICE_NONE ? at : b.last + 1;
}

static int probe(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    DdPart part;
    size_t count, from = 0;
    while (dd_part_next(line->text, from, &part)) {
        if (is_wanted(NULL, r->lines, at, line, &part))
            return 80;
        from = part.end;
    }
    if (is_diagnostic(line->text))
        return part_follows(r->lines, at, line, 0) ? 80 : 0;
    const Line *joined = unwrapped(NULL, r->lines, at, &count);
    if (joined && dd_part_next(joined->text, 0, &part))
        return is_wanted(NULL, r->lines, at, joined, &part) ? 70 : 0;
    return 0;
}

/* --- for format_time.c --- */

/* "time for ...; do dd ...; done", "time (dd ...; dd ...)": the time is that of all of them. */
static bool timed_as_a_whole(const DdCommand *c)
{
    Slice text = slice_of(c->line->text);
    size_t time_at = slice_find(text, SLICE("time"));
    if (time_at == SLICE_NONE)
        return false;
    static const char *const loops[] = { "for ", "for((", "while ", "until ", "foreach ", "seq " };
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        size_t at = slice_find(text, slice_of(loops[i]));
        if (at != SLICE_NONE && time_at < at)
            return true;
    }
    return false;
}

Run *format_dd_run_above(Reader *r)
{
    Memory *m = memory_of(r);
    size_t steps = 0, texts = 0;
    for (size_t i = r->events.n; i-- > 0 && steps++ < MOST_GAP_EVENTS;) {
        const Event *e = &r->events.v[i];
        if (e->kind == EVENT_COMMAND)
            return NULL;
        if (e->kind == EVENT_TEXT && ++texts > 1)
            return NULL; /* one line may be of another program inside the timed command */
        if (e->kind != EVENT_RUN)
            continue;
        if (e->run != m->run || run_measure(e->run, "", "real") ||
            (m->command && timed_as_a_whole(m->command)))
            return NULL;
        return e->run;
    }
    return NULL;
}

bool format_dd_takes_time(Reader *r, const TimeBlock *t)
{
    Memory *m = memory_of(r);
    dd_commands_update(&m->commands, r);
    if (m->commands.command.n == 0 || r->commands.n == 0)
        return false;
    const DdCommand *last = m->commands.command.v[m->commands.command.n - 1];
    if (last->line != r->commands.v[r->commands.n - 1] || last->results > 0)
        return false;
    size_t next = lines_next_text(r->lines, t->next);
    DdPart part;
    if (next == SLICE_NONE || !dd_part_next(lines_at(r->lines, next)->text, 0, &part))
        return false;
    m->time = *t;
    m->has_time = true;
    return true;
}

const Format format_dd = {
    .name = "dd",
    .summary = "dd of all systems and languages: records, bytes, seconds, rate",
    .source =
        "coreutils 4.0 to 9.11, uutils 0.0.17, busybox, toybox, FreeBSD, OpenBSD, NetBSD, macOS, "
        "illumos, Solaris, dcfldd: src/dd.c, bin/dd/misc.c and their catalogues",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
};
