/*
 * comparing.h - what compare, report, plot and lint share: options, inputs, the table.
 */
#ifndef CLI_COMPARING_H
#define CLI_COMPARING_H

#include "analyze/table.h"
#include "cli/cli.h"
#include "cli/inputs.h"
#include "cli/read_options.h"

/* Rows for a CliOption table. */
#define COMPARING_OPTIONS                                                                        \
    { "row", 0, "KEYS", "facts that make the rows (comma separated)" },                         \
    { "col", 0, "KEYS", "facts that make the columns" },                                        \
    { "ignore", 0, "KEYS", "facts that do not matter" },                                        \
    { "base", 'b', "NAME", "the column to compare with (default: the first)" },                 \
    { "metric", 'm', "NAME", "only this metric (repeatable; * and ? are wild)" },               \
    { "all", 'a', NULL, "every metric and every row" },                                         \
    { "alpha", 0, "P", "level of the tests (default 0.05)" },                                   \
    { "threshold", 't', "N%", "differences inside it do not matter (default 0)" },              \
    { "effect", 0, "N%", "the effect that planning is for (default 5%)" },                      \
    { "adjust", 0, "HOW", "holm (default), bh or none" },                                       \
    { "scale", 0, "HOW", "raw (default) or log: ratios of geometric means" },                   \
    { "within-run", 0, NULL, "also test on the spread within single runs, marked as such" },     \
    { "redact", 0, NULL, "replace hosts, users and addresses in all that is printed" },          \
    READ_OPTIONS

typedef struct Comparing {
    Runs runs;
    Table *table;
    int status; /* of the inputs: EXIT_GOOD, or EXIT_DATA when one of them failed */
} Comparing;

/* What is fetched from a database, and compared, besides what the options ask for. */
typedef enum ComparingNeeds {
    COMPARING_FIGURES,     /* the figures that are printed, no more */
    COMPARING_ALL_FOUND,   /* cautions, notes, samples, distributions, too */
    COMPARING_EVERY_METRIC /* and every metric is compared, as with --all */
} ComparingNeeds;

/* Reads inputs and options of c and makes the table. false: *status says why, it was printed. */
bool comparing_table(Cli *c, ComparingNeeds needs, Comparing *out, int *status);
void comparing_free(Comparing *x);

/* An HTML page shows the text behind the figures: what came from a database is fetched. */
void comparing_fetch_texts(Cli *c, Runs *runs);
/* To the file of --output, else to standard output. Returns status, or that of a failed write. */
int comparing_deliver(Cli *c, const Buf *page, int status);

/* "2%" or "0.02" as a share. */
bool comparing_share(const char *text, double *share);

#endif
