/*
 * fio_json_job.h - one job of fio's JSON: its directions, latencies, samples, shares, options.
 */
#ifndef INGEST_FIO_JSON_JOB_H
#define INGEST_FIO_JSON_JOB_H

#include "ingest/fio.h"
#include "ingest/json_lines.h"

typedef struct Cell {
    const char *metric; /* behind the direction: "clat.min" */
    double factor;
    Number n;
    const Line *line;
} Cell;

typedef struct Cells {
    VEC(Cell) list;
} Cells;

typedef struct FioJson {
    Fio *f;
    JsonLines jl;
    FioFacts global;     /* "global options" */
    Cells latency, side; /* empty, but for their memory */
} FioJson;

/* A member that becomes a measure. A table ends with { NULL }. */
typedef struct FioJsonRow {
    const char *key, *metric;
    double factor;
} FioJsonRow;

const FioJsonRow *fio_json_job_row(const FioJsonRow *rows, Slice key); /* NULL: not in the table */
const Line *fio_json_job_line(const FioJson *c);                       /* of the value read last */
/* Is this the end of the object or array that was opened at this depth? */
bool fio_json_job_ends(const JsonValue *v, size_t depth);

void fio_json_job_options(FioJson *c, const JsonValue *open, FioFacts *facts);
/* open: the "{" of the job, which has been read. */
void fio_json_job_read(FioJson *c, const JsonValue *open);

#endif
