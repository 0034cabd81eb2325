/*
 * A server that speaks PostgreSQL's protocol, behind engine.h. libpq is loaded when the first such
 * database is opened: linked, it would cost every command some milliseconds (its TLS and Kerberos).
 *
 * Writing is SERIALIZABLE: two clients that look for the same block and both add it would otherwise
 * both count it. The loser is told so (SQLSTATE 40001) and does its transaction again (again()).
 * Results come whole, in the binary format where every column's type is known here, else as text.
 */
#include <dlfcn.h>
#include <libpq-fe.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "schema/migrate.h"
#include "schema/postgres_text.h"

/* --- the library --- */

#define CALLS(X)                                                                                   \
    X(PQconnectdbParams) X(PQfinish) X(PQstatus) X(PQreset) X(PQerrorMessage) X(PQsendQuery)       \
    X(PQsendPrepare) X(PQsendDescribePrepared) X(PQsendQueryPrepared) X(PQresultStatus)            \
    X(PQresultErrorField) X(PQclear) X(PQntuples) X(PQnfields) X(PQfname) X(PQftype) X(PQgetisnull) \
    X(PQgetvalue) X(PQgetlength) X(PQcmdTuples) X(PQcmdStatus) X(PQputCopyData) X(PQputCopyEnd)    \
    X(PQgetResult) X(PQtransactionStatus) X(PQsetNoticeProcessor) X(PQconninfoParse)               \
    X(PQconninfoFree) X(PQfreemem) X(PQlibVersion)

static struct {
    void *handle;
#define FIELD(name) __typeof__(name) *name;
    CALLS(FIELD)
#undef FIELD
} pq;

