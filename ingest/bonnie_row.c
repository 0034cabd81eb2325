#include "ingest/bonnie_row.h"

#include <string.h>

enum { MOST_WORDS = 48, FAST_FIGURES = 8, LABEL_WIDTH = 25, CLASSIC_LABEL_WIDTH = 19 };

/* --- words --- */

/* Columns are characters, not bytes. */
static size_t column_of(Slice text, size_t offset)
{
    size_t n = 0;
    for (size_t i = 0; i < offset && i < text.n; i++)
        n += ((unsigned char)text.p[i] & 0xc0) != 0x80;
    return n;
}

static size_t split(const Line *line, Slice text, BonnieWord *words, size_t most)
{
    size_t n = 0;
    Slice word;
    while (n < most && slice_word(&text, &word)) {
        size_t end = (size_t)(word.p - line->text.p) + word.n;
        words[n++] = (BonnieWord){ line, word, column_of(line->text, end) };
    }
    return n;
}

/* "512M", "20G:1k", "64G:4k::65536"; not plain digits. */
static bool is_sure_size(Slice s)
{
    Slice digits;
    if (!slice_digits(&s, &digits))
        return false;
    if (s.n == 0)
        return false;
    if (s.p[0] == '*') {
        s = slice_from(s, 1);
        return slice_digits(&s, &digits) && s.n == 0;
    }
    bool sure = false;
    if (strchr("MGT", s.p[0])) {
        sure = true;
        s = slice_from(s, 1);
    }
    while (slice_skip(&s, SLICE(":"))) {
        sure = true;
        slice_digits(&s, &digits);
        if (s.n && strchr("kKmMgG", s.p[0]))
            s = slice_from(s, 1);
    }
    return sure && s.n == 0;
}

/* "disk)15744M": how long the name in front is; SLICE_NONE: no size at the end. */
static size_t glued_name(Slice s)
{
    size_t end = s.n;
    size_t colon = slice_find_char(s, ':');
    if (colon != SLICE_NONE)
        end = colon;
    if (end < 3 || (s.p[end - 1] != 'M' && s.p[end - 1] != 'G'))
        return SLICE_NONE;
    size_t at = end - 1;
    while (at > 0 && char_is_digit(s.p[at - 1]))
        at--;
    return at > 0 && at < end - 1 && is_sure_size(slice_from(s, at)) ? at : SLICE_NONE;
}

static bool is_files_cell(Slice s)
{
    Slice digits;
    if (!slice_digits(&s, &digits))
        return false;
    if (slice_skip(&s, SLICE(":link")) || slice_skip(&s, SLICE(":symlink")))
        return s.n == 0 || s.p[0] == '/';
    for (size_t i = 0; i < s.n; i++)
        if (!char_is_digit(s.p[i]) && s.p[i] != ':' && s.p[i] != '/' && s.p[i] != 'k')
            return false;
    return true;
}

/* How many words at the end are figures. */
static size_t figures_at_end(const BonnieWord *words, size_t n)
{
    size_t m = 0;
    while (m < n && bonnie_is_figure(words[n - 1 - m].text))
        m++;
    return m;
}

/* --- part one: name, size cell, figures --- */

static bool followed_by_figure(const BonnieWord *words, size_t n, size_t i)
{
    return i + 1 < n && bonnie_is_figure(words[i + 1].text);
}

/*
 * Index of the size cell, SLICE_NONE: none. *words_of_size is 2 for "1* 256". below: how many figures
 * stand alone on the next line, which a mailer may have wrapped off this one.
 */
static size_t find_size(const BonnieWord *words, size_t n, size_t below, size_t *words_of_size)
{
    size_t found = SLICE_NONE;
    *words_of_size = 1;
    for (size_t i = 0; i < n; i++) {
        Slice w = words[i].text, digits;
        if (is_sure_size(w) && (i + 1 == n || followed_by_figure(words, n, i)))
            found = i;
        if (slice_digits(&w, &digits) && slice_is(w, "*") && followed_by_figure(words, n, i)) {
            *words_of_size = 2;
            return i;
        }
    }
    if (found != SLICE_NONE)
        return found;
    /* A bare number of MB, as 1.00 and classic Bonnie print it: an odd one in front of pairs. */
    size_t m = figures_at_end(words, n);
    if (m > BONNIE_ROW_FIGURES)
        return n - BONNIE_ROW_FIGURES - 1;
    if (m > 1 && m + below == BONNIE_ROW_FIGURES + 1)
        return n - m;
    return m % 2 == 1 && m > FAST_FIGURES ? n - m : SLICE_NONE;
}

