#include "ingest/html_table.h"

#include <string.h>

enum { LONGEST_CELL = 400, MOST_SPAN = 64, MOST_COLUMNS = 256 };

/* What fills a column of the rows below. */
typedef struct Carry {
    size_t rows;
    Slice text;
} Carry;

typedef struct Rows {
    Arena *arena;
    HtmlOut *out;
    size_t headings, columns; /* rows of headings so far; columns of the last row */
    bool body;                /* a row of data has come */
    Carry carry[MOST_COLUMNS];
} Rows;

static bool is(const XmlNode *n, const char *name)
{
    const char *own = xml_name(n);
    return own && strcmp(own, name) == 0;
}

/* The next node below `root` in the order of the page; skips the children when told to. */
static const XmlNode *following(const XmlNode *n, const XmlNode *root, bool into)
{
    if (into && xml_child(n))
        return xml_child(n);
    while (n && n != root && !xml_next(n))
        n = xml_parent(n);
    return !n || n == root ? NULL : xml_next(n);
}

static bool is_cell(const XmlNode *n)
{
    return is(n, "td") || is(n, "th");
}

static bool is_block(const XmlNode *n)
{
    static const char *const names[] = { "table",      "pre",      "ul",  "ol",
                                         "blockquote", "textarea", "form" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(n, names[i]))
            return true;
    return false;
}

static size_t text_bytes(const XmlNode *cell)
{
    size_t n = 0;
    for (const XmlNode *k = cell; k && n <= LONGEST_CELL; k = following(k, cell, true))
        n += slice_trim(xml_text(k)).n;
    return n;
}

/* Two rows of two short cells at least, and nothing but words in them. */
static bool is_data(const XmlNode *table)
{
    size_t wide_rows = 0, cells = 0;
    for (const XmlNode *n = following(table, table, true); n; n = following(n, table, true)) {
        if (is_block(n))
            return false;
        if (is(n, "tr"))
            cells = 0;
        if (is_cell(n)) {
            if (text_bytes(n) > LONGEST_CELL)
                return false;
            wide_rows += ++cells == 2;
        }
    }
    return wide_rows >= 2;
}

/* The words of a cell, folded; a line break is a blank. */
static Slice cell_text(Arena *a, const XmlNode *cell)
{
    HtmlOut line = html_out_new(a, LONGEST_CELL * 4);
    bool into = true;
    for (const XmlNode *n = xml_child(cell); n; n = following(n, cell, into)) {
        into = !is(n, "script") && !is(n, "style");
        if (xml_is_text(n))
            html_out_text(&line, xml_text(n));
        else if (is(n, "br") || is(n, "p") || is(n, "div"))
            html_out_text(&line, SLICE(" "));
    }
    Slice text = html_out_end(&line);
    return slice_trim(text);
}

static size_t span(Arena *a, const XmlNode *cell, const char *attribute)
{
    const char *value = xml_attribute(a, cell, attribute);
    uint64_t n = 1;
    Slice s = slice_of(value);
    if (!value || !slice_uint(&s, &n) || n == 0)
        return 1;
    return n > MOST_SPAN ? MOST_SPAN : (size_t)n;
}

static void add_cell(Buf *b, size_t *column, Slice text)
{
    buf_str(b, *column ? " " : "| ");
    for (size_t i = 0; i < text.n; i++)
        buf_char(b, text.p[i] == '|' ? '/' : text.p[i]);
    buf_str(b, " |");
    ++*column;
}

static void take_carried(Rows *rows, Buf *b, size_t *column)
{
    while (*column < MOST_COLUMNS && rows->carry[*column].rows) {
        rows->carry[*column].rows--;
        add_cell(b, column, rows->carry[*column].text);
    }
}

/* The line under the headings, as Markdown has it. */
static void write_rule(Rows *rows, size_t columns)
{
    Buf line = buf_new(0);
    buf_char(&line, '|');
    for (size_t i = 0; i < columns; i++)
        buf_str(&line, "---|");
    html_out_row(rows->out, buf_slice(&line));
    buf_free(&line);
}

static void write_row(Rows *rows, const XmlNode *tr)
{
    bool heading = true;
    Buf line = buf_new(0);
    size_t column = 0;
    for (const XmlNode *n = xml_child(tr); n; n = xml_next(n)) {
        if (!is_cell(n))
            continue;
        take_carried(rows, &line, &column);
        heading = heading && is(n, "th");
        Slice text = cell_text(rows->arena, n);
        size_t across = span(rows->arena, n, "colspan"), down = span(rows->arena, n, "rowspan");
        for (size_t i = 0; i < across && column < MOST_COLUMNS; i++) {
            /* A heading speaks of all its columns, a value stands once. */
            Slice own = i && !is(n, "th") ? (Slice){ "", 0 } : text;
            rows->carry[column] = (Carry){ down - 1, own };
            add_cell(&line, &column, own);
        }
    }
    take_carried(rows, &line, &column);
    /* Headings of several rows: the rule stands under the last one. */
    if (!heading && rows->headings && !rows->body)
        write_rule(rows, rows->columns);
    rows->headings += heading;
    rows->body = rows->body || !heading;
    rows->columns = column;
    if (column)
        html_out_row(rows->out, buf_slice(&line));
    buf_free(&line);
}

bool html_table_write(Arena *a, HtmlOut *out, const XmlNode *table)
{
    if (out->pre || !is_data(table))
        return false;
    Rows *rows = ARENA_NEW(a, Rows);
    rows->arena = a;
    rows->out = out;
    for (const XmlNode *n = following(table, table, true); n; n = following(n, table, true)) {
        if (is(n, "caption"))
            html_out_row(out, cell_text(a, n));
        else if (is(n, "tr"))
            write_row(rows, n);
    }
    return true;
}
