#include "base/uid.h"

#include <string.h>

#include "base/safe.h"
#include "base/sha.h"

static void cut(uint8_t out[UID_BYTES], Sha *s)
{
    uint8_t digest[SHA_BYTES];
    sha_end(s, digest);
    memcpy(out, digest, UID_BYTES);
}

/*
 * A figure of the Phoronix Test Suite has few digits, but its file says when, on what and in which test it was
 * measured: merged result files hold those of the earlier ones again.
 */
static bool is_dated(const Run *run)
{
    return strcmp(run->tool, "pts") == 0 && run->time[0] && run_fact(run, "", "identifier");
}

static void add_date(Sha *s, const Run *run)
{
    static const char *const keys[] = { "identifier", "test", "arguments", "profile" };
    sha_add_text(s, run->time);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = run_fact(run, "", keys[i]);
        sha_add_text(s, value ? value : "");
    }
}

void uid_block(const Run *run, uint8_t block[UID_BYTES])
{
    Sha *s = sha_new();
    sha_add_text(s, run->tool);
    if (is_dated(run))
        add_date(s, run);
    for (size_t i = 0; i < run->measures.n; i++)
        sha_add_text(s, run->measures.v[i].raw);
    if (run->measures.n == 0) { /* nothing but samples or buckets: then they are the figures */
        for (size_t i = 0; i < run->series.n; i++)
            sha_add(s, (Slice){ (const char *)run->series.v[i].value,
                                run->series.v[i].n * sizeof(double) });
        for (size_t i = 0; i < run->histograms.n; i++)
            for (size_t k = 0; k < run->histograms.v[i].n; k++)
                sha_add(s, (Slice){ (const char *)&run->histograms.v[i].bucket[k].n,
                                    sizeof(double) });
    }
    cut(block, s);
}

/* --- the map: open addressing; the keys are hashes already --- */

typedef struct Slot {
    uint8_t key[UID_BYTES];
    bool used;
    void *value;
} Slot;

struct UidMap {
    Arena *arena;
    Slot *slots;
    size_t n, size; /* size: a power of two */
};

static Slot *find_slot(Slot *slots, size_t size, const uint8_t key[UID_BYTES])
{
    uint64_t start;
    memcpy(&start, key, sizeof start);
    size_t i = (size_t)start & (size - 1);
    while (slots[i].used && memcmp(slots[i].key, key, UID_BYTES) != 0)
        i = (i + 1) & (size - 1);
    return &slots[i];
}

UidMap *uid_map_new(Arena *a)
{
    UidMap *m = ARENA_NEW(a, UidMap);
    *m = (UidMap){ .arena = a, .size = 64 };
    m->slots = ARENA_ARRAY(a, Slot, m->size);
    return m;
}

void **uid_map_at(UidMap *m, const uint8_t key[UID_BYTES])
{
    if (2 * m->n >= m->size) {
        Slot *slots = ARENA_ARRAY(m->arena, Slot, 2 * m->size);
        for (size_t i = 0; i < m->size; i++)
            if (m->slots[i].used)
                *find_slot(slots, 2 * m->size, m->slots[i].key) = m->slots[i];
        m->slots = slots;
        m->size *= 2;
    }
    Slot *slot = find_slot(m->slots, m->size, key);
    if (!slot->used) {
        slot->used = true;
        memcpy(slot->key, key, UID_BYTES);
        m->n++;
    }
    return &slot->value;
}

/* --- the uid --- */

void uid_fill(Document *d)
{
    Arena *scratch = arena_new(0);
    UidMap *seen = uid_map_new(scratch);
    const char *set = uid_canonical_facts(scratch, d->set.v, d->set.n);
    for (size_t i = 0; i < d->runs.n; i++) {
        Run *run = d->runs.v[i];
        uint8_t block[UID_BYTES];
        uid_block(run, block);
        void **count = uid_map_at(seen, block);
        run->occurrence = (uint32_t)(uintptr_t)*count;
        *count = (void *)((uintptr_t)*count + 1);
        char number[16];
        snprintf(number, sizeof number, "%u", run->occurrence);
        Sha *s = sha_new();
        sha_add(s, (Slice){ (const char *)d->sha256, SHA256_BYTES });
        sha_add_text(s, set);
        sha_add_text(s, d->session);
        sha_add(s, (Slice){ (const char *)block, UID_BYTES });
        sha_add_text(s, number);
        cut(run->uid, s);
    }
    arena_free(scratch);
}