static bool load_library(Error *err)
{
    if (pq.handle)
        return true;
    pq.handle = dlopen("libpq.so.5", RTLD_NOW);
    if (!pq.handle)
        return error_set(err, ERR_DATABASE, "PostgreSQL needs its library (Debian: libpq5): %s", dlerror());
    const char *missing = NULL;
    void *found;
#define LOOK(name)                                        \
    found = dlsym(pq.handle, #name);                      \
    missing = found ? missing : #name;                    \
    memcpy(&pq.name, &found, sizeof found);
    CALLS(LOOK)
#undef LOOK
    if (!missing)
        return true;
    pq.handle = NULL;
    return error_set(err, ERR_DATABASE, "libpq.so.5 has no %s; it is too old", missing);
}

/* --- what there is --- */

enum {
    MOST_ATTEMPTS = 12,
    PATIENT_ATTEMPT = 4,   /* from here on, alone */
    KEY_ATTEMPTS = 3,      /* of a key that is there: another client was first, or it will be there for ever */
    WAIT_FIRST_MS = 4,
    WAIT_MOST_MS = 400,
    RECONNECT_MS = 20000,  /* a server that is restarted comes back within */
    CONNECT_SECONDS = 10,
};

typedef struct Postgres {
    Engine engine;
    Arena *arena; /* this lives in it, and all statements */
    PGconn *conn;
    const char *where;
    EngineMode mode;
    Statement *statements;   /* all; those with the same text are used again */
    unsigned generation;     /* of the connection: statements die with it */
    unsigned n_statements;
    size_t changed;
    char state[6];           /* SQLSTATE of the last failure; "": none, or the connection is gone */
    bool inside;             /* a transaction */
    bool confused;           /* what came is not the protocol; only a new connection helps */
    bool alone;              /* the next one keeps other writers out */
    bool may_lock;           /* LOCK TABLE is spoken here */
} Postgres;

struct Statement {
    Postgres *owner;
    Statement *next;
    const char *sql; /* as given */
    const char *text; /* as sent */
    char name[16];
    bool busy;
    unsigned generation;
    size_t n, n_columns;
    PGresult *shape; /* names and types of the columns */
    bool binary;
    const char **values; /* n of each */
    int *lengths, *formats;
    char (*numbers)[32];
    char (*shown)[32]; /* n_columns: numbers as text */
    Arena *mended;
    PGresult *result; /* NULL: not run yet */
    int row;
};

/* --- failures --- */

static bool fail_text(Postgres *p, const char *text, Error *err)
{
    size_t n = strcspn(text, "\n");
    return error_set(err, ERR_DATABASE, "'%s': %.*s", p->where, (int)n, text);
}

/* Frees r. */
static bool fail_result(Postgres *p, PGresult *r, Error *err)
{
    const char *state = r ? pq.PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *text = r ? pq.PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    snprintf(p->state, sizeof p->state, "%s", state ? state : "");
    fail_text(p, text ? text : pq.PQerrorMessage(p->conn), err);
    pq.PQclear(r);
    return false;
}

static bool good(const PGresult *r)
{
    ExecStatusType status = pq.PQresultStatus(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* libpq made this error itself: it does not know what the server said. */
static bool is_nonsense(const PGresult *r)
{
    return pq.PQresultStatus(r) == PGRES_FATAL_ERROR && !pq.PQresultErrorField(r, PG_DIAG_SQLSTATE);
}

/*
 * The last result of what was sent. PQexec() would do but for one thing: after nonsense it waits, maybe
 * for ever, for an end that it has overlooked.
 */
static PGresult *answer(Postgres *p, int sent)
{
    PGresult *last = NULL;
    while (sent) {
        PGresult *r = pq.PQgetResult(p->conn);
        if (!r)
            break;
        pq.PQclear(last);
        last = r;
        p->confused = p->confused || is_nonsense(r);
        if (p->confused || pq.PQresultStatus(r) == PGRES_COPY_IN || pq.PQstatus(p->conn) != CONNECTION_OK)
            break;
    }
    return last;
}

static PGresult *ask_for(Postgres *p, const char *sql)
{
    return answer(p, pq.PQsendQuery(p->conn, sql));
}

static bool run(Postgres *p, const char *sql, Error *err)
{
    PGresult *r = ask_for(p, sql);
    if (!good(r))
        return fail_result(p, r, err);
    pq.PQclear(r);
    return true;
}

static void wait_ms(unsigned ms)
{
    struct timespec t = { ms / 1000, (long)(ms % 1000) * 1000000 };
    nanosleep(&t, NULL);
}

static bool connected(const Postgres *p)
{
    return pq.PQstatus(p->conn) == CONNECTION_OK && !p->confused;
}

static void no_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

static bool settle(Postgres *p, Error *err)
{
    p->generation++;
    p->inside = false;
    pq.PQsetNoticeProcessor(p->conn, no_notice, NULL);
    PGresult *r = ask_for(p, "SELECT version()");
    if (!good(r))
        return fail_result(p, r, err);
    const char *version = pq.PQgetvalue(r, 0, 0);
    bool genuine = strncmp(version, "PostgreSQL", 10) == 0 && !strstr(version, "-YB-");
    pq.PQclear(r);
    p->may_lock = genuine;
    if (genuine && !run(p, "SET work_mem = '64MB'; SET extra_float_digits = 3", err))
        return false;
    return p->mode != ENGINE_READ || run(p, "SET default_transaction_read_only = on", err);
}

/* The server may be starting again. */
static bool connect_again(Postgres *p)
{
    Error why = { 0 };
    for (unsigned waited = 0; waited <= RECONNECT_MS; waited += 200) {
        pq.PQreset(p->conn);
        p->confused = false;
        if (connected(p) && settle(p, &why))
            return true;
        wait_ms(200);
    }
    return false;
}

/* --- statements --- */

static bool known_type(Oid type)
{
    static const Oid known[] = { 16, 17, 20, 21, 23, 25, 700, 701, 1043, 19 };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] == type)
            return true;
    return false;
}

/* On this connection, under the statement's name. */
static bool prepare_here(Statement *st, Error *err)
{
    Postgres *p = st->owner;
    PGresult *r = answer(p, pq.PQsendPrepare(p->conn, st->name, st->text, 0, NULL));
    if (!good(r))
        return fail_result(p, r, err);
    pq.PQclear(r);
    r = answer(p, pq.PQsendDescribePrepared(p->conn, st->name));
    if (!good(r))
        return fail_result(p, r, err);
    pq.PQclear(st->shape);
    st->shape = r;
    st->n_columns = (size_t)pq.PQnfields(r);
    st->binary = true;
    for (size_t i = 0; i < st->n_columns; i++)
        st->binary = st->binary && known_type(pq.PQftype(r, (int)i));
    st->shown = arena_alloc(p->arena, (st->n_columns + 1) * sizeof *st->shown);
    st->generation = p->generation;
    return true;
}

static Statement *new_statement(Postgres *p, const char *sql)
{
    Statement *st = ARENA_NEW(p->arena, Statement);
    Buf text = buf_new(0);
    *st = (Statement){ .owner = p, .next = p->statements, .sql = arena_text(p->arena, slice_of(sql)) };
    st->n = postgres_parameters(&text, sql);
    st->text = arena_text(p->arena, buf_slice(&text));
    buf_free(&text);
    snprintf(st->name, sizeof st->name, "s%u", p->n_statements++);
    st->values = arena_alloc(p->arena, (st->n + 1) * sizeof *st->values);
    st->lengths = ARENA_ARRAY(p->arena, int, st->n + 1);
    st->formats = ARENA_ARRAY(p->arena, int, st->n + 1);
    st->numbers = arena_alloc(p->arena, (st->n + 1) * sizeof *st->numbers);
    p->statements = st;
    return st;
}

static bool prepare(Engine *e, const char *sql, Statement **out, Error *err)
{
    Postgres *p = (Postgres *)e;
    Statement *st = p->statements;
    while (st && (st->busy || strcmp(st->sql, sql) != 0))
        st = st->next;
    if (!st)
        st = new_statement(p, sql);
    if (!p->inside && !connected(p) && !connect_again(p))
        return fail_text(p, pq.PQerrorMessage(p->conn), err);
    if (st->generation != p->generation) {
        Error why = { 0 };
        /* As in step(): outside of a transaction it may go on with another connection. */
        if (!prepare_here(st, &why) &&
            (p->inside || connected(p) || !connect_again(p) || !prepare_here(st, &why))) {
            *err = why;
            return false;
        }
    }
    st->busy = true;
    *out = st;
    return true;
}

static const char *mended(Statement *st, Slice s, int *length)
{
    Buf out = buf_new(0);
    *length = (int)s.n;
    const char *text = s.p ? s.p : "";
    if (!postgres_text(s, &out)) {
        st->mended = st->mended ? st->mended : arena_new(0);
        text = arena_text(st->mended, buf_slice(&out));
        *length = (int)out.n;
    }
    buf_free(&out);
    return text;
}

/* Numbers go as text, so that the server may take them for any type of number. */
static void bind(Statement *st, const Value *values, size_t n)
{
    for (size_t i = 0; i < n && i < st->n; i++) {
        const Value *v = &values[i];
        st->formats[i] = v->kind == VALUE_TEXT || v->kind == VALUE_BLOB;
        st->values[i] = NULL;
        if (v->kind == VALUE_TEXT) {
            st->values[i] = mended(st, v->bytes, &st->lengths[i]);
        } else if (v->kind == VALUE_BLOB) {
            st->values[i] = v->bytes.p ? v->bytes.p : "";
            st->lengths[i] = (int)v->bytes.n;
        } else if (v->kind != VALUE_NULL) {
            postgres_number(st->numbers[i], v);
            st->values[i] = st->numbers[i];
        }
    }
}

static bool send(Statement *st, Error *err)
{
    Postgres *p = st->owner;
    if (st->generation != p->generation && !prepare_here(st, err))
        return false;
    PGresult *r = answer(p, pq.PQsendQueryPrepared(p->conn, st->name, (int)st->n, st->values, st->lengths,
                                                   st->formats, st->binary));
    if (!good(r))
        return fail_result(p, r, err);
    st->result = r;
    st->row = -1;
    p->changed = (size_t)strtoull(pq.PQcmdTuples(r), NULL, 10);
    return true;
}

static Step step(Statement *st, Error *err)
{
    Postgres *p = st->owner;
    if (!st->result) {
        Error why = { 0 };
        bool sent = send(st, &why);
        /* Outside of a transaction nothing is lost with the connection. */
        if (!sent && !p->inside && !connected(p) && connect_again(p))
            sent = send(st, &why);
        if (!sent) {
            *err = why;
            return STEP_FAILED;
        }
    }
    return ++st->row < pq.PQntuples(st->result) ? STEP_ROW : STEP_DONE;
}

static void seek(Statement *st, size_t row)
{
    st->row = (int)row;
}

static void reset(Statement *st)
{
    pq.PQclear(st->result);
    st->result = NULL;
    arena_free(st->mended);
    st->mended = NULL;
}

static void finish(Statement *st)
{
    if (st) {
        reset(st);
        st->busy = false;
    }
}

/* --- rows --- */

static size_t columns(Statement *st)
{
    return st->n_columns;
}

static const char *column_name(Statement *st, size_t at)
{
    return pq.PQfname(st->shape, (int)at);
}

static ValueKind kind(Statement *st, size_t at)
{
    if (pq.PQgetisnull(st->result, st->row, (int)at))
        return VALUE_NULL;
    switch (pq.PQftype(st->result, (int)at)) {
    case 16: case 20: case 21: case 23: /* bool, int8, int2, int4 */
        return VALUE_INT;
    case 700: case 701: case 1700: /* float4, float8, numeric */
        return VALUE_DOUBLE;
    case 17:
        return st->binary ? VALUE_BLOB : VALUE_TEXT;
    default:
        return VALUE_TEXT;
    }
}

/* A number of the network's order. */
static uint64_t big_endian(const char *bytes, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n && i < 8; i++)
        v = v << 8 | (unsigned char)bytes[i];
    return v;
}

