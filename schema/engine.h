/*
 * engine.h - what the store needs of a database engine. One row of functions an engine; only its own
 * file knows the library behind it.
 *
 * SQL names its parameters (:name); values are bound in the order in which the names first stand in
 * the text, so that an engine that counts ($1) can rewrite them. Text that comes back is valid until
 * the next step. The SQL itself is in statements.c, in words that SQLite and PostgreSQL both speak.
 */
#ifndef SCHEMA_ENGINE_H
#define SCHEMA_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/slice.h"

typedef struct Engine Engine;
typedef struct Statement Statement;

typedef enum ValueKind { VALUE_NULL, VALUE_INT, VALUE_DOUBLE, VALUE_TEXT, VALUE_BLOB } ValueKind;

typedef struct Value {
    ValueKind kind;
    int64_t number;
    double real;
    Slice bytes; /* text and blob; must live until the statement has run */
} Value;

#define V_NULL ((Value){ .kind = VALUE_NULL })
#define V_INT(n) ((Value){ .kind = VALUE_INT, .number = (int64_t)(n) })
#define V_REAL(d) ((Value){ .kind = VALUE_DOUBLE, .real = (d) })
#define V_TEXT(text) V_SLICE(slice_of(text))
#define V_SLICE(s) ((Value){ .kind = VALUE_TEXT, .bytes = (s) })
#define V_BLOB(p_, n_) ((Value){ .kind = VALUE_BLOB, .bytes = { (const char *)(p_), (n_) } })

typedef enum EngineMode {
    ENGINE_READ,   /* must exist; nothing is written */
    ENGINE_WRITE,  /* must exist */
    ENGINE_CREATE, /* made when it does not exist */
} EngineMode;

typedef enum Dialect { DIALECT_SQLITE, DIALECT_POSTGRES } Dialect; /* of the schema; the SQL is one */

typedef enum Step { STEP_DONE, STEP_ROW, STEP_FAILED } Step;

typedef struct EngineOps {
    const char *name;
    Dialect dialect;
    void (*library)(char *text, size_t size); /* "SQLite 3.40.1": what is behind it on this machine */
    /*
     * Many clients at once, far away. Ids are made of contents (store_id), since counting them would
     * need a sequence; what is asked is asked in few statements.
     */
    bool shared;
    bool (*open)(Engine **out, const char *where, EngineMode mode, Error *err);
    void (*close)(Engine *e); /* NULL is fine; an open transaction is rolled back */

    /* Who wrote this database (0: nobody), and the version of its schema (0: empty). */
    bool (*identity)(Engine *e, int64_t *application, int64_t *version, Error *err);
    bool (*set_identity)(Engine *e, int64_t application, int64_t version, Error *err);
    bool (*references_hold)(Engine *e, Error *err); /* every foreign key finds its row */

    bool (*script)(Engine *e, const char *sql, Error *err); /* statements without results */
    bool (*begin)(Engine *e, Error *err);                   /* waits for other writers */
    bool (*begin_schema)(Engine *e, Error *err); /* nobody else changes the schema meanwhile */
    bool (*begin_read)(Engine *e, Error *err); /* one state of the database for several questions */
    bool (*commit)(Engine *e, Error *err);
    void (*rollback)(Engine *e);
    /*
     * After a rollback: is the transaction worth another attempt (0: the first one failed)? Others
     * were in its way, or the connection was lost; waits, connects again. NULL: never.
     */
    bool (*again)(Engine *e, unsigned attempt);
    /* Rows into "table (column, ...)", faster than INSERT. NULL: there is no such thing. */
    bool (*copy_in)(Engine *e, Slice into, const Value *values, size_t columns, size_t rows, Error *err);

    bool (*prepare)(Engine *e, const char *sql, Statement **out, Error *err);
    void (*bind)(Statement *st, const Value *values, size_t n); /* n: all of them */
    Step (*step)(Statement *st, Error *err);
    void (*seek)(Statement *st, size_t row); /* of a shared engine, whose results are whole: back to a row */
    void (*reset)(Statement *st); /* ready to be bound again */
    void (*finish)(Statement *st);

    size_t (*columns)(Statement *st);
    const char *(*column_name)(Statement *st, size_t at);
    ValueKind (*kind)(Statement *st, size_t at);
    int64_t (*get_int)(Statement *st, size_t at);
    double (*get_real)(Statement *st, size_t at);
    Slice (*get_text)(Statement *st, size_t at);  /* NULL is empty */
    Slice (*get_bytes)(Statement *st, size_t at); /* text or blob; NULL is empty */
    size_t (*changed)(Engine *e);                 /* rows of the last statement */

    /*
     * A document's bytes go in and out in pieces, so that a large log is not held twice. part:
     * "bytes" or "text" of document_text.
     */
    bool (*put_content)(Engine *e, int64_t document_id, const char *part, Slice content, Error *err);
    bool (*get_content)(Engine *e, int64_t document_id, const char *part, char *into, size_t n, Error *err);
    size_t most_content_bytes;

    /*
     * NULL: the engine has no files. A consistent copy, also within a transaction that has changed nothing. path holds the whole
     * copy or is as it was. replace: path may exist.
     */
    bool (*copy_to)(Engine *e, const char *path, bool replace, Error *err);
    bool (*only_read)(Engine *e, Error *err); /* from now on refuses all but questions */
    bool (*check)(Engine *e, bool quick, char *report, size_t n, Error *err); /* report: "ok" or what is wrong */
} EngineOps;

struct Engine {
    const EngineOps *ops; /* first member of every engine */
};

extern const EngineOps engine_sqlite;
extern const EngineOps engine_postgres; /* postgresql:// and what speaks its protocol; not with PG=0 */

#endif
