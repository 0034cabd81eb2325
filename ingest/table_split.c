/* Tables whose columns are divided by a character: pipes, rules of +---+, tabs, commas. */
#include "ingest/table.h"

#include <string.h>

static Slice text_at(Reader *r, size_t index)
{
    const Line *line = lines_at(r->lines, index);
    return line ? line->text : (Slice){ 0 };
}

bool table_split_doubled(Reader *r, size_t at)
{
    return !text_at(r, at + 1).n && text_at(r, at + 2).n && !text_at(r, at + 3).n &&
           text_at(r, at + 4).n && (at == 0 || !text_at(r, at - 1).n);
}

static bool is_fence(Slice text)
{
    Slice t = slice_trim(text);
    return slice_starts(t, SLICE("```")) || slice_starts(t, SLICE("~~~"));
}

size_t table_split_next(Reader *r, size_t index, bool doubled)
{
    Slice next = text_at(r, index + 1);
    size_t at = index + 1;
    if (doubled && !next.n) {
        next = text_at(r, index + 2);
        at = index + 2;
    }
    const Line *here = lines_at(r->lines, index), *there = lines_at(r->lines, at);
    return next.n && !is_fence(next) && there->depth == here->depth ? at : SLICE_NONE;
}

/* --- pipes --- */

/* A pipe or a vertical line of box drawing at the front: its length. */
static size_t pipe_length(Slice s)
{
    if (s.n && s.p[0] == '|')
        return 1;
    static const char *const box[] = { "\xe2\x94\x82", "\xe2\x94\x83", "\xe2\x95\x91" };
    for (size_t i = 0; i < sizeof box / sizeof *box; i++)
        if (slice_starts(s, slice_of(box[i])))
            return 3;
    return 0;
}

static size_t next_pipe(Slice s, size_t from)
{
    for (size_t i = from; i < s.n; i++) {
        if (s.p[i] == '\\') {
            i++;
            continue;
        }
        unsigned char c = (unsigned char)s.p[i];
        if ((c == '|' || c == 0xe2) && pipe_length(slice_from(s, i)))
            return i;
    }
    return SLICE_NONE;
}

static size_t count_pipes(Slice s)
{
    size_t n = 0;
    for (size_t at = next_pipe(s, 0); at != SLICE_NONE; at = next_pipe(s, at + 1))
        n++;
    return n;
}

/* "|:---|---:|", "----|----", "---+---": dashes, with at least one divider. */
static bool is_pipe_rule(Slice text)
{
    Slice t = slice_trim(text);
    size_t dashes = 0, dividers = 0;
    for (size_t i = 0; i < t.n; i++) {
        dashes += t.p[i] == '-' || t.p[i] == '=';
        dividers += t.p[i] == '|' || t.p[i] == '+';
        if (!strchr("-=:|+ \t", t.p[i]))
            return false;
    }
    return dashes >= 2 && dividers >= 1;
}

/* "+-----+====+", and lines of box drawing (U+2500..U+257F) without words. */
static bool is_grid_rule(Slice text)
{
    Slice t = slice_trim(text);
    if (t.n < 3)
        return false;
    if (t.p[0] == '+')
        return is_pipe_rule(t) && t.p[t.n - 1] == '+' && slice_find_char(t, '|') == SLICE_NONE;
    for (size_t i = 0; i < t.n; i += 3)
        if (i + 2 >= t.n || (unsigned char)t.p[i] != 0xe2 ||
            ((unsigned char)t.p[i + 1] != 0x94 && (unsigned char)t.p[i + 1] != 0x95) ||
            pipe_length(slice_from(t, i)))
            return false;
    return true;
}

/* A cell with its "\|" undone. */
static Cell pipe_cell(Reader *r, const Line *line, Slice part)
{
    size_t at = slice_find(part, SLICE("\\|"));
    if (at == SLICE_NONE)
        return table_text_plain(line, part);
    TableText b = { .arena = r->arena };
    while (at != SLICE_NONE) {
        table_text_add(&b, line, slice_first(part, at));
        part = slice_from(part, at + 1);
        size_t next = slice_find(slice_from(part, 1), SLICE("\\|"));
        at = next == SLICE_NONE ? SLICE_NONE : next + 1;
    }
    table_text_add(&b, line, part);
    return table_text_cell(&b);
}

static void pipe_row(Reader *r, size_t index, GridRow *row)
{
    *row = (GridRow){ .line = lines_at(r->lines, index), .index = index };
    Slice t = slice_trim(row->line->text);
    t = slice_from(t, pipe_length(t));
    while (row->cell.n < TABLE_MOST_COLUMNS) {
        size_t at = next_pipe(t, 0);
        *VEC_PUSH(r->arena, &row->cell) =
            pipe_cell(r, row->line, at == SLICE_NONE ? t : slice_first(t, at));
        if (at == SLICE_NONE)
            break;
        t = slice_from(t, at + pipe_length(slice_from(t, at)));
        if (!slice_trim(t).n)
            break;
    }
}

