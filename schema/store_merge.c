/*
 * Another database put into this one. Identity is content, so it is an import of every document the
 * other one has, as it was read there; what is here already stays as it is.
 */
#include "schema/inside.h"

/* Reads import `id` of `from` whole and puts it into `into`. */
static bool merge_import(Store *into, Store *from, const StoreImport *i, StoreMerged *out, Error *err)
{
    const StoreQuery q = { .copies = true, .samples = true, .notes = true, .import = i->id };
    Arena *a = arena_new(0);
    StoreRuns got;
    StorePut put = { 0 };
    bool ok = store_select(from, &q, a, &got, err);
    if (ok && got.documents.n) {
        Document *d = got.documents.v[0];
        const char *known_as;
        ok = store_knows(into, d, "{}", &known_as, err);
        out->known += ok && known_as;
        if (ok && !known_as) {
            ok = store_text(from, i->sha256, a, &d->bytes, &d->text, err) &&
                 put_document(into, d, i->options, &put, err);
            out->imports++;
        }
    }
    out->runs += put.runs + put.copies + put.reposts;
    arena_free(a);
    return ok;
}

/* What was said there counts here where nothing was said; applied to the runs that are here. */
static bool merge_edits(Store *into, Store *from, StoreMerged *out, Error *err)
{
    const EngineOps *ops = from->engine->ops;
    Statement *st = store_query(from, EDIT_LIST, NULL, 0, err);
    Step step = st ? ops->step(st, err) : STEP_FAILED;
    while (step == STEP_ROW) {
        Slice uid = ops->get_bytes(st, 0), scope = ops->get_bytes(st, 1), key = ops->get_bytes(st, 2);
        Slice value = ops->get_bytes(st, 3), time = ops->get_bytes(st, 4);
        bool null = ops->kind(st, 3) == VALUE_NULL;
        bool ok = store_execute(into, EDIT_ADD,
                                VALUES(V_BLOB(uid.p, uid.n), V_SLICE(scope),
                                       V_SLICE(key),
                                       null ? V_NULL : V_SLICE(value),
                                       V_SLICE(time)), err);
        out->edits += ok && into->engine->ops->changed(into->engine) > 0;
        step = ok ? ops->step(st, err) : STEP_FAILED;
    }
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

static bool apply_edits(Store *into, Error *err)
{
    const StoreQuery q = { .copies = true, .bare = true };
    Arena *a = arena_new(0);
    StoreRuns got;
    bool ok = store_select(into, &q, a, &got, err);
    for (size_t i = 0; i < got.documents.n && ok; i++)
        ok = edit_apply_all(into, got.documents.v[i], err);
    arena_free(a);
    return ok;
}

/* --- releases and tracks: those that are not here --- */

static bool merge_releases(Store *into, Store *from, Arena *a, StoreMerged *out, Error *err)
{
    StoreReleases theirs, ours;
    if (!store_releases(from, a, &theirs, err) || !store_releases(into, a, &ours, err))
        return false;
    for (size_t i = 0; i < theirs.n; i++) {
        bool here = false;
        for (size_t k = 0; k < ours.n; k++)
            here = here || (strcmp(theirs.v[i].product, ours.v[k].product) == 0 &&
                            strcmp(theirs.v[i].label, ours.v[k].label) == 0);
        if (!here && !store_release_put(into, &theirs.v[i], err))
            return false;
        out->releases += !here;
    }
    return true;
}

static bool merge_tracks(Store *into, Store *from, Arena *a, StoreMerged *out, Error *err)
{
    StoreTracks tracks;
    if (!store_tracks(from, a, &tracks, err))
        return false;
    for (size_t i = 0; i < tracks.n; i++) {
        StoreTrack track;
        StoreReleases releases;
        bool found;
        if (!store_track(into, tracks.v[i].name, a, &track, &releases, &found, err))
            return false;
        if (found)
            continue;
        if (!store_track(from, tracks.v[i].name, a, &track, &releases, &found, err))
            return false;
        const char **labels = ARENA_ARRAY(a, const char *, releases.n + 1);
        for (size_t k = 0; k < releases.n; k++)
            labels[k] = releases.v[k].label;
        if (!store_track_put(into, track.name, track.key, labels, releases.n, err))
            return false;
        out->tracks++;
    }
    return true;
}

/* Who wants to know how far it is. */
typedef struct Listener {
    StoreTold told;
    void *context;
} Listener;

static bool merge_all(Store *into, Store *from, const Listener *listener, Arena *a, StoreMerged *out,
                      Error *err)
{
    StoreImports imports;
    size_t promoted;
    bool ok = store_imports(from, a, &imports, err);
    for (size_t i = 0; i < imports.n && ok; i++) {
        ok = merge_import(into, from, &imports.v[i], out, err);
        if (listener->told)
            listener->told(listener->context, i + 1);
    }
    return ok && remove_settle_reposts(into, &promoted, err) && merge_edits(into, from, out, err) &&
           (!out->edits || apply_edits(into, err)) && merge_releases(into, from, a, out, err) &&
           merge_tracks(into, from, a, out, err);
}

static bool merge_from(Store *into, Store *from, const Listener *listener, StoreMerged *out, Error *err)
{
    bool own;
    if (!store_begin_read(from, &own, err))
        return false;
    Arena *a = arena_new(0);
    bool ok = merge_all(into, from, listener, a, out, err);
    arena_free(a);
    /* Before the commit: the two may be one file. */
    return own ? store_end(from, ok, err) : ok;
}

bool store_merge(Store *into, Store *from, StoreTold told, void *context, StoreMerged *out, Error *err)
{
    const Listener listener = { told, context };
    bool ok = false;
    unsigned round = 0;
    while (store_again(into, &round, ok, err)) {
        *out = (StoreMerged){ 0 };
        ok = store_end(into, store_begin(into, err) && merge_from(into, from, &listener, out, err), err);
    }
    return ok;
}
