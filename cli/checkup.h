/*
 * checkup.h - is what this program can do without, but not everything, installed and working?
 */
#ifndef CLI_CHECKUP_H
#define CLI_CHECKUP_H

#include "cli/cli.h"

/* One line a thing: the helper programs, a picture of each kind, the font of charts, the pager. */
void checkup_print(Cli *c);

#endif