static void take_figures(BonnieRow *row, const BonnieWord *words, size_t n, size_t from)
{
    for (size_t i = from; i < n && row->n < BONNIE_ROW_FIGURES; i++) {
        if (!bonnie_is_figure(words[i].text))
            break;
        row->figure[row->n++] = words[i];
    }
}

static Slice until_word(const Line *line, const BonnieWord *word)
{
    return slice_trim(slice_first(line->text, (size_t)(word->text.p - line->text.p)));
}

static size_t figures_alone(const Line *line)
{
    BonnieWord words[MOST_WORDS];
    size_t n = line ? split(line, line->text, words, MOST_WORDS) : 0;
    return figures_at_end(words, n) == n ? n : 0;
}

static bool read_part_one(Reader *r, size_t at, const Line *line, BonnieRow *row)
{
    BonnieWord words[MOST_WORDS];
    size_t n = split(line, line->text, words, MOST_WORDS), words_of_size;
    size_t below = figures_alone(lines_at(r->lines, at + 1));
    size_t size = find_size(words, n, below, &words_of_size);
    if (size != SLICE_NONE) {
        const char *end = words[size + words_of_size - 1].text.p;
        end += words[size + words_of_size - 1].text.n;
        row->name = until_word(line, &words[size]);
        row->size = (Slice){ words[size].text.p, (size_t)(end - words[size].text.p) };
        take_figures(row, words, n, size + words_of_size);
        return row->n > 0 || is_sure_size(row->size);
    }
    for (size_t i = 0; i < n; i++) {
        size_t cut = glued_name(words[i].text);
        if (cut == SLICE_NONE || !followed_by_figure(words, n, i))
            continue;
        row->name =
            slice_trim((Slice){ line->text.p, (size_t)(words[i].text.p - line->text.p) + cut });
        row->size = slice_from(words[i].text, cut);
        row->glued = true;
        take_figures(row, words, n, i + 1);
        return row->n > 0;
    }
    size_t m = figures_at_end(words, n);
    if (m < FAST_FIGURES)
        return false;
    row->name = until_word(line, &words[n - m]);
    take_figures(row, words, n, n - m);
    return true;
}

static bool read_part_two(const Line *line, BonnieRow *row)
{
    BonnieWord words[MOST_WORDS];
    size_t n = split(line, line->text, words, MOST_WORDS);
    size_t m = figures_at_end(words, n);
    size_t cell = n > BONNIE_ROW_FIGURES ? n - BONNIE_ROW_FIGURES - 1 : 0;
    while (cell < n && !is_files_cell(words[cell].text))
        cell++;
    if (cell >= n || n - cell - 1 > m || n - cell < 2)
        return false;
    row->name = until_word(line, &words[cell]);
    row->size = words[cell].text;
    take_figures(row, words, n, cell + 1);
    return row->n > 0;
}

/* Cells between tabs: blank ones are there. */
static bool read_tabbed(const Line *line, int part, BonnieRow *row)
{
    enum { MOST_CELLS = 24 };
    Slice cells[MOST_CELLS], rest = line->text;
    size_t n = 0;
    while (n + 1 < MOST_CELLS && slice_until(&rest, SLICE("\t"), &cells[n]))
        n++;
    cells[n++] = rest;
    if (n < BONNIE_ROW_FIGURES + 1 || n > BONNIE_ROW_FIGURES + 2)
        return false;
    size_t first = n - BONNIE_ROW_FIGURES;
    for (size_t i = first; i < n; i++) {
        Slice cell = slice_trim(cells[i]);
        if (cell.n && !bonnie_is_figure(cell))
            return false;
    }
    Slice size = slice_trim(cells[first - 1]);
    if (part == 1 ? !is_sure_size(size) : !is_files_cell(size))
        return false;
    row->name = first > 1 ? slice_trim(cells[0]) : (Slice){ "", 0 };
    row->size = size;
    row->n = BONNIE_ROW_FIGURES;
    row->tabbed = true;
    for (size_t i = 0; i < BONNIE_ROW_FIGURES; i++)
        row->figure[i] = (BonnieWord){ line, slice_trim(cells[first + i]), 0 };
    return true;
}

