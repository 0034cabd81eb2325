/* The two small programs that come with bonnie++: zcav and getc_putc. */
#include <string.h>

#include "ingest/bonnie.h"
#include "ingest/format.h"

/* --- zcav: one line a block of the disk --- */

/*
 * "0.00 212.33 2.411" under "#block offset (GiB), MiB/s, time" (1.9x, 2.x), "100 23455 4.366" under
 * "#block K/s time" (1.0x, offset in MiB). "#1.00 ++++ 0.040": too fast to time.
 */
static bool zcav_row(Slice text, Slice *offset, Slice *rate)
{
    Slice time;
    Number n;
    text = slice_trim(text);
    bool comment = slice_skip(&text, SLICE("#"));
    if (!slice_word(&text, offset) || !slice_word(&text, rate) || !slice_word(&text, &time) ||
        slice_trim(text).n || !number_is(*offset, &n) || !number_is(time, &n))
        return false;
    bool too_fast = slice_starts(*rate, SLICE("+++"));
    return comment ? too_fast : too_fast || number_is(*rate, &n);
}

static bool is_zcav_header(Slice text, double *factor)
{
    text = slice_trim(text);
    if (slice_starts(text, SLICE("#block offset"))) {
        *factor = slice_has(text, SLICE("MiB/s")) ? MEBI : KIBI;
        return true;
    }
    *factor = KIBI;
    return slice_starts(text, SLICE("#block K/s")) || slice_starts(text, SLICE("#block num, K/s"));
}

/* Lines in front of the header that belong to it. */
static bool is_zcav_preamble(Slice text)
{
    text = slice_trim(text);
    return slice_starts(text, SLICE("# Finished loop")) || slice_starts(text, SLICE("#loops: ")) ||
           slice_starts(text, SLICE("Finished loop"));
}

static int probe_zcav(Reader *r, size_t at)
{
    Slice text = lines_at(r->lines, at)->text;
    double factor;
    return is_zcav_preamble(text) || is_zcav_header(text, &factor) ? 96 : 0;
}

/* "# Finished loop 1, on device /dev/sdb at 14:02:11", "#loops: 2, version: 1.03" */
static void zcav_facts(Reader *r, Run *run, const Line *line)
{
    Slice rest = line->text, word;
    if (slice_skip_past(&rest, SLICE("on device ")) && slice_word(&rest, &word) &&
        !run_fact(run, "", "device"))
        reader_fact(r, run, "", "device", word, line, word);
    rest = line->text;
    if (slice_skip_past(&rest, SLICE("#loops: ")) && slice_digits(&rest, &word) &&
        !run_fact(run, "", "loops"))
        reader_fact(r, run, "", "loops", word, line, word);
    rest = line->text;
    if (slice_skip_past(&rest, SLICE("version: ")) && slice_word(&rest, &word))
        run->version = arena_text(r->arena, word);
}

static void zcav_measure(Reader *r, Run *run, const Line *line, Slice offset, Slice rate,
                         double factor)
{
    const char *scope = arena_text(r->arena, offset);
    Number n;
    if (!number_is(rate, &n))
        reader_missing(r, run, scope, "zcav.bw", line, rate, MISSING_TOO_FAST);
    else
        reader_measure(r, run, scope, "zcav.bw", line, &n, factor,
                       factor == MEBI ? SLICE("MiB/s") : SLICE("K/s"));
}

/* "/dev/sdb" of "zcav -f /dev/sdb", "zcav -c 2 /dev/sdb" */
static const char *zcav_device(const Command *c)
{
    for (size_t i = c ? c->argc : 0; i-- > 0;)
        if (c->argv[i][0] == '/')
            return c->argv[i];
    return NULL;
}

