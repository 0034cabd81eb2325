#include "ingest/bonnie.h"

#include <math.h>
#include <string.h>

/* --- names --- */

/* clang-format off */
static const struct {
    const char *rate, *cpu, *latency;
} metric[BONNIE_TESTS] = {
    { "write_char.bw", "write_char.cpu", "write_char.lat.max" },
    { "write_block.bw", "write_block.cpu", "write_block.lat.max" },
    { "rewrite.bw", "rewrite.cpu", "rewrite.lat.max" },
    { "read_char.bw", "read_char.cpu", "read_char.lat.max" },
    { "read_block.bw", "read_block.cpu", "read_block.lat.max" },
    { "seeks.rate", "seeks.cpu", "seeks.lat.max" },
    { "seq_create.rate", "seq_create.cpu", "seq_create.lat.max" },
    { "seq_stat.rate", "seq_stat.cpu", "seq_stat.lat.max" },
    { "seq_delete.rate", "seq_delete.cpu", "seq_delete.lat.max" },
    { "ran_create.rate", "ran_create.cpu", "ran_create.lat.max" },
    { "ran_stat.rate", "ran_stat.cpu", "ran_stat.lat.max" },
    { "ran_delete.rate", "ran_delete.cpu", "ran_delete.lat.max" },
};
/* clang-format on */

static const char *const keys[BONNIE_KEYS] = {
    "machine", "file_size", "chunk_size", "concurrency", "seeks", "seek_procs",
    "files",   "max_size",  "min_size",   "dirs",        "seed",
};

/* --- tokens --- */

static bool is_pluses(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '+')
            return false;
    return s.n >= 3;
}

static bool is_nan(Slice s)
{
    slice_skip(&s, SLICE("-"));
    return slice_eq_nocase(s, SLICE("nan")) || slice_eq_nocase(s, SLICE("inf"));
}

/* A number and the word behind it; "+++" and "nan" are missing. Blank tokens leave *out blank. */
static bool read_figure(const Line *line, Slice token, BonnieFigure *out)
{
    token = slice_trim(token);
    *out = (BonnieFigure){ .line = line, .text = token, .unit = { "", 0 }, .factor = 1 };
    if (token.n == 0)
        return true;
    if (is_pluses(token) || is_nan(token)) {
        out->missing = is_nan(token) ? MISSING_NAN : MISSING_TOO_FAST;
        return true;
    }
    Slice rest = token;
    if (!char_is_digit(token.p[0]) || !number_read(&rest, &out->number))
        return false;
    out->unit = rest;
    return true;
}

/* A bare figure is "K/sec" by its heading; since 1.98 a letter stands behind it. All are powers of
 * 1024. */
static bool bandwidth_unit(BonnieFigure *f)
{
    static const struct {
        char letter;
        double factor;
        Slice unit;
    } prefixes[] = { { 'k', KIBI, { "KiB/s", 5 } },
                     { 'm', MEBI, { "MiB/s", 5 } },
                     { 'g', GIBI, { "GiB/s", 5 } },
                     { 't', TEBI, { "TiB/s", 5 } } };
    char letter = f->unit.n == 0 ? 'k' : f->unit.n == 1 ? char_lower(f->unit.p[0]) : ' ';
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (letter == prefixes[i].letter) {
            f->factor = prefixes[i].factor;
            f->unit = prefixes[i].unit;
            return true;
        }
    return false;
}

bool bonnie_rate(BonnieTest test, const Line *line, Slice token, BonnieFigure *out)
{
    if (!read_figure(line, token, out))
        return false;
    if (test < BONNIE_SEEKS)
        return bandwidth_unit(out);
    out->factor = 1;
    return out->unit.n == 0;
}

bool bonnie_cpu(const Line *line, Slice token, BonnieFigure *out)
{
    if (!read_figure(line, token, out))
        return false;
    out->factor = 0.01;
    return out->unit.n == 0 || slice_is(out->unit, "%");
}

bool bonnie_latency(const Line *line, Slice token, BonnieFigure *out)
{
    static const UnitWord units[] = {
        { "ns", 1e-9, UNIT_SECONDS },        { "us", 1e-6, UNIT_SECONDS },
        { "\xc2\xb5s", 1e-6, UNIT_SECONDS }, { "\xce\xbcs", 1e-6, UNIT_SECONDS },
        { "ms", 1e-3, UNIT_SECONDS },        { "s", 1, UNIT_SECONDS },
        { NULL, 0, UNIT_UNKNOWN },
    };
    if (!read_figure(line, token, out))
        return false;
    if (out->text.n == 0 || out->missing)
        return true;
    const UnitWord *unit = unit_word(units, out->unit);
    out->factor = unit ? unit->factor : 0;
    return unit != NULL;
}

