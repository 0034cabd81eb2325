/* Opening and closing, transactions, prepared statements. */
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/sha.h"

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

int64_t store_added(Store *s)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t us = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    s->added = us > s->added ? us : s->added + 1;
    return s->added;
}

Value store_id(const Store *s, const Value *identity, size_t n)
{
    uint8_t digest[SHA_BYTES];
    int64_t id = 0;
    if (!s->engine->ops->shared)
        return V_NULL;
    Sha *sha = sha_new();
    for (size_t i = 0; i < n; i++) {
        const Value *v = &identity[i];
        char length[32];
        Slice bytes = v->kind == VALUE_INT ? (Slice){ (const char *)&v->number, sizeof v->number } : v->bytes;
        snprintf(length, sizeof length, "%zu:", bytes.n);
        sha_add(sha, slice_of(length));
        sha_add(sha, bytes);
    }
    sha_end(sha, digest);
    for (size_t i = 0; i < sizeof id; i++)
        id = (int64_t)((uint64_t)id << 8 | digest[i]);
    return V_INT(id & INT64_MAX);
}

bool store_is_server(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

const char *store_shown(Arena *a, const char *path)
{
    if (!store_is_server(path))
        return path;
    const char *host = strstr(path, "://") + 3, *query = strchr(path, '?');
    const char *end = host + strcspn(host, "/?"), *at = host, *word = NULL;
    for (const char *p = host; p < end; p++)
        at = *p == '@' ? p : at;
    word = memchr(host, ':', (size_t)(at - host));
    size_t until = word ? (size_t)(word - path) : (size_t)(at - path);
    size_t rest = query && strstr(query, "passw") ? (size_t)(query - at) : strlen(at);
    return arena_printf(a, "%.*s%.*s", (int)until, path, (int)rest, at);
}

void store_libraries(Buf *b)
{
    char text[128];
    engine_sqlite.library(text, sizeof text);
    buf_printf(b, "%s\n", text);
#ifdef WITHOUT_POSTGRES
    buf_str(b, "libpq: left out (PG=0)\n");
#else
    engine_postgres.library(text, sizeof text);
    buf_printf(b, "%s\n", text);
#endif
}

static const EngineOps *engine_for(const char *path, Error *err)
{
    if (!store_is_server(path))
        return &engine_sqlite;
#ifdef WITHOUT_POSTGRES
    error_set(err, ERR_DATABASE, "this plimsoll was built without PostgreSQL (PG=0)");
    return NULL;
#else
    (void)err;
    return &engine_postgres;
#endif
}

bool store_open(Store **out, const char *path, StoreMode mode, const char *program, Error *err)
{
    static const EngineMode modes[] = {
        [STORE_READ] = ENGINE_READ, [STORE_WRITE] = ENGINE_WRITE, [STORE_CREATE] = ENGINE_CREATE,
    };
    Engine *engine = NULL;
    const EngineOps *ops = engine_for(path, err);
    if (!ops || !ops->open(&engine, path, modes[mode], err))
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
    return s->depth++ || s->engine->ops->begin(s->engine, err);
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

bool store_again(Store *s, unsigned *round, bool ok, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    unsigned done = (*round)++;
    if (done == 0)
        return true;
    if (ok || s->depth || !ops->again || !ops->again(s->engine, done - 1))
        return false;
    *err = (Error){ 0 };
    return true;
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

/* A server has no file to copy: everything is merged into a new one. */
static bool copy_to_file(Store *s, const char *path, Error *err)
{
    StoreMerged merged;
    Store *to = NULL;
    char part[4096];
    int n = snprintf(part, sizeof part, "%s.part", path);
    if (n < 0 || (size_t)n >= sizeof part)
        return error_set(err, ERR_OUTPUT, "'%s': the name is too long", path);
    if (access(path, F_OK) == 0)
        return error_set(err, ERR_OUTPUT, "'%s' exists; name a new file", path);
    unlink(part);
    bool ok = store_open(&to, part, STORE_CREATE, s->program, err) && store_merge(to, s, NULL, NULL, &merged, err);
    store_close(to);
    if (ok && link(part, path) != 0) /* which never replaces */
        ok = error_set(err, ERR_OUTPUT, "cannot write '%s': %s", path, strerror(errno));
    unlink(part);
    return ok;
}

bool store_backup(Store *s, const char *path, Error *err)
{
    if (!s->engine->ops->copy_to)
        return copy_to_file(s, path, err);
    return s->engine->ops->copy_to(s->engine, path, false, err);
}

bool store_check(Store *s, char *report, size_t n, Error *err)
{
    return s->engine->ops->check(s->engine, false, report, n, err) &&
           s->engine->ops->references_hold(s->engine, err);
}

void store_listen(Store *s, StorePutTold told, void *context)
{
    s->told = told;
    s->told_context = context;
}
