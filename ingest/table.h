/*
 * table.h - tables that people wrote by hand, on their way from lines to runs.
 *
 *   lines --table_split, table_html, table_free--> Grid     cells as text, heading rows first
 *   Grid  --table_heading--> names, units and counts of rows and columns
 *   cells --table_cell--> TableCell                          numbers, units, spreads, reasons why not
 *   all   --table_check--> which axis holds the configurations, what is derived, what is refused
 *   format_tables.c stores what is left.
 *
 * A Cell is text that lies within its line's text, so that every figure keeps its place in the
 * document; where something had to be taken out of the middle (quotes, tags, a line break) the line
 * is a copy with a map back (table_text.c). Everything lives in the reader's arena.
 */
#ifndef INGEST_TABLE_H
#define INGEST_TABLE_H

#include "ingest/reader.h"

enum { TABLE_MOST_COLUMNS = 200, TABLE_MOST_HEADINGS = 8 };

typedef struct Cell {
    const Line *line;
    Slice text; /* trimmed; n == 0: blank */
} Cell;

typedef struct GridRow {
    const Line *line;
    size_t index; /* of the line */
    VEC(Cell) cell;
} GridRow;

typedef enum GridKind {
    GRID_NONE,
    GRID_HTML,
    GRID_PIPES,
    GRID_RULED, /* +---+---+ */
    GRID_TABS,
    GRID_COMMAS, /* comma or semicolon */
    GRID_FREE,
} GridKind;

typedef struct Grid {
    GridKind kind;
    size_t first, end; /* lines [first, end) */
    VEC(GridRow) row;  /* cell[0] of each is the label */
    size_t headings;   /* rows that are headings for sure; 0: a rule did not say */
    Slice title;       /* a caption inside the table; n == 0: none */
    bool collapsed;    /* free text whose blanks are all single */
    /* Refused: a code of base/code.h, its line, and what was found. NULL: good. */
    const char *refused, *reason;
    const Line *refused_line;
} Grid;

/* --- table_text.c: cells that are put together --- */
typedef struct TableText {
    Arena *arena;
    const Line *first, *last;
    VEC(char) text;
    VEC(uint32_t) map;
} TableText;

void table_text_add(TableText *b, const Line *line, Slice part);
void table_text_blank(TableText *b); /* for a line break */
Cell table_text_cell(TableText *b); /* trimmed */
Cell table_text_plain(const Line *line, Slice part); /* trimmed, emphasis and footnote star off */

/* --- table_split.c, table_html.c, table_free.c --- */

/*
 * The next line of a table after `index`: the next one, or the one after a blank line where the
 * whole text stands double-spaced. SLICE_NONE: the table ends.
 */
size_t table_split_next(Reader *r, size_t index, bool doubled);
bool table_split_doubled(Reader *r, size_t at);
/* What may start at this line; looks at three lines. */
GridKind table_split_kind(Reader *r, size_t at);
/* false: no table after all. */
bool table_split_read(Reader *r, size_t at, Grid *g);

bool table_html_starts(Slice text);
bool table_html_read(Reader *r, size_t at, Grid *g);

bool table_free_starts(Reader *r, size_t at);
bool table_free_read(Reader *r, size_t at, Grid *g);

/* Is this the heading of some other tool's table (df, zpool, iostat, top ...)? */
bool table_foreign_heading(Slice text);

/* --- table_unit.c --- */

typedef enum UnitDoubt {
    UNIT_SURE,
    UNIT_PREFIX_ONLY, /* "18.4k" */
    UNIT_BARE_RATE,   /* "K/sec": bytes, 1000 or 1024 */
    UNIT_MINUTES,     /* "m": minutes only in a table of durations */
} UnitDoubt;

