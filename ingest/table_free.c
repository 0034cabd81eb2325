/*
 * Tables that are held together by blanks. Columns on screen are counted with tabs at every eighth
 * column and one column a character.
 *
 * Three readings, in this order; the first that fits all rows is taken:
 *   flush right   every number ends under the end of its heading, one blank may divide two of them
 *   clusters      two blanks or more divide cells; what stands over each other is a column
 *   starts        where most rows begin a cell is a column; a cell goes to the nearest start
 * and where all blanks are single (a mailer collapsed them): as many values in every row as names
 * in the heading.
 */
#include "ingest/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/safe.h"

enum { TAB_WIDTH = 8, MOST_ROWS = 20000, NEAR_TITLE = 6, LONGEST_LINE = 2000 };

/* Text between gaps of a line, with its columns on screen. */
typedef struct Piece {
    Slice text;
    size_t start, end;
} Piece;

typedef struct Pieces {
    size_t n;
    Piece *v;
} Pieces;

typedef struct FreeRow {
    size_t index;
    const Line *line;
    Pieces pieces; /* divided by two blanks or more */
    Pieces words;  /* divided by one */
} FreeRow;

typedef struct Column {
    size_t start, end; /* hull of its cells */
    bool flush_right;
} Column;

typedef struct Free {
    Reader *r;
    Grid *g;
    VEC(FreeRow) heading; /* lines above the data, the last one names the columns */
    VEC(FreeRow) row;
    VEC(Column) column;
} Free;

/* Longer lines are nobody's table: they count as empty. */
static Slice text_at(Reader *r, size_t index)
{
    const Line *line = lines_at(r->lines, index);
    return line && line->text.n <= LONGEST_LINE ? line->text : (Slice){ 0 };
}

/* --- lines into pieces --- */

typedef struct Room {
    Arena *arena; /* NULL: v holds `most`, what is more is left out */
    Piece *v;
    size_t n, cap;
} Room;

/* The next piece; NULL: there is no room. */
static Piece *push(Room *room)
{
    if (room->n == room->cap) {
        if (!room->arena)
            return NULL;
        room->v = arena_grow(room->arena, room->v, &room->cap, sizeof *room->v);
    }
    return &room->v[room->n++];
}

static void cut_into(Room *room, Slice text, size_t least_blanks)
{
    size_t column = 0, blanks = least_blanks;
    for (size_t i = 0; i < text.n;) {
        if (text.p[i] == '\t' || text.p[i] == ' ') {
            bool tab = text.p[i++] == '\t';
            column += tab ? TAB_WIDTH - column % TAB_WIDTH : 1;
            blanks += tab ? 2 : 1;
            continue;
        }
        uint32_t code;
        size_t n = safe_utf8_next(slice_from(text, i), &code);
        Piece *p = room->n ? &room->v[room->n - 1] : NULL;
        if (blanks >= least_blanks || !p) {
            if (!(p = push(room)))
                return;
            *p = (Piece){ { text.p + i, n }, column, column + 1 };
        }
        blanks = 0;
        column++;
        i += n;
        p->text.n = (size_t)(text.p + i - p->text.p);
        p->end = column;
    }
}

static Pieces cut(Arena *a, Slice text, size_t least_blanks)
{
    Room room = { .arena = a };
    cut_into(&room, text, least_blanks);
    return (Pieces){ room.n, room.v };
}

/* For a look: nothing is kept in the arena. */
enum { MOST_AT_A_LOOK = 64 };
typedef struct Look {
    Piece piece[MOST_AT_A_LOOK];
} Look;

static Pieces look_at(Look *look, Slice text)
{
    Room room = { .v = look->piece, .cap = MOST_AT_A_LOOK };
    cut_into(&room, text, 2);
    return (Pieces){ room.n, look->piece };
}

static bool begins_value(Slice t)
{
    static const char *const signs[] = { "+", "-", "~", "<", ">", "\xe2\x88\x92", "\xe2\x89\x88" };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (slice_skip(&t, slice_of(signs[i])))
            break;
    return t.n && (char_is_digit(t.p[0]) || (t.p[0] == '.' && t.n > 1 && char_is_digit(t.p[1])));
}

