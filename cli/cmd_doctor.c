/* doctor: is the database sound, and is what this program needs there? */
#include <sys/stat.h>

#include "base/safe.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/version.h"

static void line(Cli *c, const char *what, const char *value)
{
    buf_printf(&c->out, "%-10s ", what);
    safe_terminal(&c->out, slice_of(value));
    buf_char(&c->out, '\n');
}

static int check_database(Cli *c, const char *path)
{
    Store *s = NULL;
    Error err = { 0 };
    StoreImports imports;
    char report[256] = "";
    int status;
    if (!database_open(c, STORE_WRITE, &s, &status)) /* brings an older schema up to date */
        return status;
    bool ok = store_check(s, report, sizeof report, &err) &&
              store_imports(s, c->arena, &imports, &err);
    store_close(s);
    if (!ok)
        return cli_fail(&err);
    size_t runs = 0;
    uint64_t handed_in = 0;
    for (size_t i = 0; i < imports.n; i++) {
        runs += imports.v[i].runs;
        handed_in += imports.v[i].bytes;
    }
    struct stat st = { 0 };
    const char *bytes = store_is_server(path)
                            ? arena_printf(c->arena, "%llu bytes of logs", (unsigned long long)handed_in)
                        : stat(path, &st) == 0 ? arena_printf(c->arena, "%lld bytes", (long long)st.st_size)
                                               : "0 bytes";
    line(c, "holds", arena_printf(c->arena, "%zu document%s, %zu run%s, %s", imports.n, cli_s(imports.n),
                                  runs, cli_s(runs), bytes));
    line(c, "integrity", report);
    if (strcmp(report, "ok") == 0)
        return EXIT_GOOD;
    cli_complain("%s: damaged; 'plimsoll backup' what can be read, or take an older copy", path);
    return EXIT_DATA;
}

static int run(Cli *c)
{
    if (c->argc)
        return cli_usage(c, "'%s' is too much", c->argv[0]);
    const char *path = database_path(c);
    line(c, "plimsoll", PLIMSOLL_VERSION);
    line(c, "database", path ? store_shown(c->arena, path) : "(no place for one)");
    if (path && !database_is_there(path)) {
        line(c, "holds", "nothing yet; 'plimsoll import FILE' makes it");
        return EXIT_GOOD;
    }
    return check_database(c, path ? path : "");
}

static const CliOption options[] = {
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_doctor = {
    .name = "doctor",
    .usage = "",
    .summary = "Is the database sound?",
    .details = "Checks the file and every reference in it, and brings an older schema up to date (a copy\n"
               "is kept beside it).",
    .options = options,
    .run = run,
};
