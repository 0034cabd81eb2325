/*
 * ioping_run.h - one ioping run as far as it was printed, in whatever layout, and how it is stored.
 */
#ifndef INGEST_IOPING_RUN_H
#define INGEST_IOPING_RUN_H

#include "ingest/format.h"
#include "ingest/ioping_command.h"
#include "ingest/ioping_line.h"

typedef struct IopingSample {
    double seconds;
    uint32_t number;
    bool excluded;
} IopingSample;

typedef struct IopingRow {
    size_t columns;
    Number column[IOPING_MOST_COLUMNS];
    const Line *line;
} IopingRow;

typedef struct IopingRun {
    bool has_target, has_size, reads, writes, arrows;
    IopingTarget target;
    const Line *target_line;
    double request_bytes;
    const Line *size_line;
    size_t warmups;
    VEC(IopingSample) samples;
    const Line *samples_first, *samples_last;
    VEC(IopingRow) rows;
    bool has_completed, has_generated, has_latency;
    IopingCompleted completed;
    IopingGenerated generated;
    IopingLatency latency;
    const Line *completed_line, *generated_line, *latency_line;
    Slice failure;
    const Line *failure_line;
} IopingRun;

/* What is remembered between blocks, by all three layouts. */
typedef struct IopingMemory {
    IopingCommands commands;
} IopingMemory;

IopingMemory *ioping_memory(Reader *r); /* brought up to date with the commands read */

/* Adds a run that starts at line `first` and ends at `last`. */
Run *ioping_run_store(Reader *r, const IopingRun *x, size_t first, size_t last);
/* Raw rows as scopes period1, period2 ...; total: the row of -B, without a scope. */
void ioping_rows_store(Reader *r, Run *run, const IopingRow *rows, size_t n, bool total);
/* The samples as series lat.request; line: where they stand. */
void ioping_samples_store(Reader *r, Run *run, const IopingSample *samples, size_t n,
                          const Line *first, const Line *last);

/* The metric table of all layouts. */
extern const MetricInfo ioping_metrics[];

#endif
