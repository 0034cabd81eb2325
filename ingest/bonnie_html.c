/*
 * The page that bon_csv2html writes, as text: copied out of a browser or read from the HTML, its
 * cells stand between tabs (or bars). A run is a row of name, size, 12 figures, the cells of the
 * file part and 12 more; the latencies are the row below. The versions of 1.x have a chunk size
 * behind the size and K/sec; those of 1.98 and later M/sec, cut to whole numbers, and leave out
 * columns that hold nothing in any row: of the file part, and the concurrency in front of the size.
 */
#include "ingest/bonnie.h"

#include <string.h>

enum { MOST_CELLS = 48, FILE_FACTS = 3, FIGURES = 2 * BONNIE_PART };

typedef struct Cells {
    size_t n;
    Slice v[MOST_CELLS];
} Cells;

typedef struct Page {
    Reader *r;
    const char *version;
    bool megabytes;    /* M/sec */
    bool has_chunk;    /* "Chunk Size" is the cell behind "Size" */
    bool has_clients;  /* "Concurrency" is the cell in front of it */
    bool lacks[FILE_FACTS]; /* columns that the file part does not have */
    size_t start[2];        /* of the figures of both parts in the row above */
    BonnieResult *row; /* the last one */
    BonnieResults *out;
} Page;

static char separator(Slice text)
{
    return slice_find_char(text, '\t') != SLICE_NONE  ? '\t'
           : slice_find_char(text, '|') != SLICE_NONE ? '|'
                                                      : '\0';
}

static bool split(Slice text, Cells *cells)
{
    char mark = separator(text);
    cells->n = 0;
    if (!mark)
        return false;
    if (mark == '|') {
        text = slice_trim(text);
        slice_skip(&text, SLICE("|"));
        if (slice_ends(text, SLICE("|")))
            text.n--;
    }
    while (cells->n + 1 < MOST_CELLS) {
        size_t at = slice_find_char(text, mark);
        if (at == SLICE_NONE)
            break;
        cells->v[cells->n++] = slice_trim(slice_first(text, at));
        text = slice_from(text, at + 1);
    }
    cells->v[cells->n++] = slice_trim(text);
    return true;
}

static Slice cell(const Cells *cells, size_t i)
{
    return i < cells->n ? cells->v[i] : (Slice){ "", 0 };
}

bool bonnie_html_starts(const Line *line)
{
    return slice_has(line->text, SLICE("Sequential Output")) &&
           slice_has(line->text, SLICE("Sequential Input")) &&
           !slice_has(line->text, SLICE("--")) && separator(line->text);
}

static size_t find_cell(const Cells *cells, const char *text, size_t from)
{
    for (size_t i = from; i < cells->n; i++)
        if (slice_is(cells->v[i], text))
            return i;
    return SLICE_NONE;
}

/* --- header --- */

/* Headed "Chunk Size" from 1.98 on, and still the directories. */
static const BonnieKey file_keys[FILE_FACTS] = { BONNIE_MAX_SIZE, BONNIE_MIN_SIZE, BONNIE_DIRS };

static void take_file_columns(Page *p, const Cells *cells)
{
    static const char *const labels[FILE_FACTS] = { "Max Size", "Min Size", "Chunk Size" };
    size_t files = find_cell(cells, "Num Files", 0);
    size_t end = files == SLICE_NONE ? files : find_cell(cells, "Create", files);
    for (size_t i = 0; end != SLICE_NONE && i < FILE_FACTS; i++)
        p->lacks[i] = find_cell(cells, labels[i], files) >= end;
}

static bool take_header(Page *p, const Line *line, const Cells *cells)
{
    size_t size = find_cell(cells, "Size", 0);
    if (size != SLICE_NONE && slice_is(cell(cells, size + 1), "Chunk Size"))
        p->has_chunk = true;
    if (size != SLICE_NONE && find_cell(cells, "Concurrency", 0) < size)
        p->has_clients = true;
    take_file_columns(p, cells);
    bool units = find_cell(cells, "M/sec", 0) != SLICE_NONE;
    p->megabytes = p->megabytes || units;
    Slice rest = line->text, version;
    if (slice_skip_past(&rest, SLICE("Version")) && slice_word(&rest, &version) &&
        bonnie_is_version(version))
        p->version = arena_text(p->r->arena, version);
    return size != SLICE_NONE || units || find_cell(cells, "K/sec", 0) != SLICE_NONE ||
           bonnie_html_starts(line);
}

/* --- rows --- */

