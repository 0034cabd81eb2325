/* Taking imports out, and what becomes of the copies that pointed to them. */
#include "schema/inside.h"

/* The next repost without an original, in the order in which they came. */
static bool next_orphan(Store *s, bool *found, int64_t *run, uint8_t block[UID_BYTES],
                        int64_t *document, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    Statement *st = store_query(s, RUN_ORPHANS, NULL, 0, err);
    Step step = st ? ops->step(st, err) : STEP_FAILED;
    *found = step == STEP_ROW;
    if (*found) {
        *run = ops->get_int(st, 0);
        store_copy(block, ops->get_bytes(st, 1), UID_BYTES);
        *document = ops->get_int(st, 2);
    }
    if (st)
        ops->reset(st);
    return step != STEP_FAILED;
}

bool remove_settle_reposts(Store *s, size_t *promoted, Error *err)
{
    *promoted = 0;
    for (;;) {
        bool found, other;
        int64_t run, document, original;
        uint8_t block[UID_BYTES];
        if (!next_orphan(s, &found, &run, block, &document, err))
            return false;
        if (!found)
            return true;
        if (!store_number(s, RUN_FIND_BLOCK, VALUES(V_BLOB(block, UID_BYTES), V_INT(document)),
                          &other, &original, err))
            return false;
        bool ok = other ? store_execute(s, RUN_LINK, VALUES(V_INT(original), V_INT(run)), err)
                        : store_execute(s, RUN_PROMOTE, VALUES(V_INT(run)), err);
        if (!ok)
            return false;
        *promoted += !other;
    }
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

static bool remove_all(Store *s, const int64_t *imports, size_t n, StoreRemoved *out, Error *err)
{
    for (size_t i = 0; i < n; i++) {
        const Value id = V_INT(imports[i]);
        bool found;
        int64_t runs;
        if (!store_number(s, RUN_COUNT_OF_IMPORT, &id, 1, &found, &runs, err) ||
            !drop_edits(s, imports[i], err) || !store_execute(s, IMPORT_DROP, &id, 1, err))
            return false;
        out->imports += s->engine->ops->changed(s->engine);
        out->runs += (size_t)runs;
    }
    if (!store_execute(s, DOCUMENT_DROP_ORPHANS, NULL, 0, err))
        return false;
    out->documents = s->engine->ops->changed(s->engine);
    return remove_settle_reposts(s, &out->promoted, err);
}

bool store_remove(Store *s, const int64_t *imports, size_t n, StoreRemoved *out, Error *err)
{
    *out = (StoreRemoved){ 0 };
    if (!store_begin(s, err))
        return false;
    return store_end(s, remove_all(s, imports, n, out, err), err);
}
