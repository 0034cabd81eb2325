/* merge: what another database holds, put into this one. */
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/progress.h"
#include "cli/version.h"

static void told(void *context, uint64_t imports)
{
    progress_to(context, imports);
}

static int merge_file(Cli *c, Store *into, const char *path)
{
    Store *from = NULL;
    Error err = { 0 };
    StoreMerged done;
    if (!database_is_there(path)) {
        cli_complain("%s: no such database", path);
        return EXIT_DATA;
    }
    if (!store_open(&from, path, STORE_READ, PLIMSOLL_VERSION, &err))
        return cli_fail(&err);
    StoreImports imports = { 0 };
    Progress progress;
    bool ok = store_imports(from, c->arena, &imports, &err);
    progress_start(&progress, c, PROGRESS_DOCUMENTS, imports.n);
    ok = ok && store_merge(into, from, told, &progress, &done, &err);
    progress_end(&progress);
    store_close(from);
    if (!ok)
        return cli_fail(&err);
    if (!c->quiet)
        buf_printf(&c->out, "%s: %zu document%s with %zu run%s added, %zu known; %zu edit%s, "
                            "%zu release%s, %zu track%s\n",
                   store_shown(c->arena, path), done.imports, cli_s(done.imports), done.runs, cli_s(done.runs), done.known,
                   done.edits, cli_s(done.edits), done.releases, cli_s(done.releases), done.tracks,
                   cli_s(done.tracks));
    return EXIT_GOOD;
}

static int run(Cli *c)
{
    Store *into = NULL;
    int status = EXIT_GOOD;
    if (c->argc == 0)
        return cli_usage(c, "which database?");
    if (!database_open(c, STORE_CREATE, &into, &status))
        return status;
    for (size_t i = 0; i < c->argc; i++) {
        int one = merge_file(c, into, c->argv[i]);
        status = one != EXIT_GOOD ? one : status;
    }
    store_close(into);
    return status;
}

static const CliOption options[] = {
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_merge = {
    .name = "merge",
    .usage = "OTHER...",
    .summary = "Put the documents, runs and labels of another database into this one",
    .details = "Documents and runs are known by their contents: what is here already is not doubled.\n"
               "Each may be a file or the address of a server (postgresql://...).\n"
               "Where both say something about a run, this database wins.",
    .options = options,
    .run = run,
};
