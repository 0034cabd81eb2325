/* show: a document with what was recognised in it; a run with the lines it came from. */
#include "base/safe.h"
#include "base/sha.h"
#include "base/uid.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/inputs.h"
#include "cli/lookup.h"
#include "cli/margin.h"
#include "cli/read_options.h"
#include "ingest/load.h"
#include "report/quantity.h"

/* --- a run --- */

static void field(Buf *b, const char *name, const char *value)
{
    if (!value[0])
        return;
    buf_printf(b, "  %-9s ", name);
    safe_terminal(b, slice_of(value));
    buf_char(b, '\n');
}

static void show_measure(Buf *b, const Measure *m)
{
    buf_printf(b, "  %6u  ", m->span.line);
    size_t start = b->n;
    if (m->scope[0]) {
        safe_terminal(b, slice_of(m->scope));
        buf_char(b, ' ');
    }
    safe_terminal(b, slice_of(m->metric));
    buf_repeat(b, ' ', b->n - start < 30 ? 30 - (b->n - start) : 1);
    if (m->missing) {
        buf_printf(b, "no value (%s)", missing_name(m->missing));
    } else {
        DisplayUnit unit = quantity_display(m->unit, m->raw_unit, m->raw_factor, m->value);
        quantity_print(b, m->value, m->half_width, unit);
        buf_printf(b, "%s%s", unit.unit[0] ? " " : "", unit.unit);
    }
    buf_str(b, "  \"");
    safe_terminal(b, slice_of(m->raw));
    buf_str(b, "\"\n");
}

static void show_facts(Buf *b, const Run *run)
{
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if (f->span.line)
            buf_printf(b, "  %6u  ", f->span.line);
        else
            buf_printf(b, "  %6s  ", f->origin == ORIGIN_USER ? "user" : "");
        if (f->scope[0]) {
            safe_terminal(b, slice_of(f->scope));
            buf_char(b, ' ');
        }
        safe_terminal(b, slice_of(f->key));
        buf_str(b, " = ");
        safe_terminal(b, slice_of(f->value));
        buf_char(b, '\n');
    }
}

static void show_run(Cli *c, const Run *run)
{
    Buf *b = &c->out;
    buf_printf(b, "run %s: ", lookup_short(c->arena, run->uid));
    safe_terminal(b, slice_of(run->tool));
    buf_char(b, '\n');
    field(b, "label", run->label);
    field(b, "workload", run->workload);
    field(b, "version", run->version);
    field(b, "command", run->command);
    field(b, "time", run->time);
    field(b, "session", run->session);
    field(b, "state", run->state == RUN_OK ? "" : run_state_name(run->state));
    field(b, "counted", run->counted ? "" : run->copy ? copy_kind_name(run->copy) : "no");
    field(b, "source", arena_printf(c->arena, "%s:%u-%u", run->document->name, run->span.line,
                                    run->last_line));
    if (run->facts.n)
        buf_str(b, "\nfacts (line, key)\n");
    show_facts(b, run);
    buf_str(b, "\nfigures (line, name, value, as printed)\n");
    for (size_t i = 0; i < run->measures.n; i++)
        show_measure(b, &run->measures.v[i]);
    for (size_t i = 0; i < run->series.n; i++)
        buf_printf(b, "  %6u  %s: %zu samples\n", run->series.v[i].span.line,
                   run->series.v[i].metric, run->series.v[i].n);
    for (size_t i = 0; i < run->histograms.n; i++)
        buf_printf(b, "  %6u  %s: a histogram of %zu buckets\n", run->histograms.v[i].span.line,
                   run->histograms.v[i].metric, run->histograms.v[i].n);
    buf_str(b, "\nlines\n");
    margin_print(b, run->document, run->span.line, run->last_line, c->color);
}

/* --- a document, or a line of it --- */

enum { LINES_AROUND = 3 };

/* The runs a line belongs to; without one, the lines around it. */
static void show_line(Cli *c, const Document *d, uint32_t line)
{
    size_t shown = 0;
    for (size_t i = 0; i < d->runs.n; i++) {
        const Run *run = d->runs.v[i];
        if (line < run->span.line || line > run->last_line)
            continue;
        if (shown++)
            buf_char(&c->out, '\n');
        show_run(c, run);
    }
    if (!shown)
        margin_print(&c->out, d, line > LINES_AROUND ? line - LINES_AROUND : 1, line + LINES_AROUND, c->color);
}

static void show_document(Cli *c, const Document *d)
{
    char hex[2 * SHA256_BYTES + 1];
    sha_hex(hex, d->sha256, SHA256_BYTES);
    safe_terminal(&c->out, slice_of(d->name));
    buf_printf(&c->out, ": %zu run%s, %zu note%s, sha256 %s\n", d->runs.n, cli_s(d->runs.n), d->notes.n,
               cli_s(d->notes.n), hex);
    margin_print(&c->out, d, 1, UINT32_MAX, c->color);
}

static int show(Cli *c, const Document *d, uint32_t line)
{
    if (line > margin_lines(d)) {
        cli_complain("%s: has only %u lines", d->name, margin_lines(d));
        return EXIT_DATA;
    }
    if (line)
        show_line(c, d, line);
    else
        show_document(c, d);
    return EXIT_GOOD;
}

