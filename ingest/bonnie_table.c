/*
 * The text table of bonnie++ (1.00 to 2.00a), of bon_csv2txt, and of classic Bonnie: header lines,
 * rows, latency lines, in two parts. First the lines are taken, then the rows become results: what
 * a later line says (the long name in the header of part two) is needed for the rows above.
 */
#include "ingest/bonnie_row.h"

#include <string.h>

typedef struct Table {
    Reader *r;
    size_t first, last;
    int part; /* 1, 2; 0: no header yet */
    bool part_has_header[3], part_has_title[3];
    Slice version;
    bool version_wide;  /* "Version     2.00a": bon_csv2txt pads it */
    bool version_twice; /* the second header says it too */
    bool style_2x;      /* "Name:Size etc" */
    bool style_19;      /* "Concurrency", latencies */
    bool classic;
    Slice header_name; /* in front of "-Create--" */
    const Line *header_name_line;
    Slice concurrency;
    const Line *concurrency_line;
    BonnieColumns columns;
    VEC(BonnieRow) rows[3];
    bool row_open;
} Table;

/* --- header lines --- */

static bool is_header_word(Slice w)
{
    static const char *const plain[] = { "/sec", "K/sec", "%CP", "%CPU", "(03)-", "(nosync)---" };
    static const char *const dashed[] = {
        "Sequential", "Output",  "Input", "Create", "Random", "Per", "Chr",  "Char",   "CharUnlk",
        "Block",      "Rewrite", "Seeks", "Seek",   "Rnd",    "04k", "Read", "Delete",
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (slice_is(w, plain[i]))
            return true;
    size_t whole = w.n;
    while (w.n && w.p[0] == '-')
        w = slice_from(w, 1);
    while (w.n && w.p[w.n - 1] == '-')
        w.n--;
    for (size_t i = 0; w.n < whole && i < sizeof dashed / sizeof *dashed; i++)
        if (slice_is(w, dashed[i]))
            return true;
    return false;
}

/* Nothing but words of a header: what a mailer wrapped off one. */
static bool is_header_tail(Slice text)
{
    Slice word;
    size_t n = 0;
    while (slice_word(&text, &word)) {
        if (!is_header_word(word))
            return false;
        n++;
    }
    return n > 0;
}

static int part_of_header(Slice text)
{
    if (slice_has(text, SLICE("Sequential Output")) || slice_has(text, SLICE("-Per Ch")) ||
        slice_has(text, SLICE("Name:Size etc")))
        return 1;
    if (slice_has(text, SLICE("Sequential Create")) || slice_has(text, SLICE("-Create--")))
        return 2;
    if (!slice_has(text, SLICE("/sec")) || !slice_has(text, SLICE("%CP")))
        return 0;
    Slice word;
    slice_word(&text, &word);
    return slice_starts(word, SLICE("Machine")) ? 1 : slice_starts(word, SLICE("files")) ? 2 : 0;
}

bool bonnie_table_starts(const Line *line)
{
    Slice text = line->text;
    int part = part_of_header(text);
    return part && (slice_has(text, SLICE("--")) || slice_has(text, SLICE("/sec")));
}

static void read_version(Table *t, Slice text)
{
    Slice version;
    if (!slice_skip_past(&text, SLICE("Version")))
        return;
    size_t blanks = slice_skip_blanks(&text);
    if (!slice_word(&text, &version))
        return;
    size_t dashes = slice_find(version, SLICE("--"));
    version = slice_first(version, dashes == SLICE_NONE ? version.n : dashes);
    if (t->part == 2 && t->part_has_header[1])
        t->version_twice = true;
    if (!bonnie_is_version(version))
        return;
    if (!t->version.n)
        t->version = version;
    t->version_wide = t->version_wide || blanks >= 4;
}

static void read_header(Table *t, const Line *line)
{
    Slice text = line->text, head = text;
    t->style_2x = t->style_2x || slice_has(text, SLICE("Name:Size"));
    t->classic =
        t->classic || slice_has(text, SLICE("%CPU")) || slice_has(text, SLICE("-Per Char-"));
    read_version(t, text);
    Slice trimmed = slice_trim(text);
    if (slice_skip(&trimmed, SLICE("Concurrency")) && slice_word(&trimmed, &t->concurrency)) {
        t->style_19 = true;
        t->concurrency_line = line;
    }
    if (t->part == 2 && slice_until(&text, SLICE("-Create--"), &head) && slice_trim(head).n) {
        t->header_name = slice_trim(head);
        t->header_name_line = line;
    }
    if (t->part == 1 && slice_has(line->text, SLICE("/sec")) && !t->columns.known)
        t->columns = bonnie_row_columns(line, t->classic);
}

/* --- taking lines --- */

static BonnieRow *open_row(Table *t)
{
    size_t n = t->rows[t->part].n;
    return t->row_open && n ? &t->rows[t->part].v[n - 1] : NULL;
}

/* One header line. false: it begins another table. */
static bool take_header(Table *t, const Line *line, int part)
{
    if (part == 1 && (t->part == 2 || t->rows[1].n))
        return false;
    if (part == 2 && t->rows[2].n)
        return false;
    bool title = slice_has(line->text, SLICE("Sequential "));
    if (title && t->part_has_title[part])
        return false;
    t->part_has_title[part] = t->part_has_title[part] || title;
    if (part != t->part)
        t->row_open = false;
    t->part = part;
    read_header(t, line);
    t->part_has_header[part] = true;
    return true;
}

static bool take_row(Table *t, size_t at)
{
    enum { FEWEST_OF_SECOND = 8 };
    BonnieRow row;
    if (!bonnie_row_read(t->r, at, t->part, &row))
        return false;
    size_t before = t->rows[t->part].n;
    if (before && row.n < FEWEST_OF_SECOND)
        return false;
    *VEC_PUSH(t->r->arena, &t->rows[t->part]) = row;
    t->row_open = true;
    return true;
}

static bool take_line(Table *t, size_t at)
{
    const Line *line = lines_at(t->r->lines, at);
    int part = part_of_header(line->text);
    if (part)
        return take_header(t, line, part);
    if (t->part == 0)
        return false;
    if (is_header_tail(line->text)) {
        read_header(t, line);
        return true;
    }
    if (bonnie_progress_is(line->text) || bonnie_csv_starts(t->r, at))
        return false;
    BonnieRow *row = open_row(t);
    if (row && bonnie_row_latencies(t->r, at, row)) {
        t->style_19 = true;
        return true;
    }
    if (row && row->n < BONNIE_ROW_FIGURES && bonnie_row_tail(t->r, at, row))
        return true;
    return take_row(t, at);
}

static void take_lines(Table *t, size_t at)
{
    while (at != SLICE_NONE && take_line(t, at)) {
        t->last = at;
        at = lines_next_text(t->r->lines, at + 1);
    }
}

/* --- rows into results --- */

static bool is_converted(const Table *t)
{
    if (t->version_wide || t->rows[1].n > 1)
        return true;
    bool both = t->part_has_header[1] && t->part_has_header[2];
    if (t->style_2x || t->style_19)
        return both && t->version.n && !t->version_twice;
    return both && t->rows[2].n && t->rows[2].v[0].name.n;
}

static const char *format_of(const Table *t, bool converted, const char *version)
{
    if (t->classic)
        return "classic bonnie";
    bool is_2x = bonnie_is_2x(version) || (!version[0] && t->style_2x);
    if (converted)
        return is_2x ? "bon_csv2txt 2.x" : "bon_csv2txt 1.x";
    if (is_2x)
        return "bonnie++ text 2.x";
    Slice s = slice_of(version);
    Number n;
    bool is_19 = number_read(&s, &n) ? n.value >= 1.9 : t->style_19;
    return is_19 ? "bonnie++ text 1.9x" : "bonnie++ text 1.x";
}

/*
 * A name and a size that ran together: the header of part two may tell where the name ends
 * ("host15744M" of "host1.example": 5744M).
 */
static void part_glued(const Table *t, BonnieRow *row)
{
    if (!row->glued || !t->header_name.n)
        return;
    Slice both = { row->name.p, (size_t)(row->size.p + row->size.n - row->name.p) };
    size_t same = 0;
    while (same < both.n && same < t->header_name.n && both.p[same] == t->header_name.p[same])
        same++;
    if (same <= row->name.n || same + 2 > both.n || !char_is_digit(both.p[same]))
        return;
    row->name = slice_first(both, same);
    row->size = slice_from(both, same);
}

static void set_machine(const Table *t, BonnieResult *b, const Line *line, Slice name)
{
    const char *known = b->fact[BONNIE_MACHINE].value;
    if (name.n && (!known || strlen(known) < name.n))
        bonnie_result_fact(t->r, b, BONNIE_MACHINE, line, name, name);
}

static BonnieResult *new_result(const Table *t, const char *format, const char *version, size_t at)
{
    BonnieResult *b = bonnie_result_new(t->r, BONNIE_TEXT, at);
    b->format = format;
    b->version = version;
    if (t->concurrency.n)
        bonnie_result_fact(t->r, b, BONNIE_CONCURRENCY, t->concurrency_line, t->concurrency,
                           t->concurrency);
    return b;
}

static void fill_part_one(const Table *t, BonnieRow *row, BonnieResult *b)
{
    part_glued(t, row);
    set_machine(t, b, row->line, row->name);
    if (row->size.n)
        bonnie_result_size(t->r, b, row->line, row->size);
    bonnie_row_place(row, &t->columns, b);
    bonnie_row_place_latencies(row, &t->columns, 0, b);
    b->last = row->last;
}

static void fill_part_two(const Table *t, const BonnieRow *row, BonnieResult *b)
{
    set_machine(t, b, row->line, row->name);
    if (row->size.n)
        bonnie_result_files(t->r, b, row->line, row->size);
    bonnie_row_place_files(row, b);
    bonnie_row_place_latencies(row, &t->columns, BONNIE_SEQ_CREATE, b);
    b->last = row->last;
}

/* Every file rate that stands there is the number of files: the bug of 1.98 to 2.00a. */
static bool rates_are_files(const BonnieResult *b)
{
    const char *files = b->fact[BONNIE_FILES].value;
    char text[NUMBER_TEXT_BYTES];
    size_t n = 0;
    for (size_t i = BONNIE_SEQ_CREATE; files && i < BONNIE_TESTS; i++) {
        const BonnieFigure *f = &b->cell[i].rate;
        if (!f->text.n || f->missing)
            continue;
        if (strcmp(number_text(text, f->number.value), files) != 0)
            return false;
        n++;
    }
    return n > 0;
}

static void build(Table *t, BonnieResults *out)
{
    Arena *a = t->r->arena;
    bool converted = is_converted(t);
    const char *version = arena_text(a, t->version);
    const char *format = format_of(t, converted, version);
    bool is_2x = bonnie_is_2x(version) || (!version[0] && t->style_2x);
    size_t rows = t->rows[1].n > t->rows[2].n ? t->rows[1].n : t->rows[2].n;
    for (size_t i = 0; i < rows; i++) {
        BonnieRow *one = i < t->rows[1].n ? &t->rows[1].v[i] : NULL;
        BonnieRow *two = i < t->rows[2].n ? &t->rows[2].v[i] : NULL;
        BonnieResult *b = new_result(t, format, version, i ? (one ? one->at : two->at) : t->first);
        if (one)
            fill_part_one(t, one, b);
        if (two)
            fill_part_two(t, two, b);
        if (rows == 1)
            set_machine(t, b, t->header_name_line, t->header_name);
        b->rates_untrusted = is_2x && (!converted || rates_are_files(b));
        bool lacks_part = rows == 1 && t->part_has_header[2] && !two;
        b->partial = b->partial || lacks_part;
        *VEC_PUSH(a, out) = b;
    }
}

size_t bonnie_table_read(Reader *r, size_t at, BonnieResults *out)
{
    Table t = { .r = r, .first = at, .last = at };
    take_lines(&t, at);
    if (!t.part_has_header[1] && !t.part_has_header[2])
        return at;
    if (t.rows[1].n == 0 && t.rows[2].n == 0) {
        /* Headings alone: cut at the end of a paste, else of somebody's own table. */
        if (lines_next_text(r->lines, t.last + 1) != SLICE_NONE)
            return at;
        reader_note(r, NULL, "bonnie.truncated", lines_at(r->lines, t.last),
                    "the header of a bonnie++ table, and no row under it");
    }
    build(&t, out);
    return t.last + 1;
}
