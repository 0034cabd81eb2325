#include "cli/commands.h"
#include "ingest/load.h"
#include "ingest/reader.h"
#include "report/found.h"

static int run(Cli *c)
{
    if (c->argc == 0)
        return cli_usage(c, "which file? '-' is standard input");
    found_tsv_header(&c->out);
    bool any = false;
    for (size_t i = 0; i < c->argc; i++) {
        Error err = { 0 };
        Document *d;
        if (!load_file(c->argv[i], 0, &d, &err)) {
            cli_fail(&err);
            continue;
        }
        if (reader_read(d, NULL, &err)) {
            found_tsv(&c->out, d);
            any = any || d->runs.n > 0;
        } else {
            cli_fail(&err);
        }
        document_free(d);
    }
    return any ? EXIT_GOOD : EXIT_DATA;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text, tsv or json" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_parse = {
    .name = "parse",
    .usage = "[--format text|tsv|json] FILE|-...",
    .summary = "Show what import would find; touches nothing",
    .details = "",
    .options = options,
    .run = run,
};
