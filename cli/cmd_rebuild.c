/* rebuild: read every stored document again, with the parsers of today. */
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/progress.h"
#include "cli/read_options.h"

/* Reading a document is half of the work, storing it the other. */
typedef struct Rebuild {
    Progress progress;
    uint64_t before, bytes; /* of documents that are through; of this one */
} Rebuild;

static void told_of_reading(void *context, uint64_t bytes)
{
    Rebuild *r = context;
    progress_to(&r->progress, r->before + bytes / 2);
}

static void told_of_storing(void *context, size_t runs, size_t of)
{
    Rebuild *r = context;
    progress_to(&r->progress, r->before + r->bytes / 2 + r->bytes * runs / of / 2);
}

static bool read_document(Document *d, const char *options, void *context, Error *err)
{
    ReadOptions o;
    Rebuild *r = context;
    read_options_from_json(d->arena, options, &o);
    o.told = told_of_reading;
    o.told_context = r;
    r->before += r->bytes;
    r->bytes = d->bytes.n;
    told_of_reading(r, 0);
    return reader_read(d, &o, err);
}

static int run(Cli *c)
{
    Store *s = NULL;
    Error err = { 0 };
    StoreRebuilt done = { 0 };
    int status;
    if (c->argc)
        return cli_usage(c, "'%s' is too much", c->argv[0]);
    if (!database_open(c, STORE_WRITE, &s, &status))
        return status;
    StoreImports imports = { 0 };
    Rebuild r = { .bytes = 0 };
    uint64_t bytes = 0;
    bool ok = store_imports(s, c->arena, &imports, &err);
    for (size_t i = 0; i < imports.n; i++)
        bytes += imports.v[i].bytes;
    progress_start(&r.progress, c, PROGRESS_BYTES, bytes);
    store_listen(s, told_of_storing, &r);
    ok = ok && store_rebuild(s, read_document, &r, &done, &err);
    progress_end(&r.progress);
    if (!ok)
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