void bonnie_zero_is_too_fast(BonnieCell *cell)
{
    if (cell->rate.text.n && !cell->rate.missing && cell->rate.number.value == 0 &&
        cell->cpu.missing == MISSING_TOO_FAST)
        cell->rate.missing = MISSING_TOO_FAST;
}

bool bonnie_is_figure(Slice token)
{
    BonnieFigure f;
    return token.n && read_figure(NULL, token, &f) &&
           (f.unit.n == 0 || slice_is(f.unit, "k") || slice_is(f.unit, "m") ||
            slice_is(f.unit, "g") || slice_is(f.unit, "%"));
}

bool bonnie_is_latency(Slice token)
{
    BonnieFigure f;
    return token.n && bonnie_latency(NULL, token, &f) && !f.missing;
}

bool bonnie_is_version(Slice s)
{
    Slice digits;
    if (!slice_digits(&s, &digits) || digits.n > 2 || !slice_skip(&s, SLICE(".")) ||
        !slice_digits(&s, &digits) || digits.n > 3)
        return false;
    if (slice_skip(&s, SLICE(".")) && !slice_digits(&s, &digits))
        return false;
    return s.n == 0 || (s.n == 1 && char_is_alpha(s.p[0]));
}

bool bonnie_is_2x(const char *version)
{
    Slice s = slice_of(version);
    Number n;
    return number_read(&s, &n) && n.value >= 1.98;
}

/* --- facts --- */

BonnieResult *bonnie_result_new(Reader *r, BonnieSource source, size_t first)
{
    BonnieResult *b = ARENA_NEW(r->arena, BonnieResult);
    *b = (BonnieResult){
        .source = source, .format = "", .version = "", .first = first, .last = first
    };
    return b;
}

void bonnie_result_fact(Reader *r, BonnieResult *b, BonnieKey key, const Line *line, Slice where,
                        Slice value)
{
    value = slice_trim(value);
    if (value.n)
        b->fact[key] = (BonnieFact){ arena_text(r->arena, value), line, where };
}

void bonnie_result_number(Reader *r, BonnieResult *b, BonnieKey key, const Line *line, Slice where,
                          double value)
{
    char text[NUMBER_TEXT_BYTES];
    bonnie_result_fact(r, b, key, line, where, slice_of(number_text(text, value)));
}

/* "1k", "20G", "512": bytes; a bare number counts in units of `bare`. */
static bool read_bytes(Slice s, double bare, double *bytes)
{
    uint64_t n;
    if (!slice_uint(&s, &n) || s.n > 1)
        return false;
    BonnieFigure prefix = { .unit = s, .factor = bare };
    if (s.n && !bandwidth_unit(&prefix))
        return false;
    *bytes = (double)n * prefix.factor;
    return true;
}

static bool next_part(Slice *rest, Slice *part)
{
    if (!rest->p)
        return false;
    if (!slice_until(rest, SLICE(":"), part)) {
        *part = *rest;
        *rest = (Slice){ 0 };
    }
    return true;
}

bool bonnie_result_size(Reader *r, BonnieResult *b, const Line *line, Slice cell)
{
    Slice rest = cell, part;
    uint64_t volumes = 1, n;
    double bytes;
    if (slice_find_char(cell, '*') != SLICE_NONE) {
        if (!slice_uint(&rest, &volumes) || !slice_skip(&rest, SLICE("*")))
            return false;
        slice_skip_blanks(&rest);
    }
    if (!next_part(&rest, &part) || !read_bytes(part, MEBI, &bytes))
        return false;
    bonnie_result_number(r, b, BONNIE_FILE_SIZE, line, cell, bytes * (double)volumes);
    if (next_part(&rest, &part) && read_bytes(part, 1, &bytes))
        bonnie_result_number(r, b, BONNIE_CHUNK_SIZE, line, part, bytes);
    static const BonnieKey counts[] = { BONNIE_CONCURRENCY, BONNIE_SEEK_COUNT, BONNIE_SEEK_PROCS };
    bool converted = b->format && strcmp(b->format, "bon_csv2txt 2.x") == 0;
    for (size_t i = converted; i < 3 && next_part(&rest, &part); i++)
        if (slice_uint(&part, &n))
            bonnie_result_number(r, b, counts[i], line, cell, (double)n);
    return true;
}