bool bonnie_row_read(Reader *r, size_t at, int part, BonnieRow *row)
{
    const Line *line = lines_at(r->lines, at);
    *row = (BonnieRow){ .at = at, .last = at, .line = line };
    if (slice_find_char(line->text, '\t') != SLICE_NONE && read_tabbed(line, part, row))
        return true;
    return part == 1 ? read_part_one(r, at, line, row) : read_part_two(line, row);
}

bool bonnie_row_tail(Reader *r, size_t at, BonnieRow *row)
{
    BonnieWord words[MOST_WORDS];
    const Line *line = lines_at(r->lines, at);
    size_t n = split(line, line->text, words, MOST_WORDS);
    if (n == 0 || row->tabbed || row->n_latency || n > BONNIE_ROW_FIGURES - row->n)
        return false;
    if (figures_at_end(words, n) != n)
        return false;
    take_figures(row, words, n, 0);
    row->wrapped = true;
    row->last = at;
    return true;
}

bool bonnie_row_latencies(Reader *r, size_t at, BonnieRow *row)
{
    BonnieWord words[MOST_WORDS];
    const Line *line = lines_at(r->lines, at);
    size_t n = split(line, line->text, words, MOST_WORDS);
    size_t from = n && slice_is(words[0].text, "Latency") ? 1 : 0;
    if (from == 0 && row->n_latency == 0)
        return false;
    for (size_t i = from; i < n; i++)
        if (from == 0 && !bonnie_is_latency(words[i].text))
            return false;
    if (n == 0 || (from == 1 && row->n_latency) || n - from > BONNIE_PART - row->n_latency)
        return false;
    for (size_t i = from; i < n && bonnie_is_latency(words[i].text); i++)
        row->latency[row->n_latency++] = words[i];
    row->last = at;
    return true;
}

/* --- cells --- */

BonnieColumns bonnie_row_columns(const Line *header, bool classic)
{
    BonnieColumns c = { .step = classic ? 11 : 10, .cpu_width = classic ? 4 : 3 };
    size_t at = slice_find(header->text, SLICE("/sec"));
    if (at == SLICE_NONE || slice_find_char(slice_trim(header->text), '\t') != SLICE_NONE)
        return c;
    c.rate_end = column_of(header->text, at + 4);
    Slice text = header->text;
    size_t start = slice_skip_blanks(&text);
    /* The label in front is as wide as the tool prints it, or its blanks have collapsed. */
    size_t label = classic ? CLASSIC_LABEL_WIDTH : LABEL_WIDTH;
    c.known = c.rate_end == start + label;
    return c;
}

static bool near(size_t column, size_t wanted)
{
    return column <= wanted + 2 && wanted <= column + 2;
}

static size_t excess(const BonnieWord *word, size_t width)
{
    return word->text.n > width ? word->text.n - width : 0;
}

/*
 * Which of the six pairs each figure belongs to, following what printf did: a figure ends where its
 * column ends, moved right by what the figures in front of it were too wide.
 */
static bool find_slots(const BonnieRow *row, const BonnieColumns *c, size_t slot[BONNIE_PART])
{
    enum { RATE_WIDTH = 5 };
    size_t drift = 0, next = 0, pairs = (row->n + 1) / 2;
    if (row->size.n) {
        size_t size_end = (size_t)(row->size.p - row->line->text.p) + row->size.n;
        size_end = column_of(row->line->text, size_end);
        if (size_end + RATE_WIDTH + 1 > c->rate_end)
            drift = size_end + RATE_WIDTH + 1 - c->rate_end;
    }
    for (size_t k = 0; k < pairs; k++) {
        const BonnieWord *rate = &row->figure[2 * k];
        size_t wide = drift + excess(rate, RATE_WIDTH);
        while (next < BONNIE_PART && !near(rate->end, c->rate_end + next * c->step + wide))
            next++;
        if (next == BONNIE_PART)
            return false;
        drift = wide;
        if (2 * k + 1 < row->n) {
            const BonnieWord *cpu = &row->figure[2 * k + 1];
            drift += excess(cpu, c->cpu_width);
            if (!near(cpu->end, c->rate_end + next * c->step + c->cpu_width + 1 + drift))
                return false;
        }
        slot[k] = next++;
    }
    return true;
}

