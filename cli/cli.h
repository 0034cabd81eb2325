/*
 * cli.h - commands, options, exit statuses. Only this folder prints and exits.
 *
 * A command is one row of cli_commands() and one file cmd_<name>.c. Its options are a table; the
 * help, the manual's check, the completions and the tests walk both.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/slice.h"

typedef enum ExitStatus {
    EXIT_GOOD = 0,
    EXIT_DIFFERENCE = 1,  /* check, compare --exit-code: found one */
    EXIT_USAGE = 2,
    EXIT_DATA = 3,        /* input or database; or nothing was found in any input */
    EXIT_CANNOT_TELL = 4, /* check */
} ExitStatus;

typedef struct CliOption {
    const char *name; /* long name without dashes; NULL ends the table */
    char letter;      /* 0: none */
    const char *arg;  /* NULL: a flag; else what the value is called */
    const char *help;
} CliOption;

typedef struct Cli Cli;

typedef struct CliCommand {
    const char *name;
    const char *usage;   /* behind "plimsoll NAME " */
    const char *summary; /* one line */
    const char *details; /* more lines for --help; "" */
    const char *examples; /* shell lines; a line "# ..." explains the next. Executed by make check */
    const CliOption *options;
    int (*run)(Cli *c);
    bool starts_command; /* what follows its options is another program's command line */
} CliCommand;

typedef struct CliGiven {
    const CliOption *option;
    const char *value;
} CliGiven;

struct Cli {
    const CliCommand *command;
    size_t argc; /* positionals */
    const char **argv;
    Buf out; /* standard output; written by cli_finish */
    bool quiet, verbose, color;
    Arena *arena;
    CliGiven *given; /* options as given */
    size_t n_given;
};

const CliCommand *const *cli_commands(size_t *n);
const CliOption *cli_common_options(void); /* --db, --quiet ...: every command has them */

/* Help for one command, or (NULL) the overview. */
void cli_help(Buf *b, const CliCommand *k);
const CliCommand *cli_find(const char *name); /* NULL: unknown */
int cli_unknown(const char *name);            /* complains with a suggestion; EXIT_USAGE */

const char *cli_value(const Cli *c, const char *option); /* the last one given; NULL */
bool cli_flag(const Cli *c, const char *option);
/* Every value of a repeatable option, in order. Returns how many; the array is in c->arena. */
size_t cli_values(const Cli *c, const char *option, const char ***values);

/* "plimsoll: text" on stderr. cli_usage adds the hint for --help and returns EXIT_USAGE. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_usage(const Cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *cli_s(size_t n); /* "s" behind a word that n things are called by; "" for one */
int cli_fail(const Error *err); /* complains; the exit status of the code */

#endif
