#include "analyze/part.h"

#include <string.h>

#include "analyze/filter.h"
#include "analyze/scope.h"
#include "base/buf.h"

/* --- profiles --- */

static void add_text(Buf *b, const char *text)
{
    buf_add(b, (Slice){ text, strlen(text) + 1 });
}

/* Everything that makes two runs differ, as bytes; texts end with their NUL. */
static void profile_bytes(Buf *b, const Run *run, const char *const *keys, size_t n_keys)
{
    b->n = 0;
    add_text(b, run->tool);
    add_text(b, run->version);
    add_text(b, run->label);
    add_text(b, run->workload);
    buf_char(b, (char)('0' + run->state));
    for (size_t i = 0; i < n_keys; i++) {
        const char *value = filter_value(run, NULL, keys[i]);
        add_text(b, value ? value : "");
    }
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        add_text(b, f->scope);
        add_text(b, f->key);
        add_text(b, f->value);
        buf_char(b, (char)('0' + f->origin));
    }
}

KeyRole parts_role(Parts *p, const char *tool, const char *key)
{
    uint32_t id = intern_pair(p->role_key, intern_text(p->text, tool), intern_text(p->text, key));
    if (id == p->roles.n)
        *VEC_PUSH(p->arena, &p->roles) = key_role(tool, key);
    return p->roles.v[id];
}

static PartFact fact_of(Parts *p, const char *tool, const Fact *f)
{
    return (PartFact){ intern_text(p->text, f->key), intern_text(p->text, f->value),
                       parts_role(p, tool, f->key), f->origin == ORIGIN_USER };
}

/* The first value of a key holds, as in run_fact(); what a user set wins. */
static void put_fact(Arena *a, PartFact **v, size_t *n, size_t *cap, PartFact f)
{
    for (size_t i = 0; i < *n; i++)
        if ((*v)[i].key == f.key) {
            if (f.by_user && !(*v)[i].by_user)
                (*v)[i] = f;
            return;
        }
    if (*n == *cap)
        *v = arena_grow(a, *v, cap, sizeof **v);
    (*v)[(*n)++] = f;
}

static void fill_profile(Parts *p, uint32_t id, const Run *run)
{
    Profile *profile = &p->profiles.v[id];
    profile->run = run;
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if (!f->scope[0]) {
            put_fact(p->arena, &profile->facts.v, &profile->facts.n, &profile->facts.cap,
                     fact_of(p, run->tool, f));
            continue;
        }
        uint32_t of = parts_of(p, id, f->scope);
        Part *part = &p->parts.v[of];
        put_fact(p->arena, &part->own.v, &part->own.n, &part->own.cap, fact_of(p, run->tool, f));
    }
}

/* Runs of a database that are described alike share the memory of it: then nothing needs to be written out. */
typedef struct Memory {
    const void *of[5];
    uintptr_t n_facts, state;
} Memory;

static uint32_t memory_id(Intern *memories, const Run *run)
{
    const Memory m = { { run->tool, run->version, run->label, run->workload, run->facts.v },
                       run->facts.n, (uintptr_t)run->state };
    return intern_bytes(memories, &m, sizeof m);
}

static uint32_t profile_of(Parts *p, Buf *b, const Run *run, const char *const *keys, size_t n_keys)
{
    profile_bytes(b, run, keys, n_keys);
    uint32_t id = intern_bytes(p->profile_key, b->text, b->n);
    if (id == p->profiles.n) {
        VEC_PUSH(p->arena, &p->profiles)->run = run;
        fill_profile(p, id, run);
    }
    return id;
}

