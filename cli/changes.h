/*
 * changes.h - changes along a stored track: remembered, and what the user said of them.
 *
 * Each look writes down what was found; a change that is not found again in a series that was looked
 * at is gone, what the user said stays. A database that cannot be written is only asked.
 */
#ifndef CLI_CHANGES_H
#define CLI_CHANGES_H

#include "analyze/history.h"
#include "cli/cli.h"

/* Sets the state of every change in h. false: *status is set and the reason was printed. */
bool changes_remember(Cli *c, History *h, int *status);
/* state of the changes at this release in the series of h; how many. */
bool changes_say(Cli *c, const History *h, const char *release, const char *state, const char *remark,
                 size_t *said, int *status);
bool changes_is_state(const char *state); /* one that a user can give */

#endif
