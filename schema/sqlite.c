/*
 * SQLite behind engine.h. journal_mode=DELETE: a WAL file cannot be opened by someone who may not
 * write beside it, and a copied .db would lose its -wal. synchronous=EXTRA also syncs the folder once the
 * journal is gone, so that what was reported as stored survives a power cut; it costs nothing when a
 * whole import is one transaction.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/portable.h"
#include "base/spool.h"
#include "schema/engine.h"

enum { BUSY_TIMEOUT_MS = 10000, COPY_WAIT_MS = 50, PIECE_BYTES = 1 << 20 };

typedef struct Sqlite {
    Engine engine;
    Arena *arena; /* this lives in it, and all statements */
    sqlite3 *db;
    const char *where;
    EngineMode mode;
    Statement *idle; /* finished ones, to be used again */
} Sqlite;

struct Statement {
    sqlite3_stmt *st;
    Sqlite *owner;
    Statement *next; /* among the idle */
    int failed;      /* of a bind; told by the next step */
};

static sqlite3 *db_of(Engine *e)
{
    return ((Sqlite *)e)->db;
}

static bool fail(Sqlite *s, Error *err)
{
    int code = sqlite3_errcode(s->db);
    if (code == SQLITE_NOTADB)
        return error_set(err, ERR_DATABASE, "'%s' is not a database; --db names another file", s->where);
    if (code == SQLITE_BUSY)
        return error_set(err, ERR_DATABASE, "'%s' is in use by another program; try again", s->where);
    return error_set(err, ERR_DATABASE, "'%s': %s", s->where, sqlite3_errmsg(s->db));
}

/* --- statements --- */

static bool prepare(Engine *e, const char *sql, Statement **out, Error *err)
{
    Sqlite *s = (Sqlite *)e;
    sqlite3_stmt *st;
    const char *rest;
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &st, &rest) != SQLITE_OK)
        return error_set(err, ERR_DATABASE, "%s", sqlite3_errmsg(s->db));
    while (*rest == ' ' || *rest == '\n' || *rest == '\t' || *rest == ';')
        rest++;
    if (!st || *rest) {
        sqlite3_finalize(st);
        return error_set(err, ERR_DATABASE, st ? "one statement at a time: '%s' is too much"
                                               : "no statement%s", st ? rest : "");
    }
    *out = s->idle ? s->idle : ARENA_NEW(s->arena, Statement);
    s->idle = s->idle ? s->idle->next : NULL;
    **out = (Statement){ .st = st, .owner = s };
    return true;
}

