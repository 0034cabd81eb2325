/* Changes along a track: what was found, and what the user made of it. */
#include <math.h>

#include "schema/inside.h"

static Value real(double d)
{
    return isnan(d) ? V_NULL : V_REAL(d);
}

static double get_real(const EngineOps *ops, Statement *st, size_t at)
{
    return ops->kind(st, at) == VALUE_NULL ? NAN : ops->get_real(st, at);
}

static void take_change(const EngineOps *ops, Statement *st, Arena *a, StoreChange *out)
{
    *out = (StoreChange){
        .id = ops->get_int(st, 0),
        .before = arena_text(a, ops->get_bytes(st, 2)),
        .after = arena_text(a, ops->get_bytes(st, 3)),
        .method = arena_text(a, ops->get_bytes(st, 4)),
        .params = arena_text(a, ops->get_bytes(st, 5)),
        .ratio = ops->get_real(st, 7),
        .lo = get_real(ops, st, 8),
        .hi = get_real(ops, st, 9),
        .p = get_real(ops, st, 10),
        .p_adjusted = get_real(ops, st, 11),
        .state = arena_text(a, ops->get_bytes(st, 12)),
        .remark = arena_text(a, ops->get_bytes(st, 13)),
        .first_seen = arena_text(a, ops->get_bytes(st, 14)),
        .last_seen = arena_text(a, ops->get_bytes(st, 15)),
    };
    store_copy(out->series, ops->get_bytes(st, 1), SHA256_BYTES);
    store_copy(out->input, ops->get_bytes(st, 6), SHA256_BYTES);
}

static bool list_changes(Store *s, int64_t track, Arena *a, StoreChanges *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    const Value id = V_INT(track);
    Statement *st = store_query(s, CHANGE_LIST, &id, 1, err);
    Step step = STEP_FAILED;
    while (st && (step = ops->step(st, err)) == STEP_ROW)
        take_change(ops, st, a, VEC_PUSH(a, out));
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

static bool find_track(Store *s, const char *name, Arena *a, StoreTrack *track,
                       StoreReleases *releases, Error *err)
{
    bool found;
    if (!store_track(s, name, a, track, releases, &found, err))
        return false;
    return found || error_set(err, ERR_INPUT, "no track '%s'; see 'plimsoll list tracks'", name);
}

bool store_changes(Store *s, const char *track, Arena *a, StoreChanges *out, Error *err)
{
    StoreTrack t;
    StoreReleases releases;
    *out = (StoreChanges){ 0 };
    return find_track(s, track, a, &t, &releases, err) && list_changes(s, t.id, a, out, err);
}

/* --- putting in --- */

static bool release_id(const StoreReleases *releases, const char *label, int64_t *id, Error *err)
{
    for (size_t i = 0; i < releases->n; i++)
        if (strcmp(releases->v[i].label, label) == 0) {
            *id = releases->v[i].id;
            return true;
        }
    return error_set(err, ERR_INPUT, "release '%s' is not on the track", label);
}

static bool put_change(Store *s, int64_t track, const StoreReleases *releases, const StoreChange *c,
                       Error *err)
{
    char now[TIME_TEXT_BYTES];
    int64_t before = 0, after = 0;
    const Value series = V_BLOB(c->series, SHA256_BYTES), method = V_TEXT(c->method);
    return release_id(releases, c->before, &before, err) &&
           release_id(releases, c->after, &after, err) &&
           store_execute(s, CHANGE_PUT,
                         VALUES(store_id(s, VALUES(series, V_INT(track), V_INT(after), method)), series,
                                V_INT(track), V_INT(before), V_INT(after), method, V_TEXT(c->params),
                                V_BLOB(c->input, SHA256_BYTES), V_REAL(c->ratio), real(c->lo),
                                real(c->hi), real(c->p), real(c->p_adjusted), V_TEXT(store_now(now)), V_INT(store_added(s))),
                         err);
}

static bool same_change(const StoreChange *a, const StoreChange *b)
{
    return memcmp(a->series, b->series, SHA256_BYTES) == 0 && strcmp(a->after, b->after) == 0 &&
           strcmp(a->method, b->method) == 0;
}

static bool is_gone(const StoreChange *c, const StoreChange *found, size_t n,
                    const uint8_t (*looked_at)[SHA256_BYTES], size_t n_looked_at)
{
    bool looked = false;
    for (size_t i = 0; i < n_looked_at && !looked; i++)
        looked = memcmp(c->series, looked_at[i], SHA256_BYTES) == 0;
    for (size_t i = 0; i < n && looked; i++)
        if (same_change(c, &found[i]))
            return false;
    return looked;
}

static bool put_changes(Store *s, const char *track, const StoreChange *found, size_t n,
                        const uint8_t (*looked_at)[SHA256_BYTES], size_t n_looked_at, Error *err)
{
    StoreTrack t;
    StoreReleases releases;
    StoreChanges before = { 0 };
    Arena *a = arena_new(0);
    bool ok = find_track(s, track, a, &t, &releases, err) && list_changes(s, t.id, a, &before, err);
    for (size_t i = 0; i < before.n && ok; i++)
        if (is_gone(&before.v[i], found, n, looked_at, n_looked_at))
            ok = store_execute(s, CHANGE_GONE, VALUES(V_INT(before.v[i].id)), err);
    for (size_t i = 0; i < n && ok; i++)
        ok = put_change(s, t.id, &releases, &found[i], err);
    arena_free(a);
    return ok;
}

bool store_changes_put(Store *s, const char *track, const StoreChange *found, size_t n,
                       const uint8_t (*looked_at)[SHA256_BYTES], size_t n_looked_at, Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err))
        ok = store_end(s, store_begin(s, err) &&
                              put_changes(s, track, found, n, looked_at, n_looked_at, err), err);
    return ok;
}

bool store_change_say(Store *s, int64_t id, const char *state, const char *remark, bool *found,
                      Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err)) {
        ok = store_begin(s, err) && store_execute(s, CHANGE_SAY, VALUES(V_TEXT(state), V_INT(id)), err);
        *found = ok && s->engine->ops->changed(s->engine) > 0;
        ok = ok && (!remark || store_execute(s, CHANGE_REMARK, VALUES(V_TEXT(remark), V_INT(id)), err));
        ok = store_end(s, ok, err);
    }
    return ok;
}
