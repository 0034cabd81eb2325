#include "analyze/intern.h"

#include <string.h>
#include <time.h>

typedef struct Entry {
    uint64_t hash;
    const char *bytes;
    size_t n;
} Entry;

struct Intern {
    Arena *arena;
    uint64_t seed;
    VEC(Entry) entries;
    uint32_t *slots; /* entry + 1; 0: free */
    size_t n_slots;  /* a power of two, at least twice the entries */
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_of(uint64_t seed, const char *p, size_t n)
{
    uint64_t h = seed ^ n, word;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&word, p, 8);
        h = mix(h, word);
    }
    word = 0;
    if (n)
        memcpy(&word, p, n);
    return mix(h, word ^ seed);
}

Intern *intern_new(Arena *a)
{
    Intern *in = ARENA_NEW(a, Intern);
    in->arena = a;
    struct timespec now = { 0 };
    clock_gettime(CLOCK_MONOTONIC, &now);
    in->seed = mix((uint64_t)(uintptr_t)in, (uint64_t)now.tv_nsec);
    in->n_slots = 64;
    in->slots = ARENA_ARRAY(a, uint32_t, in->n_slots);
    return in;
}

static void grow(Intern *in)
{
    in->n_slots *= 4;
    in->slots = ARENA_ARRAY(in->arena, uint32_t, in->n_slots);
    for (size_t i = 0; i < in->entries.n; i++) {
        size_t at = in->entries.v[i].hash & (in->n_slots - 1);
        while (in->slots[at])
            at = (at + 1) & (in->n_slots - 1);
        in->slots[at] = (uint32_t)i + 1;
    }
}

/* The slot that holds these bytes, or the free one where they belong. */
static size_t slot_of(const Intern *in, uint64_t hash, const void *bytes, size_t n)
{
    size_t at = hash & (in->n_slots - 1);
    for (; in->slots[at]; at = (at + 1) & (in->n_slots - 1)) {
        const Entry *e = &in->entries.v[in->slots[at] - 1];
        if (e->hash == hash && e->n == n && (n == 0 || memcmp(e->bytes, bytes, n) == 0))
            break;
    }
    return at;
}

uint32_t intern_find(const Intern *in, const void *bytes, size_t n)
{
    return in->slots[slot_of(in, hash_of(in->seed, bytes, n), bytes, n)] - 1;
}

uint32_t intern_bytes(Intern *in, const void *bytes, size_t n)
{
    uint64_t hash = hash_of(in->seed, bytes, n);
    size_t at = slot_of(in, hash, bytes, n);
    if (in->slots[at])
        return in->slots[at] - 1;
    char *copy = arena_alloc(in->arena, n + 1);
    if (n)
        memcpy(copy, bytes, n);
    *VEC_PUSH(in->arena, &in->entries) = (Entry){ hash, copy, n };
    uint32_t id = (uint32_t)in->entries.n - 1;
    in->slots[at] = id + 1;
    if (2 * in->entries.n > in->n_slots)
        grow(in);
    return id;
}

uint32_t intern_text(Intern *in, const char *text)
{
    return intern_bytes(in, text, strlen(text));
}

uint32_t intern_pair(Intern *in, uint32_t a, uint32_t b)
{
    uint32_t pair[2] = { a, b };
    return intern_bytes(in, pair, sizeof pair);
}

const char *intern_at(const Intern *in, uint32_t id)
{
    return in->entries.v[id].bytes;
}

uint32_t intern_count(const Intern *in)
{
    return (uint32_t)in->entries.n;
}
