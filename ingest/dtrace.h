/*
 * dtrace.h - what the readers of the dtrace family share: one region of output on its way to runs.
 *
 * DTrace, bpftrace, bcc and SystemTap print the same things (banner, ^C, headings, tables, text
 * histograms) and are mixed in one paste. So each of their formats hands its lines to
 * dtrace_region(), which walks on for as long as it understands what it reads and asks the readers
 * of the single layouts in turn. A run is opened by the first figure, never by a banner alone; a
 * timestamp, a tick row or a repeated name and key starts the next run (a snapshot).
 *
 * All strings live in the arena of the document. Layouts: shown in each file, with the source.
 */
#ifndef INGEST_DTRACE_H
#define INGEST_DTRACE_H

#include "ingest/format.h"

typedef struct DtraceUnit {
    Unit unit;
    double factor; /* base units in one; 1 when unknown */
    Better better;
    Slice text; /* as printed; empty: nothing was said */
    bool known;
} DtraceUnit;

typedef struct DtraceSlot {
    uint64_t hash; /* 0: free */
    size_t value;
} DtraceSlot;

typedef struct Dtrace {
    Reader *r;
    uint16_t depth;     /* of quoting, of the whole region */
    size_t first_run;   /* index in Document.runs of the first run of the region */
    Run *run;           /* NULL: no figure yet */
    size_t first;       /* line at which the next run begins */
    bool fresh;         /* the next figure begins a new run */
    const Line *banner; /* the last one, while no figure followed */
    const char *time;   /* of the snapshot, ISO 8601, or "" */

    const char *heading; /* slug in force; NULL: default print */
    size_t heading_at;   /* its line */
    DtraceUnit unit;     /* of the heading */
    DtraceUnit outer;    /* of the heading around it */
    size_t aggs;         /* blocks without a name so far in the run */
    bool agg_open;       /* the next unnamed block may belong to the last one */

    bool look;          /* only looking */
    bool doubled;       /* a blank line behind every line: a mailer or a forum did that */
    bool told;          /* a banner or prompt said that this is such output */
    bool heading_fresh; /* no figure since the heading */
    const char *last_name, *last_scope; /* of the last histogram; NULL */
    bool clears;          /* the tool forgets between prints: snapshots are intervals */
    bool only_counts;     /* the command aggregates by count() alone */
    double drops, errors; /* since the run began */
    const Line *trouble;
    uint64_t last_block; /* hash of the keys and figures of the last table */
    bool cut, unit_noted;
    const char *command, *script, *probe; /* for the runs; NULL */

    DtraceSlot *slot; /* (metric, scope) of the open run */
    size_t slots, slots_used;
} Dtrace;

/* --- dtrace_region.c --- */

/* Reads from `at` for as long as lines are understood. The parse() of every format of the family.
 */
size_t dtrace_region(Reader *r, size_t at);
/* 0 .. 100: does an unclaimed line begin such output? By the prompt above it, or by its layout. */
int dtrace_region_likely(Reader *r, size_t at);

/* --- dtrace.c: runs and figures --- */

/* The figures of every format of the family; ends in NULL. */
extern const MetricInfo dtrace_metrics[];

/* Counts a line about lost records and failed probes; it may stand anywhere, even within a table.
 */
bool dtrace_take_trouble(Dtrace *d, const Line *line);
Run *dtrace_run(Dtrace *d);    /* the open run; opens one when there is none */
void dtrace_close(Dtrace *d);  /* facts and notes on what was lost */
void dtrace_totals(Dtrace *d); /* notes snapshots that look like running totals */
/* The next figure begins a new run, at line `at`, if there are figures already. */
void dtrace_snapshot(Dtrace *d, size_t at);
/* As dtrace_snapshot() when this name and key have a value in the run already. */
void dtrace_repeated(Dtrace *d, const char *metric, const char *scope, size_t at);
/* The number kept for this name and key in the open run; puts `fresh` when there is none. */
size_t dtrace_slot(Dtrace *d, const char *metric, const char *scope, size_t fresh);
Measure *dtrace_figure(Dtrace *d, const char *scope, const char *metric, DtraceUnit u,
                       const Line *line, const Number *n);
/* The name of a block that printed none: agg1, agg2 ... */
const char *dtrace_next_name(Dtrace *d);
const char *dtrace_name(Dtrace *d, const char *scope, size_t at);
/* The unit of a block: its own, else the heading's, else the enclosing heading's. Notes unknown
 * ones. */
DtraceUnit dtrace_unit_in_force(Dtrace *d, DtraceUnit own);
void dtrace_unit_note(Dtrace *d, DtraceUnit u, const Line *line);
void dtrace_heading(Dtrace *d, Slice text, size_t at);

/* --- dtrace_unit.c --- */