static int bind_one(sqlite3_stmt *st, int at, const Value *v)
{
    switch (v->kind) {
    case VALUE_INT:
        return sqlite3_bind_int64(st, at, v->number);
    case VALUE_DOUBLE:
        return sqlite3_bind_double(st, at, v->real);
    case VALUE_TEXT:
        return sqlite3_bind_text64(st, at, v->bytes.p ? v->bytes.p : "", v->bytes.n, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case VALUE_BLOB:
        return sqlite3_bind_blob64(st, at, v->bytes.p ? v->bytes.p : "", v->bytes.n, SQLITE_STATIC);
    case VALUE_NULL:
        break;
    }
    return sqlite3_bind_null(st, at);
}

static void bind(Statement *st, const Value *values, size_t n)
{
    assert((size_t)sqlite3_bind_parameter_count(st->st) == n);
    st->failed = SQLITE_OK;
    for (size_t i = 0; i < n && st->failed == SQLITE_OK; i++)
        st->failed = bind_one(st->st, (int)i + 1, &values[i]);
}

static Step step(Statement *st, Error *err)
{
    if (st->failed != SQLITE_OK) {
        error_set(err, ERR_DATABASE, "'%s': %s", st->owner->where, sqlite3_errstr(st->failed));
        return STEP_FAILED;
    }
    switch (sqlite3_step(st->st)) {
    case SQLITE_ROW:
        return STEP_ROW;
    case SQLITE_DONE:
        return STEP_DONE;
    default:
        fail(st->owner, err);
        return STEP_FAILED;
    }
}

static void reset(Statement *st)
{
    sqlite3_reset(st->st);
}

static void finish(Statement *st)
{
    if (st) {
        sqlite3_finalize(st->st);
        st->next = st->owner->idle;
        st->owner->idle = st;
    }
}

static size_t columns(Statement *st)
{
    return (size_t)sqlite3_column_count(st->st);
}

static const char *column_name(Statement *st, size_t at)
{
    return sqlite3_column_name(st->st, (int)at);
}

static ValueKind kind(Statement *st, size_t at)
{
    switch (sqlite3_column_type(st->st, (int)at)) {
    case SQLITE_INTEGER:
        return VALUE_INT;
    case SQLITE_FLOAT:
        return VALUE_DOUBLE;
    case SQLITE_TEXT:
        return VALUE_TEXT;
    case SQLITE_BLOB:
        return VALUE_BLOB;
    default:
        return VALUE_NULL;
    }
}

static int64_t get_int(Statement *st, size_t at)
{
    return sqlite3_column_int64(st->st, (int)at);
}

static double get_real(Statement *st, size_t at)
{
    return sqlite3_column_double(st->st, (int)at);
}

static Slice get_text(Statement *st, size_t at)
{
    const char *p = (const char *)sqlite3_column_text(st->st, (int)at);
    return (Slice){ p ? p : "", (size_t)sqlite3_column_bytes(st->st, (int)at) };
}

static Slice get_bytes(Statement *st, size_t at)
{
    const void *p = sqlite3_column_type(st->st, (int)at) == SQLITE_BLOB
                        ? sqlite3_column_blob(st->st, (int)at)
                        : (const void *)sqlite3_column_text(st->st, (int)at);
    return (Slice){ p ? p : "", (size_t)sqlite3_column_bytes(st->st, (int)at) };
}

static size_t changed(Engine *e)
{
    return (size_t)sqlite3_changes64(db_of(e));
}

/* --- scripts and transactions --- */

static bool script(Engine *e, const char *sql, Error *err)
{
    return sqlite3_exec(db_of(e), sql, NULL, NULL, NULL) == SQLITE_OK || fail((Sqlite *)e, err);
}

static bool begin(Engine *e, Error *err)
{
    return script(e, "BEGIN IMMEDIATE", err);
}

static bool begin_schema(Engine *e, Error *err)
{
    return begin(e, err);
}

static bool begin_read(Engine *e, Error *err)
{
    return script(e, "BEGIN", err);
}

static bool commit(Engine *e, Error *err)
{
    return script(e, "COMMIT", err);
}

static void rollback(Engine *e)
{
    if (!sqlite3_get_autocommit(db_of(e)))
        sqlite3_exec(db_of(e), "ROLLBACK", NULL, NULL, NULL);
}

/* --- identity --- */

/* The first column of the first row. */
static bool ask(Engine *e, const char *sql, int64_t *out, Error *err)
{
    sqlite3_stmt *st = NULL;
    bool ok = sqlite3_prepare_v2(db_of(e), sql, -1, &st, NULL) == SQLITE_OK;
    int got = ok ? sqlite3_step(st) : SQLITE_ERROR;
    *out = got == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    ok = got == SQLITE_ROW || (got == SQLITE_DONE && ok);
    if (!ok)
        fail((Sqlite *)e, err);
    sqlite3_finalize(st);
    return ok;
}

static bool identity(Engine *e, int64_t *application, int64_t *version, Error *err)
{
    int64_t tables;
    if (!ask(e, "SELECT count(*) FROM sqlite_schema", &tables, err) ||
        !ask(e, "PRAGMA application_id", application, err) ||
        !ask(e, "PRAGMA user_version", version, err))
        return false;
    if (tables && !*application)
        *application = -1; /* somebody's, who did not sign */
    return true;
}

static bool set_identity(Engine *e, int64_t application, int64_t version, Error *err)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %lld; PRAGMA user_version = %lld",
             (long long)application, (long long)version);
    return script(e, sql, err);
}

static bool references_hold(Engine *e, Error *err)
{
    int64_t lost;
    return ask(e, "SELECT count(*) FROM pragma_foreign_key_check", &lost, err) &&
           (lost == 0 || error_set(err, ERR_DATABASE, "'%s': %lld rows refer to nothing",
                                   ((Sqlite *)e)->where, (long long)lost));
}

/* --- opening --- */

static void close_engine(Engine *e)
{
    if (!e)
        return;
    Sqlite *s = (Sqlite *)e;
    sqlite3_close_v2(s->db);
    arena_free(s->arena);
}