static double get_real(Statement *st, size_t at);

static int64_t get_int(Statement *st, size_t at)
{
    const char *v = pq.PQgetvalue(st->result, st->row, (int)at);
    int n = pq.PQgetlength(st->result, st->row, (int)at);
    if (!st->binary)
        return strtoll(v, NULL, 10);
    switch (pq.PQftype(st->result, (int)at)) {
    case 16: case 20: case 23:
        return n == 4 ? (int32_t)big_endian(v, n) : (int64_t)big_endian(v, n);
    case 21:
        return (int16_t)big_endian(v, n);
    case 700: case 701: {
        double d = get_real(st, at);
        return d > -9e18 && d < 9e18 ? (int64_t)d : 0;
    }
    default:
        return 0;
    }
}

static double get_real(Statement *st, size_t at)
{
    const char *v = pq.PQgetvalue(st->result, st->row, (int)at);
    if (!st->binary)
        return strtod(v, NULL);
    uint64_t bits = big_endian(v, pq.PQgetlength(st->result, st->row, (int)at));
    uint32_t half = (uint32_t)bits;
    float single;
    double real;
    switch (pq.PQftype(st->result, (int)at)) {
    case 700:
        memcpy(&single, &half, sizeof single);
        return pq.PQgetisnull(st->result, st->row, (int)at) ? 0 : (double)single;
    case 701:
        memcpy(&real, &bits, sizeof real);
        return real;
    default:
        return (double)get_int(st, at);
    }
}

