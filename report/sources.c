#include "report/sources.h"

#include <string.h>

#include "report/page.h"

Sources sources_new(Arena *a)
{
    return (Sources){ .arena = a };
}

/* Sources of one document stand together: its name is hashed at the first. */
static size_t hash_of(Sources *s, const char *document, uint32_t line)
{
    if (document != s->last_document) {
        s->last_document = document;
        s->last_hash = 0;
        for (const char *p = document; *p; p++)
            s->last_hash = s->last_hash * 31 + (unsigned char)*p;
    }
    return (s->last_hash ^ line) * (size_t)0x9e3779b97f4a7c15u;
}

static size_t slot_of(const Sources *s, const SourceLine *wanted)
{
    size_t at = (wanted->hash >> 20) & (s->n_slots - 1);
    while (s->slots[at]) {
        const SourceLine *known = &s->list.v[s->slots[at] - 1];
        if (known->hash == wanted->hash && known->line == wanted->line &&
            (known->document == wanted->document || strcmp(known->document, wanted->document) == 0))
            break;
        at = (at + 1) & (s->n_slots - 1);
    }
    return at;
}

static void grow(Sources *s)
{
    s->n_slots = s->n_slots ? s->n_slots * 2 : 64; /* a power of two */
    s->slots = ARENA_ARRAY(s->arena, uint32_t, s->n_slots);
    for (size_t i = 0; i < s->list.n; i++)
        s->slots[slot_of(s, &s->list.v[i])] = (uint32_t)i + 1;
}

size_t sources_number(Sources *s, const char *document, uint32_t line)
{
    if (s->list.n * 2 >= s->n_slots)
        grow(s);
    SourceLine wanted = { document, line, hash_of(s, document, line) };
    size_t at = slot_of(s, &wanted);
    if (!s->slots[at]) {
        *VEC_PUSH(s->arena, &s->list) = wanted;
        s->slots[at] = (uint32_t)s->list.n;
    }
    return s->slots[at];
}

static void refer(Buf *b, size_t first, size_t last)
{
    if (first == last)
        buf_printf(b, "[%zu]", first);
    else
        buf_printf(b, "[%zu-%zu]", first, last);
}

void sources_refer(Sources *s, Buf *b, const Cell *cell)
{
    size_t first = 0, last = 0;
    for (size_t i = 0; i < cell->n_sources; i++) {
        size_t n = sources_number(s, cell->sources[i].document, cell->sources[i].line);
        if (first && n == last + 1) {
            last = n;
        } else if (!first || n < first || n > last) {
            if (first)
                refer(b, first, last);
            first = last = n;
        }
    }
    if (first)
        refer(b, first, last);
}

void sources_list(const Sources *s, Buf *b, size_t indent)
{
    for (size_t i = 0; i < s->list.n;) {
        size_t end = i + 1;
        while (end < s->list.n && strcmp(s->list.v[end].document, s->list.v[i].document) == 0)
            end++;
        Buf line = buf_new(0);
        refer(&line, i + 1, end);
        buf_printf(&line, " %s:", s->list.v[i].document);
        for (size_t k = i; k < end;) { /* lines that follow each other as a range */
            size_t last = k;
            while (last + 1 < end && s->list.v[last + 1].line == s->list.v[last].line + 1)
                last++;
            if (last - k < 2)
                last = k;
            buf_printf(&line, "%s%u", k > i ? ", " : "", s->list.v[k].line);
            if (last > k)
                buf_printf(&line, "-%u", s->list.v[last].line);
            k = last + 1;
        }
        buf_repeat(b, ' ', indent);
        page_wrap(b, indent, indent + 4, buf_slice(&line));
        buf_free(&line);
        i = end;
    }
}
