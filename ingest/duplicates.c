/*
 * One run that stands in the document more than once: echoed by a terminal, quoted in a reply,
 * posted again. It counts once.
 *
 * Equal figures prove a copy when there are enough digits that no second run would hit them all.
 * Coarse figures ("0.037 secs") repeat honestly: they are copies only where nothing stands between
 * them, and not inside a loop. A quote may have lost lines: there the figures that are left must
 * all stand in the other block. One walk over the events, with hashed figures.
 */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/sha.h"
#include "ingest/atoms.h"
#include "ingest/passes.h"

enum {
    DIGITS_AFTER_TEXT = 7, /* in the block before, with a command or text between */
    DIGITS_ANYWHERE = 9,   /* anywhere above */
    DIGITS_OF_A_QUOTE = 5, /* in one figure, at another quote depth */
    MOST_KEYS = 8,         /* figures of one run that lead to it */
    MOST_FIGURES_BYTES = 4096,
};

typedef struct Seen {
    Run *run;       /* the counted one */
    size_t last;    /* number of the last block that shows it, among blocks of the tool */
    size_t barrier; /* of that block */
} Seen;

typedef struct Finder {
    Reader *r;
    Atoms figures, keys, tools;
    VEC(Seen) exact;    /* by number of all figures of a block */
    VEC(Run *) by_key;  /* by number of one strong figure; NULL */
    VEC(size_t) blocks; /* seen so far, by number of the tool */
    size_t barrier;     /* commands and lines of text so far */
    Buf text;           /* of one run at a time */
} Finder;

/*
 * Lines of `numbers`, cells of tables, repeats in one XML or JSON file and statements of people repeat honestly, but for what a reply
 * quotes: the same names and figures at another quote depth.
 */
static bool may_repeat(const char *tool)
{
    return strcmp(tool, "numbers") == 0 || strcmp(tool, "table") == 0 ||
           strcmp(tool, "stated") == 0 || strcmp(tool, "pts") == 0 ||
           strcmp(tool, "figures") == 0;
}

/* Of one printed figure; a text of several is what a computed measure came from. */
static size_t significant_digits(const char *raw)
{
    size_t n = 0;
    bool started = false;
    if (strchr(raw, ' '))
        return 0;
    for (; *raw && *raw != 'e'; raw++) {
        if (!char_is_digit(*raw))
            continue;
        started = started || *raw != '0';
        n += started;
    }
    return n;
}

/* What the person asked for, not what was measured: a second run shows it again. */
static bool is_given(const Run *run, const Measure *m)
{
    if (strcmp(run->tool, "dtrace") == 0)
        return false;
    return m->unit == UNIT_BYTES || m->unit == UNIT_COUNT || strcmp(m->metric, "runtime") == 0 ||
           slice_ends(slice_of(m->metric), SLICE(".runtime"));
}

/* Same operation of the same part: "read.bw" and "read.iops" say one thing twice. */
static bool same_operation(const Measure *a, const Measure *b)
{
    size_t n = strcspn(a->metric, ".");
    return strcmp(a->scope, b->scope) == 0 && strcspn(b->metric, ".") == n &&
           memcmp(a->metric, b->metric, n) == 0;
}

/* "1766022736 bytes/sec" of NetBSD comes from "0.038 secs": ten digits, two of them measured. */
static size_t measured_digits(const Measure *m)
{
    size_t printed = significant_digits(m->raw);
    if (m->missing || m->half_width <= 0 || m->value <= m->half_width)
        return printed;
    double measured = ceil(log10(m->value / m->half_width));
    return measured < (double)printed ? (size_t)measured : printed;
}

/* Digits that a second run would have to hit by chance. */
static size_t telling_digits(const Run *run)
{
    size_t sum = 0, rates = 0;
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        size_t digits = is_given(run, m) ? 0 : measured_digits(m);
        if (i && !same_operation(m, &run->measures.v[i - 1])) {
            sum += rates;
            rates = 0;
        }
        if (m->unit == UNIT_SECONDS && (!i || strcmp(m->raw, run->measures.v[i - 1].raw) != 0))
            sum += digits;
        else if (m->unit != UNIT_SECONDS && digits > rates)
            rates = digits;
    }
    return sum + rates;
}

/* Stands for figures that are too many to keep a second time. */
static const char *digest(Arena *a, Slice s)
{
    uint8_t bytes[SHA_BYTES];
    char *text = arena_alloc(a, 2 * SHA_BYTES + 1);
    Sha *sha = sha_new();
    sha_add(sha, s);
    sha_end(sha, bytes);
    for (size_t i = 0; i < SHA_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return text;
}

/* The number of all figures of a run, equal for equal ones. Nothing is kept of those that were there before. */
static uint32_t all_figures(Finder *f, const Run *run)
{
    Buf *b = &f->text;
    b->n = 0;
    buf_str(b, run->tool);
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        buf_char(b, '\n');
        buf_str(b, m->scope);
        buf_char(b, '\t');
        buf_str(b, m->metric);
        buf_char(b, '\t');
        buf_str(b, m->raw);
    }
    return b->n > MOST_FIGURES_BYTES ? atoms_number(&f->figures, digest(f->r->arena, buf_slice(b)))
                                     : atoms_copied(&f->figures, b->text);
}