/* As SQLite writes it. */
static Slice number_text(Statement *st, size_t at)
{
    char *out = st->shown[at];
    if (kind(st, at) == VALUE_INT) {
        snprintf(out, 32, "%lld", (long long)get_int(st, at));
    } else {
        double d = get_real(st, at);
        int n = snprintf(out, 32, "%.15g", d);
        if (isfinite(d) && !strpbrk(out, ".e"))
            snprintf(out + n, 32 - (size_t)n, ".0");
    }
    return slice_of(out);
}

static Slice get_bytes(Statement *st, size_t at)
{
    ValueKind k = kind(st, at);
    if (st->binary && (k == VALUE_INT || k == VALUE_DOUBLE))
        return number_text(st, at);
    return (Slice){ pq.PQgetvalue(st->result, st->row, (int)at),
                    (size_t)pq.PQgetlength(st->result, st->row, (int)at) };
}

static size_t changed(Engine *e)
{
    return ((Postgres *)e)->changed;
}

/* --- transactions --- */

static bool script(Engine *e, const char *sql, Error *err)
{
    return run((Postgres *)e, sql, err);
}

static bool begin_with(Postgres *p, const char *sql, Error *err)
{
    if (!connected(p) && !connect_again(p))
        return fail_text(p, pq.PQerrorMessage(p->conn), err);
    p->state[0] = '\0';
    if (!run(p, sql, err)) {
        /* It may have been lost since the last one; that shows only now. */
        if (connected(p) || !connect_again(p) || !run(p, sql, err))
            return false;
        *err = (Error){ 0 };
    }
    p->inside = true;
    return true;
}

