#include "cli/commands.h"

static const CliCommand *const commands[] = {
    &cmd_import,
    &cmd_parse,
    &cmd_compare,
    &cmd_report,
    &cmd_plot,
    &cmd_history,
    &cmd_check,
    &cmd_lint,
    &cmd_run,
    &cmd_list,
    &cmd_show,
    &cmd_label,
    &cmd_remove,
    &cmd_release,
    &cmd_track,
    &cmd_export,
    &cmd_merge,
    &cmd_rebuild,
    &cmd_backup,
    &cmd_sql,
    &cmd_doctor,
    &cmd_completion,
    &cmd_help,
};

const CliCommand *const *cli_commands(size_t *n)
{
    *n = sizeof commands / sizeof *commands;
    return commands;
}
