#include "ingest/lines.h"

#include <string.h>

#include "base/spool.h"
#include "ingest/peel.h"
#include "ingest/prefix.h"
#include "ingest/sparse.h"

struct Lines {
    Document *doc;
    bool is_spooled;
    VEC(Line) line;
    VEC(uint8_t) sign; /* LineSign bits of each line */
};

/* Lines of words between a heading and its first figure: titles of columns in several rows, rules. */
enum { FIGURE_NEAR = 8 };

static uint8_t sign_of(unsigned char c)
{
    if (char_is_digit((char)c))
        return SIGN_DIGIT;
    if (c == '#' || c == '$' || c == '%' || c == '>' || c == '+' || c == '\\' || c >= 0x80)
        return SIGN_PROMPT;
    return c == ':' || c == '=' || c == '/' ? SIGN_ASSIGN : c == '(' ? SIGN_PAREN : 0;
}

static void find_signs(Lines *ls)
{
    uint8_t of_byte[256];
    for (unsigned c = 0; c < 256; c++)
        of_byte[c] = sign_of((unsigned char)c);
    size_t distance = FIGURE_NEAR;
    for (size_t i = ls->line.n; i-- > 0;) {
        Slice text = ls->line.v[i].text;
        unsigned signs = 0;
        spool_passed(text.p);
        for (size_t k = 0; k < text.n; k++)
            signs |= of_byte[(unsigned char)text.p[k]];
        signs |= ls->sign.v[i];
        if ((signs & SIGN_DIGIT) && !(signs & SIGN_PROSE))
            distance = 0;
        else if (text.n && distance < FIGURE_NEAR)
            distance++;
        ls->sign.v[i] = (uint8_t)(signs | (distance < FIGURE_NEAR ? SIGN_NEAR_FIGURE : 0));
    }
}

unsigned lines_signs(const Lines *ls, size_t index)
{
    return index < ls->line.n ? ls->sign.v[index] : 0;
}

Lines *lines_new(Document *d)
{
    Lines *ls = ARENA_NEW(d->arena, Lines);
    ls->doc = d;
    ls->is_spooled = d->text.n && spool_holds(d->text.p);
    Sparse sparse;
    RawLine raw;
    sparse_start(&sparse, d->text);
    while (sparse_next(&sparse, &raw)) {
        Line *line = VEC_PUSH(d->arena, &ls->line);
        *line = (Line){ .raw = raw.raw, .number = raw.number };
        (raw.prose ? peel_prose : peel_line)(d->arena, line);
        *VEC_PUSH(d->arena, &ls->sign) = raw.prose ? SIGN_PROSE : 0;
    }
    d->lines = sparse.number;
    prefix_peel(ls->line.v, ls->sign.v, ls->line.n);
    find_signs(ls);
    return ls;
}

void lines_looked_at(Lines *ls, const char *p)
{
    if (ls->is_spooled)
        spool_passed(p);
}

const Line *lines_at(Lines *ls, size_t index)
{
    if (index >= ls->line.n)
        return NULL;
    lines_looked_at(ls, ls->line.v[index].raw.p);
    return &ls->line.v[index];
}

size_t lines_count(Lines *ls)
{
    return ls->line.n;
}

size_t lines_index(const Lines *ls, uint32_t number)
{
    size_t low = 0, high = ls->line.n;
    if (number && number <= high && ls->line.v[number - 1].number == number)
        return number - 1; /* nothing left out above it */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ls->line.v[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const Line *lines_numbered(const Lines *ls, uint32_t number)
{
    size_t index = lines_index(ls, number);
    return &ls->line.v[index < ls->line.n ? index : ls->line.n - 1];
}

size_t lines_next_text(Lines *ls, size_t index)
{
    for (const Line *line; (line = lines_at(ls, index)); index++)
        if (line->text.n)
            return index;
    return SLICE_NONE;
}

static const Line *join(Lines *ls, size_t index, size_t count, bool with_blanks)
{
    if (!lines_at(ls, index) || count == 0 || !lines_at(ls, index + count - 1))
        return NULL;
    const Line *first = lines_at(ls, index), *last = lines_at(ls, index + count - 1);
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += lines_at(ls, index + i)->text.n + 1;
    Arena *a = ls->doc->arena;
    char *text = arena_alloc(a, room + 1);
    uint32_t *map = ARENA_ARRAY(a, uint32_t, room + 1);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const Line *line = lines_at(ls, index + i);
        Slice t = i ? slice_trim(line->text) : line->text;
        if (t.n == 0)
            continue;
        uint32_t base = (uint32_t)(line->raw.p - first->raw.p);
        size_t skipped = (size_t)(t.p - line->text.p);
        if (n && with_blanks) {
            map[n] = base;
            text[n++] = ' ';
        }
        for (size_t k = 0; k < t.n; k++) {
            size_t at = skipped + k;
            map[n] =
                base + (line->map ? line->map[at] : (uint32_t)(line->text.p + at - line->raw.p));
            text[n++] = t.p[k];
        }
    }
    Line *joined = ARENA_NEW(a, Line);
    *joined = *first;
    joined->text = (Slice){ text, n };
    joined->raw.n = (size_t)(last->raw.p + last->raw.n - first->raw.p);
    joined->map = map;
    joined->peeled |= PEEL_JOINED;
    return joined;
}

const Line *lines_joined(Lines *ls, size_t index, size_t count)
{
    return join(ls, index, count, true);
}

const Line *lines_glued(Lines *ls, size_t index, size_t count)
{
    return join(ls, index, count, false);
}

Span line_span(const Document *d, const Line *line, Slice part)
{
    size_t at = (size_t)(part.p - line->text.p), last = part.n ? at + part.n - 1 : at;
    uint64_t base = (uint64_t)(line->raw.p - d->text.p);
    uint64_t start, end;
    if (line->map) {
        start = at < line->text.n ? line->map[at] : line->raw.n;
        end = part.n ? (uint64_t)line->map[last] + 1 : start;
    } else {
        start = (uint64_t)(part.p - line->raw.p);
        end = start + part.n;
    }
    uint32_t number = line->number;
    if (line->peeled & PEEL_JOINED)
        for (uint64_t i = 0; i < start; i++)
            number += line->raw.p[i] == '\n';
    return (Span){ number, base + start, base + end };
}