static bool begin(Engine *e, Error *err)
{
    Postgres *p = (Postgres *)e;
    /* The lock before the snapshot: what waits for it sees what the others did. */
    return begin_with(p, p->alone && p->may_lock
                             ? "BEGIN ISOLATION LEVEL SERIALIZABLE;"
                               "LOCK TABLE import IN SHARE ROW EXCLUSIVE MODE"
                             : "BEGIN ISOLATION LEVEL SERIALIZABLE", err);
}

static bool begin_schema(Engine *e, Error *err)
{
    char lock[64];
    snprintf(lock, sizeof lock, "SELECT pg_advisory_xact_lock(%d)", MIGRATE_APPLICATION_ID);
    return begin_with((Postgres *)e, "BEGIN ISOLATION LEVEL READ COMMITTED", err) &&
           run((Postgres *)e, lock, err);
}

static bool begin_read(Engine *e, Error *err)
{
    return begin_with((Postgres *)e, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err);
}

static bool commit(Engine *e, Error *err)
{
    Postgres *p = (Postgres *)e;
    PGresult *r = ask_for(p, "COMMIT");
    if (!good(r))
        return fail_result(p, r, err);
    bool done = strcmp(pq.PQcmdStatus(r), "COMMIT") == 0;
    pq.PQclear(r);
    p->inside = false;
    p->alone = false;
    return done || fail_text(p, "the transaction was rolled back", err);
}

static void rollback(Engine *e)
{
    Postgres *p = (Postgres *)e;
    if (connected(p) && pq.PQtransactionStatus(p->conn) != PQTRANS_IDLE)
        pq.PQclear(ask_for(p, "ROLLBACK"));
    p->inside = false;
}

/* Class 08: connection; 57P: the server is going or coming; 40: serialisation, deadlock. */
static bool worth_another(const Postgres *p, unsigned attempt)
{
    if (!connected(p) || strncmp(p->state, "08", 2) == 0 || strncmp(p->state, "57P", 3) == 0 ||
        strncmp(p->state, "40", 2) == 0)
        return attempt < MOST_ATTEMPTS;
    return strcmp(p->state, "23505") == 0 && attempt < KEY_ATTEMPTS;
}

static bool again(Engine *e, unsigned attempt)
{
    Postgres *p = (Postgres *)e;
    bool another = worth_another(p, attempt);
    p->alone = another && attempt + 1 >= PATIENT_ATTEMPT;
    if (!another)
        return false;
    if (!connected(p))
        return connect_again(p);
    unsigned most = attempt > 6 ? WAIT_MOST_MS : (unsigned)WAIT_FIRST_MS << attempt;
    wait_ms(1 + (unsigned)((unsigned long)time(NULL) * 31 + (unsigned long)getpid() * 7919 + attempt) % most);
    return true;
}

/* --- identity --- */

static bool ask(Postgres *p, const char *sql, int64_t *out, Error *err)
{
    *out = 0;
    PGresult *r = ask_for(p, sql);
    if (!good(r))
        return fail_result(p, r, err);
    if (pq.PQntuples(r))
        *out = strtoll(pq.PQgetvalue(r, 0, 0), NULL, 10);
    pq.PQclear(r);
    return true;
}

/*
 * Of these tables, how many are there. Not to_regclass: it looks into a cache that does not notice
 * what another client made while this one waited for its lock.
 */
#define THERE(names)                                                                    \
    "SELECT count(*) FROM pg_catalog.pg_class WHERE relkind IN ('r', 'p') AND relname IN (" names \
    ") AND pg_catalog.pg_table_is_visible(oid)"

static bool identity(Engine *e, int64_t *application, int64_t *version, Error *err)
{
    Postgres *p = (Postgres *)e;
    int64_t is_signed, strange;
    *application = *version = 0;
    if (!ask(p, THERE("'plimsoll_schema'"), &is_signed, err))
        return false;
    if (is_signed)
        return ask(p, "SELECT application FROM plimsoll_schema", application, err) &&
               ask(p, "SELECT version FROM plimsoll_schema", version, err);
    /* Tables of our names that nobody signed. */
    if (!ask(p, THERE("'document', 'import', 'run', 'measure', 'release', 'track'"), &strange, err))
        return false;
    *application = strange ? -1 : 0;
    return true;
}

