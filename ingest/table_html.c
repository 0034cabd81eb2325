/*
 * HTML tables inside a paste. Tags are read as browsers read them: end tags of rows and cells may be
 * missing, other tags inside a cell are dropped, rowspan and colspan repeat the value. A table
 * inside a table is refused.
 */
#include "ingest/table.h"

#include <string.h>

enum { LONGEST_TAG = 2000 };

typedef struct Tag {
    Slice name; /* "td", "/td" */
    Slice rest; /* attributes */
} Tag;

typedef struct Hanging {
    Cell cell;
    size_t rows; /* how many more rows it covers */
} Hanging;

typedef struct HtmlState {
    Reader *r;
    Grid *g;
    size_t index;
    const Line *line;
    bool in_row, in_cell, in_caption, heading_row, done, nested;
    size_t cells_th, cells_td;
    TableText text;
    size_t colspan, rowspan;
    Hanging hanging[TABLE_MOST_COLUMNS];
} HtmlState;

bool table_html_starts(Slice text)
{
    size_t at = slice_find_char(text, '<');
    for (; at != SLICE_NONE; at = slice_find_char(text, '<')) {
        text = slice_from(text, at + 1);
        Slice rest = text;
        if (slice_skip_nocase(&rest, SLICE("table")) && rest.n &&
            (rest.p[0] == '>' || char_is_blank(rest.p[0])))
            return true;
    }
    return false;
}

/* A tag at the front ("<" first): advances behind it. */
static bool skip_tag(Slice *s, Tag *tag)
{
    Slice rest = slice_from(*s, 1);
    size_t n = 0;
    while (n < rest.n && (char_is_alnum(rest.p[n]) || (n == 0 && rest.p[n] == '/') || rest.p[n] == '!'))
        n++;
    if (n == 0 || (!char_is_alpha(rest.p[0]) && rest.p[0] != '/' && rest.p[0] != '!'))
        return false;
    tag->name = slice_first(rest, n);
    rest = slice_from(rest, n);
    size_t end = slice_find_char(slice_first(rest, LONGEST_TAG), '>');
    if (end == SLICE_NONE)
        return false;
    tag->rest = slice_first(rest, end);
    *s = slice_from(rest, end + 1);
    return true;
}

/* rowspan="2", colspan=3. 1 when it does not stand there. */
static size_t span_of(Slice attributes, Slice name)
{
    uint64_t n = 1;
    for (size_t i = 0; i < attributes.n; i++) {
        Slice rest = slice_from(attributes, i);
        if (!slice_skip_nocase(&rest, name))
            continue;
        slice_skip_blanks(&rest);
        if (!slice_skip(&rest, SLICE("=")))
            continue;
        slice_skip_blanks(&rest);
        if (!slice_skip(&rest, SLICE("\"")))
            slice_skip(&rest, SLICE("'"));
        if (slice_uint(&rest, &n))
            return n >= 1 && n <= TABLE_MOST_COLUMNS ? (size_t)n : 1;
    }
    return 1;
}

static GridRow *row_now(HtmlState *h)
{
    return &h->g->row.v[h->g->row.n - 1];
}

/* Cells that hang down from a rowspan above. */
static void fill_hanging(HtmlState *h)
{
    GridRow *row = row_now(h);
    while (row->cell.n < TABLE_MOST_COLUMNS && h->hanging[row->cell.n].rows) {
        Hanging *down = &h->hanging[row->cell.n];
        down->rows--;
        *VEC_PUSH(h->r->arena, &row->cell) = down->cell;
    }
}

static void end_cell(HtmlState *h)
{
    if (!h->in_cell)
        return;
    h->in_cell = false;
    Cell cell = table_text_cell(&h->text);
    GridRow *row = row_now(h);
    fill_hanging(h);
    for (size_t i = 0; i < h->colspan && row->cell.n < TABLE_MOST_COLUMNS; i++) {
        h->hanging[row->cell.n] = (Hanging){ cell, h->rowspan - 1 };
        *VEC_PUSH(h->r->arena, &row->cell) = cell;
    }
}