DtraceUnit dtrace_unit_none(void);
DtraceUnit dtrace_unit_of(Unit unit, double factor, Slice text);
bool dtrace_unit_word(Slice word, DtraceUnit *out); /* the whole word is a unit */
DtraceUnit dtrace_unit_heading(Slice heading);
DtraceUnit dtrace_unit_map(Slice name);           /* "lat_us", "usecs" */
const char *dtrace_slug(Arena *a, Slice heading); /* "Response times (us):" -> "response_times" */
bool dtrace_unit_ends(Slice heading);             /* ends in a known unit in parentheses */

/* --- dtrace_line.c: what single lines look like --- */

typedef struct DtraceRow {
    Slice key; /* all before the value */
    Slice value;
    DtraceUnit unit; /* behind the value */
    bool wide;       /* two or more blanks in front of the value */
} DtraceRow;

Slice dtrace_text(const Line *line); /* without "^C" glued in front */
/* "|", "|@@@@@@|", "@@@ |": the end of a bar, which a mailer put on a line of its own. */
bool dtrace_is_bar_end(const Line *line);
bool dtrace_is_rule(Slice text);     /* "=====", "-----" */
bool dtrace_is_prose(Slice text);
bool dtrace_is_skipped(Slice text);             /* "^C", column heads of probes, "Detaching..." */
bool dtrace_is_attached(Slice text);            /* "Attaching 6 probes..." of bpftrace */
bool dtrace_is_banner(Slice text, Slice *what); /* what: script or description, or empty */
bool dtrace_trouble(Slice text, double *drops, double *errors, bool *cut);
/* A line that begins with a date or a time: rest is what follows, iso the time ("" without date).
 */
bool dtrace_stamp(Arena *a, Slice text, Slice *rest, const char **iso);
bool dtrace_probe_row(Slice text, Slice *rest); /* "  0  74128   :tick-1s", "  3 | :END" */
bool dtrace_row(Slice text, DtraceRow *out);
bool dtrace_default_row(Slice text);       /* "  %-50s %16d", DTrace's own layout */
bool dtrace_is_frame(Slice text);          /* "genunix`fop_read+0x6b" */
bool dtrace_number(Slice text, Number *n); /* the slice is one integer or decimal number */
/* Keys separated by two or more blanks, joined by commas. */
const char *dtrace_keys(Arena *a, Slice key);

/*
 * --- readers of one layout each: the index behind what they read, `at` when it is not theirs. With
 * Dtrace.look they only say whether they would (> at), and change nothing. ---
 */

/* key: the line in front, which names one of several histograms. */
size_t dtrace_histogram_at(Dtrace *d, size_t at, Slice key);
size_t dtrace_tools_at(Dtrace *d, size_t at);
/* "disk_r:  12891 KB" behind the timestamp of iotop and rwtop. */
bool dtrace_tools_title(Dtrace *d, Slice rest, const Line *line);
size_t dtrace_columns_at(Dtrace *d, size_t at); /* printa() of several aggregations, with heads */
size_t dtrace_rows_at(Dtrace *d, size_t at);    /* rows KEY... VALUE */
size_t dtrace_stack_at(Dtrace *d, size_t at);   /* frames of a stack, then the value or histogram */
size_t dtrace_pair_at(Dtrace *d, size_t at);    /* "name: value unit" */
size_t dtrace_bpftrace_at(Dtrace *d, size_t at);
size_t dtrace_bcc_at(Dtrace *d, size_t at);
size_t dtrace_stap_at(Dtrace *d, size_t at);
size_t dtrace_script_at(Reader *r, size_t at); /* a program in D or the like */

/* --- dtrace_histogram.c: what is stored of a histogram --- */

typedef struct DtraceBucket {
    double lo, hi, n; /* as printed, hi exclusive */
    const Line *line;
    Slice label;
} DtraceBucket;

typedef VEC(DtraceBucket) DtraceBuckets;

void dtrace_histogram_put(Dtrace *d, const char *scope, const char *metric, DtraceUnit u,
                          const DtraceBuckets *b, const Line *line);
/* "  128 |@@@   3" in the layouts of DTrace and SystemTap, from line `at`; > at when there are
 * rows. */
size_t dtrace_histogram_rows(Dtrace *d, size_t at, bool linear_step_above, DtraceBuckets *out);

/* One row of intervals, "[8, 16)  3 |@@|" or "8 -> 15 : 3 |**|"; false when the line is none. */
typedef bool DtraceRowReader(const Line *line, DtraceBucket *b);
/* The rows of bpftrace and bcc from line `at`: one blank line may stand in front of them, or
 * between them in a damaged paste. The index behind the last; `at` when there are none. */
size_t dtrace_interval_rows(Dtrace *d, size_t at, DtraceRowReader *read, DtraceBuckets *out);

#endif
