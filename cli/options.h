/*
 * options.h - the options of a command line, as GNU programs take them: --name=value, --name value,
 * beginnings of names, -abc bundles, "--" ends them, and they may stand behind arguments.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"

/* argv[0] is the command, c->command is set. Fills given and argv of c; EXIT_USAGE after a complaint. */
int options_read(Cli *c, int argc, char **argv);

/*
 * How many words of argv are options for every command in front of the command's name
 * ("plimsoll --db FILE list"), with their values.
 */
int options_leading(int argc, char **argv);

#endif