static bool read_pipes(Reader *r, size_t at, Grid *g)
{
    bool doubled = table_split_doubled(r, at);
    g->first = at;
    for (size_t i = at; i != SLICE_NONE; i = table_split_next(r, i, doubled)) {
        Slice t = text_at(r, i);
        if (!count_pipes(t) && !is_pipe_rule(t))
            break;
        g->end = i + 1;
        if (is_pipe_rule(t)) {
            if (!g->headings)
                g->headings = g->row.n;
            continue;
        }
        pipe_row(r, i, VEC_PUSH(r->arena, &g->row));
    }
    return true;
}

/* --- rules of +---+ --- */

/* The lines between two rules as one row: cells joined with a blank. */
static void join_rows(Reader *r, GridRow *into, const GridRow *more)
{
    for (size_t c = 0; c < more->cell.n && c < into->cell.n; c++) {
        Cell *a = &into->cell.v[c];
        const Cell *b = &more->cell.v[c];
        if (!b->text.n)
            continue;
        if (!a->text.n) {
            *a = *b;
            continue;
        }
        TableText joined = { .arena = r->arena };
        table_text_add(&joined, a->line, a->text);
        table_text_blank(&joined);
        table_text_add(&joined, b->line, b->text);
        *a = table_text_cell(&joined);
    }
}

/*
 * MySQL draws rules around the heading and at the end only: each line is a row. Others draw one
 * behind each row, and cells go over several lines.
 */
static bool read_ruled(Reader *r, size_t at, Grid *g)
{
    VEC(size_t) rule = { 0 }; /* for each rule: how many lines stood before it */
    VEC(GridRow) line = { 0 };
    bool doubled = table_split_doubled(r, at);
    g->first = at;
    for (size_t i = at; i != SLICE_NONE; i = table_split_next(r, i, doubled)) {
        Slice t = text_at(r, i);
        if (is_grid_rule(t)) {
            *VEC_PUSH(r->arena, &rule) = line.n;
        } else if (count_pipes(t)) {
            pipe_row(r, i, VEC_PUSH(r->arena, &line));
        } else {
            break;
        }
        g->end = i + 1;
    }
    if (rule.n < 2 || line.n < 2)
        return false;
    bool rule_each = rule.n > 3;
    size_t next_rule = 1;
    bool joining = false;
    for (size_t i = 0; i < line.n; i++) {
        while (next_rule < rule.n && rule.v[next_rule] <= i) {
            if (next_rule == 1)
                g->headings = g->row.n;
            next_rule++;
            joining = false;
        }
        if (joining && (rule_each || next_rule == 1)) {
            join_rows(r, &g->row.v[g->row.n - 1], &line.v[i]);
            continue;
        }
        *VEC_PUSH(r->arena, &g->row) = line.v[i];
        joining = true;
    }
    return true;
}

/* --- tabs and commas --- */

static size_t count_char(Slice s, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == c;
    return n;
}

/* Separators outside double quotes. */
static size_t count_separators(Slice s, char c)
{
    size_t n = 0;
    bool quoted = false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"')
            quoted = !quoted;
        n += s.p[i] == c && !quoted;
    }
    return n;
}

/* One field of RFC 4180, quotes undone; a double quote inside quotes is doubled. */
static Cell separated_cell(Reader *r, const Line *line, Slice part)
{
    Slice t = slice_trim(part);
    if (t.n < 2 || t.p[0] != '"' || t.p[t.n - 1] != '"')
        return table_text_plain(line, t);
    t = (Slice){ t.p + 1, t.n - 2 };
    size_t at = slice_find(t, SLICE("\"\""));
    if (at == SLICE_NONE)
        return (Cell){ line, slice_trim(t) };
    TableText b = { .arena = r->arena };
    for (; at != SLICE_NONE; at = slice_find(t, SLICE("\"\""))) {
        table_text_add(&b, line, slice_first(t, at + 1));
        t = slice_from(t, at + 2);
    }
    table_text_add(&b, line, t);
    return table_text_cell(&b);
}

static void separated_row(Reader *r, size_t index, char separator, GridRow *row)
{
    *row = (GridRow){ .line = lines_at(r->lines, index), .index = index };
    Slice t = row->line->text;
    size_t start = 0;
    bool quoted = false;
    for (size_t i = 0; i <= t.n && row->cell.n < TABLE_MOST_COLUMNS; i++) {
        if (i < t.n && t.p[i] == '"' && separator != '\t')
            quoted = !quoted;
        if (i < t.n && (quoted || t.p[i] != separator))
            continue;
        *VEC_PUSH(r->arena, &row->cell) =
            separated_cell(r, row->line, (Slice){ t.p + start, i - start });
        start = i + 1;
    }
}