static size_t parse_zcav(Reader *r, size_t at)
{
    Run *run = NULL;
    double factor = MEBI, header_factor;
    size_t next = at, first = at;
    for (size_t i = at; i != SLICE_NONE; i = lines_next_text(r->lines, next)) {
        const Line *line = lines_at(r->lines, i);
        Slice offset, rate;
        bool header = is_zcav_header(line->text, &header_factor);
        bool ours = header || is_zcav_preamble(line->text) ||
                    slice_starts(slice_trim(line->text), SLICE("# Read "));
        if (header && run && run->measures.n)
            break; /* the next run */
        if (header)
            factor = header_factor;
        if ((ours || zcav_row(line->text, &offset, &rate)) && !run) {
            run = reader_run(r, "bonnie++", first);
            reader_fact_text(r, run, "", "format", "zcav");
        }
        if (ours)
            zcav_facts(r, run, line);
        else if (zcav_row(line->text, &offset, &rate))
            zcav_measure(r, run, line, offset, rate, factor);
        else
            break;
        next = i + 1;
    }
    const Command *c = reader_command(r, "zcav", at);
    if (run && c)
        run->command = c->text;
    if (run && !run_fact(run, "", "device") && zcav_device(c))
        reader_fact_text(r, run, "", "device", zcav_device(c));
    return next;
}

