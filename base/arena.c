#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    CHUNK_BYTES = 64 * 1024, /* the first; later ones are as large as what is used */
    MOST_CHUNK_BYTES = 8 * 1024 * 1024,
    HUGE_BYTES = 2 * 1024 * 1024,
    LARGE_BYTES = 512 * 1024,
    ALIGNMENT = 16,
    FIRST_ITEMS = 8
};
#define ROOMY_BYTES ((size_t)1 << 30)

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} Chunk;

typedef struct Owned {
    struct Owned *next;
    void (*release)(void *thing);
    void *thing;
} Owned;

struct Arena {
    Chunk *chunks;
    Owned *owned;
    size_t cap, used, chunk; /* chunk: size of the next one */
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
    a->chunk = CHUNK_BYTES;
    return a;
}

void arena_free(Arena *a)
{
    if (!a)
        return;
    for (Owned *o = a->owned; o; o = o->next)
        o->release(o->thing);
    for (Chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

/* Large pages where the system has them: a page fault for each 4 kB costs more than the work on it. */
static void want_huge_pages(Chunk *c)
{
#ifdef MADV_HUGEPAGE
    uintptr_t from = ((uintptr_t)c + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES;
    uintptr_t to = (uintptr_t)(c->bytes + c->size) / HUGE_BYTES * HUGE_BYTES;
    if (from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE); /* only advice: it may be refused */
#else
    (void)c;
#endif
}

static Chunk *chunk_new(Arena *a, size_t size)
{
    Chunk *c = calloc(1, sizeof *c + size);
    if (!c)
        arena_give_up(0);
    c->size = size;
    if (size >= 2 * HUGE_BYTES)
        want_huge_pages(c);
    while (a->chunk < MOST_CHUNK_BYTES && a->chunk < a->used)
        a->chunk *= 2;
    return c;
}

void *arena_alloc(Arena *a, size_t bytes)
{
    if (bytes > SIZE_MAX - ALIGNMENT - sizeof(Chunk))
        arena_give_up(a->cap);
    size_t need = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (a->cap && (need > a->cap || a->used > a->cap - need))
        arena_give_up(a->cap);
    if (!a->chunks || a->chunks->size - a->chunks->used < need) {
        bool own = need > a->chunk / 4;
        Chunk *c = chunk_new(a, own ? need : a->chunk);
        if (a->chunks && own) { /* keep filling the current chunk */
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

void arena_own(Arena *a, void (*release)(void *thing), void *thing)
{
    Owned *o = ARENA_NEW(a, Owned);
    *o = (Owned){ a->owned, release, thing };
    a->owned = o;
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
    /* A large block is not resident before it is written to, but each outgrown one is: grow faster then. */
    size_t factor = *cap * size >= LARGE_BYTES && (!a->cap || a->cap >= ROOMY_BYTES) ? 4 : 2;
    size_t wanted = *cap ? *cap * factor : FIRST_ITEMS;
    void *grown = arena_array(a, wanted, size);
    if (items)
        memcpy(grown, items, *cap * size);
    *cap = wanted;
    return grown;
}

char *arena_text(Arena *a, Slice s)
{
    char *copy = arena_alloc(a, s.n + 1);
    if (s.n)
        memcpy(copy, s.p, s.n);
    for (char *nul = copy; s.n && (nul = memchr(nul, '\0', (size_t)(copy + s.n - nul)));)
        *nul = '?';
    return copy;
}

/* A format of text and "%s" alone: pieces joined. Most are that, and stdio takes ten times as long. */
static bool joins_only(const char *format)
{
    for (; (format = strchr(format, '%')); format += 2)
        if (format[1] != 's')
            return false;
    return true;
}

/* The pieces one behind the other at `to`, unless that is NULL; the length of all. */
static size_t join(char *to, const char *format, va_list args)
{
    size_t n = 0;
    while (*format) {
        bool is_text = format[0] != '%';
        const char *piece = is_text ? format : va_arg(args, const char *);
        size_t length = is_text ? strcspn(format, "%") : strlen(piece);
        if (to)
            memcpy(to + n, piece, length);
        n += length;
        format += is_text ? length : 2;
    }
    return n;
}

static char *joined(Arena *a, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    char *text = arena_alloc(a, join(NULL, format, again) + 1);
    va_end(again);
    join(text, format, args);
    return text;
}

char *arena_vprintf(Arena *a, const char *format, va_list args)
{
    if (joins_only(format))
        return joined(a, format, args);
    char small[256]; /* most are short: then nothing is written twice */
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, again);
    va_end(again);
    if (n < 0)
        return arena_text(a, SLICE(""));
    char *text = arena_alloc(a, (size_t)n + 1);
    if ((size_t)n < sizeof small)
        memcpy(text, small, (size_t)n);
    else
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
