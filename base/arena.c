#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 64 * 1024, ALIGNMENT = 16, FIRST_ITEMS = 8 };

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} Chunk;

struct Arena {
    Chunk *chunks;
    size_t cap, used;
};

static void (*exhausted)(size_t cap_bytes);

void arena_on_exhausted(void (*handler)(size_t cap_bytes))
{
    exhausted = handler;
}

_Noreturn void arena_give_up(size_t cap_bytes)
{
    if (exhausted)
        exhausted(cap_bytes);
    abort();
}

Arena *arena_new(size_t cap_bytes)
{
    Arena *a = calloc(1, sizeof *a);
    if (!a)
        arena_give_up(0);
    a->cap = cap_bytes;
    return a;
}

void arena_free(Arena *a)
{
    if (!a)
        return;
    for (Chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

void *arena_alloc(Arena *a, size_t bytes)
{
    if (bytes > SIZE_MAX - ALIGNMENT - sizeof(Chunk))
        arena_give_up(a->cap);
    size_t need = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (a->cap && (need > a->cap || a->used > a->cap - need))
        arena_give_up(a->cap);
    if (!a->chunks || a->chunks->size - a->chunks->used < need) {
        size_t size = need > CHUNK_BYTES / 4 ? need : CHUNK_BYTES;
        Chunk *c = calloc(1, sizeof *c + size);
        if (!c)
            arena_give_up(0);
        c->size = size;
        if (a->chunks && size != CHUNK_BYTES) { /* keep filling the current chunk */
            c->next = a->chunks->next;
            a->chunks->next = c;
            c->used = need;
            a->used += need;
            return c->bytes;
        }
        c->next = a->chunks;
        a->chunks = c;
    }
    void *p = a->chunks->bytes + a->chunks->used;
    a->chunks->used += need;
    a->used += need;
    return p;
}

size_t arena_used(const Arena *a)
{
    return a->used;
}

void *arena_array(Arena *a, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        arena_give_up(a->cap);
    return arena_alloc(a, n * size);
}

void *arena_grow(Arena *a, void *items, size_t *cap, size_t size)
{
    size_t wanted = *cap ? *cap * 2 : FIRST_ITEMS;
    void *grown = arena_array(a, wanted, size);
    if (items)
        memcpy(grown, items, *cap * size);
    *cap = wanted;
    return grown;
}

char *arena_text(Arena *a, Slice s)
{
    char *copy = arena_alloc(a, s.n + 1);
    for (size_t i = 0; i < s.n; i++)
        copy[i] = s.p[i] ? s.p[i] : '?';
    return copy;
}

char *arena_vprintf(Arena *a, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0)
        return arena_text(a, SLICE(""));
    char *text = arena_alloc(a, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, args);
    return text;
}

char *arena_printf(Arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(a, format, args);
    va_end(args);
    return text;
}
