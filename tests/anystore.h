/*
 * anystore.h - the store's tests run on every engine: on a file, or, where PLIMSOLL_TEST_PG holds the
 * address of a database that may be emptied, on that server (tests/pg.sh).
 */
#ifndef TESTS_ANYSTORE_H
#define TESTS_ANYSTORE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "schema/engine.h"

static inline const EngineOps *any_engine(void)
{
#ifndef WITHOUT_POSTGRES
    if (getenv("PLIMSOLL_TEST_PG"))
        return &engine_postgres;
#endif
    return &engine_sqlite;
}

/* An empty database of this process. false: the server would not. */
static inline bool any_fresh(char *path, size_t n)
{
    const char *uri = any_engine()->shared ? getenv("PLIMSOLL_TEST_PG") : NULL;
    if (!uri) {
        snprintf(path, n, "/tmp/plimsoll-test-%ld.db", (long)getpid());
        unlink(path);
        return true;
    }
    Engine *e = NULL;
    Error err = { 0 };
    snprintf(path, n, "%s", uri);
    bool ok = any_engine()->open(&e, uri, ENGINE_CREATE, &err) &&
              any_engine()->script(e, "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public", &err);
    any_engine()->close(e);
    return ok;
}

#endif