static bool set_identity(Engine *e, int64_t application, int64_t version, Error *err)
{
    char sql[320];
    snprintf(sql, sizeof sql,
             "CREATE TABLE IF NOT EXISTS plimsoll_schema (application BIGINT PRIMARY KEY,"
             " version BIGINT NOT NULL);"
             "DELETE FROM plimsoll_schema;"
             "INSERT INTO plimsoll_schema (application, version) VALUES (%lld, %lld)",
             (long long)application, (long long)version);
    return run((Postgres *)e, sql, err);
}

/* Those that no foreign key watches. */
static bool references_hold(Engine *e, Error *err)
{
    Postgres *p = (Postgres *)e;
    int64_t lost = 0, there = 0;
    /* A migration may be at a version that has no runs. */
    if (!ask(p, THERE("'run'"), &there, err))
        return false;
    if (!there)
        return true;
    if (!ask(p, "SELECT (SELECT count(*) FROM run WHERE duplicate_of IS NOT NULL AND NOT EXISTS"
                " (SELECT 1 FROM run other WHERE other.run_id = run.duplicate_of)) +"
                " (SELECT count(*) FROM note WHERE run_id IS NOT NULL AND NOT EXISTS"
                " (SELECT 1 FROM run WHERE run.run_id = note.run_id))", &lost, err))
        return false;
    return lost == 0 || error_set(err, ERR_DATABASE, "'%s': %lld rows refer to nothing", p->where,
                                  (long long)lost);
}

/* --- opening --- */

static void close_engine(Engine *e)
{
    if (!e)
        return;
    Postgres *p = (Postgres *)e;
    for (Statement *st = p->statements; st; st = st->next) {
        reset(st);
        pq.PQclear(st->shape);
    }
    pq.PQfinish(p->conn);
    arena_free(p->arena);
}

static bool sound_uri(const char *where, Error *err)
{
    char *why = NULL;
    PQconninfoOption *options = pq.PQconninfoParse(where, &why);
    if (!options) {
        pq.PQfreemem(why);
        return error_set(err, ERR_DATABASE, "not an address that libpq understands; it looks like "
                                            "postgresql://HOST/DATABASE");
    }
    bool password = postgres_has_password(where);
    for (PQconninfoOption *o = options; o->keyword; o++)
        password = password || (strcmp(o->keyword, "password") == 0 && o->val && *o->val);
    pq.PQconninfoFree(options);
    return !password || error_set(err, ERR_DATABASE, "a password does not belong into the address, where others "
                                                     "see it: use ~/.pgpass, PGPASSFILE or a service file");
}

static bool open_engine(Engine **out, const char *where, EngineMode mode, Error *err)
{
    /*
     * Those before the address may be said otherwise in it. A server that vanishes without a word is
     * noticed within a minute or so, not after the two hours that are usual.
     */
    static const char *const keys[] = { "connect_timeout", "keepalives_idle", "keepalives_interval",
                                        "keepalives_count", "tcp_user_timeout", "dbname", "client_encoding",
                                        "fallback_application_name", NULL };
    const char *const values[] = { "10", "30", "10", "3", "60000", where, "UTF8", "plimsoll", NULL };
    if (!load_library(err) || !sound_uri(where, err))
        return false;
    Arena *arena = arena_new(0);
    Postgres *p = ARENA_NEW(arena, Postgres);
    *p = (Postgres){ .engine = { &engine_postgres }, .arena = arena, .mode = mode,
                     .where = arena_text(arena, slice_of(where)) };
    p->conn = pq.PQconnectdbParams(keys, values, 1);
    if (!connected(p) || !settle(p, err)) {
        if (!connected(p))
            fail_text(p, pq.PQerrorMessage(p->conn), err);
        close_engine(&p->engine);
        return false;
    }
    *out = &p->engine;
    return true;
}

/* --- contents --- */

static bool put_content(Engine *e, int64_t document_id, const char *part, Slice content, Error *err)
{
    static const char sql[] = "INSERT INTO document_text (document_id, part, content)"
                              " VALUES (:document, :part, :content)";
    Statement *st;
    if (!prepare(e, sql, &st, err))
        return false;
    bind(st, (const Value[]){ V_INT(document_id), V_TEXT(part), V_BLOB(content.p, content.n) }, 3);
    bool ok = step(st, err) == STEP_DONE;
    finish(st);
    return ok;
}

