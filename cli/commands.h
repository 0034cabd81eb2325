/* commands.h - one line a command; the order of `plimsoll help` is that of commands.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/cli.h"

extern const CliCommand cmd_backup;
extern const CliCommand cmd_check;
extern const CliCommand cmd_compare;
extern const CliCommand cmd_completion;
extern const CliCommand cmd_doctor;
extern const CliCommand cmd_export;
extern const CliCommand cmd_help;
extern const CliCommand cmd_history;
extern const CliCommand cmd_import;
extern const CliCommand cmd_label;
extern const CliCommand cmd_lint;
extern const CliCommand cmd_list;
extern const CliCommand cmd_merge;
extern const CliCommand cmd_parse;
extern const CliCommand cmd_plot;
extern const CliCommand cmd_rebuild;
extern const CliCommand cmd_release;
extern const CliCommand cmd_remove;
extern const CliCommand cmd_report;
extern const CliCommand cmd_run;
extern const CliCommand cmd_show;
extern const CliCommand cmd_sql;
extern const CliCommand cmd_track;

#endif