Parts *parts_new(Arena *a, const Run *const *runs, size_t n, const char *const *keys, size_t n_keys)
{
    Parts *p = ARENA_NEW(a, Parts);
    p->arena = a;
    p->text = intern_new(a);
    p->profile_key = intern_new(a);
    p->part_key = intern_new(a);
    p->role_key = intern_new(a);
    p->runs = runs;
    p->n = n;
    p->profile_of = ARENA_ARRAY(a, uint32_t, n + 1);
    intern_text(p->text, ""); /* id 0 */
    Buf b = buf_new(0);
    Intern *memories = intern_new(a);
    VEC(uint32_t) of_memory = { 0 }; /* profiles */
    for (size_t i = 0; i < n; i++) {
        uint32_t memory = n_keys ? INTERN_NONE : memory_id(memories, runs[i]);
        bool seen = memory < of_memory.n;
        uint32_t id = seen ? of_memory.v[memory] : profile_of(p, &b, runs[i], keys, n_keys);
        if (!n_keys && !seen)
            *VEC_PUSH(a, &of_memory) = id;
        p->profiles.v[id].runs++;
        p->profile_of[i] = id;
    }
    buf_free(&b);
    return p;
}

/* --- parts --- */

uint32_t parts_of(Parts *p, uint32_t profile, const char *scope)
{
    uint32_t id = intern_pair(p->part_key, profile, intern_text(p->text, scope));
    if (id == p->parts.n) {
        Part *part = VEC_PUSH(p->arena, &p->parts);
        part->run = p->profiles.v[profile].run;
        part->scope = scope;
        part->display = scope;
        part->profile = profile;
        *VEC_PUSH(p->arena, &p->profiles.v[profile].parts) = id;
    }
    return id;
}

uint32_t parts_find(const Parts *p, uint32_t profile, const char *scope)
{
    uint32_t key[2] = { profile, intern_find(p->text, scope, strlen(scope)) };
    return key[1] == INTERN_NONE ? INTERN_NONE : intern_find(p->part_key, key, sizeof key);
}

uint32_t part_fact(const Parts *p, const Part *part, uint32_t key)
{
    for (size_t i = 0; i < part->own.n; i++)
        if (part->own.v[i].key == key)
            return part->own.v[i].value;
    const Profile *profile = &p->profiles.v[part->profile];
    for (size_t i = 0; i < profile->facts.n; i++)
        if (profile->facts.v[i].key == key)
            return profile->facts.v[i].value;
    return INTERN_NONE;
}

size_t part_facts(const Parts *p, const Part *part, const PartFact **out)
{
    const Profile *profile = &p->profiles.v[part->profile];
    if (part->own.n == 0) {
        *out = profile->facts.v;
        return profile->facts.n;
    }
    PartFact *all = ARENA_ARRAY(p->arena, PartFact, part->own.n + profile->facts.n);
    size_t n = 0;
    for (size_t i = 0; i < part->own.n; i++)
        all[n++] = part->own.v[i];
    for (size_t i = 0; i < profile->facts.n; i++) {
        bool hidden = false;
        for (size_t k = 0; k < part->own.n && !hidden; k++)
            hidden = part->own.v[k].key == profile->facts.v[i].key;
        if (!hidden)
            all[n++] = profile->facts.v[i];
    }
    *out = all;
    return n;
}

const char *part_value(const Parts *p, const Part *part, const char *key)
{
    Slice row, column;
    bool cell = scope_cell(part->run, part->scope, &row, &column);
    if (cell && strcmp(key, "label") == 0 && run_fact(part->run, "", "column"))
        return part->run->label; /* one run a column: its label names it */
    if (cell && strcmp(key, "label") == 0)
        return arena_printf(p->arena, "%s%s%.*s", part->run->label,
                            part->run->label[0] ? " | " : "", SLICE_ARG(column));
    if (cell && strcmp(key, "workload") == 0)
        return arena_text(p->arena, row);
    if (strcmp(key, "scope") == 0)
        return part->display;
    uint32_t id = intern_find(p->text, key, strlen(key));
    uint32_t value = id == INTERN_NONE ? INTERN_NONE : part_fact(p, part, id);
    if (value != INTERN_NONE)
        return intern_at(p->text, value);
    Measure none = { .scope = part->scope, .metric = "" };
    return filter_value(part->run, &none, key);
}

/* --- what a scope is called --- */

