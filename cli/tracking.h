/*
 * tracking.h - what history and check share: the track, the runs on it, the options.
 *
 * The order of the releases comes from a stored track (--track; the only one there is when none is
 * named) or from --order A,B,C with --by KEY; it is never guessed.
 */
#ifndef CLI_TRACKING_H
#define CLI_TRACKING_H

#include "analyze/history.h"
#include "cli/cli.h"
#include "cli/inputs.h"
#include "cli/read_options.h"

/* Rows for a CliOption table. */
#define TRACKING_OPTIONS                                                            \
    { "track", 't', "NAME", "the track; needed when there are several" },          \
    { "order", 0, "A,B,C", "releases in order, instead of a stored track" },       \
    { "by", 0, "KEY", "the fact that names the release (default: the track's, else release)" }, \
    { "metric", 'm', "NAME", "only this metric (repeatable; * and ? are wild)" },  \
    { "all", 'a', NULL, "every metric, and every series" },                        \
    { "alpha", 0, "P", "level of the tests (default 0.05)" },                      \
    READ_OPTIONS

typedef struct Tracking {
    Runs runs;
    HistoryOptions options;
    int status; /* of the inputs */
} Tracking;

/* false: *status says why, and it was printed. */
bool tracking_read(Cli *c, Tracking *out, int *status);
/* Releases in this order instead of a track: for check --base. */
bool tracking_read_with(Cli *c, const char *const *labels, size_t n, Tracking *out, int *status);
void tracking_free(Tracking *t);

/* "5%", "0.05". */
bool tracking_share(const char *text, double *share);

#endif
