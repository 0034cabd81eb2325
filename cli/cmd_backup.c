/* backup: a consistent copy of the database. */
#include "cli/commands.h"
#include "cli/database.h"

static int run(Cli *c)
{
    Store *s = NULL;
    Error err = { 0 };
    int status;
    if (c->argc != 1)
        return cli_usage(c, "backup takes the name of one new file");
    if (!database_open(c, STORE_READ, &s, &status))
        return status;
    if (!store_backup(s, c->argv[0], &err))
        status = cli_fail(&err);
    store_close(s);
    return status;
}

static const CliOption options[] = {
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_backup = {
    .name = "backup",
    .usage = "FILE",
    .summary = "Write a copy of the database, also while others use it",
    .details = "FILE must not exist. The copy is a database of its own: --db FILE.",
    .options = options,
    .run = run,
};