static void end_row(HtmlState *h)
{
    end_cell(h);
    if (!h->in_row)
        return;
    h->in_row = false;
    fill_hanging(h);
    if (row_now(h)->cell.n == 0)
        h->g->row.n--;
    else if (h->cells_th > h->cells_td && h->g->headings == h->g->row.n - 1 && h->cells_td == 0)
        h->g->headings = h->g->row.n;
}

static void start_row(HtmlState *h)
{
    end_row(h);
    h->in_row = true;
    h->cells_th = h->cells_td = 0;
    *VEC_PUSH(h->r->arena, &h->g->row) = (GridRow){ .line = h->line, .index = h->index };
}

static void start_cell(HtmlState *h, const Tag *tag, bool is_heading)
{
    if (!h->in_row)
        start_row(h);
    end_cell(h);
    h->in_cell = true;
    h->text = (TableText){ .arena = h->r->arena };
    h->colspan = span_of(tag->rest, SLICE("colspan"));
    h->rowspan = span_of(tag->rest, SLICE("rowspan"));
    h->cells_th += is_heading;
    h->cells_td += !is_heading;
}

static void take_tag(HtmlState *h, const Tag *tag)
{
    Slice name = tag->name;
    if (slice_eq_nocase(name, SLICE("table"))) {
        h->nested = h->nested || h->g->end != 0;
        h->g->end = h->index + 1;
    } else if (slice_eq_nocase(name, SLICE("/table"))) {
        end_row(h);
        h->done = true;
    } else if (slice_eq_nocase(name, SLICE("tr"))) {
        h->g->end = h->index + 1;
        start_row(h);
    } else if (slice_eq_nocase(name, SLICE("/tr")) || slice_eq_nocase(name, SLICE("/thead")) ||
               slice_eq_nocase(name, SLICE("/tbody"))) {
        end_row(h);
    } else if (slice_eq_nocase(name, SLICE("td")) || slice_eq_nocase(name, SLICE("th"))) {
        h->g->end = h->index + 1;
        start_cell(h, tag, char_lower(name.p[1]) == 'h');
    } else if (slice_eq_nocase(name, SLICE("/td")) || slice_eq_nocase(name, SLICE("/th"))) {
        end_cell(h);
    } else if (slice_eq_nocase(name, SLICE("caption"))) {
        h->in_caption = true;
        h->text = (TableText){ .arena = h->r->arena };
    } else if (slice_eq_nocase(name, SLICE("/caption")) && h->in_caption) {
        h->in_caption = false;
        h->g->title = table_text_cell(&h->text).text;
    }
}

static void take_text(HtmlState *h, Slice part)
{
    if (h->in_cell || h->in_caption)
        table_text_add(&h->text, h->line, part);
}

/* A line's end inside a cell is a blank. */
static void take_line_end(HtmlState *h)
{
    if (h->in_cell || h->in_caption)
        table_text_blank(&h->text);
}

static void take_line(HtmlState *h)
{
    Slice rest = h->line->text;
    if (!h->g->end) { /* what stands in front of the table */
        while (rest.n && !table_html_starts(slice_first(rest, 7)))
            rest = slice_from(rest, 1);
    }
    while (rest.n && !h->done) {
        Tag tag;
        size_t at = slice_find_char(rest, '<');
        if (at != 0) {
            take_text(h, slice_first(rest, at));
            if (at == SLICE_NONE)
                break;
            rest = slice_from(rest, at);
        }
        if (skip_tag(&rest, &tag)) {
            take_tag(h, &tag);
        } else {
            take_text(h, slice_first(rest, 1));
            rest = slice_from(rest, 1);
        }
    }
    take_line_end(h);
}

bool table_html_read(Reader *r, size_t at, Grid *g)
{
    HtmlState *h = ARENA_NEW(r->arena, HtmlState);
    h->r = r;
    h->g = g;
    g->first = at;
    size_t i = at;
    for (const Line *line; !h->done && (line = lines_at(r->lines, i)); i++) {
        h->index = i;
        h->line = line;
        take_line(h);
        if (h->nested) {
            g->refused = "table.ambiguous_columns";
            g->refused_line = line;
            g->reason = "a table inside a table";
            break;
        }
    }
    end_row(h);
    if (h->done)
        g->end = i; /* else behind the last tag of a table */
    return true;
}
