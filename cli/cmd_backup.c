/* backup: a consistent copy of the database. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/database.h"

/* To standard output: the copy is made in a folder of its own and handed on in pieces. */
static bool stream(Store *s, Error *err)
{
    const char *at = getenv("TMPDIR");
    char folder[4000], path[4096], piece[65536];
    int n = snprintf(folder, sizeof folder, "%s/plimsoll.XXXXXX", at && *at ? at : "/tmp");
    if (n < 0 || (size_t)n >= sizeof folder || !mkdtemp(folder))
        return error_set(err, ERR_OUTPUT, "cannot make a folder for the copy: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/copy.db", folder);
    bool ok = store_backup(s, path, err);
    int fd = ok ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t got = 0;
    while (ok && (got = read(fd, piece, sizeof piece)) > 0)
        for (ssize_t done = 0, w; ok && done < got; done += w) {
            w = write(STDOUT_FILENO, piece + done, (size_t)(got - done));
            ok = w > 0 || error_set(err, ERR_OUTPUT, "cannot write: %s", strerror(errno));
        }
    if (ok && (fd < 0 || got < 0))
        ok = error_set(err, ERR_OUTPUT, "cannot read the copy: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    unlink(path);
    rmdir(folder);
    return ok;
}

static int run(Cli *c)
{
    Store *s = NULL;
    Error err = { 0 };
    int status;
    if (c->argc != 1)
        return cli_usage(c, "backup takes the name of one new file");
    bool to_stdout = strcmp(c->argv[0], "-") == 0;
    if (to_stdout && isatty(STDOUT_FILENO))
        return cli_usage(c, "a database on a terminal helps nobody: redirect it");
    if (!database_open(c, STORE_READ, &s, &status))
        return status;
    if (to_stdout ? !stream(s, &err) : !store_backup(s, c->argv[0], &err))
        status = cli_fail(&err);
    store_close(s);
    return status;
}

static const CliOption options[] = {
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_backup = {
    .name = "backup",
    .usage = "FILE|-",
    .summary = "Write a copy of the database, also while others use it",
    .details = "FILE must not exist; '-' is standard output. The copy is a database of its own: --db FILE.",
    .options = options,
    .run = run,
};
