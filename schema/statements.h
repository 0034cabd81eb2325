/* statements.h - every SQL statement of the store has a name here and its text in statements.c. */
#ifndef SCHEMA_STATEMENTS_H
#define SCHEMA_STATEMENTS_H

#include "base/buf.h"

typedef enum StatementId {
    DOCUMENT_FIND,
    DOCUMENT_ADD,
    DOCUMENT_DROP_ORPHAN,
    TEXT_LIST,
    DOCUMENT_TOUCH,
    TEXT_DROP,
    IMPORT_FIND,
    IMPORT_ADD,
    IMPORT_TOUCH,
    IMPORT_LIST,
    IMPORT_SOURCES,
    IMPORT_DOCUMENT,
    IMPORT_DROP,
    RUN_ADD,
    RUN_FIND_BLOCK,
    RUN_DROP_OF_IMPORT,
    RUN_COUNT_OF_IMPORT,
    RUN_UIDS_OF_IMPORT,
    RUN_ORPHANS,
    RUN_UNLINK,
    RUN_LINK,
    RUN_PROMOTE,
    RUN_SET_LABEL,
    RUN_SET_SESSION,
    RUN_SET_COUNTED,
    RUN_MOST,
    RUN_HASHES,
    RUN_SET_HASHES,
    MEASURE_ADD,
    SERIES_ADD,
    HISTOGRAM_ADD,
    FACT_ADD,
    FACT_NEXT,
    FACT_SET,
    FACT_THERE,
    FACT_UNSET,
    FACT_VALUES,
    RUN_TOOLS,
    DOCUMENT_FACT_ADD,
    DOCUMENT_FACT_DROP,
    DOCUMENT_FACT_LIST,
    NOTE_ADD,
    NOTE_DROP,
    NOTE_LIST,
    EDIT_PUT,
    EDIT_ADD,
    EDIT_OF_UID,
    EDIT_ANY,
    EDIT_LIST,
    EDIT_DROP,
    EDIT_LOST,
    MEASURE_ALL,
    MEASURE_ALL_WANTED,
    MEASURE_OF_RUN,
    RUN_OF_ID,
    MEASURE_VALUES_ALL,
    MEASURE_VALUES_HEADLINE,
    MEASURE_VALUES_OF_RUN,
    FACT_ALL,
    FACT_OF_RUN,
    SERIES_ALL,
    SERIES_OF_RUN,
    HISTOGRAM_ALL,
    HISTOGRAM_OF_RUN,
    RELEASE_LIST,
    RELEASE_FIND,
    RELEASE_ADD,
    RELEASE_SET,
    RELEASE_DROP,
    TRACK_LIST,
    TRACK_FIND,
    TRACK_PUT,
    TRACK_CLEAR,
    TRACK_DROP,
    TRACK_RELEASE_ADD,
    TRACK_RELEASE_LIST,
    CHANGE_LIST,
    CHANGE_PUT,
    CHANGE_GONE,
    CHANGE_SAY,
    CHANGE_REMARK,
    STATEMENT_END
} StatementId;

extern const char *const statements[STATEMENT_END];

/* Figures shown by default, and what goes along with them (statements_goes_along): spread and count of a mean. */
extern const char statements_shown[];
bool statements_goes_along(const char *metric);

/* SELECT of runs; conditions (statements_term) and the order follow. */
extern const char statements_runs[];
extern const char statements_runs_order[];
/* SELECT of runs described like others, without what those say (select_alike.c). */
extern const char statements_alike[];
extern const char statements_alike_order[];
/* SELECT of the ids of runs; conditions follow. */
extern const char statements_run_ids[];
/*
 * The condition for one term with n values: of a column of runs, else of a fact. Parameters are
 * :t<term>v<value>, and :t<term>k for the key of a fact (it comes first). true: takes the key, too.
 */
bool statements_term(Buf *sql, const char *key, size_t term, size_t n);

/* The INSERT of one row, made for several: parameters :p0, :p1 ... row by row. */
void statements_bulk(Buf *sql, StatementId id, size_t columns, size_t rows);

#endif
