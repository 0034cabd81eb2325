/* import: from files into the database. */
#include <string.h>

#include "base/safe.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/progress.h"
#include "cli/read_options.h"
#include "ingest/load.h"
#include "report/found.h"

/* Many small documents are stored in one transaction: each of its own waits for the disk. */
enum { BATCH_DOCUMENTS = 256, BATCH_BYTES = 1000000 };

typedef struct Import {
    Cli *cli;
    Store *store; /* NULL: --dry-run */
    ReadOptions read;
    size_t most_bytes;
    const char *options; /* as JSON */
    VEC(Fact) set;
    const char *session;
    size_t files, good; /* good: something was found, or --keep */
    bool failed;        /* some input could not be read or stored */
    bool said_mend;
    Progress progress;
    uint64_t read_bytes, stored_bytes; /* of documents that are through; each is half the work */
    StoreItem waiting[BATCH_DOCUMENTS]; /* read, and not yet stored */
    size_t n_waiting, waiting_bytes;
} Import;

/* --- what is said about a file --- */

typedef struct LabelCount {
    const char *label;
    size_t runs;
} LabelCount;

enum { MOST_LABELS_SAID = 12 };

static void say_labels(Import *im, const Document *d)
{
    VEC(LabelCount) labels = { 0 };
    for (size_t i = 0; i < d->runs.n; i++) {
        const Run *run = d->runs.v[i];
        size_t k = 0;
        while (k < labels.n && strcmp(labels.v[k].label, run->label) != 0)
            k++;
        if (!run->counted || (k == MOST_LABELS_SAID && k == labels.n))
            continue;
        if (k == labels.n)
            *VEC_PUSH(d->arena, &labels) = (LabelCount){ run->label, 0 };
        labels.v[k].runs++;
    }
    for (size_t k = 0; k < labels.n; k++) {
        if (!labels.v[k].label[0])
            continue;
        buf_str(&im->cli->out, "  ");
        safe_terminal(&im->cli->out, slice_of(labels.v[k].label));
        buf_printf(&im->cli->out, ": %zu run%s\n", labels.v[k].runs, cli_s(labels.v[k].runs));
    }
    if (labels.n == MOST_LABELS_SAID)
        buf_str(&im->cli->out, "  ... (plimsoll list labels)\n");
}

/* One word of a shell command. */
static void add_quoted(Buf *b, const char *text)
{
    Buf quoted = buf_new(0);
    buf_char(&quoted, '\'');
    for (; *text; text++)
        if (*text == '\'')
            buf_str(&quoted, "'\\''");
        else
            buf_char(&quoted, *text);
    buf_char(&quoted, '\'');
    safe_terminal(b, buf_slice(&quoted));
    buf_free(&quoted);
}

/* The command that would mend a name, ready to be changed and run. */
static void say_mend(Import *im, const Document *d)
{
    const char *label = NULL;
    for (size_t i = 0; i < d->runs.n && !label; i++)
        if (d->runs.v[i]->counted && d->runs.v[i]->label[0])
            label = d->runs.v[i]->label;
    Buf *b = &im->cli->out;
    if (label) {
        buf_str(b, "  another name: plimsoll label --merge ");
        add_quoted(b, arena_printf(d->arena, "%s=NAME", label));
    } else {
        buf_str(b, "  a name: plimsoll label --as NAME ");
        add_quoted(b, arena_printf(d->arena, "file:\"%s\"", d->name));
    }
    buf_char(b, '\n');
}

static void count(Buf *b, const char *before, size_t n, const char *one, const char *many)
{
    if (n)
        buf_printf(b, "%s%zu %s", before, n, n == 1 ? one : many);
}

static void say_notes(const Document *d)
{
    for (size_t i = 0; i < d->notes.n; i++) {
        const Note *n = &d->notes.v[i];
        const CodeInfo *info = code_find(n->code);
        cli_complain("%s:%u: %s; %s", d->name, n->span.line,
                     n->message[0] ? n->message : info ? info->message : n->code,
                     info ? info->mend : "");
    }
}

