/*
 * bonnie.h - what the readers of the bonnie family hand to each other.
 *
 * One run can stand in a paste up to three times: progress lines, a text table, a CSV line. Each
 * copy is read into a BonnieResult of its own (bonnie_csv.c, bonnie_table.c, bonnie_html.c,
 * bonnie_progress.c); format_bonnie.c finds the copies of one run and bonnie_result.c writes the
 * run down. Everything lives in the arena of the document.
 */
#ifndef INGEST_BONNIE_H
#define INGEST_BONNIE_H

#include "ingest/reader.h"

/* In the order of the CSV of all versions. */
typedef enum BonnieTest {
    BONNIE_WRITE_CHAR,
    BONNIE_WRITE_BLOCK,
    BONNIE_REWRITE,
    BONNIE_READ_CHAR,
    BONNIE_READ_BLOCK,
    BONNIE_SEEKS,
    BONNIE_SEQ_CREATE, /* the first test of the file part */
    BONNIE_SEQ_STAT,
    BONNIE_SEQ_DELETE,
    BONNIE_RAN_CREATE,
    BONNIE_RAN_STAT,
    BONNIE_RAN_DELETE,
    BONNIE_TESTS,
    BONNIE_PART = 6 /* tests in one part of the table */
} BonnieTest;

/* One cell. text.n == 0: blank, the test was not run. */
typedef struct BonnieFigure {
    const Line *line; /* text stands in it */
    Slice text, unit; /* as printed; unit "" when none stood there */
    Number number;
    double factor;    /* base units in one printed unit */
    Missing missing;
} BonnieFigure;

typedef struct BonnieCell {
    BonnieFigure rate, cpu, latency;
} BonnieCell;

typedef enum BonnieKey {
    BONNIE_MACHINE,
    BONNIE_FILE_SIZE,
    BONNIE_CHUNK_SIZE,
    BONNIE_CONCURRENCY,
    BONNIE_SEEK_COUNT,
    BONNIE_SEEK_PROCS,
    BONNIE_FILES,
    BONNIE_MAX_SIZE,
    BONNIE_MIN_SIZE,
    BONNIE_DIRS,
    BONNIE_SEED,
    BONNIE_KEYS
} BonnieKey;

typedef struct BonnieFact {
    const char *value; /* NULL: not known */
    const Line *line;
    Slice where;
} BonnieFact;

/* Which copy it is; of two copies of one run the larger one is believed. */
typedef enum BonnieSource { BONNIE_PROGRESS, BONNIE_TEXT, BONNIE_CSV } BonnieSource;

typedef struct BonnieResult BonnieResult;
struct BonnieResult {
    BonnieSource source;
    const char *format;  /* the fact `format` */
    const char *version; /* "" when it does not say */
    size_t first, last;  /* line indices */
    BonnieCell cell[BONNIE_TESTS];
    BonnieFact fact[BONNIE_KEYS];
    /*
     * Figures of a row whose cells could not be told apart (fewer than twelve, no columns to go by).
     * They are good for finding the CSV line of the same run, for nothing else.
     */
    size_t n_loose;
    BonnieFigure loose[2 * BONNIE_PART];
    bool rates_untrusted;      /* 1.98 to 2.00a: the file rates of the text are no measurements */
    bool partial, fast_mode;   /* cut; eight figures taken for -f */
    const Line *row, *file_row; /* rows of the two parts, for notes; NULL */
    Run *run;                  /* NULL: none yet */
    BonnieResult *copy;        /* the other copy of the same run, NULL */
};

typedef VEC(BonnieResult *) BonnieResults;

BonnieResult *bonnie_result_new(Reader *r, BonnieSource source, size_t first);
void bonnie_result_fact(Reader *r, BonnieResult *b, BonnieKey key, const Line *line, Slice where,
                        Slice value);
void bonnie_result_number(Reader *r, BonnieResult *b, BonnieKey key, const Line *line, Slice where,
                          double value);
/*
 * "20G:1k", "64G:4k::65536", "1*1024", "256" (MB): size, chunk, concurrency, seeks, seekers;
 * bon_csv2txt 2.x leaves out the concurrency ("1G::8192:5").
 */
bool bonnie_result_size(Reader *r, BonnieResult *b, const Line *line, Slice cell);
/* "16", "16:2000:500/4", "8:link", "4:4096:1024:4" */
bool bonnie_result_files(Reader *r, BonnieResult *b, const Line *line, Slice cell);

/* The cell a token gives; false: the token is none. Blank tokens give a blank figure. */
bool bonnie_rate(BonnieTest test, const Line *line, Slice token, BonnieFigure *out);
bool bonnie_cpu(const Line *line, Slice token, BonnieFigure *out);
bool bonnie_latency(const Line *line, Slice token, BonnieFigure *out);
/* "0k" or "0" beside "+++": the converters of 2.x turn "+++++" into that. */
void bonnie_zero_is_too_fast(BonnieCell *cell);
/* Is it a figure of some cell, or the cell of a latency row? */
bool bonnie_is_figure(Slice token);
bool bonnie_is_latency(Slice token);

/* 1.98 and later, by the version; unknown versions are not. */
bool bonnie_is_2x(const char *version);
/* "1.96", "2.00a", "1.03d": digits, a point, digits, maybe a letter. */
bool bonnie_is_version(Slice s);

/* Are these two copies of one run? */
bool bonnie_result_same(const BonnieResult *a, const BonnieResult *b);
/* Writes measures, facts and notes of b, filled up from b->copy, into b->run. */
void bonnie_result_write(Reader *r, const BonnieResult *b);

/* --- the readers; each returns the next line index, or `at` when it is not theirs --- */

/* One CSV line, joined with the lines it was broken into. *out stays NULL for headers. */
size_t bonnie_csv_read(Reader *r, size_t at, BonnieResult **out);
bool bonnie_csv_starts(Reader *r, size_t at);

/* A text table, of bonnie++ or of classic Bonnie: all its rows. */
size_t bonnie_table_read(Reader *r, size_t at, BonnieResults *out);
bool bonnie_table_starts(const Line *line);

/* Rows that bon_csv2html wrote, as text: cells between tabs or bars. */
size_t bonnie_html_read(Reader *r, size_t at, BonnieResults *out);
bool bonnie_html_starts(const Line *line);

/* "Writing intelligently...done" and its like; figures only in classic Bonnie. */
typedef struct BonnieProgress {
    size_t first;         /* line index of the first one */
    const char *version;  /* "Bonnie 1.2: File ..." */
    BonnieResult *result; /* figures, NULL when none stood there */
    bool open;            /* no result has followed yet */
} BonnieProgress;
bool bonnie_progress_is(Slice text);
void bonnie_progress_read(Reader *r, size_t at, BonnieProgress *p);

/* A refusal or the usage text: the message in it, SLICE("") when there is none. */
Slice bonnie_refusal(Slice text);
size_t bonnie_refusal_end(Reader *r, size_t at);

#endif
