#include "cli/lookup.h"

#include "base/sha.h"

enum { FEWEST_DIGITS = 4 };

static bool is_hash_of(const char *word, const uint8_t *hash, size_t bytes)
{
    char hex[2 * SHA_BYTES + 1];
    size_t n = strlen(word);
    if (n < FEWEST_DIGITS || n > 2 * bytes)
        return false;
    sha_hex(hex, hash, bytes);
    return slice_eq_nocase(slice_of(word), (Slice){ hex, n });
}

static bool is_name_of(const char *word, const char *name)
{
    Slice all = slice_of(name), end = slice_of(word);
    if (slice_eq(all, end))
        return true;
    return end.n && end.n < all.n && slice_ends(all, end) && all.p[all.n - end.n - 1] == '/';
}

size_t lookup_imports(const StoreImports *all, const char *word, Arena *a, int64_t **ids)
{
    size_t n = 0;
    *ids = ARENA_ARRAY(a, int64_t, all->n + 1);
    for (size_t i = 0; i < all->n; i++)
        if (is_name_of(word, all->v[i].name))
            (*ids)[n++] = all->v[i].id;
    for (size_t i = 0; i < all->n && n == 0; i++)
        if (is_hash_of(word, all->v[i].sha256, SHA256_BYTES))
            (*ids)[n++] = all->v[i].id;
    return n;
}

size_t lookup_runs(const StoreRuns *all, const char *word, Arena *a, Run ***runs)
{
    size_t n = 0;
    *runs = ARENA_ARRAY(a, Run *, all->runs.n + 1);
    for (size_t i = 0; i < all->runs.n; i++)
        if (is_hash_of(word, all->runs.v[i]->uid, UID_BYTES))
            (*runs)[n++] = all->runs.v[i];
    return n;
}

const char *lookup_short(Arena *a, const uint8_t *hash)
{
    char hex[2 * SHA_BYTES + 1];
    sha_hex(hex, hash, LOOKUP_SHORT / 2);
    return arena_text(a, slice_of(hex));
}

bool lookup_line(Arena *a, const char *word, const char **file, uint32_t *line)
{
    Slice all = slice_of(word);
    size_t colon = slice_rfind(all, SLICE(":"));
    if (colon == SLICE_NONE || colon == 0)
        return false;
    Slice digits = slice_from(all, colon + 1);
    uint64_t number;
    if (!slice_uint(&digits, &number) || digits.n || number == 0 || number > UINT32_MAX)
        return false;
    *file = arena_text(a, slice_first(all, colon));
    *line = (uint32_t)number;
    return true;
}