bool bonnie_result_files(Reader *r, BonnieResult *b, const Line *line, Slice cell)
{
    enum { UNIT_OF_FILES = 1024 };
    Slice rest = cell, digits, part;
    uint64_t n;
    size_t slash = slice_find_char(cell, '/');
    if (slash != SLICE_NONE) {
        Slice dirs = slice_from(cell, slash + 1);
        if (!slice_uint(&dirs, &n) || dirs.n)
            return false;
        bonnie_result_number(r, b, BONNIE_DIRS, line, slice_from(cell, slash + 1), (double)n);
        rest = slice_first(cell, slash);
    }
    if (!next_part(&rest, &digits) || !slice_uint(&digits, &n) || digits.n)
        return false;
    bonnie_result_number(r, b, BONNIE_FILES, line, cell, (double)n * UNIT_OF_FILES);
    static const BonnieKey sizes[] = { BONNIE_MAX_SIZE, BONNIE_MIN_SIZE, BONNIE_DIRS };
    for (size_t i = 0; i < 3 && next_part(&rest, &part); i++)
        bonnie_result_fact(r, b, sizes[i], line, part, part);
    return true;
}

/* --- copies --- */

static bool agree(const BonnieFigure *a, const BonnieFigure *b)
{
    if (a->missing || b->missing)
        return a->missing == b->missing;
    double x = a->number.value * a->factor, y = b->number.value * b->factor;
    /* A whole step of the coarser one: some versions round, some cut. */
    double step = 2 * (a->number.half * a->factor + b->number.half * b->factor);
    return fabs(x - y) <= step * 1.001;
}

static bool same_fact(const BonnieResult *a, const BonnieResult *b, BonnieKey key)
{
    return !a->fact[key].value || !b->fact[key].value ||
           strcmp(a->fact[key].value, b->fact[key].value) == 0;
}

/* Tables cut the name. */
static bool same_machine(const BonnieResult *a, const BonnieResult *b)
{
    if (!a->fact[BONNIE_MACHINE].value || !b->fact[BONNIE_MACHINE].value)
        return true;
    Slice x = slice_of(a->fact[BONNIE_MACHINE].value), y = slice_of(b->fact[BONNIE_MACHINE].value);
    return slice_starts(x, y) || slice_starts(y, x);
}

/* The loose figures of the poorer copy, one after the other, are those of the richer one. */
static bool same_loose(const BonnieResult *rich, const BonnieResult *poor)
{
    size_t n = 0;
    for (size_t t = 0; t < BONNIE_PART; t++) {
        const BonnieCell *c = &rich->cell[t];
        if (!c->rate.text.n)
            continue;
        if (n + 2 > poor->n_loose)
            return false;
        /* Nobody knew which test it was, so the unit of a seek rate was not known either. */
        BonnieFigure rate;
        if (!bonnie_rate((BonnieTest)t, NULL, poor->loose[n].text, &rate) ||
            !agree(&rate, &c->rate) || !agree(&poor->loose[n + 1], &c->cpu))
            return false;
        n += 2;
    }
    return n == poor->n_loose && n > 0;
}

/* One test of both copies. *compared counts what could be held against each other. */
static bool same_cell(const BonnieCell *rich, const BonnieCell *poor, bool skip_rate,
                      size_t *compared)
{
    const BonnieFigure *a[] = { &rich->rate, &rich->cpu, &rich->latency };
    const BonnieFigure *b[] = { &poor->rate, &poor->cpu, &poor->latency };
    for (size_t i = 0; i < 3; i++) {
        if (!b[i]->text.n || !a[i]->text.n || (i == 0 && skip_rate && !b[0]->missing))
            continue;
        if (!agree(a[i], b[i]))
            return false;
        ++*compared;
    }
    return true;
}

