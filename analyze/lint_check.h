/*
 * lint_check.h - one check is one row: what it is called and where it looks.
 *
 * A check says what it found with lint_say(), once a case. It sees either one run, or the runs of
 * one document together, or the comparison. Checks never fail and cost time in proportion to what
 * they look at: the text of a document is searched once a document, never once a run.
 */
#ifndef ANALYZE_LINT_CHECK_H
#define ANALYZE_LINT_CHECK_H

#include "analyze/cell.h"
#include "analyze/lint.h"
#include "analyze/lint_layout.h"

typedef struct Lint {
    Arena *arena;
    MeasureIndex *index;
    Layouts *layouts;
    const Layout *layout; /* of the run that on_run is called for */
    Intern *said;
    bool all;
    Cautions *out;
} Lint;

/* The runs of one document that are looked at, in the order of the text. text may be empty. */
typedef struct LintDocument {
    const Document *document;
    const Run *const *runs;
    size_t n;
} LintDocument;

typedef struct LintCheck {
    const char *code;
    const char *tool; /* on_run is called for runs of this tool; NULL: of any */
    void (*on_run)(Lint *l, const Run *run);
    void (*on_document)(Lint *l, const LintDocument *d);
    void (*on_table)(Lint *l, const Table *t);
} LintCheck;

const LintCheck *lint_checks(size_t *n);

/* run NULL: the comparison as a whole. line 0: the first line of the run. */
void lint_say(Lint *l, const char *code, const Run *run, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same about the command of a run: once a command, however often a loop ran it. */
void lint_say_command(Lint *l, const char *code, const Run *run, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A figure by name, printf-like; NULL when it is not there or has no value. */
const Measure *lint_figure(Lint *l, const Run *run, const char *scope, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "1.5 MB/s": a value as it was posted, or in base units. */
const char *lint_value(Lint *l, const Measure *m);
/* Is this one of the words of a list "a,b,c"? list may be NULL. */
bool lint_in_list(const char *list, const char *word);
/* Dimensions of metrics end in it: ".mean" of "read.clat.mean"; stem gets what stands before. */
bool lint_ends(const char *metric, const char *ending, Slice *stem);

/* lint_figures.c: the figures of one run against each other */
void lint_rate_mismatch(Lint *l, const Run *run);
void lint_rate_mismatch_fio(Lint *l, const Run *run);
void lint_order(Lint *l, const Run *run);
void lint_iops_vs_bw(Lint *l, const Run *run);
void lint_few_samples(Lint *l, const Run *run);
void lint_mixture(Lint *l, const Run *run);
void lint_bw_samples(Lint *l, const Run *run);

/* lint_method.c: how it was measured */
void lint_page_cache(Lint *l, const LintDocument *d);
void lint_page_cache_bonnie(Lint *l, const Run *run);
void lint_not_synced(Lint *l, const Run *run);
void lint_zeros_compressed(Lint *l, const Run *run);
void lint_source_bound(Lint *l, const Run *run);
void lint_gtod_reduce(Lint *l, const Run *run);
void lint_parallel_halves(Lint *l, const Run *run);
void lint_parallel_words(Lint *l, const LintDocument *d);
void lint_failed_run(Lint *l, const Run *run);
void lint_rate_limited(Lint *l, const Run *run);
void lint_wire_bound(Lint *l, const LintDocument *d);

/* lint_sides.c: the sides of a comparison */
void lint_unequal_sides(Lint *l, const Table *t);
void lint_other_kind_of_target(Lint *l, const Table *t);
void lint_mb_dialects(Lint *l, const Table *t);
void lint_tool_version(Lint *l, const Table *t);
void lint_other_tool(Lint *l, const Table *t);
void lint_one_run(Lint *l, const Table *t);
void lint_spread_within_run(Lint *l, const Table *t);
void lint_drift(Lint *l, const Table *t);
void lint_max_as_result(Lint *l, const Table *t);
void lint_claims(Lint *l, const Table *t);

/* lint_words.c: headings, targets, prose and tables against the figures */
void lint_other_target(Lint *l, const LintDocument *d);
void lint_heading_vs_command(Lint *l, const LintDocument *d);
void lint_unit_slip(Lint *l, const LintDocument *d);
void lint_stated_mean(Lint *l, const LintDocument *d);
void lint_table_vs_log(Lint *l, const LintDocument *d);

#endif
