/*
 * progress.h - how far a long piece of work is, in one line on a terminal.
 *
 *     import  12.3 of 64.0 MB  19 %  23.8 MB/s  2 s left
 *
 * Nothing unless standard error is a terminal, --quiet was not given, and the work lasts over a second;
 * the line is gone when the work ends, and whenever something else is said.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

typedef enum ProgressUnit { PROGRESS_BYTES, PROGRESS_DOCUMENTS } ProgressUnit;

typedef struct Progress {
    const char *what; /* the command */
    ProgressUnit unit;
    uint64_t total; /* 0: unknown; more may come than was thought */
    bool on;
    double started, shown; /* seconds; shown: the last time, 0: not yet */
} Progress;

void progress_start(Progress *p, const Cli *c, ProgressUnit unit, uint64_t total);
void progress_to(Progress *p, uint64_t done); /* done: of all; as often as one likes */
void progress_end(Progress *p);

/* Takes the line away before something else is printed on the terminal. */
void progress_hide(void);

#endif