/* Pair k of the row becomes a cell. false: not a cell of this test. */
static bool set_cell(const BonnieRow *row, size_t k, BonnieTest test, BonnieCell *cell)
{
    const BonnieWord *rate = &row->figure[2 * k];
    if (!bonnie_rate(test, rate->line, rate->text, &cell->rate))
        return false;
    if (2 * k + 1 < row->n) {
        const BonnieWord *cpu = &row->figure[2 * k + 1];
        if (!bonnie_cpu(cpu->line, cpu->text, &cell->cpu))
            return false;
    }
    bonnie_zero_is_too_fast(cell);
    return true;
}

static bool set_cells(const BonnieRow *row, const size_t *slot, size_t first, BonnieResult *b)
{
    BonnieCell cell[BONNIE_PART] = { 0 };
    for (size_t k = 0; k < (row->n + 1) / 2; k++)
        if (!set_cell(row, k, (BonnieTest)(first + slot[k]), &cell[slot[k]]))
            return false;
    memcpy(b->cell + first, cell, sizeof cell);
    return true;
}

/* The last figure of a cut row may itself be cut: "58" became "5". */
static void drop_last(const BonnieRow *row, size_t slot, size_t first, BonnieResult *b)
{
    BonnieCell *cell = &b->cell[first + slot];
    *(row->n % 2 ? &cell->rate : &cell->cpu) = (BonnieFigure){ .unit = { "", 0 } };
    b->partial = true;
}

static void keep_loose(const BonnieRow *row, BonnieResult *b)
{
    for (size_t i = 0; i < row->n; i++) {
        BonnieFigure *f = &b->loose[b->n_loose++];
        if (i % 2 == 1)
            bonnie_cpu(row->figure[i].line, row->figure[i].text, f);
        else
            *f = (BonnieFigure){ .line = row->figure[i].line, .text = row->figure[i].text };
    }
}

void bonnie_row_place(const BonnieRow *row, const BonnieColumns *columns, BonnieResult *b)
{
    static const size_t all[] = { 0, 1, 2, 3, 4, 5 };
    static const size_t fast[] = { BONNIE_WRITE_BLOCK, BONNIE_REWRITE, BONNIE_READ_BLOCK,
                                   BONNIE_SEEKS };
    size_t slot[BONNIE_PART];
    b->row = row->line;
    if (row->n == BONNIE_ROW_FIGURES && set_cells(row, all, 0, b))
        return;
    if (!row->wrapped && columns->known && find_slots(row, columns, slot) &&
        set_cells(row, slot, 0, b)) {
        if (row->n == 0)
            b->partial = true;
        else if (row->n % 2 == 1 || !b->cell[BONNIE_SEEKS].rate.text.n)
            drop_last(row, slot[(row->n - 1) / 2], 0, b);
        return;
    }
    if (row->n == FAST_FIGURES && set_cells(row, fast, 0, b)) {
        b->fast_mode = true;
        return;
    }
    keep_loose(row, b);
}

void bonnie_row_place_files(const BonnieRow *row, BonnieResult *b)
{
    static const size_t all[] = { 0, 1, 2, 3, 4, 5 };
    b->file_row = row->line;
    if (set_cells(row, all, BONNIE_SEQ_CREATE, b) && row->n < BONNIE_ROW_FIGURES)
        drop_last(row, (row->n - 1) / 2, BONNIE_SEQ_CREATE, b);
}

void bonnie_row_place_latencies(const BonnieRow *row, const BonnieColumns *columns, size_t first,
                                BonnieResult *b)
{
    enum { LATENCY_PAST_RATE = 2 }; /* "%9s" ends two columns behind "%5d" */
    size_t run[BONNIE_PART], tests_run = 0;
    for (size_t t = 0; t < BONNIE_PART; t++)
        if (b->cell[first + t].rate.text.n)
            run[tests_run++] = first + t;
    for (size_t i = 0; i < row->n_latency; i++) {
        const BonnieWord *w = &row->latency[i];
        size_t test;
        if (row->n_latency == BONNIE_PART) {
            test = first + i;
        } else if (row->n_latency == tests_run) {
            test = run[i];
        } else if (columns->known && w->end + 4 >= columns->rate_end + LATENCY_PAST_RATE) {
            size_t nearest = (w->end + 4 - columns->rate_end - LATENCY_PAST_RATE) / columns->step;
            test = first + (nearest < BONNIE_PART ? nearest : BONNIE_PART - 1);
        } else {
            continue; /* blank ones among them, and no columns to go by */
        }
        bonnie_latency(w->line, w->text, &b->cell[test].latency);
    }
}
