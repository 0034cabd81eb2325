#include "schema/migrate.h"

#include "schema/sql.h"

/* The same versions for each engine. */
static const char *const steps[][1] = {
    [DIALECT_SQLITE] = { sql_001_init },
    [DIALECT_POSTGRES] = { sql_postgres_001_init },
};

static bool keep_copy(Engine *e, const char *path, int64_t version, Error *err)
{
    char copy[4096];
    if (!e->ops->copy_to)
        return true; /* a server has backups of its own; a step is one transaction there, too */
    int n = snprintf(copy, sizeof copy, "%s.v%lld.backup", path, (long long)version);
    if (n < 0 || (size_t)n >= sizeof copy)
        return error_set(err, ERR_DATABASE, "'%s': the name is too long", path);
    Error why = { 0 };
    /* One that is there already was left by a migration that did not come to its end. */
    if (e->ops->copy_to(e, copy, true, &why))
        return true;
    return error_set(err, ERR_DATABASE, "'%s' has an older schema; no copy could be kept: %s", path,
                     why.text);
}

/* From version - 1. The copy is made under the same lock, so that it is what is migrated. */
static bool step_to(Engine *e, const char *path, const char *sql, int64_t version, bool copy, Error *err)
{
    const EngineOps *ops = e->ops;
    if (!ops->begin_schema(e, err))
        return false;
    /* Somebody else may have done it while we waited for the lock. */
    int64_t application, now;
    bool ok = ops->identity(e, &application, &now, err);
    if (ok && now < version)
        ok = (!copy || now == 0 || keep_copy(e, path, now, err)) && ops->script(e, sql, err) &&
             ops->set_identity(e, MIGRATE_APPLICATION_ID, version, err) &&
             ops->references_hold(e, err);
    if (ok && ops->commit(e, err))
        return true;
    ops->rollback(e);
    return false;
}

bool migrate(Engine *e, const char *path, const char *const *list, size_t n, bool may_write,
             Error *err)
{
    int64_t application, version;
    if (!e->ops->identity(e, &application, &version, err))
        return false;
    if (application != 0 && application != MIGRATE_APPLICATION_ID)
        return error_set(err, ERR_DATABASE, "'%s' is a database of another program; --db names "
                                            "another file", path);
    if (version > (int64_t)n)
        return error_set(err, ERR_DATABASE, "'%s' was written by a newer plimsoll (schema %lld, "
                                            "this one knows %zu); nothing was changed",
                         path, (long long)version, n);
    if (version == (int64_t)n)
        return true;
    if (!may_write && version == 0)
        return error_set(err, ERR_DATABASE, "'%s' is empty; import a log first", path);
    if (!may_write)
        return error_set(err, ERR_DATABASE, "'%s' has an older schema; 'plimsoll doctor' brings it "
                                            "up to date", path);
    for (size_t i = (size_t)version; i < n; i++)
        if (!step_to(e, path, list[i], (int64_t)i + 1, i == (size_t)version, err))
            return false;
    return true;
}

bool migrate_to_newest(Engine *e, const char *path, bool may_write, Error *err)
{
    return migrate(e, path, steps[e->ops->dialect], sizeof *steps / sizeof **steps, may_write, err);
}
