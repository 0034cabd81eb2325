#include "cli/inputs.h"

#include <sys/stat.h>

#include "base/uid.h"
#include "cli/database.h"
#include "cli/misspelt.h"
#include "cli/read_options.h"
#include "ingest/load.h"

bool inputs_is_file(const char *positional)
{
    struct stat st;
    return strcmp(positional, "-") == 0 || stat(positional, &st) == 0;
}

bool inputs_is_filter(const char *positional)
{
    return strpbrk(positional, ":=<>()") != NULL;
}

typedef VEC(Run *) RunList;
typedef VEC(UidMatch) Matches;

/* The runs of document `at` whose block stands in an earlier one; seen: block to its first run. */
static size_t match_blocks(Cli *c, const Runs *in, size_t at, UidMap *seen, RunList *found,
                           Matches *matches)
{
    size_t runs = 0;
    Document *d = in->documents.v[at];
    for (size_t i = 0; i < d->runs.n; i++) {
        uint8_t block[UID_BYTES];
        Run *run = d->runs.v[i];
        UidWeight weight = run->counted ? uid_weight(run) : UID_FREE;
        if (weight == UID_FREE)
            continue;
        runs++;
        uid_block(run, block);
        void **first = uid_map_at(seen, block);
        if (!*first)
            *first = run;
        const Run *original = *first;
        if (original->document == d)
            continue;
        run->duplicate_of = original; /* for now */
        *VEC_PUSH(c->arena, found) = run;
        *VEC_PUSH(c->arena, matches) =
            (UidMatch){ weight, (int64_t)(intptr_t)original->document, false };
    }
    return runs;
}

/* Equal blocks of different documents are one measurement: the first one counts. As the store does. */
static void mark_reposts(Cli *c, Runs *in)
{
    UidMap *seen = uid_map_new(c->arena);
    for (size_t at = 0; at < in->documents.n; at++) {
        RunList found = { 0 };
        Matches matches = { 0 };
        size_t runs = match_blocks(c, in, at, seen, &found, &matches);
        uid_judge(matches.v, matches.n, runs);
        for (size_t i = 0; i < found.n; i++) {
            Run *run = found.v[i];
            if (!matches.v[i].is_copy) {
                run->duplicate_of = NULL;
                continue;
            }
            run->counted = false;
            run->copy = COPY_REPOST;
            const Run *original = run->duplicate_of;
            Document *d = in->documents.v[at];
            *VEC_PUSH(d->arena, &d->notes) =
                (Note){ .code = "duplicate-block", .run = run, .span = run->span,
                        .message = arena_printf(d->arena, "same figures as the block at %s:%u",
                                                original->document->name, original->span.line) };
        }
    }
}

static bool has_wanted_run(const Runs *in, const Document *d)
{
    for (size_t i = 0; i < d->runs.n; i++)
        if (d->runs.v[i]->counted && filter_run(in->filter, d->runs.v[i]))
            return true;
    return false;
}

/* What tells the runs of one log apart must not tell them from those of another. */
static void forget_options(Runs *in)
{
    size_t documents = 0;
    for (size_t i = 0; i < in->documents.n && documents < 2; i++)
        documents += has_wanted_run(in, in->documents.v[i]);
    for (size_t i = 0; i < in->documents.n && documents > 1; i++)
        reader_forget_options(in->documents.v[i]);
}

/* The runs that count and pass the filter. */
static void collect(Cli *c, Runs *in)
{
    for (size_t i = 0; i < in->documents.n; i++) {
        const Document *d = in->documents.v[i];
        for (size_t k = 0; k < d->runs.n; k++)
            if (d->runs.v[k]->counted && filter_run(in->filter, d->runs.v[k]))
                *VEC_PUSH(c->arena, in) = d->runs.v[k];
    }
}

typedef struct Reading {
    Cli *cli;
    const ReadOptions *options;
    Runs *out;
    bool failed;
} Reading;

static void read_one(void *context, Document *d, const Error *problem)
{
    Reading *in = context;
    Error err = { 0 };
    if (!d || !reader_read(d, in->options, &err)) {
        cli_fail(d ? &err : problem);
        in->failed = true;
        document_free(d);
        return;
    }
    for (size_t i = 0; i < in->out->documents.n; i++) {
        const Document *known = in->out->documents.v[i];
        if (memcmp(known->sha256, d->sha256, SHA256_BYTES) == 0 && strcmp(known->name, d->name) == 0) {
            cli_complain("%s: named twice, read once", d->name);
            document_free(d);
            return;
        }
    }
    uid_fill(d);
    if (d->runs.n == 0)
        cli_complain("%s: no benchmark output found", d->name);
    *VEC_PUSH(in->cli->arena, &in->out->documents) = d;
}

/* Were there runs before the filter? */
static bool filtered_out(const Runs *in)
{
    for (size_t i = 0; i < in->documents.n; i++)
        if (in->documents.v[i]->runs.n)
            return true;
    return false;
}

static bool read_files(Cli *c, Runs *out, int *status)
{
    ReadOptions options;
    size_t most_bytes;
    if (!read_options(c, &options, &most_bytes, status))
        return false;
    Reading in = { .cli = c, .options = &options, .out = out };
    for (size_t i = 0; i < c->argc; i++)
        if (inputs_is_file(c->argv[i]))
            load_documents(c->argv[i], most_bytes, &options, read_one, &in);
    if (in.failed)
        *status = EXIT_DATA;
    out->from_files = true;
    mark_reposts(c, out);
    forget_options(out);
    collect(c, out);
    if (out->n == 0) {
        if (filtered_out(out) && !misspelt_key(c, out->filter, out->documents.v, out->documents.n, NULL))
            cli_complain("no run in these files matches the filter");
        *status = EXIT_DATA;
        inputs_free(out);
        return false;
    }
    return true;
}

