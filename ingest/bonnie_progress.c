/*
 * What the programs say while they run, and what they say instead of running. The words are those
 * of bonnie++.cpp 1.00 to 2.00 and of classic Bonnie 1.x, which prints figures behind them.
 */
#include "ingest/bonnie.h"

#include <string.h>

typedef struct Phrase {
    const char *text;
    int test; /* of the figures of classic Bonnie; -1: none */
} Phrase;

static const Phrase phrases[] = {
    { "Writing with putc()...", BONNIE_WRITE_CHAR },
    { "Writing a byte at a time...", BONNIE_WRITE_CHAR },
    { "Writing intelligently...", BONNIE_WRITE_BLOCK },
    { "Rewriting...", BONNIE_REWRITE },
    { "Reading with getc()...", BONNIE_READ_CHAR },
    { "Reading a byte at a time...", BONNIE_READ_CHAR },
    { "Reading intelligently...", BONNIE_READ_BLOCK },
    { "start 'em...", -1 },
    { "Seeker 1...", -1 },
    { "Create files in sequential order...", -1 },
    { "Stat files in sequential order...", -1 },
    { "Delete files in sequential order...", -1 },
    { "Create files in random order...", -1 },
    { "Stat files in random order...", -1 },
    { "Delete files in random order...", -1 },
    { "Delete files in random order..", -1 },
    { "Using uid:", -1 },
    { "Bonnie: Warning:", -1 },
};

static const Phrase *find_phrase(Slice text)
{
    text = slice_trim(text);
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (slice_starts(text, slice_of(phrases[i].text)))
            return &phrases[i];
    return NULL;
}

/* "Bonnie 1.2: File './Bonnie.1557', size: 268435456, volumes: 1", "File './Bonnie.1557', size: N"
 */
static bool is_file_line(Slice text)
{
    return slice_has(text, SLICE("File '")) && slice_has(text, SLICE("', size: "));
}

bool bonnie_progress_is(Slice text)
{
    return find_phrase(text) || is_file_line(text);
}

static BonnieResult *figures_of(Reader *r, size_t at, BonnieProgress *p)
{
    if (!p->result) {
        p->result = bonnie_result_new(r, BONNIE_PROGRESS, at);
        p->result->format = "classic bonnie";
    }
    p->result->last = at;
    return p->result;
}

/* "done:  21846 kB/s  98.0 %CPU" */
static void read_figures(Reader *r, size_t at, BonnieTest test, BonnieProgress *p)
{
    const Line *line = lines_at(r->lines, at);
    Slice rest = line->text, rate, cpu;
    if (!slice_skip_past(&rest, SLICE("done:")) || !slice_word(&rest, &rate) ||
        !slice_skip_past(&rest, SLICE("kB/s")) || !slice_word(&rest, &cpu))
        return;
    BonnieCell cell = { 0 };
    if (!bonnie_rate(test, line, rate, &cell.rate) || !bonnie_cpu(line, cpu, &cell.cpu))
        return;
    figures_of(r, at, p)->cell[test] = cell;
}

static void read_file_line(Reader *r, size_t at, BonnieProgress *p)
{
    const Line *line = lines_at(r->lines, at);
    Slice rest = line->text, version, digits;
    if (slice_skip_past(&rest, SLICE("Bonnie ")) && slice_until(&rest, SLICE(":"), &version) &&
        bonnie_is_version(version))
        p->version = arena_text(r->arena, version);
    rest = line->text;
    Number n;
    if (slice_skip_past(&rest, SLICE("', size: ")) && slice_digits(&rest, &digits) &&
        number_is(digits, &n))
        bonnie_result_number(r, figures_of(r, at, p), BONNIE_FILE_SIZE, line, digits, n.value);
}

void bonnie_progress_read(Reader *r, size_t at, BonnieProgress *p)
{
    Slice text = lines_at(r->lines, at)->text;
    const Phrase *phrase = find_phrase(text);
    if (!p->open)
        *p = (BonnieProgress){ .first = at, .version = "", .open = true };
    if (!phrase)
        read_file_line(r, at, p);
    else if (phrase->test >= 0)
        read_figures(r, at, (BonnieTest)phrase->test, p);
}

/* --- refusals --- */

static const char *const refusals[] = {
    "You must use the \"-u\" switch when running as root",
    "File size should be double RAM",
    "Can't write() - disk full",
    "Can't write block",
    "Can't stat file ",
    "Can't open file ./Bonnie",
    "Can't seek in rewrite",
    "Bonnie: drastic I/O error",
    "usage: bonnie++ [",
    "usage: Bonnie [",
    "bonnie++ [-d scratch-dir]",
    "Bonnie++ [-d scratch-dir]",
    "Usage: zcav [",
    "usage: getc_putc ",
};

Slice bonnie_refusal(Slice text)
{
    text = slice_trim(text);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (slice_starts(text, slice_of(refusals[i])))
            return text;
    return (Slice){ "", 0 };
}

static bool is_usage(Slice text)
{
    text = slice_trim(text);
    return slice_starts(text, SLICE("[-")) || slice_eq_nocase(text, SLICE("usage:")) ||
           slice_starts(text, SLICE("Version: ")) || bonnie_refusal(text).n;
}

size_t bonnie_refusal_end(Reader *r, size_t at)
{
    size_t next = at + 1;
    for (size_t i = lines_next_text(r->lines, next); i != SLICE_NONE && i <= next + 1;
         i = lines_next_text(r->lines, next)) {
        if (!is_usage(lines_at(r->lines, i)->text))
            break;
        next = i + 1;
    }
    return next;
}
