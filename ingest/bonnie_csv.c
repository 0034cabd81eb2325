/*
 * The CSV line of bonnie++. The number of fields says which version wrote it; header lines do not:
 * they are wrong in every version that prints them. Layouts from bon_time.cpp of 1.00 to 2.00.
 */
#include "ingest/bonnie.h"

enum { MOST_FIELDS = 64, FEWEST_FIELDS = 9, MOST_PIECES = 12, NONE = -1 };

typedef struct Fields {
    size_t n;
    Slice v[MOST_FIELDS];
} Fields;

/* Zero-based places. A pair is a rate and its CPU share. */
typedef struct Layout {
    size_t fields;
    int version, name, concurrency, seed, size, chunk, seeks, seek_procs;
    int pairs, files, max, min, dirs, file_pairs, latencies;
} Layout;

/* clang-format off */
static const Layout layouts[] = {
    /* 1.00 to 1.04 */
    { 27, NONE, 0, NONE, NONE, 1, NONE, NONE, NONE, 2, 14, NONE, NONE, NONE, 15, NONE },
    /* 1.90, 1.91: with and without latencies */
    { 34, 1, 2, NONE, NONE, 3, 4, NONE, NONE, 5, 17, 18, 19, 21, 22, NONE },
    { 46, 1, 2, NONE, NONE, 3, 4, NONE, NONE, 5, 17, 18, 19, 21, 22, 34 },
    /* 1.92b to 1.96 with -s 0: one comma too few in front of the number of files */
    { 47, 1, 2, 3, 4, 5, 6, NONE, NONE, 7, 18, 19, 20, 22, 23, 35 },
    /* 1.92b to 1.97.3 */
    { 48, 1, 2, 3, 4, 5, 6, NONE, NONE, 7, 19, 20, 21, 23, 24, 36 },
    /* 1.98 to 2.00a */
    { 50, 1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22, 23, 25, 26, 38 },
};
/* clang-format on */

static const Layout *layout_of(size_t fields)
{
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i].fields == fields)
            return &layouts[i];
    return NULL;
}

/* --- fields --- */