/* --- is an equal block a copy? --- */

/* Of the last number in the text, without leading zeros: "256 bytes copied, 0.0123 s" has 3. */
static size_t significant_digits(const char *raw)
{
    size_t n = 0, end = strlen(raw);
    while (end > 0 && !char_is_digit(raw[end - 1]))
        end--;
    size_t start = end;
    while (start > 0 && (char_is_digit(raw[start - 1]) || raw[start - 1] == '.'))
        start--;
    for (size_t i = start; i < end; i++)
        if (char_is_digit(raw[i]) && (n > 0 || raw[i] != '0'))
            n++;
    return n;
}

/* Sizes and counts say what was asked for; only times and rates were measured. */
static bool was_measured(const Measure *m)
{
    return !m->missing && m->unit != UNIT_BYTES && m->unit != UNIT_COUNT && m->raw[0];
}

/*
 * Two runs of one machine often agree to one percent: of six digits of seconds four are left to
 * chance, so one pair in some thousands is equal without being a copy. Twenty digits never are.
 */
enum { FEWEST_DIGITS = 6, STRONG_DIGITS = 20 };

UidWeight uid_weight(const Run *run)
{
    static const char *const free_tools[] = { "numbers", "table", "stated", "figures" };
    for (size_t i = 0; i < sizeof free_tools / sizeof *free_tools; i++)
        if (strcmp(run->tool, free_tools[i]) == 0)
            return UID_FREE;
    if (is_dated(run))
        return UID_STRONG;
    size_t digits = 0;
    for (size_t i = 0; i < run->measures.n && digits < STRONG_DIGITS; i++)
        if (was_measured(&run->measures.v[i]))
            digits += significant_digits(run->measures.v[i].raw);
    for (size_t i = 0; i < run->series.n; i++)
        digits += 2 * run->series.v[i].n;
    for (size_t i = 0; i < run->histograms.n; i++)
        digits += run->histograms.v[i].n;
    return digits < FEWEST_DIGITS ? UID_FREE : digits < STRONG_DIGITS ? UID_WEAK : UID_STRONG;
}

static int by_document(const void *a, const void *b)
{
    const UidMatch *x = *(UidMatch *const *)a, *y = *(UidMatch *const *)b;
    return (x->document > y->document) - (x->document < y->document);
}

enum { COMPANY_SHARE = 5 }; /* a weak block needs a fifth of the document beside it */

void uid_judge(UidMatch *matches, size_t n, size_t runs)
{
    Arena *scratch = arena_new(0);
    UidMatch **sorted = ARENA_ARRAY(scratch, UidMatch *, n + 1);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &matches[i];
    qsort(sorted, n, sizeof *sorted, by_document);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && sorted[end]->document == sorted[i]->document; end++)
            continue;
        bool company = COMPANY_SHARE * (end - i) >= runs;
        for (size_t k = i; k < end; k++)
            sorted[k]->is_copy = sorted[k]->weight == UID_STRONG || company;
    }
    arena_free(scratch);
}

static int compare_facts(const void *a, const void *b)
{
    const Fact *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : strcmp(x->value, y->value);
}

const char *uid_canonical_facts(Arena *a, const Fact *set, size_t n)
{
    Fact *sorted = ARENA_ARRAY(a, Fact, n + 1);
    if (n)
        memcpy(sorted, set, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_facts);
    Buf b = buf_new(0);
    buf_char(&b, '{');
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            buf_char(&b, ',');
        safe_json(&b, slice_of(sorted[i].key));
        buf_char(&b, ':');
        safe_json(&b, slice_of(sorted[i].value));
    }
    buf_char(&b, '}');
    const char *text = arena_text(a, buf_slice(&b));
    buf_free(&b);
    return text;
}