typedef struct TableUnit {
    Unit unit;
    double factor;
    Slice text;
    UnitDoubt doubt;
    int rank; /* of a unit of time: 5 days .. 1 ms and below; 0: no time */
    bool binary_too; /* the letter may be a power of 1024: factor1024 then */
    double factor1024;
    bool times; /* "1.5x": a ratio of two cells, derived */
    bool any_word; /* "widgets/s": so many of whatever a second */
} TableUnit;

/* The unit at the front of s; advances behind it. */
bool table_unit_skip(Slice *s, TableUnit *out);
/* The whole slice is a unit. */
bool table_unit_is(Slice s, TableUnit *out);

/* --- table_number.c --- */

/* What "," and "." mean in this table. */
typedef struct TableMarks {
    bool comma_is_decimal, comma_is_thousands; /* both: the table contradicts itself */
    bool point_proven;
    bool no_groups; /* blanks separate values: "1 079" is two numbers */
} TableMarks;

/* Adds the proofs that stand in one cell. */
void table_number_prove(Slice text, TableMarks *marks);
/*
 * One number without a sign. ambiguous: "1,234" and nothing in the table says what the comma is
 * (value then counts it as thousands mark).
 */
bool table_number_read(Slice *s, const TableMarks *marks, Number *out, bool *ambiguous);

/* --- table_cell.c --- */

enum { TABLE_MOST_VALUES = 4 };

typedef enum CellKind {
    CELL_BLANK,
    CELL_MISSING,  /* "-", "n/a" */
    CELL_TOO_FAST, /* "+++++" */
    CELL_BOUND,    /* "<1" */
    CELL_VALUES,
    CELL_TEXT,     /* words */
    CELL_BAD_UNIT, /* a number with letters behind it that are no unit */
} CellKind;

typedef struct TableValue {
    Number number; /* text: figure and, for durations, its units */
    bool has_unit;
    TableUnit unit; /* base units = number.value * unit.factor */
    bool minutes_seconds; /* "4:37" */
    bool is_signed;
} TableValue;

typedef struct TableCell {
    CellKind kind;
    Cell cell;
    size_t n_values;
    TableValue value[TABLE_MOST_VALUES];
    bool has_sd, sd_is_share; /* sd_is_share: a percentage of the value */
    TableValue sd;
    bool has_n;
    Number n;
    bool approximate, ambiguous_decimal;
    Slice odd; /* what was not understood */
} TableCell;

void table_cell_read(Cell cell, const TableMarks *marks, TableCell *out);
/* A figure with a unit of time that nobody can take for something else: "4m 37s", "12 ms". */
bool table_cell_is_duration(const TableCell *c);
/*
 * Values at the front of s, durations of several words as one; stops at the first thing that is
 * none. Returns how many; most at most are kept.
 */
size_t table_cell_values(Slice *s, const TableMarks *marks, TableValue *out, size_t most);
bool table_cell_missing(Slice text); /* one of the marks of a missing value */

/* --- table_heading.c --- */

typedef struct TableEntry {
    const char *name; /* without unit and count */
    Cell cell;
    bool has_unit;
    TableUnit unit;
    bool has_n;
    Number n;
    bool derived;
} TableEntry;

typedef struct Table {
    Grid grid;
    size_t columns, rows;
    TableEntry *column, *row;
    TableCell *cell; /* [row * columns + column] */
    bool *refused;   /* rows that are not stored */
    TableUnit unit;  /* of the title */
    bool has_unit;
    bool better_given;
    Better better;
    bool about_time; /* title or headings speak of durations */
    bool turned;     /* rows are configurations */
} Table;

/* Names of columns and rows, units and counts in them, title. false: refused (grid.refused). */
bool table_heading_read(Reader *r, Table *t);
/* A unit in brackets, behind the last comma, or the name itself; taken off the name. */
void table_heading_entry(Reader *r, Cell cell, TableEntry *out);

/* --- table_check.c --- */

/* Units of cells that have none, derived rows and columns, dimensions, names. false: refused. */
bool table_check(Reader *r, Table *t);

#endif