bool bonnie_result_same(const BonnieResult *a, const BonnieResult *b)
{
    if (a->source == b->source)
        return false;
    const BonnieResult *rich = a->source > b->source ? a : b, *poor = rich == a ? b : a;
    if (!same_machine(a, b) || !same_fact(a, b, BONNIE_FILE_SIZE) || !same_fact(a, b, BONNIE_FILES))
        return false;
    if (poor->n_loose && !same_loose(rich, poor))
        return false;
    size_t compared = poor->n_loose;
    for (size_t t = 0; t < BONNIE_TESTS; t++) {
        const BonnieCell *x = &rich->cell[t], *y = &poor->cell[t];
        bool whole = !rich->partial && !poor->partial && poor->source != BONNIE_PROGRESS;
        bool loose = poor->n_loose && t < BONNIE_PART;
        bool part_there = t < BONNIE_SEQ_CREATE ? poor->row != NULL : poor->file_row != NULL;
        if (whole && !loose && part_there && (x->rate.text.n == 0) != (y->rate.text.n == 0))
            return false;
        if (!same_cell(x, y, t >= BONNIE_SEQ_CREATE && poor->rates_untrusted, &compared))
            return false;
    }
    return compared > 0;
}

/* --- writing down --- */

static void write_figure(Reader *r, Run *run, const char *name, const BonnieFigure *f,
                         bool distrust)
{
    if (!f->text.n)
        return;
    if (f->missing || distrust)
        reader_missing(r, run, "", name, f->line, f->text,
                       f->missing ? f->missing : MISSING_UNTRUSTED);
    else
        reader_measure(r, run, "", name, f->line, &f->number, f->factor, f->unit);
}

static const BonnieFigure *choose(const BonnieFigure *first, const BonnieFigure *second)
{
    return first->text.n ? first : second;
}

static void write_cell(Reader *r, const BonnieResult *b, size_t t)
{
    static const BonnieCell blank = { .rate = { .unit = { "", 0 } } };
    const BonnieCell *cell = &b->cell[t];
    /* A cut CSV line is filled up from the table beside it. */
    const BonnieCell *other = b->partial && b->copy ? &b->copy->cell[t] : &blank;
    const BonnieFigure *rate = choose(&cell->rate, &other->rate);
    const BonnieResult *from = rate == &cell->rate ? b : b->copy;
    bool distrust = t >= BONNIE_SEQ_CREATE && from && from->rates_untrusted;
    write_figure(r, b->run, metric[t].rate, rate, distrust);
    write_figure(r, b->run, metric[t].cpu, choose(&cell->cpu, &other->cpu), false);
    write_figure(r, b->run, metric[t].latency, choose(&cell->latency, &other->latency), false);
}

static void write_facts(Reader *r, const BonnieResult *b)
{
    reader_fact_text(r, b->run, "", "format", b->format);
    for (size_t k = 0; k < BONNIE_KEYS; k++) {
        const BonnieFact *f = &b->fact[k];
        const BonnieFact *other = b->copy ? &b->copy->fact[k] : NULL;
        if (!f->value && other && other->value)
            f = other;
        /* Without a CSV line the longest form of the name is the best one. */
        if (k == BONNIE_MACHINE && f->value && other && other->value &&
            strlen(other->value) > strlen(f->value))
            f = other;
        if (f->value)
            reader_fact(r, b->run, "", keys[k], slice_of(f->value), f->line, f->where);
    }
}

static void note_untrusted(Reader *r, const BonnieResult *b)
{
    const BonnieResult *text = b->rates_untrusted ? b : b->copy;
    if (!text || !text->rates_untrusted)
        return;
    for (size_t t = BONNIE_SEQ_CREATE; t < BONNIE_TESTS; t++)
        if (text->cell[t].rate.text.n && !text->cell[t].rate.missing) {
            reader_note(r, b->run, "bonnie.text_file_rates_untrusted", text->file_row,
                        "bonnie++ %s prints the number of files where the rates should stand",
                        text->version);
            return;
        }
}

void bonnie_result_write(Reader *r, const BonnieResult *b)
{
    Run *run = b->run;
    run->version = b->version[0] || !b->copy ? b->version : b->copy->version;
    write_facts(r, b);
    for (size_t t = 0; t < BONNIE_TESTS; t++)
        write_cell(r, b, t);
    note_untrusted(r, b);
    if (b->fast_mode)
        reader_note(r, run, "bonnie.columns_inferred_fast_mode", b->row,
                    "eight figures and no columns to go by: taken as the output of -f");
    if (b->partial && (!b->copy || b->copy->partial)) {
        run->state = RUN_PARTIAL;
        reader_note(r, run, "bonnie.truncated", lines_at(r->lines, b->last),
                    "the paste ends inside this run");
    } else if (b->partial) {
        reader_note(r, run, "bonnie.truncated", lines_at(r->lines, b->last),
                    "the CSV line is cut: the rest is from the table");
    }
}