static bool open_engine(Engine **out, const char *where, EngineMode mode, Error *err)
{
    static const int flags[] = {
        /*
         * Not READONLY: what a killed writer left half done must be rolled back before anybody can
         * read. query_only below keeps everything else out; a file that may not be written is
         * opened for reading all the same.
         */
        [ENGINE_READ] = SQLITE_OPEN_READWRITE,
        [ENGINE_WRITE] = SQLITE_OPEN_READWRITE,
        [ENGINE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    };
    Arena *arena = arena_new(0);
    Sqlite *s = ARENA_NEW(arena, Sqlite);
    *s = (Sqlite){ .engine = { &engine_sqlite }, .arena = arena, .mode = mode,
                   .where = arena_text(arena, slice_of(where)) };
    /* One thread uses a connection at a time. */
    if (sqlite3_open_v2(where, &s->db, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        error_set(err, ERR_DATABASE, "cannot open '%s': %s", where,
                  s->db ? sqlite3_errmsg(s->db) : "out of memory");
        close_engine(&s->engine);
        return false;
    }
    sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
    sqlite3_extended_result_codes(s->db, 0);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    /* Who reads goes through a table once, in order: memory for more of it is not worth its page faults. */
    if (!script(&s->engine, "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY", err) ||
        !script(&s->engine, mode == ENGINE_READ
                                ? "PRAGMA cache_size = -8192; PRAGMA query_only = ON"
                                : "PRAGMA cache_size = -32768; PRAGMA journal_mode = DELETE;"
                                  "PRAGMA synchronous = EXTRA", err)) {
        close_engine(&s->engine);
        return false;
    }
    *out = &s->engine;
    return true;
}

/* --- contents --- */

static bool make_content(Engine *e, int64_t document_id, const char *part, size_t n, Error *err)
{
    static const char sql[] = "INSERT INTO document_text (document_id, part, content)"
                              " VALUES (:document, :part, zeroblob(:size))";
    Statement *st;
    if (!prepare(e, sql, &st, err))
        return false;
    bind(st, (const Value[]){ V_INT(document_id), V_TEXT(part), V_INT(n) }, 3);
    bool ok = step(st, err) == STEP_DONE;
    finish(st);
    return ok;
}

static bool put_content(Engine *e, int64_t document_id, const char *part, Slice content, Error *err)
{
    sqlite3 *db = db_of(e);
    if (!make_content(e, document_id, part, content.n, err))
        return false;
    if (!content.n)
        return true;
    sqlite3_blob *blob = NULL;
    int rc = sqlite3_blob_open(db, "main", "document_text", "content", sqlite3_last_insert_rowid(db),
                               1, &blob);
    for (size_t at = 0; rc == SQLITE_OK && at < content.n; at += PIECE_BYTES) {
        size_t n = content.n - at < PIECE_BYTES ? content.n - at : PIECE_BYTES;
        rc = sqlite3_blob_write(blob, content.p + at, (int)n, (int)at);
        spool_passed(content.p + at);
    }
    if (rc != SQLITE_OK)
        fail((Sqlite *)e, err);
    sqlite3_blob_close(blob);
    return rc == SQLITE_OK;
}

static bool find_text(Engine *e, int64_t document_id, const char *part, int64_t *text_id, Error *err)
{
    static const char sql[] = "SELECT text_id FROM document_text"
                              " WHERE document_id = :document AND part = :part";
    Statement *st;
    if (!prepare(e, sql, &st, err))
        return false;
    bind(st, (const Value[]){ V_INT(document_id), V_TEXT(part) }, 2);
    bool ok = step(st, err) == STEP_ROW;
    *text_id = ok ? get_int(st, 0) : 0;
    finish(st);
    return ok;
}

static bool get_content(Engine *e, int64_t document_id, const char *part, char *into, size_t n, Error *err)
{
    int64_t text_id;
    if (!n)
        return true;
    if (!find_text(e, document_id, part, &text_id, err))
        return false;
    sqlite3_blob *blob = NULL;
    int rc = sqlite3_blob_open(db_of(e), "main", "document_text", "content", text_id, 0, &blob);
    for (size_t at = 0; rc == SQLITE_OK && at < n; at += PIECE_BYTES) {
        size_t piece = n - at < PIECE_BYTES ? n - at : PIECE_BYTES;
        rc = sqlite3_blob_read(blob, into + at, (int)piece, (int)at);
    }
    if (rc != SQLITE_OK)
        fail((Sqlite *)e, err);
    sqlite3_blob_close(blob);
    return rc == SQLITE_OK;
}

/* --- copies and checks --- */

/* All pages, as of one moment. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return sqlite3_errcode(to);
    int rc, waited = 0;
    while ((rc = sqlite3_backup_step(b, -1)) == SQLITE_BUSY || rc == SQLITE_LOCKED) {
        if (waited >= BUSY_TIMEOUT_MS)
            break;
        waited += sqlite3_sleep(COPY_WAIT_MS);
    }
    int finished = sqlite3_backup_finish(b); /* which does not mind being busy */
    return rc == SQLITE_DONE ? finished : rc;
}

/* Into a file that no other program knows yet; it is thrown away when this fails. */
static bool copy_file(Sqlite *s, const char *path, Error *err)
{
    sqlite3 *to = NULL, *from = NULL;
    int rc = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                             NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(to, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL", NULL, NULL, NULL);
    /* A connection that holds the lock for writing cannot be copied from; beside it one can read. */
    if (rc == SQLITE_OK && !sqlite3_get_autocommit(s->db))
        rc = sqlite3_open_v2(s->where, &from, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc == SQLITE_OK)
        rc = copy_pages(from ? from : s->db, to);
    sqlite3_close(from);
    int closed = sqlite3_close(to);
    rc = rc == SQLITE_OK ? closed : rc;
    return rc == SQLITE_OK ||
           error_set(err, ERR_OUTPUT, "cannot write '%s': %s", path, sqlite3_errstr(rc));
}

/* The name is durable, too. */
static void sync_folder_of(const char *path)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    int fd = open(slash ? (slash == folder ? "/" : (*slash = '\0', folder)) : ".",
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd); /* some file systems cannot; then there is nothing to be done */
        close(fd);
    }
}

