#include "ingest/workload.h"

#include <string.h>

#include "base/key.h"

/* The row of the key in the table; a key of the tool wins. SLICE_NONE: no workload key. */
static size_t workload_key(const char *tool, const char *key, bool *hard)
{
    size_t n, found = SLICE_NONE;
    const KeyInfo *table = key_table(&n);
    for (size_t i = 0; i < n; i++) {
        if (table[i].key[0] != key[0] || strcmp(table[i].key, key) != 0 || (table[i].tool && strcmp(table[i].tool, tool) != 0))
            continue;
        found = i;
        if (table[i].tool)
            break;
    }
    if (found == SLICE_NONE || !key_is_workload(table[found].role))
        return SLICE_NONE;
    *hard = table[found].role == ROLE_HARD;
    return found;
}

typedef VEC(WorkloadPart) Parts;

static WorkloadPart *find(Parts *parts, const char *key)
{
    for (size_t i = 0; i < parts->n; i++)
        if (strcmp(parts->v[i].key, key) == 0)
            return &parts->v[i];
    return NULL;
}

static void add(Arena *a, Parts *parts, const Fact *f, size_t order, bool hard)
{
    WorkloadPart *part = find(parts, f->key);
    if (part)
        part->value = f->value;
    else
        *VEC_PUSH(a, parts) = (WorkloadPart){ f->key, f->value, hard, order };
}

/* Few parts: insertion. */
static void sort(Parts *parts)
{
    for (size_t i = 1; i < parts->n; i++) {
        WorkloadPart p = parts->v[i];
        size_t k = i;
        for (; k > 0 && parts->v[k - 1].order > p.order; k--)
            parts->v[k] = parts->v[k - 1];
        parts->v[k] = p;
    }
}

Workload workload_of(Arena *a, const Run *run)
{
    Parts parts = { 0 }, scoped = { 0 };
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        bool hard;
        size_t order = workload_key(run->tool, f->key, &hard);
        if (order == SLICE_NONE)
            continue;
        if (!f->scope[0]) {
            add(a, &parts, f, order, hard);
            continue;
        }
        WorkloadPart *seen = find(&scoped, f->key);
        if (!seen)
            *VEC_PUSH(a, &scoped) = (WorkloadPart){ f->key, f->value, hard, order };
        else if (seen->value && strcmp(seen->value, f->value) != 0)
            seen->value = NULL; /* the scopes differ */
    }
    for (size_t i = 0; i < scoped.n; i++)
        if (scoped.v[i].value && !find(&parts, scoped.v[i].key))
            *VEC_PUSH(a, &parts) = scoped.v[i];
    sort(&parts);
    return (Workload){ run->tool, parts.n, parts.v };
}

Workload workload_of_facts(Arena *a, const Run *run, const Workload *whole,
                           const Fact *const *facts, size_t n)
{
    Parts parts = { 0 };
    for (size_t i = 0; i < whole->n; i++)
        *VEC_PUSH(a, &parts) = whole->part[i];
    for (size_t i = 0; i < n; i++) {
        bool hard;
        size_t order = workload_key(run->tool, facts[i]->key, &hard);
        if (order != SLICE_NONE)
            add(a, &parts, facts[i], order, hard);
    }
    sort(&parts);
    return (Workload){ run->tool, parts.n, parts.v };
}

const char *workload_get(const Workload *w, const char *key)
{
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->part[i].key, key) == 0)
            return w->part[i].value;
    return NULL;
}

const char *workload_value(Arena *a, const char *key, const char *value)
{
    static const char *const sizes[] = { "bs",    "ibs",       "obs",        "size",
                                         "bytes", "file_size", "chunk_size", "wss" };
    static const char units[] = "kMGTP";
    bool is_size = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        is_size = is_size || strcmp(key, sizes[i]) == 0;
    Slice rest = slice_of(value);
    uint64_t n;
    if (!is_size || !slice_uint(&rest, &n) || rest.n || n == 0 || n % 1024 != 0)
        return value;
    size_t unit = 0;
    for (n /= 1024; n % 1024 == 0 && unit + 1 < sizeof units - 1; n /= 1024)
        unit++;
    return arena_printf(a, "%llu%c", (unsigned long long)n, units[unit]);
}

static bool skipped(const char *key, const char *const *skip)
{
    for (; skip && *skip; skip++)
        if (strcmp(*skip, key) == 0)
            return true;
    return false;
}

/* Values that say enough without their key. */
static bool speaks_for_itself(const char *key)
{
    return strcmp(key, "op") == 0 || strcmp(key, "rw") == 0 || strcmp(key, "test") == 0 ||
           strcmp(key, "row") == 0 || strcmp(key, "flags") == 0 || strcmp(key, "mode") == 0;
}

const char *workload_text(Arena *a, const Workload *w, bool hard_only, const char *const *skip)
{
    const char *text = w->tool, *row = workload_get(w, "row");
    if (row && strcmp(w->tool, "table") == 0)
        return row;
    for (size_t i = 0; i < w->n; i++) {
        const WorkloadPart *p = &w->part[i];
        if ((hard_only && !p->hard) || skipped(p->key, skip) || !p->value[0])
            continue;
        const char *value = workload_value(a, p->key, p->value);
        text = speaks_for_itself(p->key) ? arena_printf(a, "%s %s", text, value)
                                         : arena_printf(a, "%s %s=%s", text, p->key, value);
    }
    return text;
}

bool workload_is_known(const Run *run, const Workload *w)
{
    static const char *const shown[] = { "op",        "bs",         "count",       "bytes", "size",
                                         "file_size", "chunk_size", "concurrency", "files", NULL };
    if (run->command[0])
        return true;
    for (size_t i = 0; i < w->n; i++)
        if (w->part[i].hard && !skipped(w->part[i].key, shown))
            return true;
    return false;
}
