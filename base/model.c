#include "base/model.h"

#include <string.h>

Document *document_new(const char *name, size_t cap_bytes)
{
    Arena *arena = arena_new(cap_bytes);
    Document *d = ARENA_NEW(arena, Document);
    d->arena = arena;
    d->name = arena_text(arena, slice_of(name));
    d->origin = "file";
    d->derivation = "";
    d->session = "";
    return d;
}

void document_free(Document *d)
{
    if (d)
        arena_free(d->arena); /* d lives in it */
}

const char *run_fact(const Run *run, const char *scope, const char *key)
{
    const char *of_run = NULL;
    bool whole = !scope || !scope[0];
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if (strcmp(f->key, key) != 0)
            continue;
        if (whole ? !f->scope[0] : strcmp(f->scope, scope) == 0)
            return f->value;
        if (!f->scope[0] && !of_run)
            of_run = f->value;
    }
    return of_run;
}

const Measure *run_measure(const Run *run, const char *scope, const char *metric)
{
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        if (strcmp(m->scope, scope) == 0 && strcmp(m->metric, metric) == 0)
            return m;
    }
    return NULL;
}

const char *run_state_name(RunState s)
{
    static const char *const names[] = { "ok", "partial", "interrupted", "error" };
    return names[s];
}

const char *copy_kind_name(CopyKind k)
{
    static const char *const names[] = { "", "echo", "quote", "repost" };
    return names[k];
}

const char *missing_name(Missing m)
{
    static const char *const names[] = {
        "", "too-fast", "nan", "cut", "untrusted", "censored", "blank",
    };
    return names[m];
}

const char *origin_name(FactOrigin o)
{
    static const char *const names[] = { "parsed", "inferred", "user" };
    return names[o];
}
