/*
 * table.h - the comparison: rows of what was measured, columns of what it was measured on.
 *
 * Everything that prints a comparison (text, Markdown, HTML, CSV, JSON, charts) reads a Table and
 * nothing else. All values are base units (B/s, s, 1/s, B, ratio, count); raw_unit and raw_factor
 * of a row say how the base column was posted: shown = value / raw_factor. A number that does not
 * exist is FIGURE_NONE: ask figure_exists(). Strings come from pastes: print them through
 * base/safe.h. Everything lives in the arena given to table_compare(); runs must outlive the table.
 *
 * Rows are ordered for printing: rows of one group, then of one tool, workload and scope stand
 * together, in the order of the text. Columns are in the order of the documents; column[base] is
 * compared with. A row in which the base column has no value uses the first column that has one:
 * row->base.
 */
#ifndef ANALYZE_TABLE_H
#define ANALYZE_TABLE_H

#include "analyze/caution.h"
#include "analyze/figure.h"
#include "analyze/filter.h"
#include "analyze/histogram.h"
#include "base/error.h"
#include "base/model.h"

/* What stands behind a cell, strongest claim first. Names: evidence_name(). */
typedef enum Evidence {
    EVIDENCE_NONE,       /* the cell is empty */
    EVIDENCE_REPLICATES, /* n >= 2 separate runs */
    EVIDENCE_SUMMARY,    /* n, mean and sd of separate runs, as an author printed them */
    EVIDENCE_WITHIN_RUN, /* one run, with a spread over its requests */
    EVIDENCE_MEAN_ONLY,  /* a stated mean of n runs without spread */
    EVIDENCE_SINGLE,     /* one value */
} Evidence;

/* Names: verdict_name() for JSON ("not-shown"), verdict_text() for people ("NO DIFFERENCE SHOWN").
 */
typedef enum Verdict {
    VERDICT_CANNOT_TELL,
    VERDICT_BETTER,
    VERDICT_WORSE,
    VERDICT_HIGHER, /* a metric without direction */
    VERDICT_LOWER,
    VERDICT_NOT_SHOWN,
    VERDICT_WITHIN, /* the whole interval lies inside the practical threshold */
} Verdict;

typedef enum Adjust { ADJUST_HOLM, ADJUST_BH, ADJUST_NONE } Adjust;
typedef enum Scale { SCALE_RAW, SCALE_LOG } Scale;

typedef struct Source {
    const char *document;
    uint32_t line;
    const Run *run;
    const Measure *measure;
} Source;

typedef struct Cell {
    Evidence evidence;
    size_t n; /* runs behind it (of a stated mean: as stated, 0 when it does not say) */
    double mean, sd, median, min, max, geomean;
    double log_mean, log_sd; /* of the logarithms of the values */
    double half_width;       /* of the mean: half a unit of the last printed digit */
    size_t n_values;         /* raw values of the runs; 0 for summaries */
    const double *values;    /* ascending */
    const double *in_order;  /* the same, in the order of the text */
    double spread;           /* EVIDENCE_WITHIN_RUN: sd over the requests of the one run */
    double spread_n;         /* how many requests; FIGURE_NONE when not printed */
    Missing missing;         /* EVIDENCE_NONE: why the printed figure has no value */
    size_t n_sources;
    const Source *sources; /* one a run, in the order of the text; missing figures too */
    const char *raw;       /* as printed, when one value stands behind the cell; else "" */
} Cell;

typedef struct Comparison {
    bool exists;                 /* false: the base column itself, or a cell is empty */
    double ratio;                /* this column / base; geometric means when scale is log */
    double lo, hi;               /* of the ratio: 95 % (1 - alpha) interval, or by rounding alone */
    bool by_rounding;            /* lo, hi say only what the printed digits allow */
    bool unbounded;              /* the base mean is not clearly different from 0: no interval */
    double t, df, p, p_adjusted; /* Welch */
    double u, u_p, u_p_min;      /* Mann-Whitney; the least p that U can reach at these n */
    bool u_exact;
    /* Where nothing could be shown: runs a side that would show Table.effect with Table.power; 0:
     * unknown. */
    double effect_runs;
    Verdict verdict;
    size_t n_notes;
    const char *const *notes; /* short lines: "not after Holm over 5", "one run each" ... */
} Comparison;

