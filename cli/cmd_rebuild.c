/* rebuild: read every stored document again, with the parsers of today. */
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/read_options.h"

static bool read_document(Document *d, const char *options, void *context, Error *err)
{
    ReadOptions o;
    (void)context;
    read_options_from_json(d->arena, options, &o);
    return reader_read(d, &o, err);
}

static int run(Cli *c)
{
    Store *s = NULL;
    Error err = { 0 };
    StoreRebuilt done;
    int status;
    if (c->argc)
        return cli_usage(c, "'%s' is too much", c->argv[0]);
    if (!database_open(c, STORE_WRITE, &s, &status))
        return status;
    if (!store_rebuild(s, read_document, NULL, &done, &err))
        status = cli_fail(&err);
    store_close(s);
    if (status != EXIT_GOOD)
        return status;
    if (!c->quiet)
        buf_printf(&c->out, "%zu document%s read again: %zu run%s, before %zu\n", done.imports,
                   cli_s(done.imports), done.runs, cli_s(done.runs),
                   done.runs_before);
    if (done.edits_lost)
        cli_complain("%zu edits belong to runs that are no longer found; they are kept",
                     done.edits_lost);
    return EXIT_GOOD;
}

static const CliOption options[] = {
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_rebuild = {
    .name = "rebuild",
    .usage = "",
    .summary = "Read every stored document again, as after an upgrade",
    .details = "Documents are stored byte for byte; runs, figures and notes are made again from them.\n"
               "Labels, facts and counts that you gave stay. All or nothing.",
    .options = options,
    .run = run,
};