/* A cell that a table may hold: a value or a mark of a missing one. */
static bool is_value_piece(Slice t)
{
    static const TableMarks marks = { .comma_is_decimal = true };
    Slice plain = t;
    if (plain.n > 1 && plain.p[plain.n - 1] == '*')
        plain.n--;
    if (table_cell_missing(plain))
        return true;
    if (!begins_value(plain) && plain.p[0] != '+')
        return false;
    TableCell c;
    table_cell_read((Cell){ NULL, plain }, &marks, &c);
    return c.kind != CELL_TEXT && (c.kind != CELL_BAD_UNIT || c.odd.n < 12);
}

/* Is this line a row: behind its first piece at least half are values? */
static bool is_data(const Pieces *p)
{
    size_t values = 0, figures = 0, from = p->n && begins_value(p->v[0].text) && p->n > 1 ? 0 : 1;
    for (size_t i = from; i < p->n; i++) {
        values += is_value_piece(p->v[i].text);
        figures += begins_value(p->v[i].text);
    }
    return p->n >= 2 && figures && values * 2 >= p->n - from && is_value_piece(p->v[p->n - 1].text);
}

/* "-----Sequential Output-----": a name drawn between dashes. */
static bool is_drawn(Slice t)
{
    Slice bare = t;
    size_t before = 0, behind = 0;
    while (bare.n && strchr("-=_", bare.p[0])) {
        bare = slice_from(bare, 1);
        before++;
    }
    while (bare.n && strchr("-=_", bare.p[bare.n - 1])) {
        bare.n--;
        behind++;
    }
    return bare.n && before >= 2 && behind >= 2;
}

static bool is_rule(Slice t)
{
    for (size_t i = 0; i < t.n; i++)
        if (!strchr("-=_ \t", t.p[i]))
            return false;
    return t.n > 0;
}

static FreeRow row_at(Reader *r, size_t index)
{
    Slice text = text_at(r, index);
    return (FreeRow){ index, lines_at(r->lines, index), cut(r->arena, text, 2), cut(r->arena, text, 1) };
}

static bool all_drawn(const Pieces *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (!is_drawn(p->v[i].text))
            return false;
    return p->n > 0;
}

/* --- does one start here --- */

/* A gap of two blanks, or a tab, with text on both sides; cheap. */
static bool has_gap(Slice t)
{
    t = slice_trim(t);
    return slice_has(t, SLICE("  ")) || slice_find_char(t, '\t') != SLICE_NONE;
}

static bool has_digit(Slice t)
{
    for (size_t i = 0; i < t.n; i++)
        if (char_is_digit(t.p[i]))
            return true;
    return false;
}

/*
 * Values at the end of a line whose blanks are single, and where they begin: as many as possible, or
 * `want` if that can be ("rm 100k 1m 39s 1m 3s" holds 3 or 2). 0: it does not end in values.
 */
static size_t trailing_values(Slice t, size_t want, size_t *label_end)
{
    size_t most = 0;
    static const TableMarks marks = { .comma_is_decimal = true, .no_groups = true };
    t = slice_trim(t);
    for (size_t i = 0; i < t.n && i < 200; i++) {
        if (i == 0 || !char_is_blank(t.p[i - 1]) || !begins_value(slice_from(t, i)))
            continue;
        TableValue v[4];
        Slice rest = slice_from(t, i);
        size_t n = table_cell_values(&rest, &marks, v, 4);
        if (!n || rest.n || (most && n != want))
            continue;
        if (!most || n == want) {
            *label_end = i;
            most = n;
        }
        if (n == want || !want)
            break;
    }
    return most;
}

/* Letters in front of the values: "0.00 212.33 2.411" is a log of something. */
static bool is_collapsed_row(Slice t)
{
    size_t label;
    t = slice_trim(t);
    if (has_gap(t) || !has_digit(t) || !char_is_alnum(t.p[0]) || trailing_values(t, 0, &label) < 2)
        return false;
    for (size_t i = 0; i < label; i++)
        if (char_is_alpha(t.p[i]))
            return true;
    return false;
}

