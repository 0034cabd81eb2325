#include <string.h>

#include "cli/commands.h"
#include "cli/read_options.h"
#include "ingest/load.h"
#include "ingest/reader.h"
#include "report/found.h"

typedef enum ParseFormat { PARSE_TEXT, PARSE_TSV, PARSE_JSON, PARSE_UNKNOWN } ParseFormat;

static ParseFormat format_wanted(const Cli *c)
{
    static const char *const names[] = { "text", "tsv", "json" };
    const char *name = cli_value(c, "format");
    if (!name)
        return PARSE_TEXT;
    for (int i = PARSE_TEXT; i < PARSE_UNKNOWN; i++)
        if (strcmp(name, names[i]) == 0)
            return (ParseFormat)i;
    return PARSE_UNKNOWN;
}

static void print_document(Cli *c, ParseFormat format, JsonWriter *json, const Document *d)
{
    if (format == PARSE_TSV)
        found_tsv(&c->out, d);
    else if (format == PARSE_JSON)
        found_json(json, d);
    else
        found_text(&c->out, d);
}

typedef struct Parse {
    Cli *cli;
    ParseFormat format;
    JsonWriter *json;
    ReadOptions options;
    bool any, failed, seen;
} Parse;

/* One document, or what could not be read. */
static void parse_one(void *context, Document *d, const Error *problem)
{
    Parse *p = context;
    Error err = { 0 };
    p->seen = true;
    if (!d || !reader_read(d, &p->options, &err)) {
        cli_fail(d ? &err : problem);
        p->failed = true;
    } else {
        print_document(p->cli, p->format, p->json, d);
        if (d->runs.n == 0 && !p->cli->quiet)
            cli_complain("%s: no result of a known tool found; 'plimsoll help parse' lists the tools",
                         d->name);
        p->any = p->any || d->runs.n > 0;
    }
    document_free(d);
}

static int run(Cli *c)
{
    ParseFormat format = format_wanted(c);
    if (format == PARSE_UNKNOWN)
        return cli_usage(c, "no format '%s'; text, tsv or json", cli_value(c, "format"));
    if (c->argc == 0)
        return cli_usage(c, "which file? '-' is standard input");
    ReadOptions options;
    size_t most_bytes;
    int status = EXIT_GOOD;
    if (!read_options(c, &options, &most_bytes, &status))
        return status;
    JsonWriter json = json_writer(&c->out);
    if (format == PARSE_TSV)
        found_tsv_header(&c->out);
    if (format == PARSE_JSON) {
        json_object(&json, NULL);
        json_text(&json, "schema", "plimsoll.parse/1");
        json_array(&json, "documents");
    }
    Parse p = { .cli = c, .format = format, .json = &json, .options = options };
    for (size_t i = 0; i < c->argc; i++)
        load_documents(c->argv[i], most_bytes, &p.options, parse_one, &p);
    if (!p.seen)
        cli_complain("no file found in %s", c->argv[0]);
    if (format == PARSE_JSON) {
        json_array_end(&json);
        json_object_end(&json);
        json_end_line(&json);
    }
    return p.any && !p.failed ? EXIT_GOOD : EXIT_DATA;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default), tsv or json" },
    READ_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_parse = {
    .name = "parse",
    .usage = "[--format text|tsv|json] FILE|-...",
    .summary = "Show what import would find; touches nothing",
    .details = "Reads pasted output of dd, time, hdparm, ioping, bonnie++, fio, dtrace and its relatives,\n"
               "result XML of the Phoronix Test Suite, tables written by hand, averages stated in prose,\n"
               "and plain numbers, one a line.",
    .options = options,
    .run = run,
};