static bool read_separated(Reader *r, size_t at, char separator, Grid *g)
{
    bool doubled = table_split_doubled(r, at);
    size_t want = count_separators(text_at(r, at), separator), same = 0;
    g->first = at;
    for (size_t i = at; i != SLICE_NONE; i = table_split_next(r, i, doubled)) {
        size_t n = count_separators(text_at(r, i), separator);
        if (!n)
            break;
        same += n == want;
        separated_row(r, i, separator, VEC_PUSH(r->arena, &g->row));
        g->end = i + 1;
    }
    return same * 2 >= g->row.n;
}

/* The separator that most of the first lines have equally often; 0: none. */
static char csv_separator(Reader *r, size_t at)
{
    static const char marks[] = { ';', ',' };
    size_t second = table_split_next(r, at, table_split_doubled(r, at));
    if (second == SLICE_NONE)
        return 0;
    size_t third = table_split_next(r, second, second - at == 2);
    for (size_t i = 0; i < sizeof marks; i++) {
        size_t n = count_separators(text_at(r, at), marks[i]);
        size_t m = count_separators(text_at(r, second), marks[i]);
        size_t k = third == SLICE_NONE ? m : count_separators(text_at(r, third), marks[i]);
        if (n && ((n == m) + (n == k) + (m == k)) >= 1 && m && k)
            return marks[i];
    }
    return 0;
}

/* --- which of them --- */

/* Would the line above belong to the same table? Then it does not start here. */
static bool goes_on(Reader *r, size_t at, GridKind kind, char separator)
{
    Slice t = at ? text_at(r, at - 1) : (Slice){ 0 };
    if (!t.n)
        return false;
    switch (kind) {
    case GRID_PIPES:
        return count_pipes(t) > 0 || is_grid_rule(t);
    case GRID_RULED:
        return is_grid_rule(t) || count_pipes(t) > 0;
    case GRID_TABS:
        return count_char(t, '\t') > 0;
    case GRID_COMMAS:
        return count_separators(t, separator) == count_separators(text_at(r, at), separator);
    default:
        return false;
    }
}

/*
 * In two of the first three lines at least the same number of tabs. Two tabs in a row in the heading
 * were typed to bring columns under each other: that is free text.
 */
static bool tabs_agree(Reader *r, size_t at)
{
    if (slice_has(slice_trim(text_at(r, at)), SLICE("\t\t")))
        return false;
    size_t second = table_split_next(r, at, table_split_doubled(r, at));
    if (second == SLICE_NONE)
        return false;
    size_t third = table_split_next(r, second, second - at == 2);
    size_t n = count_char(text_at(r, at), '\t'), m = count_char(text_at(r, second), '\t');
    size_t k = third == SLICE_NONE ? 0 : count_char(text_at(r, third), '\t');
    return n && (n == m || n == k) && m <= n && k <= n;
}

GridKind table_split_kind(Reader *r, size_t at)
{
    Slice t = text_at(r, at);
    if (table_html_starts(t))
        return GRID_HTML;
    size_t next = table_split_next(r, at, table_split_doubled(r, at));
    Slice below = next == SLICE_NONE ? (Slice){ 0 } : text_at(r, next);
    if (is_grid_rule(t))
        return count_pipes(below) && !goes_on(r, at, GRID_RULED, 0) ? GRID_RULED : GRID_NONE;
    size_t pipes = count_pipes(t);
    if (pipes && below.n && (is_pipe_rule(below) || count_pipes(below) == pipes))
        return goes_on(r, at, GRID_PIPES, 0) ? GRID_NONE : GRID_PIPES;
    if (slice_find_char(t, '\t') != SLICE_NONE && tabs_agree(r, at))
        return goes_on(r, at, GRID_TABS, 0) ? GRID_NONE : GRID_TABS;
    char separator = below.n ? csv_separator(r, at) : 0;
    if (separator && !goes_on(r, at, GRID_COMMAS, separator))
        return GRID_COMMAS;
    return table_free_starts(r, at) ? GRID_FREE : GRID_NONE;
}

bool table_split_read(Reader *r, size_t at, Grid *g)
{
    *g = (Grid){ .kind = table_split_kind(r, at) };
    switch (g->kind) {
    case GRID_HTML:
        return table_html_read(r, at, g);
    case GRID_PIPES:
        return read_pipes(r, at, g);
    case GRID_RULED:
        return read_ruled(r, at, g);
    case GRID_TABS:
        return read_separated(r, at, '\t', g);
    case GRID_COMMAS:
        return read_separated(r, at, csv_separator(r, at), g);
    case GRID_FREE:
        return table_free_read(r, at, g);
    case GRID_NONE:
        break;
    }
    return false;
}
