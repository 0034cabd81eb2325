/*
 * time_block.h - what `time` prints, in the forms of all shells and time programs.
 *
 * bash, ksh, mksh, zsh, tcsh, fish, time -p, GNU time (short and -v), busybox, toybox, ptime,
 * timex, BSD time (plain, -h, -l). Only real, user, sys and the printed share of the processor are
 * read.
 */
#ifndef INGEST_TIME_BLOCK_H
#define INGEST_TIME_BLOCK_H

#include "ingest/reader.h"

typedef enum TimeField { TIME_REAL, TIME_USER, TIME_SYS, TIME_CPU, TIME_FIELDS } TimeField;

typedef struct TimeValue {
    bool has;
    Missing missing;
    double value, half; /* seconds; cpu: ratio */
    Slice text;
    const Line *line;
} TimeValue;

typedef struct TimeBlock {
    TimeValue field[TIME_FIELDS];
    size_t next; /* first line behind the block */
} TimeBlock;

/* Does a block start at line `at`? */
bool time_block_read(Lines *ls, size_t at, TimeBlock *out);
/* A block within one line, behind byte `from` ("... 133 MB/s real 0m2.054s user ..."). */
bool time_block_inline(const Line *line, size_t from, TimeBlock *out);
/* As measures real, user, sys, cpu of the run. */
void time_block_store(Reader *r, Run *run, const TimeBlock *t);

/* "1m1.259s", "1m 1.23s", "0m00.07s", "1:04.907", "1:00:02", "0m0,126s", "0.09", "0.41s" */
bool time_value(Slice *s, TimeValue *out);

#endif
