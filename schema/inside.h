/* inside.h - what the files of the store share; nobody else includes it. */
#ifndef SCHEMA_INSIDE_H
#define SCHEMA_INSIDE_H

#include "schema/engine.h"
#include "schema/statements.h"
#include "schema/store.h"

struct Store {
    Arena *arena; /* this lives in it */
    Engine *engine;
    const char *program;
    unsigned depth; /* transactions within each other; the outermost one is real */
    Statement *cache[STATEMENT_END]; /* prepared at first use */
};

enum { TIME_TEXT_BYTES = 32 };
const char *store_now(char text[TIME_TEXT_BYTES]); /* UTC, ISO 8601 */

/* A statement with its values bound, ready to step. NULL: err is set. Reset it when done. */
Statement *store_query(Store *s, StatementId id, const Value *values, size_t n, Error *err);
/* Runs a statement without results. */
bool store_execute(Store *s, StatementId id, const Value *values, size_t n, Error *err);
/* The first column of the first row; found false: no row. */
bool store_number(Store *s, StatementId id, const Value *values, size_t n, bool *found,
                  int64_t *out, Error *err);

#define VALUES(...) (const Value[]){ __VA_ARGS__ }, sizeof((const Value[]){ __VA_ARGS__ }) / sizeof(Value)

/*
 * Ends a transaction: commits when ok, else rolls back. Returns whether all went well. Within another
 * one nothing happens yet: who began first ends it, not ok when this was not.
 */
bool store_begin(Store *s, Error *err);
bool store_begin_read(Store *s, bool *own, Error *err); /* own: not inside another one; end it then */
bool store_end(Store *s, bool ok, Error *err);

/* store_put.c: without a transaction of their own. */
bool put_document(Store *s, Document *d, const char *options, StorePut *out, Error *err);
bool put_runs(Store *s, int64_t document_id, int64_t import_id, Document *d, StorePut *out,
              Error *err);

/* store_edit.c: edits made to these uids in an earlier life. */
bool edit_apply_all(Store *s, const Document *d, Error *err);
bool edit_write(Store *s, int64_t run_id, const uint8_t uid[UID_BYTES], const StoreEdit *edit,
                bool remember, bool *changed, Error *err);

/* store_remove.c: reposts whose original is gone count again, or find another original. */
bool remove_settle_reposts(Store *s, size_t *promoted, Error *err);

/* n bytes of a blob; a database that was tampered with may hold fewer: zeros then. */
void store_copy(uint8_t *to, Slice blob, size_t n);

#endif