static void say(Import *im, const Document *d, const StorePut *put)
{
    Buf *b = &im->cli->out;
    if (im->cli->quiet)
        return;
    if (!im->store) { /* --dry-run: what, from which lines, and why */
        found_text(b, d);
        return;
    }
    safe_terminal(b, slice_of(d->name));
    if (put->known_as) {
        buf_str(b, ": already imported");
        if (strcmp(put->known_as, d->name) != 0) {
            buf_str(b, " as ");
            safe_terminal(b, slice_of(put->known_as));
        }
        buf_str(b, "; nothing was changed\n");
        return;
    }
    buf_str(b, put->reread ? ": read again: " : ": ");
    buf_printf(b, "%zu run%s", put->runs, cli_s(put->runs));
    count(b, ", ", put->copies, "copy", "copies");
    count(b, ", ", put->reposts, "block that is in the database already",
          "blocks that are in the database already");
    count(b, ", ", put->notes, "note", "notes");
    buf_char(b, '\n');
    say_labels(im, d);
    if (put->runs && !im->said_mend) { /* once is enough */
        say_mend(im, d);
        im->said_mend = true;
    }
    if (im->cli->verbose)
        say_notes(d);
}

/* --- one document --- */

static void count_only(const Document *d, StorePut *put)
{
    for (size_t i = 0; i < d->runs.n; i++) {
        put->runs += d->runs.v[i]->counted;
        put->copies += !d->runs.v[i]->counted;
    }
    put->notes = d->notes.n;
}

/* Says how a document came in, and lets go of it. */
static void finish(Import *im, Document *d, const StorePut *put)
{
    reader_forget_options(d); /* stored, but no names worth saying */
    say(im, d, put);
    document_free(d);
}

static void fail(Import *im, const Error *err)
{
    cli_fail(err);
    im->failed = true;
}

/* Documents that failed alike are named until it is clear that it is not theirs. */
static void say_not_stored(Import *im)
{
    const char *last = "";
    size_t alike = 0, rest = 0;
    for (size_t i = 0; i < im->n_waiting; i++) {
        const StoreItem *item = &im->waiting[i];
        if (item->stored)
            continue;
        im->failed = true;
        alike = strcmp(item->why.text, last) == 0 ? alike + 1 : 1;
        last = item->why.text;
        if (alike <= STORE_GIVE_UP)
            cli_complain("%s: not stored: %s", item->document->name, item->why.text);
        else
            rest++;
    }
    if (rest)
        cli_complain("%zu more document%s not stored either", rest, rest == 1 ? " is" : "s are");
}

/* Stores what waits; nothing is said of a document before it is safe. */
static void store_waiting(Import *im)
{
    if (im->n_waiting == 0)
        return;
    store_put_all(im->store, im->waiting, im->n_waiting, im->options);
    im->stored_bytes += im->waiting_bytes;
    say_not_stored(im);
    for (size_t i = 0; i < im->n_waiting; i++) {
        StoreItem *item = &im->waiting[i];
        if (item->stored)
            finish(im, item->document, &item->put);
        else
            document_free(item->document);
    }
    im->n_waiting = im->waiting_bytes = 0;
}

static void told_of_reading(void *context, uint64_t bytes)
{
    Import *im = context;
    progress_to(&im->progress, (im->read_bytes + bytes + im->stored_bytes) / 2);
}

static void told_of_storing(void *context, size_t runs, size_t of)
{
    Import *im = context;
    uint64_t bytes = im->n_waiting == 1 ? im->waiting_bytes * runs / of : 0;
    progress_to(&im->progress, (im->read_bytes + im->stored_bytes + bytes) / 2);
}

/* Takes d over. */
static void wait_for_store(Import *im, Document *d, const StorePut *put)
{
    im->waiting[im->n_waiting++] = (StoreItem){ .document = d, .put = *put };
    im->waiting_bytes += d->bytes.n;
    if (im->n_waiting == BATCH_DOCUMENTS || im->waiting_bytes >= BATCH_BYTES)
        store_waiting(im);
}

/* Takes d over, but not when it fails. */
static bool take(Import *im, Document *d, Error *err)
{
    StorePut put = { 0 };
    d->session = im->session;
    for (size_t i = 0; i < im->set.n; i++)
        *VEC_PUSH(d->arena, &d->set) = im->set.v[i];
    Error why = { 0 };
    if (im->store && !store_knows(im->store, d, im->options, &put.known_as, &why))
        return error_set(err, why.code, "%s: not stored: %s", d->name, why.text);
    if (!put.known_as && !reader_read(d, &im->read, err))
        return false;
    if (!put.known_as && d->runs.n == 0 && !cli_flag(im->cli, "keep")) {
        cli_complain("%s: no benchmark output found; not stored (--keep stores it)", d->name);
        document_free(d);
        return true;
    }
    im->good++;
    if (im->store) {
        wait_for_store(im, d, &put);
    } else {
        count_only(d, &put);
        finish(im, d, &put);
    }
    return true;
}