/* --- from a file --- */

typedef struct Showing {
    Cli *cli;
    const ReadOptions *options;
    uint32_t line;
    int status;
} Showing;

static void show_one(void *context, Document *d, const Error *problem)
{
    Showing *x = context;
    Error err = { 0 };
    int one;
    if (!d) {
        one = cli_fail(problem);
    } else if (!reader_read(d, x->options, &err)) {
        one = cli_fail(&err);
    } else {
        uid_fill(d);
        one = show(x->cli, d, x->line);
    }
    if (one != EXIT_GOOD)
        x->status = one;
    document_free(d);
}

static int from_file(Cli *c, const char *path, uint32_t line)
{
    ReadOptions options;
    size_t most_bytes;
    int status;
    if (!read_options(c, &options, &most_bytes, &status))
        return status;
    Showing x = { .cli = c, .options = &options, .line = line, .status = EXIT_GOOD };
    load_documents(path, most_bytes, &options, show_one, &x);
    return x.status;
}

/* --- from the database --- */

static bool fetch(Cli *c, Store *s, int64_t import, StoreRuns *out, Error *err)
{
    const StoreQuery q = { .copies = true, .samples = true, .notes = true, .import = import };
    Slice bytes;
    return store_select(s, &q, c->arena, out, err) &&
           (out->documents.n == 0 ||
            store_text(s, out->documents.v[0]->sha256, c->arena, &bytes, &out->documents.v[0]->text,
                       err));
}

static int show_imports(Cli *c, Store *s, const int64_t *ids, size_t n, uint32_t line)
{
    int status = EXIT_GOOD;
    for (size_t i = 0; i < n; i++) {
        Error err = { 0 };
        StoreRuns got;
        if (i)
            buf_char(&c->out, '\n');
        if (!fetch(c, s, ids[i], &got, &err))
            return cli_fail(&err);
        if (got.documents.n && show(c, got.documents.v[0], line) != EXIT_GOOD)
            status = EXIT_DATA;
    }
    return status;
}

/* The run with this uid: read again with all of its document. */
static int show_stored_run(Cli *c, Store *s, const StoreRuns *all, const Run *found)
{
    Error err = { 0 };
    StoreRuns got;
    size_t at = 0;
    while (at < all->documents.n && all->documents.v[at] != found->document)
        at++;
    if (!fetch(c, s, all->imports.v[at], &got, &err))
        return cli_fail(&err);
    for (size_t i = 0; i < got.runs.n; i++)
        if (memcmp(got.runs.v[i]->uid, found->uid, UID_BYTES) == 0)
            show_run(c, got.runs.v[i]);
    return EXIT_GOOD;
}

static int from_database(Cli *c, Store *s, const char *word)
{
    Error err = { 0 };
    StoreImports imports;
    StoreRuns all;
    int64_t *ids;
    Run **runs;
    const char *file = word;
    uint32_t line = 0;
    if (!store_imports(s, c->arena, &imports, &err))
        return cli_fail(&err);
    size_t n = lookup_imports(&imports, word, c->arena, &ids);
    if (n == 0 && lookup_line(c->arena, word, &file, &line))
        n = lookup_imports(&imports, file, c->arena, &ids);
    if (n)
        return show_imports(c, s, ids, n, line);
    const StoreQuery q = { .copies = true, .bare = true };
    if (!store_select(s, &q, c->arena, &all, &err))
        return cli_fail(&err);
    n = lookup_runs(&all, word, c->arena, &runs);
    if (n == 1)
        return show_stored_run(c, s, &all, runs[0]);
    cli_complain(n ? "%s: %zu runs begin so; give more digits"
                   : "%s: no file, document or run of this name; see 'plimsoll list'", word, n);
    return n ? EXIT_DATA : EXIT_USAGE;
}

/* --- the command --- */

static int run(Cli *c)
{
    if (c->argc == 0)
        return cli_usage(c, "what? a file, or a document or run that 'plimsoll list' names");
    Store *s = NULL;
    int status = EXIT_GOOD;
    for (size_t i = 0; i < c->argc; i++) {
        const char *file = c->argv[i];
        uint32_t line = 0;
        bool is_file = inputs_is_file(file) ||
                       (lookup_line(c->arena, c->argv[i], &file, &line) && inputs_is_file(file));
        int one = EXIT_GOOD;
        if (is_file)
            one = from_file(c, file, line);
        else if (s || database_open(c, STORE_READ, &s, &one))
            one = from_database(c, s, c->argv[i]);
        if (one != EXIT_GOOD)
            status = one;
    }
    store_close(s);
    return status;
}

static const CliOption options[] = {
    READ_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_show = {
    .name = "show",
    .usage = "FILE[:LINE] | DOCUMENT[:LINE] | RUN...",
    .summary = "A document with what was recognised in the margin; a run with its source lines",
    .details = "A file is read; anything else is looked up in the database. In the margin: > a figure\n"
               "was read from this line, | another line of a run, : of a copy (which does not count),\n"
               "@ a fact was read, ! a note.",
    .options = options,
    .run = run,
};
