/*
 * reading.h - rows of the database as runs, figures, facts. Shared by the files that select; nobody
 * else includes it.
 */
#ifndef SCHEMA_READING_H
#define SCHEMA_READING_H

#include "schema/inside.h"
#include "schema/names.h"

typedef struct Reading {
    Store *store;
    const EngineOps *ops;
    const StoreQuery *query;
    Arena *arena;
    Names *names;
    StoreRuns *out;
    StoreImports imports;
    const StoreImport **by_id; /* of imports */
    /* Of the run whose rows come: copied into it, with no room to spare, when its last one came. */
    VEC(Measure) measures;
    VEC(Fact) facts;
    Slice unit_name; /* of the last figure */
    Unit unit;
} Reading;

/* One copy of a text that comes again and again; or a text of its own ("" when empty). */
const char *reading_name(Reading *r, Statement *st, size_t at);
const char *reading_text(Reading *r, Statement *st, size_t at);
Span reading_span(Reading *r, Statement *st, size_t at); /* three columns */

/* For runs whose import is not there: only in a damaged or forged database. */
extern const StoreImport reading_no_import;
void reading_index_imports(Reading *r);
const StoreImport *reading_import(Reading *r, int64_t id);
/* The document of an import; runs come grouped by import. */
Document *reading_document(Reading *r, int64_t import_id);

/* A row of statements_runs. */
void reading_run(Reading *r, Statement *st, Run *run);
void reading_add_run(Reading *r, Run *run, int64_t import_id);

int reading_compare_ids(const void *a, const void *b); /* of Run *const * */
/* The first of runs sorted by id that has this id or a larger one. */
size_t reading_place(Run *const *sorted, size_t n, int64_t id);
Run *reading_by_id(Run *const *sorted, size_t n, int64_t id); /* with a NULL behind the last */

/* A row of the statements MEASURE_..., FACT_... for the run. */
typedef void (*Take)(Reading *r, Statement *st, Run *run);
void reading_measure(Reading *r, Statement *st, Run *run);
void reading_fact(Reading *r, Statement *st, Run *run);
void reading_series(Reading *r, Statement *st, Run *run);
void reading_histogram(Reading *r, Statement *st, Run *run);
void reading_keep(Reading *r, Run *run); /* its rows are complete */
Missing reading_missing(Slice name);

/* Rows of one run. */
bool reading_of_run(Reading *r, StatementId id, const Value *values, size_t n, Take take, Run *run,
                    Error *err);
/* Rows of every run of the database, by run_id: those of runs that are not asked for are passed over. */
bool reading_of_all(Reading *r, StatementId id, const Value *values, size_t n, Take take,
                    Run *const *sorted, Error *err);

/* The conditions of the query behind a WHERE; values in the order of their parameters, with room for two. */
void reading_conditions(Reading *r, Buf *sql, Value **values, size_t *n);
/* Is so much asked for that one pass over a table costs less than looking up run by run? */
bool reading_most_are_wanted(Reading *r, bool *most, Error *err);

/* select_server.c: of the runs of the query alone, chosen by the server. */
bool select_server_contents(Reading *r, Run *const *sorted, Error *err);
/*
 * select_alike.c: runs and what they hold, what equal runs share read once. sorted: the runs by id, a
 * NULL behind. done false: too few are equal, and nothing was read.
 */
bool select_alike(Reading *r, bool *done, Run ***sorted, Error *err);

#endif
