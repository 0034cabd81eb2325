/*
 * inputs.h - the runs that compare, report, plot, lint and list speak of.
 *
 * A positional that exists, or "-", is a FILE: it is read into memory, no database is touched. One
 * with ':' or an operator is a FILTER: on the runs of the files, or, without files, on the database.
 * Anything else: exit 2, "no such file". Neither files nor filters: every run of the database.
 */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "analyze/filter.h"
#include "base/model.h"
#include "cli/cli.h"

/*
 * v: the runs that count and pass the filter (filter_run), in the order of the documents and their
 * text; copies are reachable through documents[i]->runs. Everything lives until inputs_free().
 * Documents from a database have no bytes and no text.
 */
typedef struct Runs {
    const Run **v;
    size_t n, cap;
    VEC(Document *) documents; /* those with runs or notes */
    const Filter *filter;      /* what the FILTER positionals say; ask it about measures, too */
    bool from_files;
    Arena *arena; /* documents of a database live here; NULL */
} Runs;

/* What need not be fetched from a database; all false: everything is. */
typedef struct InputsSpare {
    bool other_than_headline; /* measures that are not shown by default, unless a filter asks */
    bool measures;            /* all of them */
    bool facts;               /* with measures: but for what a filter asks */
    bool samples;             /* series and histograms */
    bool notes;
    bool totals;              /* where notes are spared: those that say that prints add up */
    bool places;              /* lines of facts, bytes of measures; facts are shared: nobody changes them */
} InputsSpare;

/*
 * Reads c's positionals. false: *status is the exit status and the reason was printed. true with a
 * status other than EXIT_GOOD: some input failed (it was named), the others are there.
 */
bool inputs_runs(Cli *c, Runs *out, int *status);
bool inputs_runs_spare(Cli *c, const InputsSpare *spare, Runs *out, int *status);
void inputs_free(Runs *r);

/* Does a positional name a file, as the rule above says? */
bool inputs_is_file(const char *positional);
/* Does one that is no file hold ':' or an operator? */
bool inputs_is_filter(const char *positional);

#endif