static bool get_content(Engine *e, int64_t document_id, const char *part, char *into, size_t n, Error *err)
{
    static const char sql[] = "SELECT content FROM document_text"
                              " WHERE document_id = :document AND part = :part";
    Statement *st;
    if (!prepare(e, sql, &st, err))
        return false;
    bind(st, (const Value[]){ V_INT(document_id), V_TEXT(part) }, 2);
    Step got = step(st, err);
    if (got == STEP_ROW) {
        Slice content = get_bytes(st, 0);
        memset(into, 0, n);
        memcpy(into, content.p, content.n < n ? content.n : n);
    }
    finish(st);
    return got != STEP_FAILED;
}

/* After the data: what the server says of it. */
static bool end_copy(Postgres *p, bool ok, Error *err)
{
    ok = pq.PQputCopyEnd(p->conn, ok ? NULL : "broken off") == 1 && ok;
    if (!ok)
        fail_text(p, pq.PQerrorMessage(p->conn), err);
    PGresult *r = answer(p, 1);
    if (good(r)) {
        pq.PQclear(r);
        return ok;
    }
    return fail_result(p, r, err);
}

static bool copy_in(Engine *e, Slice into, const Value *values, size_t n, size_t rows, Error *err)
{
    Postgres *p = (Postgres *)e;
    Buf text = buf_new(0);
    buf_printf(&text, "COPY %.*s FROM STDIN", SLICE_ARG(into));
    PGresult *r = ask_for(p, text.text);
    bool ok = pq.PQresultStatus(r) == PGRES_COPY_IN;
    if (!ok) {
        buf_free(&text);
        return fail_result(p, r, err);
    }
    pq.PQclear(r);
    text.n = 0;
    for (size_t i = 0; i < rows && ok; i++) {
        postgres_copy_row(&text, values + i * n, n);
        if (text.n < 60000 && i + 1 < rows)
            continue;
        ok = !text.full && pq.PQputCopyData(p->conn, text.text, (int)text.n) == 1;
        text.n = 0;
    }
    buf_free(&text);
    return end_copy(p, ok, err);
}

/* --- checks --- */

static bool only_read(Engine *e, Error *err)
{
    Postgres *p = (Postgres *)e;
    p->mode = ENGINE_READ;
    return run(p, "SET default_transaction_read_only = on", err);
}

/* What the server keeps is its own affair (amcheck, checksums); here: is every document whole? */
static bool check(Engine *e, bool quick, char *report, size_t n, Error *err)
{
    int64_t lost;
    snprintf(report, n, "ok");
    if (quick)
        return true;
    if (!ask((Postgres *)e, "SELECT count(*) FROM document WHERE NOT EXISTS (SELECT 1 FROM document_text"
                            " WHERE document_text.document_id = document.document_id AND part = 'bytes'"
                            " AND length(content) = size_bytes)", &lost, err))
        return false;
    if (lost)
        snprintf(report, n, "%lld documents without their bytes", (long long)lost);
    return true;
}

static void library(char *text, size_t size)
{
    Error err = { 0 };
    if (!load_library(&err)) {
        snprintf(text, size, "libpq: not installed; only postgresql:// databases need it");
        return;
    }
    int version = pq.PQlibVersion();
    snprintf(text, size, "libpq %d.%d", version / 10000, version % 10000);
}

const EngineOps engine_postgres = {
    .name = "postgresql",
    .library = library,
    .dialect = DIALECT_POSTGRES,
    .shared = true,
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
    .again = again,
    .copy_in = copy_in,
    .prepare = prepare,
    .bind = bind,
    .step = step,
    .seek = seek,
    .reset = reset,
    .finish = finish,
    .columns = columns,
    .column_name = column_name,
    .kind = kind,
    .get_int = get_int,
    .get_real = get_real,
    .get_text = get_bytes,
    .get_bytes = get_bytes,
    .changed = changed,
    .put_content = put_content,
    .get_content = get_content,
    .most_content_bytes = 500000000, /* a message holds 2^30 - 1 bytes, and so does the server's memory of one value */
    .only_read = only_read,
    .check = check,
};