static const char *const zcav_anchors[] = { "#block", "# Finished loop", "#loops: ", NULL };
static const char *const zcav_samples[] = {
    "# Finished loop 1, on device /dev/sdb at 14:02:11\n"
    "#block offset (GiB), MiB/s, time\n"
    "0.00 212.33 2.411\n"
    "#0.50 ++++ 0.040\n",
    "#loops: 2, version: 1.03e\n"
    "#block K/s time\n"
    "0 23455 4.365871\n"
    "100 23388 4.378378\n",
    NULL,
};
static const MetricInfo zcav_metrics[] = {
    { "zcav.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { NULL, UNIT_UNKNOWN, BETTER_NEITHER, false },
};

const Format format_zcav = {
    .name = "zcav",
    .summary = "zcav of bonnie++: bandwidth by place on the disk",
    .source = "bonnie++ 1.00 to 2.00a: zcav.cpp, zcav_io.cpp",
    .anchors = zcav_anchors,
    .samples = zcav_samples,
    .metrics = zcav_metrics,
    .probe = probe_zcav,
    .parse = parse_zcav,
};

/* --- getc_putc: eight ways to move single bytes --- */

enum { GETC_PUTC_TESTS = 8, GETC_PUTC_FIELDS = 9 };

static const char *const getc_putc_names[GETC_PUTC_TESTS] = {
    "getc_putc.write.bw", "getc_putc.read.bw", "getc_putc.putcNT.bw", "getc_putc.getcNT.bw",
    "getc_putc.putc.bw",  "getc_putc.getc.bw", "getc_putc.putcU.bw",  "getc_putc.getcU.bw",
};

typedef struct ByteRates {
    const Line *line;
    Slice name;
    BonnieFigure rate[GETC_PUTC_TESTS];
} ByteRates;

/* The columns of the header; progress text may stand glued in front of "Version". */
static bool is_byte_header(Slice text, Slice *version)
{
    Slice word;
    *version = (Slice){ "", 0 };
    if (!slice_skip_past(&text, SLICE("Version")) || !slice_word(&text, version))
        return false;
    static const char *const columns[] = { "write", "read", "putcNT", "getcNT",
                                           "putc",  "getc", "putcU",  "getcU" };
    for (size_t i = 0; i < GETC_PUTC_TESTS; i++)
        if (!slice_word(&text, &word) || !slice_is(word, columns[i]))
            return false;
    return slice_trim(text).n == 0;
}

static bool byte_rate(const Line *line, Slice token, BonnieFigure *out)
{
    return bonnie_rate(BONNIE_WRITE_CHAR, line, token, out) && out->factor == KIBI &&
           (out->missing || char_is_digit(token.p[token.n - 1]));
}

/* "gpbox,++++++,++++++,48123,...": exactly nine fields. */
static bool read_byte_csv(const Line *line, ByteRates *out)
{
    Slice rest = line->text, field;
    *out = (ByteRates){ .line = line };
    if (!slice_until(&rest, SLICE(","), &out->name) || !slice_trim(out->name).n)
        return false;
    for (size_t i = 0; i < GETC_PUTC_TESTS; i++) {
        if (i + 1 == GETC_PUTC_TESTS)
            field = rest;
        else if (!slice_until(&rest, SLICE(","), &field))
            return false;
        if (!byte_rate(line, field, &out->rate[i]))
            return false;
    }
    return true;
}

/* The last eight words of the row. */
static bool read_byte_row(const Line *line, ByteRates *out)
{
    enum { MOST_WORDS = 24 };
    Slice words[MOST_WORDS], rest = line->text;
    size_t n = 0;
    while (n < MOST_WORDS && slice_word(&rest, &words[n]))
        n++;
    *out = (ByteRates){ .line = line };
    if (n < GETC_PUTC_TESTS || slice_trim(rest).n)
        return false;
    for (size_t i = 0; i < GETC_PUTC_TESTS; i++)
        if (!byte_rate(line, words[n - GETC_PUTC_TESTS + i], &out->rate[i]))
            return false;
    Slice first = words[n - GETC_PUTC_TESTS];
    out->name = slice_trim(slice_first(line->text, (size_t)(first.p - line->text.p)));
    return true;
}

static size_t index_below(Reader *r, size_t at)
{
    size_t below = lines_next_text(r->lines, at + 1);
    return below == SLICE_NONE || below > at + 2 ? SLICE_NONE : below;
}

static int probe_getc_putc(Reader *r, size_t at)
{
    Slice version;
    return is_byte_header(lines_at(r->lines, at)->text, &version) ? 96 : 0;
}

static size_t parse_getc_putc(Reader *r, size_t at)
{
    Slice version;
    is_byte_header(lines_at(r->lines, at)->text, &version);
    size_t row = index_below(r, at), csv = row == SLICE_NONE ? row : index_below(r, row);
    ByteRates table = { 0 }, line = { 0 };
    bool has_table = row != SLICE_NONE && read_byte_row(lines_at(r->lines, row), &table);
    if (!has_table)
        csv = row; /* the CSV line alone under the header */
    bool has_csv = csv != SLICE_NONE && read_byte_csv(lines_at(r->lines, csv), &line);
    if (!has_table && !has_csv) {
        reader_note(r, NULL, "bonnie.truncated", lines_at(r->lines, at),
                    "the header of getc_putc, and no row under it");
        return at + 1;
    }
    const ByteRates *best = has_csv ? &line : &table;
    Run *run = reader_run(r, "bonnie++", at);
    if (bonnie_is_version(version))
        run->version = arena_text(r->arena, version);
    reader_fact_text(r, run, "", "format", "getc_putc");
    if (slice_trim(best->name).n)
        reader_fact(r, run, "", "machine", best->name, best->line, best->name);
    for (size_t i = 0; i < GETC_PUTC_TESTS; i++) {
        const BonnieFigure *f = &best->rate[i];
        if (f->missing)
            reader_missing(r, run, "", getc_putc_names[i], f->line, f->text, f->missing);
        else if (f->text.n)
            reader_measure(r, run, "", getc_putc_names[i], f->line, &f->number, f->factor, f->unit);
    }
    return (has_csv ? csv : row) + 1;
}

static const char *const getc_putc_anchors[] = { "putcNT", NULL };
static const char *const getc_putc_samples[] = {
    "Version 2.00a          write   read putcNT getcNT   putc   getc  putcU  getcU\n"
    "gpbox                 ++++++ ++++++  48123  51377  20911  22480 ++++++ 512000\n"
    "gpbox,++++++,++++++,48123,51377,20911,22480,++++++,512000\n",
    NULL,
};
static const MetricInfo getc_putc_metrics[] = {
    { "getc_putc.*.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { NULL, UNIT_UNKNOWN, BETTER_NEITHER, false },
};

const Format format_getc_putc = {
    .name = "getc_putc",
    .summary = "getc_putc of bonnie++: bandwidth of reading and writing single bytes",
    .source = "bonnie++ 1.9x to 2.00a: getc_putc.cpp",
    .anchors = getc_putc_anchors,
    .samples = getc_putc_samples,
    .metrics = getc_putc_metrics,
    .probe = probe_getc_putc,
    .parse = parse_getc_putc,
};