/* The next line below a heading; a blank line may stand between the names and the rows. */
static size_t below_heading(Reader *r, size_t index, bool doubled)
{
    size_t next = table_split_next(r, index, doubled);
    const Line *here = lines_at(r->lines, index), *line = lines_at(r->lines, index + 2);
    if (next != SLICE_NONE || !line || text_at(r, index + 1).n || line->depth != here->depth ||
        !has_gap(here->text) || !has_gap(text_at(r, index + 2)) || !has_digit(line->text))
        return next;
    Look above, below;
    Pieces names = look_at(&above, here->text), p = look_at(&below, line->text);
    return is_data(&p) && !is_data(&names) && names.n >= 2 && p.n <= names.n + 1 ? index + 2 : SLICE_NONE;
}

bool table_free_starts(Reader *r, size_t at)
{
    bool doubled = table_split_doubled(r, at);
    size_t next = below_heading(r, at, doubled);
    if (next == SLICE_NONE)
        return false;
    Slice t = text_at(r, at), below = text_at(r, next);
    if (!t.n || !below.n)
        return false;
    size_t third = table_split_next(r, next, doubled);
    Slice third_text = third == SLICE_NONE ? (Slice){ 0 } : text_at(r, third);
    if (!has_gap(below) && !has_gap(t) && !all_drawn(&(Pieces){ 1, &(Piece){ slice_trim(t), 0, 0 } }))
        return !is_collapsed_row(t) && is_collapsed_row(below) && is_collapsed_row(third_text);
    /* the first heading line: a row must come soon, and none above */
    if (at > 0 && has_gap(text_at(r, at - 1)) && has_digit(text_at(r, at - 1)) && has_digit(t)) {
        Look look;
        Pieces above = look_at(&look, text_at(r, at - 1));
        if (is_data(&above))
            return false;
    }
    size_t i = next;
    for (int k = 0; k < NEAR_TITLE && i != SLICE_NONE; k++, i = below_heading(r, i, doubled)) {
        Slice row = text_at(r, i);
        if (!has_gap(row) || !has_digit(row))
            continue;
        Look look;
        Pieces p = look_at(&look, row);
        if (is_data(&p))
            return true;
        if (p.n == 1 && !is_drawn(p.v[0].text))
            return false;
    }
    return false;
}

/* --- rows and heading lines --- */

/* Whole numbers in a heading: "threads  1  2  4  8". */
static bool is_numeric_heading(const FreeRow *first, const FreeRow *second)
{
    double before = -1;
    if (first->pieces.n < 3 || first->pieces.n != second->pieces.n ||
        begins_value(first->pieces.v[0].text))
        return false;
    for (size_t i = 1; i < first->pieces.n; i++) {
        Slice t = first->pieces.v[i].text;
        uint64_t n;
        if (!slice_uint(&t, &n) || t.n || (double)n <= before)
            return false;
        before = (double)n;
    }
    for (size_t i = 1; i < second->pieces.n; i++)
        if (slice_find_char(second->pieces.v[i].text, '.') != SLICE_NONE ||
            char_is_alpha(second->pieces.v[i].text.p[second->pieces.v[i].text.n - 1]))
            return true;
    return false;
}

/* Lines from `at`: headings first, then rows. false: no row comes. */
static bool gather(Free *f, size_t at)
{
    bool doubled = table_split_doubled(f->r, at);
    size_t i = at;
    for (; i != SLICE_NONE; i = below_heading(f->r, i, doubled)) {
        FreeRow row = row_at(f->r, i);
        if (is_data(&row.pieces)) {
            size_t next = table_split_next(f->r, i, doubled);
            if (f->heading.n || next == SLICE_NONE)
                break;
            FreeRow below = row_at(f->r, next);
            if (!is_data(&below.pieces) || !is_numeric_heading(&row, &below))
                break;
        }
        if (f->heading.n >= NEAR_TITLE)
            return false;
        if (row.pieces.n && !is_rule(row.line->text))
            *VEC_PUSH(f->r->arena, &f->heading) = row;
    }
    for (; i != SLICE_NONE && f->row.n < MOST_ROWS; i = table_split_next(f->r, i, doubled)) {
        FreeRow row = row_at(f->r, i);
        if (is_rule(row.line->text)) {
            f->g->end = i + 1;
            continue;
        }
        bool tail = row.pieces.n == 1 && row.pieces.v[0].start > 0 &&
                    begins_value(row.pieces.v[0].text);
        if (!is_data(&row.pieces) && !tail)
            break;
        *VEC_PUSH(f->r->arena, &f->row) = row;
        f->g->end = i + 1;
    }
    return f->row.n > 0;
}

