/* Opening and closing, transactions, prepared statements. */
#include <time.h>

#include "schema/inside.h"
#include "schema/migrate.h"

const char *store_now(char text[TIME_TEXT_BYTES])
{
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, TIME_TEXT_BYTES, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

bool store_open(Store **out, const char *path, StoreMode mode, const char *program, Error *err)
{
    static const EngineMode modes[] = {
        [STORE_READ] = ENGINE_READ, [STORE_WRITE] = ENGINE_WRITE, [STORE_CREATE] = ENGINE_CREATE,
    };
    Engine *engine = NULL;
    if (!engine_sqlite.open(&engine, path, modes[mode], err))
        return false;
    if (!migrate_to_newest(engine, path, mode != STORE_READ, err)) {
        engine->ops->close(engine);
        return false;
    }
    Arena *arena = arena_new(0);
    Store *s = ARENA_NEW(arena, Store);
    *s = (Store){ .arena = arena, .engine = engine, .program = program };
    *out = s;
    return true;
}

void store_close(Store *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < STATEMENT_END; i++)
        s->engine->ops->finish(s->cache[i]);
    s->engine->ops->close(s->engine);
    arena_free(s->arena);
}

bool store_begin(Store *s, Error *err)
{
    if (!s->depth && !s->engine->ops->begin(s->engine, err))
        return false;
    s->depth++;
    return true;
}

bool store_begin_read(Store *s, bool *own, Error *err)
{
    *own = !s->depth;
    if (*own && !s->engine->ops->begin_read(s->engine, err))
        return false;
    s->depth += *own;
    return true;
}

bool store_end(Store *s, bool ok, Error *err)
{
    if (--s->depth)
        return ok;
    if (ok && s->engine->ops->commit(s->engine, err))
        return true;
    s->engine->ops->rollback(s->engine);
    return false;
}

Statement *store_query(Store *s, StatementId id, const Value *values, size_t n, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    if (!s->cache[id] && !ops->prepare(s->engine, statements[id], &s->cache[id], err))
        return NULL;
    ops->bind(s->cache[id], values, n);
    return s->cache[id];
}

bool store_execute(Store *s, StatementId id, const Value *values, size_t n, Error *err)
{
    Statement *st = store_query(s, id, values, n, err);
    if (!st)
        return false;
    Step step = s->engine->ops->step(st, err);
    s->engine->ops->reset(st);
    return step == STEP_DONE;
}

bool store_number(Store *s, StatementId id, const Value *values, size_t n, bool *found,
                  int64_t *out, Error *err)
{
    Statement *st = store_query(s, id, values, n, err);
    if (!st)
        return false;
    Step step = s->engine->ops->step(st, err);
    *found = step == STEP_ROW;
    *out = *found ? s->engine->ops->get_int(st, 0) : 0;
    /* A statement with RETURNING is done only when it has no more rows. */
    while (step == STEP_ROW)
        step = s->engine->ops->step(st, err);
    s->engine->ops->reset(st);
    return step == STEP_DONE;
}

void store_copy(uint8_t *to, Slice blob, size_t n)
{
    memset(to, 0, n);
    memcpy(to, blob.p, blob.n < n ? blob.n : n);
}

bool store_backup(Store *s, const char *path, Error *err)
{
    return s->engine->ops->copy_to(s->engine, path, false, err);
}

bool store_check(Store *s, char *report, size_t n, Error *err)
{
    return s->engine->ops->check(s->engine, false, report, n, err) &&
           s->engine->ops->references_hold(s->engine, err);
}
