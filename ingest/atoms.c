#include "ingest/atoms.h"

#include <string.h>

Atoms atoms_new(Arena *a)
{
    return (Atoms){ .arena = a };
}

static uint64_t hash(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h ^ h >> 29;
}

static void grow(Atoms *in)
{
    size_t slots = in->slots ? in->slots * 2 : 64;
    in->slot = ARENA_ARRAY(in->arena, uint32_t, slots);
    in->slots = slots;
    for (size_t i = 0; i < in->n; i++) {
        size_t at = hash(in->text[i]) & (slots - 1);
        while (in->slot[at])
            at = (at + 1) & (slots - 1);
        in->slot[at] = (uint32_t)i + 1;
    }
}

/* The slot of the text, or the free one where it would be. */
static uint32_t *slot_of(Atoms *in, const char *text)
{
    if (in->n * 2 >= in->slots)
        grow(in);
    size_t at = hash(text) & (in->slots - 1);
    while (in->slot[at] && strcmp(in->text[in->slot[at] - 1], text) != 0)
        at = (at + 1) & (in->slots - 1);
    return &in->slot[at];
}

static void add(Atoms *in, uint32_t *slot, const char *text)
{
    if (in->n == in->cap)
        in->text = arena_grow(in->arena, in->text, &in->cap, sizeof *in->text);
    in->text[in->n++] = text;
    *slot = (uint32_t)in->n;
}

uint32_t atoms_number(Atoms *in, const char *text)
{
    uint32_t *slot = slot_of(in, text);
    if (!*slot)
        add(in, slot, text);
    return *slot - 1;
}

uint32_t atoms_copied(Atoms *in, const char *text)
{
    uint32_t *slot = slot_of(in, text);
    if (!*slot)
        add(in, slot, arena_text(in->arena, slice_of(text)));
    return *slot - 1;
}

const char *atoms_text(Atoms *in, const char *text)
{
    uint32_t number = atoms_copied(in, text);
    return in->text[number];
}

uint32_t atoms_pair(Atoms *in, uint32_t a, uint32_t b)
{
    return atoms_number(in, arena_printf(in->arena, "%u,%u", a, b));
}