static const char *own_text(const Parts *p, const Part *part, const char *key)
{
    uint32_t id = intern_find(p->text, key, strlen(key));
    for (size_t i = 0; id != INTERN_NONE && i < part->own.n; i++)
        if (part->own.v[i].key == id)
            return intern_at(p->text, part->own.v[i].value);
    return NULL;
}

/* Names of the parts that say they belong to number `index` of `word` (fio: groupid of jobs). */
static bool member_names(const Parts *p, const Profile *profile, Slice word, uint64_t index, Buf *b)
{
    const char *key = arena_printf(p->arena, "%.*sid", SLICE_ARG(word));
    const char *wanted = arena_printf(p->arena, "%llu", (unsigned long long)index);
    bool any = false;
    for (size_t i = 0; i < profile->parts.n; i++) {
        const Part *part = &p->parts.v[profile->parts.v[i]];
        const char *of = own_text(p, part, key), *name = own_text(p, part, "name");
        if (!of || strcmp(of, wanted) != 0)
            continue;
        buf_printf(b, "%s%s", any ? ", " : "", name ? name : part->scope);
        any = true;
    }
    return any;
}

enum { MOST_GROUPS = 64 }; /* looking for members is quadratic: beyond it the number must do */

static void identify(Parts *p, Profile *profile, Part *part, size_t same_word)
{
    Slice word, scope = slice_of(part->scope), row, column;
    uint64_t index;
    const char *name = own_text(p, part, "name"), *identity = part->scope, *params = part->scope;
    if (scope_cell(part->run, part->scope, &row, &column)) {
        identity = params = part->display = "";
    } else if (scope_is_numbered(scope, &word, &index)) {
        Buf b = buf_new(0);
        if (name) {
            identity = arena_printf(p->arena, "%.*s %s", SLICE_ARG(word), name);
            params = arena_text(p->arena, word);
            part->display = name;
        } else if (same_word == 1) {
            identity = params = arena_text(p->arena, word);
        } else if (same_word <= MOST_GROUPS && member_names(p, profile, word, index, &b)) {
            part->display = arena_text(p->arena, buf_slice(&b));
            identity = arena_printf(p->arena, "%.*s %s", SLICE_ARG(word), part->display);
            params = arena_text(p->arena, word);
        }
        buf_free(&b);
    }
    part->identity = intern_text(p->text, identity);
    part->params = intern_text(p->text, params);
}

/* Two parts of one run with the same name are two parts: clones are never repeats of each other. */
static void number_equals(Parts *p, Intern *seen, uint32_t *times, size_t profile,
                          uint32_t *identity)
{
    uint32_t id = intern_pair(seen, (uint32_t)profile, *identity);
    if (times[id]++)
        *identity = intern_text(
            p->text, arena_printf(p->arena, "%s #%u", intern_at(p->text, *identity), times[id]));
}

void parts_identify(Parts *p)
{
    Intern *names = intern_new(p->arena), *params = intern_new(p->arena);
    uint32_t *name_times = ARENA_ARRAY(p->arena, uint32_t, p->parts.n + 1);
    uint32_t *param_times = ARENA_ARRAY(p->arena, uint32_t, p->parts.n + 1);
    for (size_t i = 0; i < p->profiles.n; i++) {
        Profile *profile = &p->profiles.v[i];
        Intern *words = intern_new(p->arena);
        VEC(uint32_t) counts = { 0 };
        for (int pass = 0; pass < 2; pass++)
            for (size_t k = 0; k < profile->parts.n; k++) {
                Part *part = &p->parts.v[profile->parts.v[k]];
                Slice word;
                uint64_t index;
                scope_is_numbered(slice_of(part->scope), &word, &index);
                uint32_t id = intern_bytes(words, word.p, word.n);
                if (id == counts.n)
                    *VEC_PUSH(p->arena, &counts) = 0;
                if (pass == 0) {
                    counts.v[id]++;
                    continue;
                }
                identify(p, profile, part, counts.v[id]);
                if (scope_is_cell(part->run))
                    continue; /* row and column tell cells apart */
                number_equals(p, names, name_times, i, &part->identity);
                number_equals(p, params, param_times, i, &part->params);
            }
    }
}
