/* doctor: is the database sound, and is what this program needs there? */
#include <sys/stat.h>

#include "base/safe.h"
#include "cli/checkup.h"
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

/* Why it is this database that is used. */
static const char *chosen_by(const Cli *c)
{
    const char *named = getenv("PLIMSOLL_DB");
    return cli_value(c, "db") ? "--db" : named && *named ? "PLIMSOLL_DB" : "the default";
}

static int run(Cli *c)
{
    if (c->argc)
        return cli_usage(c, "'%s' is too much", c->argv[0]);
    const char *path = database_path(c);
    int status = EXIT_GOOD;
    line(c, "plimsoll", PLIMSOLL_VERSION);
    line(c, "database", path ? arena_printf(c->arena, "%s (%s)", store_shown(c->arena, path), chosen_by(c))
                             : "(no place for one)");
    if (path && !database_is_there(path))
        line(c, "holds", "nothing yet; 'plimsoll import FILE' makes it");
    else
        status = check_database(c, path ? path : "");
    checkup_print(c);
    return status;
}

static const CliOption options[] = {
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_doctor = {
    .name = "doctor",
    .usage = "",
    .summary = "Is the database sound, and what is needed installed?",
    .details = "Checks the file and every reference in it, and brings an older schema up to date (a copy\n"
               "is kept beside it). Draws a small chart in each format, and says where the helper\n"
               "programs, the font of charts and the pager are. The exit status is that of the database.",
    .examples = "plimsoll doctor\n",
    .options = options,
    .run = run,
};