static void import_one(void *context, Document *d, const Error *problem)
{
    Import *im = context;
    Error err = { 0 };
    im->files++;
    if (d && slice_starts(d->bytes, SLICE("SQLite format 3\0"))) {
        cli_complain("%s: a database, not a log; 'plimsoll merge' reads those", d->name);
        document_free(d);
        return;
    }
    uint64_t bytes = d ? d->bytes.n : 0, waiting = im->waiting_bytes + im->stored_bytes;
    if (!d || !take(im, d, &err)) {
        fail(im, d ? &err : problem);
        document_free(d);
    }
    im->read_bytes += bytes;
    if (im->waiting_bytes + im->stored_bytes == waiting)
        im->stored_bytes += bytes; /* not to be stored */
    told_of_reading(im, 0);
}

/* Of what will be read, as far as it lies in files: archives hold more, streams do not say. */
static uint64_t bytes_of(const Cli *c)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < c->argc; i++)
        bytes += load_bytes(c->argv[i]);
    return bytes;
}

/* --- the command --- */

static bool take_set(Import *im, int *status)
{
    const char **values;
    size_t n = cli_values(im->cli, "set", &values);
    for (size_t i = 0; i < n; i++) {
        const char *eq = strchr(values[i], '=');
        if (!eq || eq == values[i] || !eq[1]) {
            *status = cli_usage(im->cli, "--set takes KEY=VALUE, not '%s'", values[i]);
            return false;
        }
        const char *key = arena_text(im->cli->arena, (Slice){ values[i], (size_t)(eq - values[i]) });
        *VEC_PUSH(im->cli->arena, &im->set) =
            (Fact){ .scope = "", .key = key, .value = eq + 1, .origin = ORIGIN_USER };
    }
    const char *label = cli_value(im->cli, "as");
    if (label)
        *VEC_PUSH(im->cli->arena, &im->set) =
            (Fact){ .scope = "", .key = "label", .value = label, .origin = ORIGIN_USER };
    return true;
}

static int run(Cli *c)
{
    Import im = { .cli = c, .session = cli_value(c, "session") };
    int status = EXIT_GOOD;
    if (c->argc == 0)
        return cli_usage(c, "which file? '-' is standard input");
    if (!read_options(c, &im.read, &im.most_bytes, &status) || !take_set(&im, &status))
        return status;
    im.session = im.session ? im.session : "";
    im.options = read_options_json(c->arena, &im.read);
    if (!cli_flag(c, "dry-run") && !database_open(c, STORE_CREATE, &im.store, &status))
        return status;
    progress_start(&im.progress, c, PROGRESS_BYTES, bytes_of(c));
    im.read.told = told_of_reading;
    im.read.told_context = &im;
    if (im.store)
        store_listen(im.store, told_of_storing, &im);
    for (size_t i = 0; i < c->argc; i++)
        load_documents(c->argv[i], im.most_bytes, &im.read, import_one, &im);
    store_waiting(&im);
    progress_end(&im.progress);
    store_close(im.store);
    if (im.files == 0)
        cli_complain("no file found in %s", c->argv[0]);
    return im.failed || im.good == 0 ? EXIT_DATA : EXIT_GOOD;
}

static const CliOption options[] = {
    { "set", 's', "KEY=VALUE", "a fact of every run in these files, as os=6.1 (repeatable)" },
    { "as", 0, "LABEL", "what these runs are called" },
    { "session", 0, "NAME", "the session they belong to (default: each file is one)" },
    { "dry-run", 'n', NULL, "say what would be imported; touch nothing" },
    { "keep", 0, NULL, "store documents in which nothing was found, too" },
    READ_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_import = {
    .name = "import",
    .usage = "[--set KEY=VALUE] [--as LABEL] FILE|DIR|-...",
    .summary = "Add documents to the database",
    .details = "The same file again is a no-op. The same file with other --set facts or another\n"
               "session is another import: equal figures may honestly be measured twice.\n"
               "\n"
               "Who prepares a log can say in it what its runs are: a line '#@ fs=xfs' is a fact of all\n"
               "runs below it, '#@ label=after' their label, until the next line of the same key.",
    .options = options,
    .run = run,
};
