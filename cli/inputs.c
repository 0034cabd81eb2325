#include "cli/inputs.h"

#include <sys/stat.h>

#include "base/uid.h"
#include "cli/read_options.h"
#include "ingest/load.h"

bool inputs_is_file(const char *positional)
{
    struct stat st;
    return strcmp(positional, "-") == 0 || stat(positional, &st) == 0;
}

static bool is_filter(const char *positional)
{
    return strpbrk(positional, ":=<>()*") != NULL || strncmp(positional, "NOT ", 4) == 0;
}

/* Equal blocks of different documents are one measurement: the first one counts. */
static void mark_reposts(Cli *c, Runs *in)
{
    UidMap *seen = uid_map_new(c->arena);
    for (size_t i = 0; i < in->documents.n; i++) {
        Document *d = in->documents.v[i];
        for (size_t k = 0; k < d->runs.n; k++) {
            Run *run = d->runs.v[k];
            if (!run->counted || uid_repeats_honestly(run))
                continue;
            uint8_t block[UID_BYTES];
            uid_block(run, block);
            void **first = uid_map_at(seen, block);
            if (!*first) {
                *first = run;
            } else if (((const Run *)*first)->document != d) {
                run->counted = false;
                run->copy = COPY_REPOST;
                run->duplicate_of = *first;
            }
        }
    }
}

/* Several files whose runs have no name of their own: the files are the columns. */
static void name_after_files(Runs *in)
{
    if (in->documents.n < 2)
        return;
    for (size_t i = 0; i < in->documents.n; i++) {
        Document *d = in->documents.v[i];
        for (size_t k = 0; k < d->runs.n; k++)
            if (!d->runs.v[k]->label[0])
                d->runs.v[k]->label = d->name;
    }
}

static void collect(Cli *c, Runs *in)
{
    for (size_t i = 0; i < in->documents.n; i++) {
        const Document *d = in->documents.v[i];
        for (size_t k = 0; k < d->runs.n; k++)
            if (d->runs.v[k]->counted)
                *VEC_PUSH(c->arena, in) = d->runs.v[k];
    }
}

static bool read_file(Cli *c, const char *path, const ReadOptions *options, size_t most_bytes,
                      Runs *out)
{
    Error err = { 0 };
    Document *d;
    if (!load_file(path, most_bytes, &d, &err)) {
        cli_fail(&err);
        return false;
    }
    if (!reader_read(d, options, &err)) {
        cli_fail(&err);
        document_free(d);
        return false;
    }
    uid_fill(d);
    if (d->runs.n == 0)
        cli_complain("%s: no benchmark output found", path);
    *VEC_PUSH(c->arena, &out->documents) = d;
    return true;
}

static bool read_files(Cli *c, Runs *out, int *status)
{
    ReadOptions options;
    size_t most_bytes;
    if (!read_options(c, &options, &most_bytes, status))
        return false;
    for (size_t i = 0; i < c->argc; i++)
        if (inputs_is_file(c->argv[i]) && !read_file(c, c->argv[i], &options, most_bytes, out))
            *status = EXIT_DATA;
    out->from_files = true;
    mark_reposts(c, out);
    name_after_files(out);
    collect(c, out);
    if (out->n == 0) {
        *status = EXIT_DATA;
        inputs_free(out);
        return false;
    }
    return true;
}

bool inputs_runs(Cli *c, Runs *out, int *status)
{
    *out = (Runs){ 0 };
    *status = EXIT_GOOD;
    size_t files = 0;
    for (size_t i = 0; i < c->argc; i++) {
        if (inputs_is_file(c->argv[i])) {
            files++;
        } else if (!is_filter(c->argv[i])) {
            cli_complain("%s: no such file", c->argv[i]);
            *status = EXIT_USAGE;
            return false;
        }
    }
    if (files)
        return read_files(c, out, status);
    *status = cli_usage(c, "which file? '-' is standard input");
    return false;
}

void inputs_free(Runs *r)
{
    for (size_t i = 0; i < r->documents.n; i++)
        document_free(r->documents.v[i]);
    *r = (Runs){ 0 };
}