/* --- columns --- */

static size_t margin(const Free *f)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < f->row.n; i++)
        if (f->row.v[i].pieces.n && f->row.v[i].pieces.v[0].start < least)
            least = f->row.v[i].pieces.v[0].start;
    return least;
}

static const FreeRow *last_heading(const Free *f)
{
    return f->heading.n ? &f->heading.v[f->heading.n - 1] : NULL;
}

static void add_cell(Free *f, GridRow *row, const FreeRow *from, Slice text)
{
    *VEC_PUSH(f->r->arena, &row->cell) =
        text.n ? table_text_plain(from->line, text) : (Cell){ from->line, { "", 0 } };
}

static void refuse(Free *f, const char *code, const FreeRow *at, const char *reason)
{
    if (f->g->refused)
        return;
    f->g->refused = code;
    f->g->refused_line = at->line;
    f->g->reason = reason;
}

/*
 * Every word that ends under a heading's end is a cell, and no other number stands behind the label.
 * Fills the rows of the grid when all lines agree.
 */
static bool flush_right(Free *f)
{
    const FreeRow *h = last_heading(f);
    if (!h || h->pieces.n < 2)
        return false;
    size_t first = h->pieces.v[0].start <= margin(f) ? 1 : 0;
    size_t columns = h->pieces.n - first;
    VEC(GridRow) rows = { 0 };
    for (size_t i = 0; i < f->row.n; i++) {
        const FreeRow *row = &f->row.v[i];
        GridRow *out = VEC_PUSH(f->r->arena, &rows);
        *out = (GridRow){ .line = row->line, .index = row->index };
        size_t label = row->words.n, c = 0;
        for (size_t w = row->words.n; w-- > 0;) { /* words from the right up to the label */
            bool match = false;
            for (size_t k = first; k < h->pieces.n; k++)
                match = match || h->pieces.v[k].end == row->words.v[w].end;
            if (!match || !is_value_piece(row->words.v[w].text))
                break;
            label = w;
        }
        if (label == row->words.n || label == 0)
            return false;
        const Piece *a = &row->words.v[0], *z = &row->words.v[label - 1];
        if (z->end >= h->pieces.v[first].end)
            return false;
        add_cell(f, out, row,
                 (Slice){ a->text.p, (size_t)(z->text.p + z->text.n - a->text.p) });
        for (size_t w = label; c < columns; c++) {
            bool here = w < row->words.n && row->words.v[w].end == h->pieces.v[first + c].end;
            add_cell(f, out, row, here ? row->words.v[w].text : SLICE(""));
            w += here;
        }
    }
    f->g->row.n = 0;
    for (size_t i = 0; i < rows.n; i++)
        *VEC_PUSH(f->r->arena, &f->g->row) = rows.v[i];
    f->column.n = 0;
    for (size_t c = 0; c < columns; c++)
        *VEC_PUSH(f->r->arena, &f->column) =
            (Column){ h->pieces.v[first + c].start, h->pieces.v[first + c].end, true };
    return true;
}

typedef struct Interval {
    size_t start, end, row;
} Interval;

