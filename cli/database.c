#include "cli/database.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mount.h"
#include "cli/version.h"

const char *database_path(Cli *c)
{
    const char *given = cli_value(c, "db"), *named = getenv("PLIMSOLL_DB");
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (given)
        return given;
    if (named && *named)
        return named;
    if (data && *data)
        return arena_printf(c->arena, "%s/plimsoll/plimsoll.db", data);
    if (home && *home)
        return arena_printf(c->arena, "%s/.local/share/plimsoll/plimsoll.db", home);
    return NULL;
}

/* Every folder above path. What cannot be made shows when the database is opened. */
static void make_folders(Arena *a, const char *path)
{
    char *folder = arena_text(a, slice_of(path));
    for (char *p = folder + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(folder, 0777);
            *p = '/';
        }
}

/* Locks over a network are often promised and not kept; SQLite then cannot keep two writers apart. */
static void warn_of_network(const Cli *c, const char *path)
{
    const char *kind = mount_network(path);
    if (kind && !c->quiet)
        cli_complain("warning: %s is on %s; write to it from one machine at a time", path, kind);
}

/* A place of files: may not be there yet. Whether a server is there shows when it is asked. */
bool database_is_there(const char *path)
{
    return store_is_server(path) || access(path, F_OK) == 0;
}

bool database_open(Cli *c, StoreMode mode, Store **out, int *status)
{
    const char *path = database_path(c);
    *status = EXIT_DATA;
    if (!path || !*path) {
        cli_complain("no database: neither --db nor PLIMSOLL_DB nor HOME is set");
        return false;
    }
    if (mode == STORE_CREATE && !cli_value(c, "db") && !store_is_server(path))
        make_folders(c->arena, path);
    if (mode != STORE_CREATE && !database_is_there(path)) {
        cli_complain("%s: no database there; 'plimsoll import FILE' makes one", path);
        return false;
    }
    if (mode != STORE_READ && !store_is_server(path))
        warn_of_network(c, path);
    bool is_new = mode == STORE_CREATE && !database_is_there(path);
    Error err = { 0 };
    if (!store_open(out, path, mode, PLIMSOLL_VERSION, &err)) {
        *status = cli_fail(&err);
        return false;
    }
    const char *named = getenv("PLIMSOLL_DB");
    if (is_new && !c->quiet && !cli_value(c, "db") && !(named && *named))
        cli_complain("new database %s; --db or PLIMSOLL_DB names another", path);
    if (c->verbose)
        cli_complain("database %s", store_shown(c->arena, path));
    *status = EXIT_GOOD;
    return true;
}