typedef struct Row {
    const char *group; /* outer components of a two-level label ("OCFS2"); "" */
    const char *tool;
    const char *workload; /* "dd write bs=16k" */
    const char *scope;    /* part of the run, by name where it has one; "" */
    const char *metric;
    Unit unit;
    Better better;
    const char *raw_unit;    /* unit in which the base column was posted; "" */
    double raw_factor;       /* base units in one of it */
    size_t base;             /* index of the column that the others are compared with */
    Cell *cells;             /* n_columns */
    Comparison *comparisons; /* n_columns */
} Row;

typedef struct Column {
    const char *name; /* innermost component of the label, or what was projected */
    size_t n_runs;    /* runs that put a value into this column */
} Column;

/* Histograms of one metric. A column of several runs has the sum of theirs, if their buckets agree.
 */
typedef struct HistogramRow {
    const char *group, *tool, *workload, *scope, *metric;
    Unit unit;
    size_t base;           /* the others are tested against it */
    Histogram **histogram; /* n_columns; NULL: none */
    HistogramTest *tests;  /* n_columns; of requests within these runs, never of two systems */
} HistogramRow;

/* A fact of the runs. same: one value on all sides; else value[c] is that of column c ("" none). */
typedef struct Condition {
    const char *key;
    bool same;
    const char **value; /* n_columns; several values of one column are joined by ", " */
} Condition;

typedef struct Table {
    size_t n_columns;
    Column *columns;
    size_t base;
    VEC(Row) rows;
    VEC(HistogramRow) histograms;
    VEC(Condition) conditions; /* those that differ first; workload keys are in the rows */
    Cautions cautions;
    size_t family;        /* comparisons that carry a test: what the adjustment ran over */
    size_t n_runs;        /* counted runs that were compared */
    size_t n_copies;      /* blocks left out as copies */
    const char *col_keys; /* what made the columns: "label", "release", "file" ... */
    /* as asked for */
    double alpha, threshold, effect, power;
    Adjust adjust;
    Scale scale;
    bool all;
} Table;

/* Zero means the default. Keys are comma separated names of facts, or label, tool, workload, ... */
typedef struct TableOptions {
    const char *row, *col, *ignore, *base;
    const Filter *filter; /* NULL: everything */
    bool all;             /* every metric, not only those marked headline */
    bool by_file;         /* files were named: they are the columns when labels do not separate */
    double alpha;         /* 0.05 */
    double threshold;     /* practical difference as a ratio, 0.02 for 2 %; default none */
    double effect;        /* for planning: 0.05 */
    double power;         /* 0.8 */
    Adjust adjust;
    Scale scale;
    bool within_run;   /* also test on the spread within single runs, marked as such */
    bool all_cautions; /* suggestions too */
} TableOptions;

/*
 * Only counted runs are compared; copies never are. Fails on an unknown base column or key
 * (ERR_USAGE). A table without rows is no failure.
 */
MUST_CHECK bool table_compare(Arena *a, const Run *const *runs, size_t n,
                              const TableOptions *options, Table **out, Error *err);

const char *
evidence_name(Evidence e); /* "replicates", "summary", "within-run", "mean-only", "single", "" */
const char *evidence_text(Evidence e); /* "one run each ..." for people */
const char *verdict_name(Verdict v);   /* "better", "not-shown", "cannot-tell" ... */
const char *verdict_text(Verdict v);   /* "BETTER", "NO DIFFERENCE SHOWN", "CANNOT TELL" ... */
const char *adjust_name(Adjust a);     /* "holm", "bh", "none" */
const char *scale_name(Scale s);       /* "raw", "log" */
bool adjust_named(Slice name, Adjust *out);
bool scale_named(Slice name, Scale *out);

#endif
