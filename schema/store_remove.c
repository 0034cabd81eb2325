/* Taking imports out, and what becomes of the copies that pointed to them. */
#include "schema/inside.h"

typedef struct Orphan {
    int64_t run, document;
    uint8_t block[UID_BYTES];
} Orphan;
typedef VEC(Orphan) Orphans;

/* Reposts without an original, in the order in which they came. */
static bool list_orphans(Store *s, Arena *a, Orphans *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    Statement *st = store_query(s, RUN_ORPHANS, NULL, 0, err);
    Step step = STEP_FAILED;
    while (st && (step = ops->step(st, err)) == STEP_ROW) {
        Orphan *o = VEC_PUSH(a, out);
        *o = (Orphan){ .run = ops->get_int(st, 0), .document = ops->get_int(st, 2) };
        store_copy(o->block, ops->get_bytes(st, 1), UID_BYTES);
    }
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

/* One that finds no other original becomes one, also for those that follow. */
static bool settle(Store *s, const Orphan *o, size_t *promoted, Error *err)
{
    bool other;
    int64_t original;
    if (!store_number(s, RUN_FIND_BLOCK, VALUES(V_BLOB(o->block, UID_BYTES), V_INT(o->document)), &other,
                      &original, err))
        return false;
    *promoted += !other;
    return other ? store_execute(s, RUN_LINK, VALUES(V_INT(original), V_INT(o->run)), err)
                 : store_execute(s, RUN_PROMOTE, VALUES(V_INT(o->run)), err);
}

bool remove_settle_reposts(Store *s, size_t *promoted, Error *err)
{
    Orphans orphans = { 0 };
    Arena *a = arena_new(0);
    *promoted = 0;
    bool ok = list_orphans(s, a, &orphans, err);
    for (size_t i = 0; i < orphans.n && ok; i++)
        ok = settle(s, &orphans.v[i], promoted, err);
    arena_free(a);
    return ok;
}

/* Edits go with their runs: who imports the log again starts anew. */
static bool drop_edits(Store *s, int64_t import_id, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    const Value id = V_INT(import_id);
    Statement *st = store_query(s, RUN_UIDS_OF_IMPORT, &id, 1, err);
    Step step = st ? ops->step(st, err) : STEP_FAILED;
    while (step == STEP_ROW) {
        Slice uid = ops->get_bytes(st, 0);
        step = store_execute(s, EDIT_DROP, VALUES(V_BLOB(uid.p, uid.n)), err) ? ops->step(st, err)
                                                                              : STEP_FAILED;
    }
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

/* The import, and its document unless another import has it, too. */
static bool remove_import(Store *s, int64_t import_id, StoreRemoved *out, Error *err)
{
    const Value id = V_INT(import_id);
    bool found, there;
    int64_t runs, document_id;
    if (!store_number(s, RUN_COUNT_OF_IMPORT, &id, 1, &found, &runs, err) ||
        !store_number(s, IMPORT_DOCUMENT, &id, 1, &there, &document_id, err) ||
        !drop_edits(s, import_id, err) || !store_execute(s, RUN_UNLINK, &id, 1, err) ||
        !store_execute(s, IMPORT_DROP, &id, 1, err))
        return false;
    out->imports += s->engine->ops->changed(s->engine);
    out->runs += (size_t)runs;
    const Value document = V_INT(document_id);
    if (!there)
        return true;
    if (!store_execute(s, DOCUMENT_DROP_ORPHAN, &document, 1, err))
        return false;
    out->documents += s->engine->ops->changed(s->engine);
    return true;
}

static bool remove_all(Store *s, const int64_t *imports, size_t n, StoreRemoved *out, Error *err)
{
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++)
        ok = remove_import(s, imports[i], out, err);
    return ok && remove_settle_reposts(s, &out->promoted, err);
}

bool store_remove(Store *s, const int64_t *imports, size_t n, StoreRemoved *out, Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err)) {
        *out = (StoreRemoved){ 0 };
        ok = store_end(s, store_begin(s, err) && remove_all(s, imports, n, out, err), err);
    }
    return ok;
}
