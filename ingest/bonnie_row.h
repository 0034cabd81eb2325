/*
 * bonnie_row.h - one row of a text table: its words, and which cells they stand in.
 *
 * A row is split at blanks. Columns matter only to find out which cells are blank: figures are
 * right-aligned under the header and drift to the right, never to the left, when one is too wide.
 */
#ifndef INGEST_BONNIE_ROW_H
#define INGEST_BONNIE_ROW_H

#include "ingest/bonnie.h"

enum { BONNIE_ROW_FIGURES = 2 * BONNIE_PART };

typedef struct BonnieWord {
    const Line *line;
    Slice text;
    size_t end; /* column behind it, from 0 */
} BonnieWord;

typedef struct BonnieRow {
    size_t at, last;  /* line indices */
    const Line *line; /* the first one */
    Slice name;       /* machine; may be blank */
    Slice size;       /* size cell, or the files cell of part two; may be blank */
    bool glued;       /* name and size were one word, cut where the digits begin */
    size_t n;
    BonnieWord figure[BONNIE_ROW_FIGURES];
    bool tabbed;      /* twelve cells between tabs, some of them blank: figure[] has all */
    bool wrapped;     /* its tail came from a line below */
    size_t n_latency;
    BonnieWord latency[BONNIE_PART];
} BonnieRow;

/* Where the columns stand, from the column line of the header. */
typedef struct BonnieColumns {
    bool known;      /* false: no header, or its blanks have collapsed */
    size_t rate_end; /* column behind the first rate */
    size_t step;     /* from pair to pair */
    size_t cpu_width;
} BonnieColumns;

/* Reads the data row of part 1 or 2 at line index `at`. false: it is none. */
bool bonnie_row_read(Reader *r, size_t at, int part, BonnieRow *row);
/* Figures that a mailer wrapped to the next line; false: this line is no such tail. */
bool bonnie_row_tail(Reader *r, size_t at, BonnieRow *row);
/* A "Latency" line, or its wrapped tail. */
bool bonnie_row_latencies(Reader *r, size_t at, BonnieRow *row);

BonnieColumns bonnie_row_columns(const Line *header, bool classic);

/*
 * Puts the figures of a row of part one into cells 0..5. What cannot be told apart goes to b->loose;
 * b->fast_mode and b->partial are set.
 */
void bonnie_row_place(const BonnieRow *row, const BonnieColumns *columns, BonnieResult *b);
/* Part two has no blank cells: in order, cells 6..11. */
void bonnie_row_place_files(const BonnieRow *row, BonnieResult *b);
/* Latencies into cells first .. first+5; the rates must be there. */
void bonnie_row_place_latencies(const BonnieRow *row, const BonnieColumns *columns, size_t first,
                                BonnieResult *b);

#endif
