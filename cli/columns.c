#include "cli/columns.h"

#include "base/number.h"
#include "base/safe.h"

Columns columns_new(Arena *a, const Column *column, size_t n)
{
    return (Columns){ .arena = a, .column = column, .n = n };
}

void columns_cell(Columns *t, const char *text)
{
    *VEC_PUSH(t->arena, &t->cells) = text;
}

void columns_count(Columns *t, uint64_t n)
{
    columns_cell(t, arena_printf(t->arena, "%llu", (unsigned long long)n));
}

/* --- text --- */

/* Most cells are letters of ASCII: as they are, as wide as they are long. */
static size_t plain_width(const char *cell)
{
    size_t n = 0;
    while (cell[n] >= ' ' && cell[n] <= '~')
        n++;
    return cell[n] ? SIZE_MAX : n;
}

static const char *shown(Arena *a, const char *cell, size_t *width)
{
    *width = plain_width(cell);
    if (*width != SIZE_MAX)
        return cell;
    Buf b = buf_new(0);
    safe_terminal(&b, slice_of(cell));
    const char *text = arena_text(a, buf_slice(&b));
    buf_free(&b);
    *width = safe_width(slice_of(text));
    return text;
}

static void print_row(Buf *b, const Columns *t, const char *const *cells, const size_t *wide,
                      const size_t *width)
{
    for (size_t at = 0; at < t->n; at++) {
        bool last = at + 1 == t->n;
        size_t pad = width[at] - wide[at];
        if (t->column[at].is_number)
            buf_repeat(b, ' ', pad);
        buf_str(b, cells[at]);
        if (!t->column[at].is_number && !last)
            buf_repeat(b, ' ', pad);
        if (!last)
            buf_str(b, "  ");
    }
    while (b->n && b->text[b->n - 1] == ' ')
        b->text[--b->n] = '\0';
    buf_char(b, '\n');
}

static void print_text(Buf *b, const Columns *t)
{
    size_t rows = t->cells.n / t->n, n = (rows + 1) * t->n;
    const char **cells = ARENA_ARRAY(t->arena, const char *, n);
    size_t *wide = ARENA_ARRAY(t->arena, size_t, n), *width = ARENA_ARRAY(t->arena, size_t, t->n);
    for (size_t i = 0; i < n; i++) {
        size_t at = i % t->n;
        cells[i] = shown(t->arena, i < t->n ? t->column[i].name : t->cells.v[i - t->n], &wide[i]);
        width[at] = wide[i] > width[at] ? wide[i] : width[at];
    }
    for (size_t i = 0; i < n; i += t->n)
        print_row(b, t, cells + i, wide + i, width);
}

/* --- for programs --- */

static void print_lines(Buf *b, const Columns *t, void (*safe)(Buf *, Slice), char between)
{
    for (size_t i = 0; i < t->n; i++) {
        safe(b, slice_of(t->column[i].name));
        buf_char(b, i + 1 == t->n ? '\n' : between);
    }
    for (size_t i = 0; i < t->cells.n; i++) {
        safe(b, slice_of(t->cells.v[i]));
        buf_char(b, (i + 1) % t->n == 0 ? '\n' : between);
    }
}

static void json_cell(Buf *b, const Columns *t, size_t at)
{
    const char *cell = t->cells.v[at];
    Number n;
    safe_json(b, slice_of(t->column[at % t->n].name));
    buf_char(b, ':');
    if (!cell)
        buf_str(b, "null");
    else if (t->column[at % t->n].is_number && number_is(slice_of(cell), &n))
        buf_str(b, cell);
    else
        safe_json(b, slice_of(cell));
}

static void print_json(Buf *b, const Columns *t, bool lines)
{
    if (!lines)
        buf_char(b, '[');
    for (size_t i = 0; i < t->cells.n; i++) {
        size_t at = i % t->n;
        if (at == 0)
            buf_str(b, i == 0 ? "{" : lines ? "\n{" : ",\n{");
        json_cell(b, t, i);
        buf_char(b, at + 1 == t->n ? '}' : ',');
    }
    buf_str(b, lines ? (t->cells.n ? "\n" : "") : "]\n");
}

void columns_print(Buf *b, const Columns *t, ColumnsFormat format)
{
    switch (format) {
    case COLUMNS_TEXT:
        print_text(b, t);
        break;
    case COLUMNS_TSV:
        print_lines(b, t, safe_tsv, '\t');
        break;
    case COLUMNS_CSV:
        print_lines(b, t, safe_csv, ',');
        break;
    case COLUMNS_JSON:
    case COLUMNS_JSONL:
        print_json(b, t, format == COLUMNS_JSONL);
        break;
    }
}

bool columns_format(const Cli *c, ColumnsFormat *out, int *status)
{
    static const char *const names[] = { "text", "tsv", "csv", "json", "jsonl" };
    const char *given = cli_value(c, "format");
    *out = COLUMNS_TEXT;
    if (!given)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(given, names[i]) == 0) {
            *out = (ColumnsFormat)i;
            return true;
        }
    *status = cli_usage(c, "no format '%s'; text, tsv, csv, json or jsonl", given);
    return false;
}
