#include "ingest/dispatch.h"

#include <assert.h>
#include <string.h>

#include "ingest/format.h"

enum { PAIRS = 65536, TRIPLES = 65536, MOST_ANCHORS = 512, NO_ANCHOR = -1 };

typedef struct Anchor {
    Slice text;
    uint64_t format;
    int16_t next; /* with the same first two bytes */
} Anchor;

/* Built once from the registry; constant afterwards. */
static struct {
    bool ready;
    uint8_t seen[TRIPLES / 8]; /* by hashed first three bytes: few places in a text get past it */
    int16_t first[PAIRS];
    Anchor anchor[MOST_ANCHORS];
    int16_t n;
    uint64_t unanchored;
} table;

static size_t pair_at(const char *p)
{
    return (size_t)(unsigned char)p[0] << 8 | (unsigned char)p[1];
}

static size_t triple(size_t pair, unsigned char third)
{
    return (pair * 37 ^ (size_t)third << 6) % TRIPLES;
}

static void mark(size_t place)
{
    table.seen[place / 8] |= (uint8_t)(1u << (place % 8));
}

static void add_anchor(const char *text, uint64_t format)
{
    assert(strlen(text) >= 2 && table.n < MOST_ANCHORS);
    size_t pair = pair_at(text);
    table.anchor[table.n] = (Anchor){ slice_of(text), format, table.first[pair] };
    table.first[pair] = table.n++;
    for (unsigned c = 0; c < 256; c++)
        if (!text[2] || (unsigned char)text[2] == c)
            mark(triple(pair, (unsigned char)c));
}

static void build(void)
{
    size_t n;
    const Format *const *formats = format_table(&n);
    assert(n <= 64);
    for (size_t i = 0; i < PAIRS; i++)
        table.first[i] = NO_ANCHOR;
    for (size_t i = 0; i < n; i++) {
        if (!formats[i]->anchors)
            table.unanchored |= (uint64_t)1 << i;
        else
            for (const char *const *a = formats[i]->anchors; *a; a++)
                add_anchor(*a, (uint64_t)1 << i);
    }
    table.ready = true;
}

uint64_t dispatch_anchored(Slice text)
{
    if (!table.ready)
        build();
    uint64_t found = 0;
    for (size_t i = 0; i + 1 < text.n; i++) {
        size_t pair = pair_at(text.p + i);
        size_t place = triple(pair, i + 2 < text.n ? (unsigned char)text.p[i + 2] : 0);
        if (i + 2 < text.n && !(table.seen[place / 8] >> (place % 8) & 1))
            continue;
        for (int16_t k = table.first[pair]; k != NO_ANCHOR; k = table.anchor[k].next)
            if ((found & table.anchor[k].format) == 0 &&
                slice_starts(slice_from(text, i), table.anchor[k].text))
                found |= table.anchor[k].format;
    }
    return found;
}

uint64_t dispatch_unanchored(void)
{
    if (!table.ready)
        build();
    return table.unanchored;
}
