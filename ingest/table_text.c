/* Cells that are put together from pieces of lines, with a map back to the bytes. */
#include "ingest/table.h"

#include <string.h>

/* Offset of the byte p of line->text in line->raw. */
static uint32_t raw_offset(const Line *line, const char *p)
{
    return line->map ? line->map[p - line->text.p] : (uint32_t)(p - line->raw.p);
}

void table_text_add(TableText *b, const Line *line, Slice part)
{
    if (!b->first)
        b->first = line;
    b->last = line;
    uint32_t base = (uint32_t)(line->raw.p - b->first->raw.p);
    for (size_t i = 0; i < part.n; i++) {
        *VEC_PUSH(b->arena, &b->text) = part.p[i];
        *VEC_PUSH(b->arena, &b->map) = base + raw_offset(line, part.p + i);
    }
}

void table_text_blank(TableText *b)
{
    if (!b->map.n)
        return;
    uint32_t last = b->map.v[b->map.n - 1];
    *VEC_PUSH(b->arena, &b->text) = ' ';
    *VEC_PUSH(b->arena, &b->map) = last;
}

Cell table_text_cell(TableText *b)
{
    if (!b->first)
        return (Cell){ 0 };
    Line *line = ARENA_NEW(b->arena, Line);
    *line = *b->first;
    line->raw.n = (size_t)(b->last->raw.p + b->last->raw.n - b->first->raw.p);
    line->text = (Slice){ b->text.v ? b->text.v : "", b->text.n };
    line->map = b->map.v;
    if (b->first != b->last)
        line->peeled |= PEEL_JOINED;
    return table_text_plain(line, line->text);
}

static bool is_emphasis(char c)
{
    return c == '*' || c == '_' || c == '`';
}

Cell table_text_plain(const Line *line, Slice part)
{
    Slice t = slice_trim(part);
    while (t.n >= 3 && is_emphasis(t.p[0]) && t.p[t.n - 1] == t.p[0])
        t = slice_trim((Slice){ t.p + 1, t.n - 2 });
    while (t.n > 1 && t.p[t.n - 1] == '*') { /* a footnote: "1.1 GB/s*", "1.1 GB/s\*" */
        t.n--;
        if (t.n && t.p[t.n - 1] == '\\')
            t.n--;
        t = slice_trim(t);
    }
    return (Cell){ line, t };
}
