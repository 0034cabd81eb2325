/* Transactions around documents: one for each, or one for many. */
#include "schema/inside.h"

#include <string.h>

/* What marking reposts changes in a document, so that it can be put a second time. */
typedef struct Unmarked {
    size_t notes;
    bool *counted;
    CopyKind *copy;
} Unmarked;

static Unmarked unmarked(Arena *a, const Document *d)
{
    Unmarked was = { d->notes.n, ARENA_ARRAY(a, bool, d->runs.n + 1), ARENA_ARRAY(a, CopyKind, d->runs.n + 1) };
    for (size_t i = 0; i < d->runs.n; i++) {
        was.counted[i] = d->runs.v[i]->counted;
        was.copy[i] = d->runs.v[i]->copy;
    }
    return was;
}

static void unmark(Document *d, const Unmarked *was)
{
    d->notes.n = was->notes;
    for (size_t i = 0; i < d->runs.n; i++) {
        d->runs.v[i]->counted = was->counted[i];
        d->runs.v[i]->copy = was->copy[i];
    }
}

/* --- one --- */

static bool put_unless_known(Store *s, Document *d, const char *options, StorePut *out, Error *err)
{
    *out = (StorePut){ 0 };
    return store_knows(s, d, options, &out->known_as, err) &&
           (out->known_as || put_document(s, d, options, out, err));
}

bool store_put(Store *s, Document *d, const char *options, StorePut *out, Error *err)
{
    bool ok = false;
    unsigned round = 0;
    Arena *a = arena_new(0);
    const Unmarked was = unmarked(a, d);
    while (store_again(s, &round, ok, err)) {
        unmark(d, &was);
        ok = store_begin(s, err) && put_unless_known(s, d, options, out, err);
        ok = store_end(s, ok, err);
    }
    arena_free(a);
    return ok;
}

/* --- many --- */

static bool put_together(Store *s, StoreItem *items, size_t n, const char *options, bool *begun, Error *err)
{
    bool ok = *begun = store_begin(s, err);
    for (size_t i = 0; i < n && ok; i++)
        if (!items[i].put.known_as)
            ok = items[i].stored = put_unless_known(s, items[i].document, options, &items[i].put, err);
    return store_end(s, ok, err);
}

/* The transaction is gone, and all that was put in it. */
static void take_back(StoreItem *items, size_t n, const Unmarked *was, const Error *why)
{
    for (size_t i = 0; i < n; i++) {
        if (items[i].stored)
            items[i].put.known_as = NULL; /* an equal one of the same transaction */
        items[i].stored = false;
        items[i].why = *why;
        unmark(items[i].document, &was[i]);
    }
}

/* Those that are not there yet, each in a transaction of its own, in their order: the first of equal blocks counts. */
static void put_apart(Store *s, StoreItem *items, size_t n, const char *options)
{
    const Error *last = NULL; /* of the one before, when it failed */
    unsigned same = 0;
    for (size_t i = 0; i < n; i++) {
        StoreItem *item = &items[i];
        if (item->put.known_as)
            continue;
        item->why = same == STORE_GIVE_UP ? *last : (Error){ 0 };
        item->stored = same < STORE_GIVE_UP && store_put(s, item->document, options, &item->put, &item->why);
        if (item->stored)
            same = 0;
        else if (same < STORE_GIVE_UP)
            same = last && strcmp(last->text, item->why.text) == 0 ? same + 1 : 1;
        last = item->stored ? NULL : &item->why;
    }
}

void store_put_all(Store *s, StoreItem *items, size_t n, const char *options)
{
    Arena *a = arena_new(0);
    Unmarked *was = ARENA_ARRAY(a, Unmarked, n + 1);
    for (size_t i = 0; i < n; i++) {
        items[i].stored = false;
        was[i] = unmarked(a, items[i].document);
    }
    /* Another engine may want a transaction repeated: a document can be, a batch cannot. */
    bool together = s->engine->ops == &engine_sqlite, done = false, begun = true;
    Error err = { 0 };
    if (together) {
        done = put_together(s, items, n, options, &begun, &err);
        if (!done)
            take_back(items, n, was, &err);
    }
    if (!done && begun)
        put_apart(s, items, n, options);
    for (size_t i = 0; i < n; i++)
        items[i].stored = items[i].stored || items[i].put.known_as;
    arena_free(a);
}