/* --- the database --- */

enum { MOST_VALUES_ASKED = 500 };

/* What the filter needs, as conditions that the database can look up in its indexes. */
static bool ask_in_advance(Cli *c, Store *s, const Filter *filter, StoreQuery *q, Error *err)
{
    FilterNeed *needs;
    size_t n = filter_needs(filter, c->arena, &needs);
    StoreTerm *terms = ARENA_ARRAY(c->arena, StoreTerm, n + 1);
    for (size_t i = 0; i < n; i++) {
        StoreValues all, wanted = { 0 };
        if (!store_values(s, needs[i].key, c->arena, &all, err))
            return false;
        for (size_t k = 0; k < all.n; k++)
            if (filter_need_accepts(&needs[i], slice_of(all.v[k])))
                *VEC_PUSH(c->arena, &wanted) = all.v[k];
        if (wanted.n <= MOST_VALUES_ASKED && wanted.n < all.n + (all.n == 0))
            terms[q->n_terms++] = (StoreTerm){ needs[i].key, wanted.n, wanted.v };
    }
    q->terms = terms;
    return true;
}

/* Prints of dtrace may be running totals, which a note of their document says. */
static bool prints_totals(Cli *c, Store *s, bool *prints, Error *err)
{
    StoreValues tools;
    if (!store_values(s, "tool", c->arena, &tools, err))
        return false;
    for (size_t i = 0; i < tools.n; i++)
        *prints = *prints || strcmp(tools.v[i], "dtrace") == 0;
    return true;
}

static bool read_database(Cli *c, const InputsSpare *spare, Runs *out, int *status)
{
    Store *s = NULL;
    Error err = { 0 };
    StoreRuns got;
    if (!database_open(c, STORE_READ, &s, status))
        return false;
    StoreQuery query = {
        .copies = !spare->notes, /* notes speak of them */
        .headline_only = spare->other_than_headline && !filter_mentions(out->filter, "metric"),
        .samples = !spare->samples,
        .notes = !spare->notes,
        .alike = spare->places,
        .no_measures = spare->measures,
        .bare = spare->measures && spare->facts && c->argc == 0,
    };
    out->arena = arena_new(0);
    bool ok = ((spare->totals && spare->notes) || prints_totals(c, s, &query.notes, &err)) &&
              ask_in_advance(c, s, out->filter, &query, &err) &&
              store_select(s, &query, out->arena, &got, &err);
    if (!ok) {
        store_close(s);
        *status = cli_fail(&err);
        inputs_free(out);
        return false;
    }
    for (size_t i = 0; i < got.documents.n; i++)
        *VEC_PUSH(c->arena, &out->documents) = got.documents.v[i];
    forget_options(out);
    collect(c, out);
    bool misspelt = out->n == 0 && misspelt_key(c, out->filter, NULL, 0, s);
    store_close(s);
    if (out->n == 0) {
        if (!misspelt)
            cli_complain("%s", c->argc ? "no run in the database matches; see 'plimsoll list runs'"
                             : "the database holds no runs; 'plimsoll import FILE' adds some");
        *status = EXIT_DATA;
        inputs_free(out);
        return false;
    }
    return true;
}

/* --- which of the two --- */

static bool read_filters(Cli *c, Runs *out, int *status)
{
    VEC(const Filter *) filters = { 0 };
    for (size_t i = 0; i < c->argc; i++) {
        Error err = { 0 };
        Filter *f;
        if (inputs_is_file(c->argv[i]))
            continue;
        if (!inputs_is_filter(c->argv[i])) {
            cli_complain("%s: no such file", c->argv[i]);
            *status = EXIT_USAGE;
            return false;
        }
        if (!filter_parse(c->arena, slice_of(c->argv[i]), &f, &err)) {
            *status = cli_fail(&err);
            return false;
        }
        *VEC_PUSH(c->arena, &filters) = f;
    }
    out->filter = filter_all(c->arena, filters.v, filters.n);
    return true;
}

static bool say_how_many(const Cli *c, const Runs *in)
{
    if (c->verbose)
        cli_complain("%zu run%s of %zu document%s", in->n, cli_s(in->n), in->documents.n, cli_s(in->documents.n));
    return true;
}

bool inputs_runs_spare(Cli *c, const InputsSpare *spare, Runs *out, int *status)
{
    *out = (Runs){ 0 };
    *status = EXIT_GOOD;
    if (!read_filters(c, out, status))
        return false;
    for (size_t i = 0; i < c->argc; i++)
        if (inputs_is_file(c->argv[i]))
            return read_files(c, out, status) && say_how_many(c, out);
    return read_database(c, spare, out, status) && say_how_many(c, out);
}

bool inputs_runs(Cli *c, Runs *out, int *status)
{
    static const InputsSpare nothing;
    return inputs_runs_spare(c, &nothing, out, status);
}

void inputs_free(Runs *r)
{
    if (r->from_files)
        for (size_t i = 0; i < r->documents.n; i++)
            document_free(r->documents.v[i]);
    arena_free(r->arena);
    *r = (Runs){ 0 };
}
