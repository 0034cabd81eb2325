/* completion: scripts for shells, and the words that only the database knows. */
#include <sys/stat.h>

#include "cli/commands.h"
#include "cli/database.h"
#include "cli/version.h"
#include "cli/manual.h"

/* Words for a shell: nothing of a paste that a shell would read as more than a word. */
static bool is_plain_word(const char *s)
{
    if (!*s || *s == '-')
        return false;
    for (; *s; s++)
        if (!char_is_alnum(*s) && !strchr("._-/+=@%,", *s) && (unsigned char)*s < 0x80)
            return false;
    return true;
}

static void word(Cli *c, const char *key, const char *value)
{
    if (is_plain_word(key) && is_plain_word(value))
        buf_printf(&c->out, "%s:%s\n", key, value);
}

/* key:value of every fact and label, once each; tracks and releases as they are. */
static int print_words(Cli *c)
{
    struct stat st;
    const char *path = database_path(c);
    if (!path || (!store_is_server(path) && stat(path, &st) != 0))
        return EXIT_GOOD; /* no database yet: nothing to offer */
    Store *s = NULL;
    Error err = { 0 };
    int status;
    if (store_is_server(path) && !store_open(&s, path, STORE_READ, PLIMSOLL_VERSION, &err))
        return EXIT_GOOD; /* whoever presses Tab wants no lecture about the network */
    if (!s && !database_open(c, STORE_READ, &s, &status))
        return status;
    StoreQuery q = { .headline_only = true };
    StoreRuns found = { 0 };
    StoreTracks tracks = { 0 };
    StoreReleases releases = { 0 };
    bool ok = store_select(s, &q, c->arena, &found, &err) && store_tracks(s, c->arena, &tracks, &err) &&
              store_releases(s, c->arena, &releases, &err);
    store_close(s);
    if (!ok)
        return cli_fail(&err);
    for (size_t i = 0; i < found.runs.n; i++) {
        const Run *run = found.runs.v[i];
        word(c, "tool", run->tool);
        word(c, "label", run->label);
        for (size_t k = 0; k < run->facts.n; k++)
            word(c, run->facts.v[k].key, run->facts.v[k].value);
    }
    for (size_t i = 0; i < tracks.n; i++)
        if (is_plain_word(tracks.v[i].name))
            buf_printf(&c->out, "%s\n", tracks.v[i].name);
    for (size_t i = 0; i < releases.n; i++)
        if (is_plain_word(releases.v[i].label))
            buf_printf(&c->out, "%s\n", releases.v[i].label);
    return EXIT_GOOD;
}

static int compare_lines(const void *a, const void *b)
{
    return slice_compare(*(const Slice *)a, *(const Slice *)b);
}

static void sort_once(Cli *c, size_t from)
{
    Slice rest = { c->out.text + from, c->out.n - from }, line;
    VEC(Slice) lines = { 0 };
    while (slice_line(&rest, &line))
        *VEC_PUSH(c->arena, &lines) = slice_of(arena_text(c->arena, line));
    if (!lines.n)
        return;
    qsort(lines.v, lines.n, sizeof *lines.v, compare_lines);
    c->out.n = from;
    for (size_t i = 0; i < lines.n; i++)
        if (i == 0 || !slice_eq(lines.v[i], lines.v[i - 1]))
            buf_printf(&c->out, "%.*s\n", SLICE_ARG(lines.v[i]));
}

static int run(Cli *c)
{
    if (cli_flag(c, "words")) {
        size_t from = c->out.n;
        int status = print_words(c);
        sort_once(c, from);
        return status;
    }
    if (c->argc != 1)
        return cli_usage(c, "which shell? bash, zsh or fish");
    if (!manual_completion(&c->out, c->argv[0]))
        return cli_usage(c, "no completion for '%s'; bash, zsh or fish", c->argv[0]);
    return EXIT_GOOD;
}

static const CliOption options[] = {
    { "words", 0, NULL, "the facts, labels, tracks and releases of the database, one a line" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .summary = "Print the completion script of a shell",
    .details = "The scripts complete commands, options, files, and what the database knows.",
    .examples = "plimsoll completion bash\n",
    .options = options,
    .run = run,
};