static bool copy_to(Engine *e, const char *path, bool replace, Error *err)
{
    char part[4096];
    int n = snprintf(part, sizeof part, "%s.part", path);
    if (n < 0 || (size_t)n >= sizeof part)
        return error_set(err, ERR_OUTPUT, "'%s': the name is too long", path);
    if (!replace && access(path, F_OK) == 0)
        return error_set(err, ERR_OUTPUT, "'%s' exists; name a new file", path);
    unlink(part); /* of somebody who was killed */
    if (!copy_file((Sqlite *)e, part, err)) {
        unlink(part);
        return false;
    }
    bool moved = replace ? rename(part, path) == 0 : portable_rename_new(part, path);
    if (!moved) {
        error_set(err, ERR_OUTPUT, "cannot write '%s': %s", path, strerror(errno));
        unlink(part);
        return false;
    }
    sync_folder_of(path);
    return true;
}

/* Questions only: no ATTACH, no PRAGMA that sets, nothing that reaches files. */
static int allow(void *context, int action, const char *a, const char *b, const char *c,
                 const char *d)
{
    (void)context, (void)c, (void)d;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return b && sqlite3_stricmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
        return a && (sqlite3_stricmp(a, "table_info") == 0 || sqlite3_stricmp(a, "table_list") == 0 ||
                     sqlite3_stricmp(a, "index_list") == 0)
                   ? SQLITE_OK
                   : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

static bool only_read(Engine *e, Error *err)
{
    return sqlite3_set_authorizer(db_of(e), allow, NULL) == SQLITE_OK || fail((Sqlite *)e, err);
}

static bool check(Engine *e, bool quick, char *report, size_t n, Error *err)
{
    Statement *st;
    if (!prepare(e, quick ? "PRAGMA quick_check(1)" : "PRAGMA integrity_check(1)", &st, err))
        return false;
    bool ok = step(st, err) == STEP_ROW;
    if (ok)
        snprintf(report, n, "%.*s", SLICE_ARG(get_bytes(st, 0)));
    finish(st);
    return ok;
}

static void library(char *text, size_t size)
{
    snprintf(text, size, "SQLite %s", sqlite3_libversion());
}

const EngineOps engine_sqlite = {
    .name = "sqlite",
    .library = library,
    .dialect = DIALECT_SQLITE,
    .open = open_engine,
    .close = close_engine,
    .identity = identity,
    .set_identity = set_identity,
    .references_hold = references_hold,
    .script = script,
    .begin = begin,
    .begin_schema = begin_schema,
    .begin_read = begin_read,
    .commit = commit,
    .rollback = rollback,
    .prepare = prepare,
    .bind = bind,
    .step = step,
    .reset = reset,
    .finish = finish,
    .columns = columns,
    .column_name = column_name,
    .kind = kind,
    .get_int = get_int,
    .get_real = get_real,
    .get_text = get_text,
    .get_bytes = get_bytes,
    .changed = changed,
    .put_content = put_content,
    .get_content = get_content,
    .most_content_bytes = 999999000, /* SQLITE_MAX_LENGTH is 10^9, a row's head included */
    .copy_to = copy_to,
    .only_read = only_read,
    .check = check,
};
