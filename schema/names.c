#include "schema/names.h"

#include <string.h>

typedef struct Entry {
    const char *text; /* NULL: free */
    size_t n;
    uint64_t hash;
} Entry;

struct Names {
    Arena *arena;
    Entry *entries;
    size_t n, size; /* size: a power of two */
};

static uint64_t hash_of(Slice s) /* FNV-1a */
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 1099511628211u;
    return h ^ h >> 29;
}

Names *names_new(Arena *a)
{
    Names *names = ARENA_NEW(a, Names);
    *names = (Names){ .arena = a, .size = 256 };
    names->entries = ARENA_ARRAY(a, Entry, names->size);
    return names;
}

static void grow(Names *names)
{
    Entry *entries = ARENA_ARRAY(names->arena, Entry, 2 * names->size);
    for (size_t i = 0; i < names->size; i++) {
        if (!names->entries[i].text)
            continue;
        size_t at = names->entries[i].hash & (2 * names->size - 1);
        while (entries[at].text)
            at = (at + 1) & (2 * names->size - 1);
        entries[at] = names->entries[i];
    }
    names->entries = entries;
    names->size *= 2;
}

const char *names_keep(Names *names, Slice text)
{
    uint64_t hash = hash_of(text);
    size_t at = hash & (names->size - 1);
    for (; names->entries[at].text; at = (at + 1) & (names->size - 1)) {
        const Entry *e = &names->entries[at];
        if (e->hash == hash && e->n == text.n && memcmp(e->text, text.p, text.n) == 0)
            return e->text;
    }
    const char *copy = arena_text(names->arena, text);
    names->entries[at] = (Entry){ copy, text.n, hash };
    if (2 * ++names->n >= names->size)
        grow(names);
    return copy;
}
