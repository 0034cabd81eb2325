/* What a user says about runs: written where it takes effect, and remembered by uid. */
#include "schema/alike.h"

static bool remember_edit(Store *s, const uint8_t uid[UID_BYTES], const StoreEdit *edit, Error *err)
{
    char now[TIME_TEXT_BYTES];
    return store_execute(s, EDIT_PUT,
                         VALUES(V_BLOB(uid, UID_BYTES), V_TEXT(edit->scope), V_TEXT(edit->key),
                                edit->value ? V_TEXT(edit->value) : V_NULL, V_TEXT(store_now(now))),
                         err);
}

static bool set_fact(Store *s, int64_t run_id, const StoreEdit *edit, Error *err)
{
    const Value run = V_INT(run_id), scope = V_TEXT(edit->scope), key = V_TEXT(edit->key);
    bool found;
    int64_t number;
    if (!store_execute(s, FACT_SET, VALUES(V_TEXT(edit->value), run, key, scope), err) ||
        !store_number(s, FACT_THERE, VALUES(run, key, scope), &found, &number, err))
        return false;
    if (found)
        return true;
    return store_number(s, FACT_NEXT, VALUES(run), &found, &number, err) &&
           store_execute(s, FACT_ADD,
                         VALUES(run, V_INT(number), scope, key, V_TEXT(edit->value),
                                V_TEXT(origin_name(ORIGIN_USER)), V_INT(0), V_INT(0), V_INT(0)),
                         err);
}

/* Properties of the run itself; STATEMENT_END: it is a fact. */
static StatementId property_statement(const StoreEdit *edit)
{
    static const struct {
        const char *key;
        StatementId statement;
    } properties[] = {
        { "label", RUN_SET_LABEL },
        { "session", RUN_SET_SESSION },
        { "counted", RUN_SET_COUNTED },
    };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (!edit->scope[0] && strcmp(edit->key, properties[i].key) == 0)
            return properties[i].statement;
    return STATEMENT_END;
}

bool edit_write(Store *s, int64_t run_id, const uint8_t uid[UID_BYTES], const StoreEdit *edit,
                bool remember, bool *changed, Error *err)
{
    StatementId property = property_statement(edit);
    const char *value = edit->value ? edit->value : "";
    bool ok;
    *changed = true;
    if (property != STATEMENT_END) {
        Value v = property == RUN_SET_COUNTED ? V_INT(value[0] == '1') : V_TEXT(value);
        ok = store_execute(s, property, VALUES(v, V_INT(run_id)), err);
        *changed = ok && s->engine->ops->changed(s->engine) > 0;
    } else if (edit->value) {
        ok = set_fact(s, run_id, edit, err);
    } else {
        ok = store_execute(s, FACT_UNSET,
                           VALUES(V_INT(run_id), V_TEXT(edit->key), V_TEXT(edit->scope)), err);
        *changed = ok && s->engine->ops->changed(s->engine) > 0;
    }
    bool described = property == RUN_SET_LABEL || property == STATEMENT_END;
    if (ok && *changed && described)
        ok = alike_edited(s, run_id, edit, property == STATEMENT_END, err);
    return ok && (!remember || !*changed || remember_edit(s, uid, edit, err));
}

bool edit_apply_all(Store *s, const Document *d, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    bool any, changed;
    int64_t one;
    if (!store_number(s, EDIT_ANY, NULL, 0, &any, &one, err))
        return false;
    for (size_t i = 0; i < d->runs.n && any; i++) {
        const Run *run = d->runs.v[i];
        const Value uid = V_BLOB(run->uid, UID_BYTES);
        Statement *st = store_query(s, EDIT_OF_UID, &uid, 1, err);
        Step step = st ? ops->step(st, err) : STEP_FAILED;
        while (step == STEP_ROW) {
            Arena *scratch = arena_new(0);
            StoreEdit edit = { arena_text(scratch, ops->get_bytes(st, 0)),
                               arena_text(scratch, ops->get_bytes(st, 1)), NULL };
            if (ops->kind(st, 2) != VALUE_NULL)
                edit.value = arena_text(scratch, ops->get_bytes(st, 2));
            bool ok = edit_write(s, run->id, run->uid, &edit, false, &changed, err);
            arena_free(scratch);
            step = ok ? ops->step(st, err) : STEP_FAILED;
        }
        if (st)
            ops->reset(st);
        if (step == STEP_FAILED)
            return false;
    }
    return true;
}

static bool edit_all(Store *s, const Run *const *runs, size_t n, const StoreEdit *edits, size_t n_edits,
                     size_t *changed, Error *err)
{
    *changed = 0;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        bool any = false, this_one;
        for (size_t k = 0; k < n_edits && ok; k++) {
            ok = edit_write(s, runs[i]->id, runs[i]->uid, &edits[k], true, &this_one, err);
            any = any || this_one;
        }
        *changed += any;
    }
    return ok;
}

bool store_edit(Store *s, const Run *const *runs, size_t n, const StoreEdit *edits, size_t n_edits,
                size_t *changed, Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err))
        ok = store_end(s, store_begin(s, err) && edit_all(s, runs, n, edits, n_edits, changed, err), err);
    return ok;
}

static bool rename_all(Store *s, const Run *const *runs, size_t n, const char *from, const char *to,
                       size_t *changed, Error *err)
{
    *changed = 0;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        bool any = false;
        for (size_t k = 0; k < runs[i]->facts.n && ok; k++) {
            const Fact *f = &runs[i]->facts.v[k];
            if (strcmp(f->key, from) != 0)
                continue;
            bool written;
            const StoreEdit away = { f->scope, from, NULL }, anew = { f->scope, to, f->value };
            ok = edit_write(s, runs[i]->id, runs[i]->uid, &anew, true, &written, err) &&
                 edit_write(s, runs[i]->id, runs[i]->uid, &away, true, &written, err);
            any = true;
        }
        *changed += any;
    }
    return ok;
}

bool store_rename_fact(Store *s, const Run *const *runs, size_t n, const char *from, const char *to,
                       size_t *changed, Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err))
        ok = store_end(s, store_begin(s, err) && rename_all(s, runs, n, from, to, changed, err), err);
    return ok;
}
