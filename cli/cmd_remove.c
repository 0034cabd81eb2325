/* remove: documents out of the database. */
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/lookup.h"

static bool choose(Cli *c, Store *s, StoreImports *chosen, int *status)
{
    Error err = { 0 };
    StoreImports all;
    if (!store_imports(s, c->arena, &all, &err)) {
        *status = cli_fail(&err);
        return false;
    }
    for (size_t i = 0; i < c->argc; i++) {
        int64_t *ids;
        size_t n = lookup_imports(&all, c->argv[i], c->arena, &ids);
        if (!n) {
            cli_complain("%s: no document of this name; nothing was removed", c->argv[i]);
            *status = EXIT_DATA;
            return false;
        }
        for (size_t k = 0; k < all.n; k++)
            for (size_t m = 0; m < n; m++)
                if (all.v[k].id == ids[m])
                    *VEC_PUSH(c->arena, chosen) = all.v[k];
    }
    return true;
}

static int remove_chosen(Cli *c, Store *s, const StoreImports *chosen)
{
    int64_t *ids = ARENA_ARRAY(c->arena, int64_t, chosen->n + 1);
    for (size_t i = 0; i < chosen->n; i++)
        ids[i] = chosen->v[i].id;
    Error err = { 0 };
    StoreRemoved removed;
    if (!store_remove(s, ids, chosen->n, &removed, &err))
        return cli_fail(&err);
    if (!c->quiet) {
        buf_printf(&c->out, "%zu document%s with %zu run%s removed\n", removed.imports,
                   cli_s(removed.imports), removed.runs, cli_s(removed.runs));
        if (removed.promoted)
            buf_printf(&c->out, "%zu run%s of other documents that had been copies count now\n",
                       removed.promoted, cli_s(removed.promoted));
    }
    return EXIT_GOOD;
}

static int run(Cli *c)
{
    Store *s = NULL;
    StoreImports chosen = { 0 };
    int status = EXIT_GOOD;
    if (c->argc == 0)
        return cli_usage(c, "which document? 'plimsoll list documents' names them");
    bool dry = cli_flag(c, "dry-run");
    if (!database_open(c, dry ? STORE_READ : STORE_WRITE, &s, &status))
        return status;
    if (choose(c, s, &chosen, &status)) {
        for (size_t i = 0; i < chosen.n && dry; i++)
            buf_printf(&c->out, "%s  %zu run%s  %s\n", lookup_short(c->arena, chosen.v[i].sha256),
                       chosen.v[i].runs, cli_s(chosen.v[i].runs), chosen.v[i].name);
        if (!dry)
            status = remove_chosen(c, s, &chosen);
    }
    store_close(s);
    return status;
}

static const CliOption options[] = {
    { "dry-run", 'n', NULL, "say what would be removed; remove nothing" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_remove = {
    .name = "remove",
    .usage = "[--dry-run] DOCUMENT...",
    .summary = "Take documents and their runs out of the database",
    .details = "A document is named as it was imported, by the end of its path, or by the first digits\n"
               "of its sha256; all its imports go.",
    .options = options,
    .run = run,
};