/* --- copies that lost lines --- */

static uint32_t key_number(Finder *f, const Run *run, const Measure *m)
{
    f->text.n = 0;
    buf_str(&f->text, run->tool);
    buf_char(&f->text, ' ');
    buf_str(&f->text, m->metric);
    buf_char(&f->text, ' ');
    buf_str(&f->text, m->raw);
    uint32_t number = atoms_copied(&f->keys, f->text.text);
    while (f->by_key.n <= number)
        *VEC_PUSH(f->r->arena, &f->by_key) = NULL;
    return number;
}

static bool is_key(const Run *run, const Measure *m)
{
    return !is_given(run, m) && !m->missing && significant_digits(m->raw) >= DIGITS_OF_A_QUOTE;
}

static void remember_keys(Finder *f, Run *run)
{
    size_t kept = 0;
    for (size_t i = 0; i < run->measures.n && kept < MOST_KEYS; i++)
        if (is_key(run, &run->measures.v[i])) {
            uint32_t number = key_number(f, run, &run->measures.v[i]);
            f->by_key.v[number] = run;
            kept++;
        }
}

/* Do the figures of `part` stand in `whole`, in that order? */
static bool is_part_of(const Run *part, const Run *whole)
{
    size_t k = 0;
    for (size_t i = 0; i < whole->measures.n && k < part->measures.n; i++) {
        const Measure *a = &part->measures.v[k], *b = &whole->measures.v[i];
        k += strcmp(a->metric, b->metric) == 0 && strcmp(a->raw, b->raw) == 0;
    }
    return k == part->measures.n;
}

static Run *quoted_original(Finder *f, const Run *run)
{
    size_t asked = 0;
    for (size_t i = 0; i < run->measures.n && asked < MOST_KEYS; i++) {
        if (!is_key(run, &run->measures.v[i]))
            continue;
        asked++;
        uint32_t number = key_number(f, run, &run->measures.v[i]);
        Run *other = f->by_key.v[number];
        if (other && other->depth != run->depth &&
            (is_part_of(run, other) || is_part_of(other, run)))
            return other;
    }
    return NULL;
}

/* --- one block --- */

static bool is_copy(const Finder *f, const Run *run, const Seen *seen, size_t block, CopyKind *kind)
{
    size_t digits = telling_digits(run);
    bool before = seen->last + 1 == block;
    *kind = run->depth != seen->run->depth ? COPY_QUOTE : before ? COPY_ECHO : COPY_REPOST;
    if (run->depth != seen->run->depth)
        return digits >= DIGITS_OF_A_QUOTE || strcmp(run->tool, "table") == 0;
    if (may_repeat(run->tool))
        return false;
    if (before && seen->barrier == f->barrier)
        return digits >= DIGITS_AFTER_TEXT || !run_fact(run, "", "loop");
    return digits >= (before ? DIGITS_AFTER_TEXT : DIGITS_ANYWHERE);
}

static void mark(Finder *f, Run *run, Run *original, CopyKind kind)
{
    run->counted = false;
    run->duplicate_of = original;
    run->copy = kind;
    reader_note(f->r, run, "duplicate-block", lines_numbered(f->r->lines, run->span.line),
                "same figures as the block at line %u", original->span.line);
}

static void look_at(Finder *f, Run *run)
{
    if (run->measures.n == 0)
        return;
    uint32_t tool = atoms_number(&f->tools, run->tool);
    if (tool == f->blocks.n)
        *VEC_PUSH(f->r->arena, &f->blocks) = 0;
    size_t block = ++f->blocks.v[tool];
    uint32_t number = all_figures(f, run);
    CopyKind kind = COPY_QUOTE;
    Run *original = NULL;
    if (number < f->exact.n) {
        Seen *seen = &f->exact.v[number];
        if (is_copy(f, run, seen, block, &kind))
            original = seen->run;
        else
            seen->run = run; /* an honest second run */
        seen->last = block;
        seen->barrier = f->barrier;
    } else {
        original = may_repeat(run->tool) ? NULL : quoted_original(f, run);
        Seen *seen = VEC_PUSH(f->r->arena, &f->exact);
        *seen = (Seen){ original ? original : run, block, f->barrier };
    }
    if (original)
        mark(f, run, original, kind);
    else
        remember_keys(f, run);
}

void duplicates_mark(Reader *r)
{
    Finder f = { .r = r,
                 .text = buf_new(0),
                 .figures = atoms_new(r->arena),
                 .keys = atoms_new(r->arena),
                 .tools = atoms_new(r->arena) };
    for (size_t i = 0; i < r->events.n; i++) {
        const Event *e = &r->events.v[i];
        if (e->kind == EVENT_RUN)
            look_at(&f, e->run);
        else
            f.barrier += e->kind == EVENT_COMMAND || e->kind == EVENT_TEXT;
    }
    buf_free(&f.text);
}
