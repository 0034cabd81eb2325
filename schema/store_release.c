/* Releases of a product, and tracks: orders of them. */
#include "schema/facts_json.h"
#include "schema/inside.h"

enum { POSITION_STEP = 1024 }; /* room for a release between two */

static void take_release(const EngineOps *ops, Statement *st, Arena *a, StoreRelease *out)
{
    *out = (StoreRelease){
        .id = ops->get_int(st, 0),
        .product = arena_text(a, ops->get_bytes(st, 1)),
        .label = arena_text(a, ops->get_bytes(st, 2)),
        .date = arena_text(a, ops->get_bytes(st, 3)),
        .position = ops->get_int(st, 5),
    };
    out->n_aliases = facts_json_strings(a, ops->get_bytes(st, 4), &out->aliases);
}

static bool list_releases(Store *s, StatementId id, const Value *values, size_t n, Arena *a,
                          StoreReleases *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    *out = (StoreReleases){ 0 };
    Statement *st = store_query(s, id, values, n, err);
    Step step = STEP_FAILED;
    while (st && (step = ops->step(st, err)) == STEP_ROW)
        take_release(ops, st, a, VEC_PUSH(a, out));
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

bool store_releases(Store *s, Arena *a, StoreReleases *out, Error *err)
{
    return list_releases(s, RELEASE_LIST, NULL, 0, a, out, err);
}

/* --- putting releases --- */

static bool has_alias(const StoreRelease *r, const char *alias)
{
    for (size_t i = 0; i < r->n_aliases; i++)
        if (strcmp(r->aliases[i], alias) == 0)
            return true;
    return strcmp(r->label, alias) == 0;
}

/* Another release of the product that goes by this name already. */
static bool alias_is_free(Store *s, Arena *a, const StoreRelease *r, Error *err)
{
    StoreReleases all;
    if (!store_releases(s, a, &all, err))
        return false;
    for (size_t i = 0; i < all.n; i++) {
        const StoreRelease *other = &all.v[i];
        if (strcmp(other->product, r->product) != 0 || strcmp(other->label, r->label) == 0)
            continue;
        for (size_t k = 0; k < r->n_aliases; k++)
            if (has_alias(other, r->aliases[k]))
                return error_set(err, ERR_INPUT, "'%s' is a name of release '%s' already",
                                 r->aliases[k], other->label);
    }
    return true;
}

static bool put_release(Store *s, Arena *a, const StoreRelease *r, int64_t *id, Error *err)
{
    StoreReleases found;
    bool any;
    const Value product = V_TEXT(r->product), label = V_TEXT(r->label);
    if (!alias_is_free(s, a, r, err) ||
        !list_releases(s, RELEASE_FIND, VALUES(product, label), a, &found, err))
        return false;
    if (!found.n)
        return store_number(s, RELEASE_ADD,
                            VALUES(store_id(s, VALUES(product, label)), product, label, V_TEXT(r->date),
                                   V_TEXT(facts_json_list(a, r->aliases, r->n_aliases)),
                                   V_INT(store_added(s))),
                            &any, id, err);
    StoreRelease *old = &found.v[0];
    VEC(const char *) aliases = { 0 };
    for (size_t i = 0; i < old->n_aliases; i++)
        *VEC_PUSH(a, &aliases) = old->aliases[i];
    for (size_t i = 0; i < r->n_aliases; i++)
        if (!has_alias(old, r->aliases[i]))
            *VEC_PUSH(a, &aliases) = r->aliases[i];
    *id = old->id;
    return store_execute(s, RELEASE_SET,
                         VALUES(V_TEXT(r->date[0] ? r->date : old->date),
                                V_TEXT(facts_json_list(a, (const char *const *)aliases.v, aliases.n)),
                                V_INT(old->id)), err);
}

bool store_release_put(Store *s, const StoreRelease *r, Error *err)
{
    int64_t id;
    bool ok = false;
    unsigned round = 0;
    Arena *a = arena_new(0);
    while (store_again(s, &round, ok, err))
        ok = store_end(s, store_begin(s, err) && put_release(s, a, r, &id, err), err);
    arena_free(a);
    return ok;
}

bool store_release_remove(Store *s, const char *product, const char *label, bool *found, Error *err)
{
    bool ok = store_execute(s, RELEASE_DROP, VALUES(V_TEXT(product), V_TEXT(label)), err);
    *found = ok && s->engine->ops->changed(s->engine) > 0;
    return ok;
}

/* --- tracks --- */

static bool list_tracks(Store *s, StatementId id, const Value *values, size_t n, Arena *a,
                        StoreTracks *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    *out = (StoreTracks){ 0 };
    Statement *st = store_query(s, id, values, n, err);
    Step step = STEP_FAILED;
    while (st && (step = ops->step(st, err)) == STEP_ROW)
        *VEC_PUSH(a, out) = (StoreTrack){
            .id = ops->get_int(st, 0),
            .name = arena_text(a, ops->get_bytes(st, 1)),
            .key = arena_text(a, ops->get_bytes(st, 2)),
            .releases = (size_t)ops->get_int(st, 3),
        };
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

bool store_tracks(Store *s, Arena *a, StoreTracks *out, Error *err)
{
    return list_tracks(s, TRACK_LIST, NULL, 0, a, out, err);
}

bool store_track(Store *s, const char *name, Arena *a, StoreTrack *track, StoreReleases *out,
                 bool *found, Error *err)
{
    StoreTracks tracks;
    const Value wanted = V_TEXT(name);
    *out = (StoreReleases){ 0 };
    if (!list_tracks(s, TRACK_FIND, &wanted, 1, a, &tracks, err))
        return false;
    *found = tracks.n > 0;
    if (!*found)
        return true;
    *track = tracks.v[0];
    const Value id = V_INT(track->id);
    bool ok = list_releases(s, TRACK_RELEASE_LIST, &id, 1, a, out, err);
    track->releases = out->n;
    return ok;
}

/* A name in the order may be an alias of a release that is there. */
static bool release_called(Store *s, Arena *a, const char *name, int64_t *id, Error *err)
{
    StoreReleases all;
    if (!store_releases(s, a, &all, err))
        return false;
    for (size_t i = 0; i < all.n; i++)
        if (has_alias(&all.v[i], name)) {
            *id = all.v[i].id;
            return true;
        }
    const StoreRelease anew = { .product = "", .label = name, .date = "" };
    return put_release(s, a, &anew, id, err);
}

static bool put_track(Store *s, const char *name, const char *key, const char *const *labels, size_t n,
                      Error *err)
{
    bool any;
    int64_t track, release;
    const Value called = V_TEXT(name);
    Arena *a = arena_new(0);
    bool ok = store_number(s, TRACK_PUT, VALUES(store_id(s, &called, 1), called, V_TEXT(key)), &any,
                           &track, err) &&
              store_execute(s, TRACK_CLEAR, VALUES(V_INT(track)), err);
    for (size_t i = 0; i < n && ok; i++)
        ok = release_called(s, a, labels[i], &release, err) &&
             store_execute(s, TRACK_RELEASE_ADD,
                           VALUES(V_INT(track), V_INT((i + 1) * POSITION_STEP), V_INT(release)), err);
    arena_free(a);
    return ok;
}

bool store_track_put(Store *s, const char *name, const char *key, const char *const *labels, size_t n,
                     Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err))
        ok = store_end(s, store_begin(s, err) && put_track(s, name, key, labels, n, err), err);
    return ok;
}

bool store_track_remove(Store *s, const char *name, bool *found, Error *err)
{
    bool ok = store_execute(s, TRACK_DROP, VALUES(V_TEXT(name)), err);
    *found = ok && s->engine->ops->changed(s->engine) > 0;
    return ok;
}
