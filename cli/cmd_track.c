/* track: named orders of releases, along which history looks. */
#include <unistd.h>

#include "base/version.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "ingest/load.h"

typedef VEC(const char *) Names;

static void add_once(Cli *c, Names *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->v[i], name) == 0)
            return;
    *VEC_PUSH(c->arena, names) = name;
}

/* --- the proposal: from the facts of the runs --- */

static const StoreRelease *release_called(const StoreReleases *all, const char *name)
{
    for (size_t i = 0; i < all->n; i++) {
        if (strcmp(all->v[i].label, name) == 0)
            return &all->v[i];
        for (size_t k = 0; k < all->v[i].n_aliases; k++)
            if (strcmp(all->v[i].aliases[k], name) == 0)
                return &all->v[i];
    }
    return NULL;
}

/* By date where both have one; this moves only those. */
static void sort_by_date(Names *names, const StoreReleases *all)
{
    for (size_t i = 1; i < names->n; i++)
        for (size_t k = i; k > 0; k--) {
            const StoreRelease *a = release_called(all, names->v[k - 1]);
            const StoreRelease *b = release_called(all, names->v[k]);
            if (!a || !b || !a->date[0] || !b->date[0] || strcmp(a->date, b->date) <= 0)
                break;
            const char *swap = names->v[k];
            names->v[k] = names->v[k - 1];
            names->v[k - 1] = swap;
        }
}

static bool from_facts(Cli *c, Store *s, const char *key, Names *out, size_t *unordered, int *status)
{
    Error err = { 0 };
    StoreRuns runs;
    StoreReleases releases;
    const StoreQuery q = { .metric = "none" };
    if (!store_select(s, &q, c->arena, &runs, &err) ||
        !store_releases(s, c->arena, &releases, &err)) {
        *status = cli_fail(&err);
        return false;
    }
    for (size_t i = 0; i < runs.runs.n; i++) {
        const char *value = run_fact(runs.runs.v[i], "", key);
        const StoreRelease *known = value ? release_called(&releases, value) : NULL;
        if (value)
            add_once(c, out, known ? known->label : value);
    }
    if (!out->n) {
        cli_complain("no run has a fact '%s'; see 'plimsoll list facts'", key);
        *status = EXIT_DATA;
        return false;
    }
    *unordered = version_sort(out->v, out->n);
    sort_by_date(out, &releases);
    return true;
}

/* One release a line; '#' starts a comment. */
static bool from_file(Cli *c, const char *path, Names *out, int *status)
{
    Error err = { 0 };
    Document *d;
    if (!load_file(path, 1 << 20, &d, &err)) {
        *status = cli_fail(&err);
        return false;
    }
    Slice rest = d->bytes, line;
    while (slice_line(&rest, &line)) {
        size_t comment = slice_find_char(line, '#');
        line = slice_trim(comment == SLICE_NONE ? line : slice_first(line, comment));
        if (line.n)
            add_once(c, out, arena_text(c->arena, line));
    }
    document_free(d);
    return true;
}

/* Asks on a terminal; elsewhere only --yes accepts. */
static bool accepted(Cli *c, const Names *names, size_t unordered)
{
    for (size_t i = 0; i < names->n; i++)
        cli_complain("%zu. %s", i + 1, names->v[i]);
    if (unordered)
        cli_complain("%zu of them have names without an order: check them", unordered);
    if (cli_flag(c, "yes"))
        return true;
    if (!isatty(STDIN_FILENO)) {
        cli_complain("this order is a proposal; --yes accepts it, --order FILE gives another one");
        return false;
    }
    fputs("is this the order? [y/N] ", stderr);
    char answer[16] = "";
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static int create(Cli *c, Store *s, const char *name)
{
    const char *key = cli_value(c, "from-facts"), *order = cli_value(c, "order");
    Names names = { 0 };
    Error err = { 0 };
    size_t unordered = 0;
    int status = EXIT_GOOD;
    for (size_t i = 2; i < c->argc; i++)
        add_once(c, &names, c->argv[i]);
    if (order && !from_file(c, order, &names, &status))
        return status;
    if (!names.n && !key)
        return cli_usage(c, "which releases? --from-facts KEY, --order FILE, or their names");
    if (!names.n && !from_facts(c, s, key, &names, &unordered, &status))
        return status;
    if (key && !order && c->argc == 2 && !accepted(c, &names, unordered))
        return EXIT_DATA;
    if (!store_track_put(s, name, key ? key : "release", names.v, names.n, &err))
        return cli_fail(&err);
    if (!c->quiet)
        buf_printf(&c->out, "track %s: %zu release%s\n", name, names.n, cli_s(names.n));
    return EXIT_GOOD;
}

/* --- the rest --- */

static int no_track(const char *name)
{
    cli_complain("no track '%s'; see 'plimsoll list tracks'", name);
    return EXIT_DATA;
}

static int show(Cli *c, Store *s, const char *name)
{
    static const Column column[] = {
        { "position", true }, { "release", false }, { "product", false }, { "date", false },
    };
    Error err = { 0 };
    StoreTrack track;
    StoreReleases releases;
    ColumnsFormat format;
    bool found;
    int status;
    if (!columns_format(c, &format, &status))
        return status;
    if (!store_track(s, name, c->arena, &track, &releases, &found, &err))
        return cli_fail(&err);
    if (!found)
        return no_track(name);
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < releases.n; i++) {
        columns_count(&t, i + 1);
        columns_cell(&t, releases.v[i].label);
        columns_cell(&t, releases.v[i].product);
        columns_cell(&t, releases.v[i].date);
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

static int drop(Cli *c, Store *s, const char *name)
{
    Error err = { 0 };
    bool found;
    (void)c;
    if (!store_track_remove(s, name, &found, &err))
        return cli_fail(&err);
    return found ? EXIT_GOOD : no_track(name);
}

static const struct {
    const char *name;
    StoreMode mode;
    int (*run)(Cli *c, Store *s, const char *track);
} actions[] = {
    { "create", STORE_CREATE, create },
    { "show", STORE_READ, show },
    { "remove", STORE_WRITE, drop },
};

static int run(Cli *c)
{
    const char *what = c->argc ? c->argv[0] : "";
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        Store *s = NULL;
        int status = EXIT_GOOD;
        if (strcmp(actions[i].name, what) != 0)
            continue;
        if (c->argc < 2)
            return cli_usage(c, "which track?");
        if (!database_open(c, actions[i].mode, &s, &status))
            return status;
        status = actions[i].run(c, s, c->argv[1]);
        store_close(s);
        return status;
    }
    return cli_usage(c, "track create, show or remove; 'plimsoll list tracks' lists them");
}

static const CliOption options[] = {
    { "from-facts", 0, "KEY", "propose the values of this fact, as release or kernel" },
    { "order", 0, "FILE", "the order: one release a line" },
    { "yes", 'y', NULL, "take the proposed order" },
    COLUMNS_OPTION,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_track = {
    .name = "track",
    .usage = "create NAME [RELEASE...] | show NAME | remove NAME",
    .summary = "Orders of releases, along which history and check look",
    .details = "create --from-facts KEY proposes an order by date, else by version number (5.9 < 5.10-rc1 <\n"
               "5.10 < 5.10.1), prints it and asks; --yes accepts it. create on a track that is there\n"
               "gives it another order.",
    .options = options,
    .run = run,
};