static bool set_pair(const Page *p, const Line *line, const Cells *cells, size_t at, size_t test,
                     BonnieCell *c)
{
    if (!bonnie_rate((BonnieTest)test, line, cell(cells, at), &c->rate) ||
        !bonnie_cpu(line, cell(cells, at + 1), &c->cpu))
        return false;
    if (p->megabytes && !c->cpu.text.n && slice_is(c->rate.text, "0"))
        c->rate = c->cpu; /* nothing divided is 0 there: not run */
    bool is_char = test == BONNIE_WRITE_CHAR || test == BONNIE_READ_CHAR;
    if (p->megabytes && test < BONNIE_SEEKS && !is_char) /* under M/sec, too, but not divided (2.00a) */
        c->rate.factor = MEBI;
    bonnie_zero_is_too_fast(c);
    return true;
}

static bool is_size(Slice s)
{
    Slice digits;
    return slice_digits(&s, &digits) && (slice_is(s, "M") || slice_is(s, "G"));
}

static bool take_row(Page *p, size_t at, const Line *line, const Cells *cells)
{
    size_t size = p->has_clients ? 2 : 1;
    bool named = is_size(cell(cells, size)) || !is_size(cell(cells, size - 1));
    size -= !named;
    size_t first = size + 1 + (p->has_chunk ? 1 : 0);
    if (cells->n < first + 2)
        return false;
    BonnieResult *b = bonnie_result_new(p->r, BONNIE_TEXT, at);
    size_t files = first + FIGURES, second = files + 1;
    for (size_t i = 0; i < FILE_FACTS; i++)
        second += !p->lacks[i];
    p->start[0] = first;
    p->start[1] = second;
    for (size_t t = 0; t < BONNIE_PART; t++)
        if (!set_pair(p, line, cells, first + 2 * t, t, &b->cell[t]) ||
            !set_pair(p, line, cells, second + 2 * t, BONNIE_PART + t, &b->cell[BONNIE_PART + t]))
            return false;
    b->format = "bon_csv2html";
    b->version = p->version;
    b->row = b->file_row = line;
    if (named)
        bonnie_result_fact(p->r, b, BONNIE_MACHINE, line, cell(cells, 0), cell(cells, 0));
    if (p->has_clients)
        bonnie_result_fact(p->r, b, BONNIE_CONCURRENCY, line, cell(cells, size - 1),
                           cell(cells, size - 1));
    if (cell(cells, size).n)
        bonnie_result_size(p->r, b, line, cell(cells, size));
    if (cell(cells, files).n)
        bonnie_result_files(p->r, b, line, cell(cells, files));
    for (size_t i = 0, at_cell = files + 1; i < FILE_FACTS; i++) {
        if (p->lacks[i])
            continue;
        bonnie_result_fact(p->r, b, file_keys[i], line, cell(cells, at_cell), cell(cells, at_cell));
        at_cell++;
    }
    *VEC_PUSH(p->r->arena, p->out) = p->row = b;
    return true;
}

/*
 * Cells that span two columns stand once, or once and a blank: then below those of the row, whose
 * name may hang down.
 */
static bool take_latencies(Page *p, const Line *line, const Cells *cells)
{
    size_t one = find_cell(cells, "Latency", 0);
    if (one == SLICE_NONE || !p->row)
        return false;
    size_t two = find_cell(cells, "Latency", one + 1);
    size_t between = two == SLICE_NONE ? 0 : two - one, hangs = one > 0;
    size_t step = between >= FIGURES ? 2 : 1;
    size_t start[2] = { one + 1, two == SLICE_NONE ? cells->n : two + 1 };
    for (size_t part = 0; part < 2 && step == 2; part++)
        start[part] = p->start[part] - 1 + hangs;
    for (size_t t = 0; t < BONNIE_TESTS; t++) {
        size_t at = start[t / BONNIE_PART] + step * (t % BONNIE_PART);
        BonnieFigure f;
        if (bonnie_latency(line, cell(cells, at), &f))
            p->row->cell[t].latency = f;
    }
    return true;
}

size_t bonnie_html_read(Reader *r, size_t at, BonnieResults *out)
{
    Page p = { .r = r, .version = "", .out = out };
    size_t next = at;
    for (size_t i = at; i != SLICE_NONE; i = lines_next_text(r->lines, next)) {
        const Line *line = lines_at(r->lines, i);
        Cells cells;
        if (!split(line->text, &cells))
            break;
        if (take_latencies(&p, line, &cells))
            p.row->last = i;
        else if (!take_header(&p, line, &cells) && !take_row(&p, i, line, &cells))
            break;
        next = i + 1;
    }
    return next;
}
