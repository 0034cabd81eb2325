#include "cli/commands.h"

static const CliCommand *const commands[] = {
    &cmd_import,
    &cmd_parse,
    &cmd_compare,
    &cmd_report,
    &cmd_lint,
    &cmd_run,
    &cmd_list,
    &cmd_show,
    &cmd_help,
};

const CliCommand *const *cli_commands(size_t *n)
{
    *n = sizeof commands / sizeof *commands;
    return commands;
}