static Slice unquote(Slice s)
{
    s = slice_trim(s);
    if (s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"')
        s = slice_trim(slice_first(slice_from(s, 1), s.n - 2));
    return s;
}

static void split(Slice text, Fields *f)
{
    Slice field;
    f->n = 0;
    while (f->n + 1 < MOST_FIELDS && slice_until(&text, SLICE(","), &field))
        f->v[f->n++] = unquote(field);
    /* Whatever a person wrote behind the line is not part of the last field. */
    Slice last = { text.p, 0 };
    slice_word(&text, &last);
    f->v[f->n++] = unquote(last);
}

static size_t count_commas(Slice s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == ',';
    return n;
}

static bool is_blank_or_figure(Slice s)
{
    return s.n == 0 || bonnie_is_figure(s);
}

static bool is_size(Slice s)
{
    Slice digits;
    if (!slice_digits(&s, &digits))
        return false;
    if (s.n && (s.p[0] == 'M' || s.p[0] == 'G' || s.p[0] == 'k'))
        s = slice_from(s, 1);
    return s.n == 0 || s.p[0] == ':';
}

/* 1.90 to 2.xx, two decimals: plain columns of numbers are no versions. */
static bool is_recent(Slice s)
{
    Slice rest = s;
    Number n;
    return bonnie_is_version(s) && s.n >= 4 && number_read(&rest, &n) && n.value >= 1.9 &&
           n.value < 3 && n.half < 0.01;
}

/* Field 0 and 1 are versions: 1.90 and later ("2" was the format of 1.90). */
static bool has_versions(const Fields *f)
{
    return f->n >= 3 && (is_recent(f->v[0]) || slice_is(f->v[0], "2")) && is_recent(f->v[1]);
}

/* The 27 fields of 1.0x, as far as they are there. */
static bool fits_old(const Fields *f)
{
    if (f->n < FEWEST_FIELDS || f->n > 27 || (f->v[1].n && !is_size(f->v[1])) || !f->v[0].n ||
        bonnie_is_figure(f->v[0]))
        return false;
    size_t figures = 0;
    bool sure = f->v[1].n && !char_is_digit(f->v[1].p[f->v[1].n - 1]);
    for (size_t i = 2; i < f->n; i++) {
        if (i == 14)
            continue;
        if (!is_blank_or_figure(f->v[i]))
            return false;
        figures += f->v[i].n > 0;
        sure = sure || slice_starts(f->v[i], SLICE("+++"));
    }
    if (f->n > 14 && f->v[14].n && !char_is_digit(f->v[14].p[0]))
        return false;
    /* Any table could have 27 columns: 1.00 writes a bare size, then only "+++++" tells it apart.
     */
    sure = sure || (f->n == 27 && f->v[1].n == 0);
    return sure && (figures >= 2 || f->n > 14);
}

/* How many fields the line ought to have; 0: no idea. */
static size_t fields_wanted(const Fields *f)
{
    if (!has_versions(f))
        return 27;
    Slice s = f->v[0];
    Number format;
    if (!number_read(&s, &format))
        return 0;
    if (format.value >= 1.98 && format.value < 2)
        return 50;
    return format.value >= 1.92 && format.value < 1.98 ? 48 : 0;
}

/* 47 fields are whole when the -s 0 of 1.92 to 1.96 took a comma away. */
static bool lacks_a_comma(const Fields *f)
{
    if (f->n != 47 || !has_versions(f) || f->v[5].n)
        return false;
    for (size_t i = 6; i < 18; i++)
        if (f->v[i].n)
            return false;
    return f->v[18].n > 0;
}

/* --- one line out of pieces --- */

static Slice behind_prefix(Slice text)
{
    size_t comma = slice_find_char(text, ',');
    size_t at = comma == SLICE_NONE ? 0 : comma;
    while (at > 0 && !char_is_blank(text.p[at - 1]) && text.p[at - 1] != ':' &&
           text.p[at - 1] != '=')
        at--;
    Slice rest = slice_from(text, at);
    Fields f;
    split(rest, &f);
    return has_versions(&f) ? rest : text;
}

static bool is_header(Slice text)
{
    return slice_starts(text, SLICE("format_version,bonnie_version")) ||
           slice_starts(text, SLICE("name,file_size,"));
}

static bool starts(Slice text)
{
    if (text.n == 0 || text.p[0] == '#' || count_commas(text) + 1 < FEWEST_FIELDS)
        return false;
    if (is_header(text))
        return true;
    Fields f;
    split(behind_prefix(text), &f);
    return has_versions(&f) || fits_old(&f);
}

bool bonnie_csv_starts(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    return line && starts(slice_trim(line->text));
}

/* Could this line be the tail of a broken CSV line? */
static bool is_tail(Slice text)
{
    if (text.n == 0 || starts(text))
        return false;
    for (size_t i = 0; i < text.n; i++)
        if (!char_is_alnum(text.p[i]) && text.p[i] != ',' && text.p[i] != '+' && text.p[i] != '.' &&
            text.p[i] != ':' && text.p[i] != '/')
            return false;
    return count_commas(text) > 0 || text.n <= 8;
}

/* The last latency has lost its unit to the next line. */
static bool last_is_cut(const Fields *f, size_t wanted)
{
    const Layout *l = layout_of(wanted);
    return l && l->latencies != NONE && f->n == wanted && f->v[f->n - 1].n &&
           !bonnie_is_latency(f->v[f->n - 1]);
}

/* The line at `at` with the pieces below it; *next is the first line behind them. */
static const Line *gather(Reader *r, size_t at, Fields *f, size_t *wanted, size_t *next)
{
    const Line *line = lines_at(r->lines, at);
    split(behind_prefix(slice_trim(line->text)), f);
    *wanted = fields_wanted(f);
    *next = at + 1;
    for (int i = 0; i < MOST_PIECES && *wanted; i++) {
        bool short_of = f->n < *wanted && !lacks_a_comma(f);
        size_t below = lines_next_text(r->lines, *next);
        if ((!short_of && !last_is_cut(f, *wanted)) || below == SLICE_NONE || below > *next + 1)
            break;
        Slice tail = slice_trim(lines_at(r->lines, below)->text);
        if (!is_tail(tail) || f->n + count_commas(tail) > *wanted)
            break;
        line = lines_glued(r->lines, at, below - at + 1);
        split(behind_prefix(slice_trim(line->text)), f);
        *next = below + 1;
    }
    return line;
}

/* --- fields into a result --- */

static Slice field(const Fields *f, int place)
{
    return place >= 0 && (size_t)place < f->n ? f->v[place] : (Slice){ "", 0 };
}

static bool fill_cells(const Layout *l, const Fields *f, const Line *line, BonnieResult *b)
{
    for (int t = 0; t < BONNIE_TESTS; t++) {
        int place =
            t < BONNIE_SEQ_CREATE ? l->pairs + 2 * t : l->file_pairs + 2 * (t - BONNIE_SEQ_CREATE);
        BonnieCell *c = &b->cell[t];
        Slice latency = l->latencies == NONE ? (Slice){ "", 0 } : field(f, l->latencies + t);
        if (!bonnie_rate((BonnieTest)t, line, field(f, place), &c->rate) ||
            !bonnie_cpu(line, field(f, place + 1), &c->cpu) ||
            !bonnie_latency(line, latency, &c->latency))
            return false;
        bonnie_zero_is_too_fast(c);
    }
    return true;
}

static bool fill_facts(Reader *r, const Layout *l, const Fields *f, const Line *line,
                       BonnieResult *b)
{
    struct {
        BonnieKey key;
        int place;
    } plain[] = {
        { BONNIE_MACHINE, l->name },
        { BONNIE_CONCURRENCY, l->concurrency },
        { BONNIE_SEED, l->seed },
        { BONNIE_SEEK_COUNT, l->seeks },
        { BONNIE_SEEK_PROCS, l->seek_procs },
        { BONNIE_MAX_SIZE, l->max },
        { BONNIE_MIN_SIZE, l->min },
        { BONNIE_DIRS, l->dirs },
    };
    Slice size = field(f, l->size), files = field(f, l->files), chunk = field(f, l->chunk);
    if (size.n && !bonnie_result_size(r, b, line, size))
        return false;
    if (files.n && !bonnie_result_files(r, b, line, files))
        return false;
    if (chunk.n) {
        const char *both = arena_printf(r->arena, "%.*s:%.*s", SLICE_ARG(size), SLICE_ARG(chunk));
        bonnie_result_size(r, b, line, slice_of(both));
        b->fact[BONNIE_FILE_SIZE].where = size;
        b->fact[BONNIE_CHUNK_SIZE].where = chunk;
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        bonnie_result_fact(r, b, plain[i].key, line, field(f, plain[i].place),
                           field(f, plain[i].place));
    if (l->version != NONE)
        b->version = arena_text(r->arena, field(f, l->version));
    return true;
}

static BonnieResult *fill(Reader *r, size_t at, size_t next, const Layout *l, const Fields *f,
                          const Line *line)
{
    BonnieResult *b = bonnie_result_new(r, BONNIE_CSV, at);
    b->last = next - 1;
    b->row = b->file_row = line;
    b->format = arena_printf(r->arena, "bonnie++ csv %zu", l->fields);
    return fill_cells(l, f, line, b) && fill_facts(r, l, f, line, b) ? b : NULL;
}

static bool refuse(Reader *r, const Fields *f, const Line *line)
{
    enum { FEWEST_REFUSED = 30 };
    if (!has_versions(f) || f->n < FEWEST_REFUSED)
        return false;
    reader_note(r, NULL, "not-understood", line,
                "a CSV line of %zu fields: bonnie++ writes 27, 47, 48 or 50", f->n);
    return true;
}

size_t bonnie_csv_read(Reader *r, size_t at, BonnieResult **out)
{
    *out = NULL;
    Slice text = slice_trim(lines_at(r->lines, at)->text);
    if (is_header(text)) {
        size_t next = at + 1;
        for (const Line *line; (line = lines_at(r->lines, next)) &&
                               slice_find(line->text, SLICE("_cpu,")) != SLICE_NONE &&
                               !starts(slice_trim(line->text));)
            next++;
        return next;
    }
    Fields f;
    size_t wanted, next;
    const Line *line = gather(r, at, &f, &wanted, &next);
    while (f.n > 1 && wanted && f.n > wanted && f.v[f.n - 1].n == 0)
        f.n--;
    const Layout *l = lacks_a_comma(&f) ? layout_of(47) : layout_of(wanted ? wanted : f.n);
    if (!l || f.n > l->fields || (!has_versions(&f) && f.n < 15))
        goto refused;
    if (f.n < l->fields) {
        /* Cut: at the end of the paste anywhere, else only where it is plain to see. */
        bool at_end = lines_next_text(r->lines, next) == SLICE_NONE;
        bool plain = l->latencies != NONE && f.n < (size_t)l->latencies;
        if (f.n <= (size_t)l->pairs + 2 || (!at_end && !plain))
            goto refused;
        f.n--; /* who knows what is missing from the last one */
    }
    *out = fill(r, at, next, l, &f, line);
    if (!*out)
        goto refused;
    (*out)->partial = f.n < l->fields;
    return next;

refused:
    return refuse(r, &f, line) ? next : at;
}