static int by_start(const void *a, const void *b)
{
    const Interval *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* The first piece of a row is its label where the row begins at the left. */
static size_t first_cell(const FreeRow *row, size_t left)
{
    return row->pieces.n && row->pieces.v[0].start == left ? 1 : 0;
}

/*
 * Labels set flush right begin anywhere: then the first piece of each row is its label, as long as
 * no label is a value.
 */
static bool labels_flush_right(const Free *f)
{
    for (size_t i = 0; i < f->row.n; i++) {
        const FreeRow *row = &f->row.v[i];
        if (row->pieces.n < 2 || begins_value(row->pieces.v[0].text) ||
            row->pieces.v[0].end != f->row.v[0].pieces.v[0].end)
            return false;
    }
    return true;
}

static bool clusters(Free *f, size_t left, bool all_labelled)
{
    VEC(Interval) all = { 0 };
    for (size_t i = 0; i < f->row.n; i++) {
        const FreeRow *row = &f->row.v[i];
        for (size_t k = all_labelled ? 1 : first_cell(row, left); k < row->pieces.n; k++)
            *VEC_PUSH(f->r->arena, &all) =
                (Interval){ row->pieces.v[k].start, row->pieces.v[k].end, i };
    }
    if (!all.n)
        return false;
    qsort(all.v, all.n, sizeof *all.v, by_start);
    size_t *last = ARENA_ARRAY(f->r->arena, size_t, f->row.n); /* cluster of the row's last cell, +1 */
    f->column.n = 0;
    for (size_t i = 0; i < all.n; i++) {
        Column *c = f->column.n ? &f->column.v[f->column.n - 1] : NULL;
        if (!c || all.v[i].start >= c->end) {
            c = VEC_PUSH(f->r->arena, &f->column);
            *c = (Column){ all.v[i].start, all.v[i].end, false };
        } else if (last[all.v[i].row] == f->column.n) {
            return false; /* two cells of one row stand in one column */
        }
        last[all.v[i].row] = f->column.n;
        if (all.v[i].end > c->end)
            c->end = all.v[i].end;
    }
    return true;
}

static bool starts(Free *f, size_t left)
{
    VEC(Interval) all = { 0 };
    for (size_t i = 0; i < f->row.n; i++)
        for (size_t k = first_cell(&f->row.v[i], left); k < f->row.v[i].pieces.n; k++)
            *VEC_PUSH(f->r->arena, &all) = (Interval){ f->row.v[i].pieces.v[k].start,
                                                       f->row.v[i].pieces.v[k].end, i };
    qsort(all.v, all.n, sizeof *all.v, by_start);
    f->column.n = 0;
    for (size_t i = 0; i < all.n;) {
        size_t k = i, end = 0;
        for (; k < all.n && all.v[k].start == all.v[i].start; k++)
            if (all.v[k].end > end)
                end = all.v[k].end;
        if ((k - i) * 2 >= f->row.n)
            *VEC_PUSH(f->r->arena, &f->column) = (Column){ all.v[i].start, end, false };
        i = k;
    }
    return f->column.n > 0;
}

/* How far the piece is from lying flush with the column, left or right. */
static size_t distance(const Column *c, const Piece *p)
{
    size_t by_left = c->start > p->start ? c->start - p->start : p->start - c->start;
    size_t by_right = c->end > p->end ? c->end - p->end : p->end - c->end;
    return by_left < by_right ? by_left : by_right;
}

/* The column of a piece: the one it overlaps alone, else the nearest start. SLICE_NONE: a tie. */
static size_t column_of(const Free *f, const Piece *p)
{
    size_t hit = SLICE_NONE, hits = 0;
    for (size_t c = 0; c < f->column.n; c++)
        if (p->start < f->column.v[c].end && f->column.v[c].start < p->end) {
            hit = c;
            hits++;
        }
    if (hits == 1)
        return hit;
    size_t best = SLICE_NONE, least = SIZE_MAX;
    bool tie = false;
    for (size_t c = 0; c < f->column.n; c++) {
        size_t d = distance(&f->column.v[c], p);
        tie = d == least || (tie && d > least);
        if (d < least) {
            least = d;
            best = c;
        }
    }
    return tie ? SLICE_NONE : best;
}

static void fill_rows(Free *f, size_t left, bool all_labelled)
{
    f->g->row.n = 0;
    for (size_t i = 1; i < f->row.n && !all_labelled; i++)
        if (!first_cell(&f->row.v[i], left))
            refuse(f, "table.wrapped_row", &f->row.v[i], "a row without a label follows one with");
    for (size_t i = 0; i < f->row.n; i++) {
        const FreeRow *row = &f->row.v[i];
        GridRow *out = VEC_PUSH(f->r->arena, &f->g->row);
        *out = (GridRow){ .line = row->line, .index = row->index };
        size_t from = all_labelled ? 1 : first_cell(row, left);
        add_cell(f, out, row, from ? row->pieces.v[0].text : SLICE(""));
        for (size_t c = 0; c < f->column.n; c++)
            add_cell(f, out, row, SLICE(""));
        for (size_t k = from; k < row->pieces.n; k++) {
            size_t c = column_of(f, &row->pieces.v[k]);
            if (c == SLICE_NONE || out->cell.v[c + 1].text.n)
                refuse(f, "table.ambiguous_columns", row, "a cell stands between two columns");
            else
                out->cell.v[c + 1] = table_text_plain(row->line, row->pieces.v[k].text);
        }
    }
}

/* --- the heading --- */

/* Heading words go to the column whose stretch they begin in; the label's heading is all before. */
static size_t column_of_word(const Free *f, const Piece *word)
{
    size_t c = 0;
    if (word->end <= f->column.v[0].start && word->start + 1 < f->column.v[0].start)
        return SLICE_NONE;
    while (c + 1 < f->column.n) {
        const Column *here = &f->column.v[c], *next = &f->column.v[c + 1];
        bool over_next = word->start >= next->start;
        bool right_of_here = word->start >= here->end && next->start - word->start <= word->end - here->end
                             && word->end > next->start;
        if (!over_next && !right_of_here)
            break;
        c++;
    }
    return c;
}

static Slice join(Slice a, Slice b)
{
    return a.n ? (Slice){ a.p, (size_t)(b.p + b.n - a.p) } : b;
}

static void heading_row(Free *f, const FreeRow *h, GridRow *out)
{
    *out = (GridRow){ .line = h->line, .index = h->index };
    size_t columns = f->column.n, n = h->pieces.n;
    bool label = n && h->pieces.v[0].start < f->column.v[0].start &&
                 h->pieces.v[0].end <= f->column.v[0].start;
    if (n == columns + label) { /* as many as there are columns: in order */
        add_cell(f, out, h, label ? h->pieces.v[0].text : SLICE(""));
        for (size_t c = 0; c < columns; c++)
            add_cell(f, out, h, h->pieces.v[c + label].text);
        return;
    }
    for (size_t c = 0; c <= columns; c++)
        add_cell(f, out, h, SLICE(""));
    for (size_t w = 0; w < h->words.n; w++) {
        size_t c = column_of_word(f, &h->words.v[w]);
        Cell *cell = &out->cell.v[c == SLICE_NONE ? 0 : c + 1];
        *cell = table_text_plain(h->line, join(cell->text, h->words.v[w].text));
    }
}

/* A line of drawn names above: each spans the columns under it. */
static void group_row(Free *f, const FreeRow *h, GridRow *out)
{
    *out = (GridRow){ .line = h->line, .index = h->index };
    for (size_t c = 0; c <= f->column.n; c++)
        add_cell(f, out, h, SLICE(""));
    for (size_t k = 0; k < h->pieces.n; k++) {
        const Piece *p = &h->pieces.v[k];
        Slice name = p->text;
        while (name.n && strchr("-=_ ", name.p[0]))
            name = slice_from(name, 1);
        while (name.n && strchr("-=_ ", name.p[name.n - 1]))
            name.n--;
        for (size_t c = 0; c < f->column.n; c++)
            if (f->column.v[c].start < p->end && p->start < f->column.v[c].end)
                out->cell.v[c + 1] = table_text_plain(h->line, name);
    }
}

/*
 * A line of names above that nobody drew: "ext4   btrfs" over "cold warm cold warm". Taken where the
 * names below repeat and as many columns fall to each, about where it stands.
 */
static bool is_plain_group(const Free *f, const FreeRow *h, const FreeRow *below)
{
    size_t n = h->pieces.n, columns = f->column.n, each = n ? columns / n : 0;
    if (n < 2 || each < 2 || columns % n || below->pieces.n < columns)
        return false;
    const Piece *names = below->pieces.v + (below->pieces.n - columns);
    for (size_t k = 0; k < n; k++) {
        const Column *first = &f->column.v[k * each], *last = &f->column.v[(k + 1) * each - 1];
        if (h->pieces.v[k].start >= last->end || h->pieces.v[k].end + TAB_WIDTH <= first->start ||
            begins_value(h->pieces.v[k].text) || !slice_eq(names[k * each].text, names[0].text))
            return false;
    }
    return true;
}

static void plain_group_row(Free *f, const FreeRow *h, GridRow *out)
{
    *out = (GridRow){ .line = h->line, .index = h->index };
    size_t each = f->column.n / h->pieces.n;
    add_cell(f, out, h, SLICE(""));
    for (size_t c = 0; c < f->column.n; c++)
        add_cell(f, out, h, h->pieces.v[c / each].text);
}

static bool is_units_line(const FreeRow *h)
{
    size_t units = 0;
    TableUnit u;
    for (size_t i = 0; i < h->pieces.n; i++) {
        Slice t = h->pieces.v[i].text;
        if (t.n > 2 && strchr("([", t.p[0]))
            t = (Slice){ t.p + 1, t.n - 2 };
        units += table_unit_is(t, &u);
    }
    return units && units == h->pieces.n;
}

/* Heading rows in front of the rows that are there. Lines above that are no heading are titles. */
static void fill_headings(Free *f)
{
    if (!f->heading.n)
        return;
    VEC(GridRow) rows = { 0 };
    size_t last = f->heading.n - 1, from = last;
    if (from > 0 && is_units_line(&f->heading.v[from]))
        from--;
    size_t named = from;
    while (from > 0 && all_drawn(&f->heading.v[from - 1].pieces))
        from--;
    bool plain = from == named && from > 0 &&
                 is_plain_group(f, &f->heading.v[from - 1], &f->heading.v[from]);
    from -= plain;
    for (size_t i = from; i <= last; i++) {
        const FreeRow *h = &f->heading.v[i];
        GridRow *out = VEC_PUSH(f->r->arena, &rows);
        if (all_drawn(&h->pieces))
            group_row(f, h, out);
        else if (plain && i == from)
            plain_group_row(f, h, out);
        else
            heading_row(f, h, out);
    }
    f->g->headings = rows.n;
    f->g->first = f->heading.v[from].index;
    for (size_t i = 0; i < f->g->row.n; i++)
        *VEC_PUSH(f->r->arena, &rows) = f->g->row.v[i];
    f->g->row.n = 0;
    for (size_t i = 0; i < rows.n; i++)
        *VEC_PUSH(f->r->arena, &f->g->row) = rows.v[i];
}

/* --- blanks collapsed --- */

static size_t option_columns(const char *names)
{
    size_t n = names && *names ? 1 : 0;
    for (; names && *names; names++)
        n += *names == ',';
    return n;
}

/* Cuts a row into its label and the words of its values. */
static void collapsed_row(Free *f, const FreeRow *row, size_t label_end)
{
    static const TableMarks marks = { .comma_is_decimal = true, .no_groups = true };
    Slice t = slice_trim(row->line->text), rest = slice_from(t, label_end);
    GridRow *out = VEC_PUSH(f->r->arena, &f->g->row);
    *out = (GridRow){ .line = row->line, .index = row->index };
    add_cell(f, out, row, slice_trim(slice_first(t, label_end)));
    TableValue v;
    while (out->cell.n < TABLE_MOST_COLUMNS) {
        Slice start = rest, one = rest;
        while (one.n && char_is_blank(one.p[0]))
            one = slice_from(one, 1);
        start = one;
        /* one value: the shortest front that is read and ends at a blank */
        if (!start.n || !table_cell_values(&one, &marks, &v, 1))
            break;
        size_t n = v.has_unit && v.unit.text.n ? (size_t)(v.unit.text.p + v.unit.text.n - start.p)
                                               : (size_t)(v.number.text.p + v.number.text.n - start.p);
        add_cell(f, out, row, slice_first(start, n));
        rest = slice_from(start, n);
    }
}

/* As many values in every row as this? */
static bool all_have(const Free *f, size_t columns)
{
    size_t label;
    for (size_t i = 0; i < f->row.n; i++)
        if (trailing_values(f->row.v[i].line->text, columns, &label) != columns)
            return false;
    return columns > 0;
}

static void gather_collapsed(Free *f, size_t at)
{
    bool doubled = table_split_doubled(f->r, at);
    for (size_t i = table_split_next(f->r, at, doubled); i != SLICE_NONE && f->row.n < MOST_ROWS;
         i = table_split_next(f->r, i, doubled)) {
        if (!is_collapsed_row(text_at(f->r, i)))
            break;
        *VEC_PUSH(f->r->arena, &f->row) = row_at(f->r, i);
        f->g->end = i + 1;
    }
}

/* Half of the values bear a unit: then it is a table, though one that cannot be cut. */
static bool mostly_units(const Free *f)
{
    static const TableMarks marks = { .comma_is_decimal = true, .no_groups = true };
    size_t all = 0, with_unit = 0, label;
    for (size_t i = 0; i < f->row.n; i++) {
        TableValue v[16];
        trailing_values(f->row.v[i].line->text, 0, &label);
        Slice rest = slice_from(slice_trim(f->row.v[i].line->text), label);
        size_t n = table_cell_values(&rest, &marks, v, 16);
        for (size_t k = 0; k < n && k < 16; k++) {
            all++;
            with_unit += v[k].has_unit && v[k].unit.doubt != UNIT_PREFIX_ONLY;
        }
    }
    return with_unit * 2 >= all;
}

/* Says how many values and names were seen, and in which row the number differs. */
static void refuse_collapsed(Free *f, const FreeRow *heading, size_t names)
{
    size_t label, first = trailing_values(f->row.v[0].line->text, 0, &label);
    const FreeRow *odd = NULL;
    size_t odd_n = 0;
    for (size_t i = 1; i < f->row.n && !odd; i++)
        if ((odd_n = trailing_values(f->row.v[i].line->text, first, &label)) != first)
            odd = &f->row.v[i];
    refuse(f, "table.ambiguous_columns", odd ? odd : heading, "");
    f->g->reason = arena_printf(f->r->arena, "%zu names and %zu values in the first row", names, first);
    if (odd)
        f->g->reason = arena_printf(f->r->arena, "%s, but %zu here: '%s'", f->g->reason, odd_n,
                                    arena_text(f->r->arena, slice_first(odd->line->text, 60)));
}

static bool collapsed(Free *f, size_t at)
{
    FreeRow heading = row_at(f->r, at);
    size_t given = option_columns(f->r->options->columns), words = heading.words.n, label;
    gather_collapsed(f, at);
    if (f->row.n < 2)
        return false;
    f->g->first = at;
    f->g->collapsed = true;
    size_t columns = given ? given : all_have(f, words) ? words : words - 1;
    if (!given && !all_have(f, columns)) {
        if (!mostly_units(f))
            return false;
        refuse_collapsed(f, &heading, words);
        return true;
    }
    GridRow *names = VEC_PUSH(f->r->arena, &f->g->row);
    *names = (GridRow){ .line = heading.line, .index = heading.index };
    if (words != columns + 1)
        add_cell(f, names, &heading, SLICE(""));
    for (size_t w = 0; w < words && w <= columns; w++)
        add_cell(f, names, &heading, heading.words.v[w].text);
    f->g->headings = 1;
    for (size_t i = 0; i < f->row.n; i++) {
        if (trailing_values(f->row.v[i].line->text, columns, &label) == columns)
            collapsed_row(f, &f->row.v[i], label);
        else
            refuse_collapsed(f, &f->row.v[i], columns);
    }
    return true;
}

bool table_free_read(Reader *r, size_t at, Grid *g)
{
    Free f = { .r = r, .g = g };
    g->first = at;
    if (!has_gap(text_at(r, at))) {
        size_t next = table_split_next(r, at, table_split_doubled(r, at));
        if (next != SLICE_NONE && !has_gap(text_at(r, next)) && is_collapsed_row(text_at(r, next)))
            return collapsed(&f, at);
    }
    if (!gather(&f, at))
        return false;
    if (!flush_right(&f)) {
        size_t left = margin(&f);
        bool labelled = labels_flush_right(&f);
        if (!clusters(&f, left, labelled) && !starts(&f, left))
            return false;
        fill_rows(&f, left, labelled);
    }
    if (f.column.n > TABLE_MOST_COLUMNS - 2)
        return false;
    for (size_t i = 0; i < f.heading.n; i++)
        if (table_foreign_heading(f.heading.v[i].line->text))
            return false;
    fill_headings(&f);
    return true;
}
