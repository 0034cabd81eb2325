#include <string.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/manual.h"

static int run(Cli *c)
{
    const CliCommand *k = NULL;
    if (c->argc > 1)
        return cli_usage(c, "one command at a time");
    if (c->argc == 1 && strcmp(c->argv[0], "formats") == 0) {
        manual_formats(&c->out);
        return EXIT_GOOD;
    }
    if (c->argc == 1) {
        k = cli_find(c->argv[0]);
        if (!k)
            return suggest_of(c->argv[0], (const char *const[]){ "formats", NULL })
                       ? cli_usage(c, "no command '%s'; did you mean 'formats'?", c->argv[0])
                       : cli_unknown(c->argv[0]);
    }
    const char *format = cli_value(c, "format");
    if (format && strcmp(format, "mdoc") == 0)
        manual_page(&c->out, k);
    else if (format && strcmp(format, "text") != 0)
        return cli_usage(c, "no format '%s'; text or mdoc", format);
    else
        cli_help(&c->out, k);
    return EXIT_GOOD;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default), or mdoc: the manual page" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_help = {
    .name = "help",
    .usage = "[COMMAND|formats]",
    .summary = "Say what a command does",
    .details = "'formats' prints the manual page of what is read (mdoc).",
    .examples = "plimsoll help report\n",
    .options = options,
    .run = run,
};
