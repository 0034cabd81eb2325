/* completion: scripts for shells, and the words that only the database knows. */
#include <sys/stat.h>

#include "cli/commands.h"
#include "cli/completions.h"
#include "cli/database.h"
#include "cli/version.h"

/* Words for a shell: nothing of a paste that a shell would read as more than a word, if it were not quoted. */
static bool is_harmless(const char *s)
{
    if (!*s || *s == '-')
        return false;
    for (; *s; s++)
        if (!char_is_alnum(*s) && !strchr("._-/+=@%, ", *s) && (unsigned char)*s < 0x80)
            return false;
    return true;
}

typedef enum Kind { FACTS = 1, LABELS = 2, TRACKS = 4, RELEASES = 8, KEYS = 16, METRICS = 32, DOCUMENTS = 64 } Kind;

static const struct {
    const char *name;
    Kind kind;
} kinds[] = {
    { "facts", FACTS },       { "labels", LABELS }, { "tracks", TRACKS },       { "releases", RELEASES },
    { "keys", KEYS },         { "metrics", METRICS }, { "documents", DOCUMENTS },
};

static void word(Cli *c, const char *text)
{
    if (is_harmless(text))
        buf_printf(&c->out, "%s\n", text);
}

/* As a filter: what holds blanks stands in quotes. */
static void fact(Cli *c, const char *key, const char *value)
{
    if (!is_harmless(key) || strchr(key, ' ') || !is_harmless(value))
        return;
    const char *quote = strpbrk(value, " =") ? "\"" : "";
    buf_printf(&c->out, "%s:%s%s%s\n", key, quote, value, quote);
}

static void words_of_run(Cli *c, const Run *run, unsigned wanted)
{
    if (wanted & FACTS) {
        fact(c, "tool", run->tool);
        fact(c, "label", run->label);
    }
    if (wanted & LABELS)
        word(c, run->label);
    for (size_t k = 0; k < run->facts.n && wanted & (FACTS | KEYS); k++) {
        if (wanted & FACTS)
            fact(c, run->facts.v[k].key, run->facts.v[k].value);
        else
            word(c, run->facts.v[k].key);
    }
    for (size_t k = 0; k < run->measures.n && wanted & METRICS; k++)
        word(c, run->measures.v[k].metric);
}

/* key:value of every fact and label, once each; the others as they are. */
static int print_words(Cli *c, unsigned wanted)
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
    StoreQuery q = { .headline_only = !(wanted & METRICS) };
    StoreRuns found = { 0 };
    StoreTracks tracks = { 0 };
    StoreReleases releases = { 0 };
    StoreImports imports = { 0 };
    bool ok = (!(wanted & (FACTS | LABELS | KEYS | METRICS)) || store_select(s, &q, c->arena, &found, &err)) &&
              (!(wanted & TRACKS) || store_tracks(s, c->arena, &tracks, &err)) &&
              (!(wanted & RELEASES) || store_releases(s, c->arena, &releases, &err)) &&
              (!(wanted & DOCUMENTS) || store_imports(s, c->arena, &imports, &err));
    store_close(s);
    if (!ok)
        return cli_fail(&err);
    for (size_t i = 0; i < found.runs.n; i++)
        words_of_run(c, found.runs.v[i], wanted);
    for (size_t i = 0; i < tracks.n; i++)
        word(c, tracks.v[i].name);
    for (size_t i = 0; i < releases.n; i++)
        word(c, releases.v[i].label);
    for (size_t i = 0; i < imports.n; i++)
        word(c, imports.v[i].name);
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
        unsigned wanted = 0;
        for (size_t i = 0; i < c->argc; i++) {
            size_t k = 0;
            while (k < sizeof kinds / sizeof *kinds && strcmp(kinds[k].name, c->argv[i]) != 0)
                k++;
            if (k == sizeof kinds / sizeof *kinds)
                return cli_usage(c, "no words of the kind '%s'; facts, labels, tracks, releases, keys, metrics or "
                                    "documents", c->argv[i]);
            wanted |= kinds[k].kind;
        }
        size_t from = c->out.n;
        int status = print_words(c, wanted ? wanted : FACTS | TRACKS | RELEASES);
        sort_once(c, from);
        return status;
    }
    if (c->argc != 1)
        return cli_usage(c, "which shell? bash, zsh or fish");
    if (!completions_script(&c->out, c->argv[0]))
        return cli_usage(c, "no completion for '%s'; bash, zsh or fish", c->argv[0]);
    return EXIT_GOOD;
}

static const CliOption options[] = {
    { "words", 0, NULL, "what the database knows, one word a line: facts, tracks and releases, or the KIND given" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish | --words [KIND...]",
    .summary = "Print the completion script of a shell",
    .details = "The scripts complete commands, options and their values, files, and what the database knows.\n"
               "They ask for it with --words; a KIND is facts, labels, tracks, releases, keys, metrics or\n"
               "documents. 'make install' puts them where the shells look; by hand:\n"
               "\n"
               "bash: source it from ~/.bashrc. zsh: as _plimsoll in a folder of $fpath. fish: as plimsoll.fish\n"
               "in ~/.config/fish/completions.",
    .examples = "plimsoll completion bash\n",
    .options = options,
    .run = run,
};
