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
    int64_t added; /* the last store_added() */
    StorePutTold told; /* store_listen */
    void *told_context;
    Statement *cache[STATEMENT_END]; /* prepared at first use */
};

enum { TIME_TEXT_BYTES = 32 };
const char *store_now(char text[TIME_TEXT_BYTES]); /* UTC, ISO 8601 */

int64_t store_added(Store *s); /* microseconds since 1970, more at every call: an order */

/*
 * The id of a new row, bound as :id. A shared engine gets one made of what tells the row from others
 * (so that nothing counts, and two clients mean the same row by it); a file counts, which keeps what
 * came together together.
 */
Value store_id(const Store *s, const Value *identity, size_t n);

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
 * one nothing happens yet: who began first ends it, not ok when this was not. store_end follows a
 * store_begin that failed, too.
 */
bool store_begin(Store *s, Error *err);
bool store_begin_read(Store *s, bool *own, Error *err); /* own: not inside another one; end it then */
bool store_end(Store *s, bool ok, Error *err);
/*
 * while (store_again(...)) around all from store_begin to store_end: once, and again when other
 * clients were in the way. ok: what store_end said. Clears err before another round.
 */
bool store_again(Store *s, unsigned *round, bool ok, Error *err);

/* store_list.c: store_imports without counting what they hold. */
bool store_import_sources(Store *s, Arena *a, StoreImports *out, Error *err);

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
