/* release: the releases of a product under test, and their other names. */
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/database.h"

static int list(Cli *c, Store *s, ColumnsFormat format)
{
    static const Column column[] = {
        { "release", false }, { "product", false }, { "date", false }, { "aliases", false },
    };
    Error err = { 0 };
    StoreReleases all;
    if (!store_releases(s, c->arena, &all, &err))
        return cli_fail(&err);
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < all.n; i++) {
        const StoreRelease *r = &all.v[i];
        const char *aliases = "";
        for (size_t k = 0; k < r->n_aliases; k++)
            aliases = arena_printf(c->arena, "%s%s%s", aliases, k ? ", " : "", r->aliases[k]);
        columns_cell(&t, r->label);
        columns_cell(&t, r->product);
        columns_cell(&t, r->date);
        columns_cell(&t, aliases);
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

/* YYYY, YYYY-MM or YYYY-MM-DD. */
static bool is_date(const char *text)
{
    static const char shape[] = "dddd-dd-dd";
    size_t n = strlen(text);
    if (n != 4 && n != 7 && n != 10)
        return false;
    for (size_t i = 0; i < n; i++)
        if (shape[i] == 'd' ? !char_is_digit(text[i]) : text[i] != '-')
            return false;
    return true;
}

static int add(Cli *c, Store *s, const char *label)
{
    Error err = { 0 };
    const char **aliases, *product = cli_value(c, "product"), *date = cli_value(c, "date");
    size_t n = cli_values(c, "alias", &aliases);
    if (date && !is_date(date))
        return cli_usage(c, "--date takes YYYY-MM-DD, not '%s'", date);
    const StoreRelease r = { .product = product ? product : "", .label = label,
                             .date = date ? date : "", .n_aliases = n, .aliases = aliases };
    return store_release_put(s, &r, &err) ? EXIT_GOOD : cli_fail(&err);
}

static int drop(Cli *c, Store *s, const char *label)
{
    Error err = { 0 };
    bool found;
    const char *product = cli_value(c, "product");
    if (!store_release_remove(s, product ? product : "", label, &found, &err))
        return cli_fail(&err);
    if (found)
        return EXIT_GOOD;
    cli_complain("no release '%s'; see 'plimsoll release list'", label);
    return EXIT_DATA;
}

static int run(Cli *c)
{
    const char *what = c->argc ? c->argv[0] : "list";
    bool adds = strcmp(what, "add") == 0, drops = strcmp(what, "remove") == 0;
    Store *s = NULL;
    ColumnsFormat format;
    int status = EXIT_GOOD;
    if (!adds && !drops && strcmp(what, "list") != 0)
        return cli_usage(c, "release list, add or remove, not '%s'", what);
    if (c->argc != (adds || drops ? 2 : c->argc ? 1 : 0))
        return cli_usage(c, adds || drops ? "which release?" : "'%s' is too much", c->argv[c->argc - 1]);
    if (!columns_format(c, &format, &status) ||
        !database_open(c, adds ? STORE_CREATE : drops ? STORE_WRITE : STORE_READ, &s, &status))
        return status;
    status = adds ? add(c, s, c->argv[1]) : drops ? drop(c, s, c->argv[1]) : list(c, s, format);
    store_close(s);
    return status;
}

static const CliOption options[] = {
    { "product", 'p', "NAME", "the product it is a release of" },
    { "date", 0, "DATE", "when it came out: YYYY-MM-DD" },
    { "alias", 'a', "NAME", "another name it has in logs (repeatable)" },
    COLUMNS_OPTION,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_release = {
    .name = "release",
    .usage = "list | add LABEL [--alias NAME] [--date DATE] | remove LABEL",
    .summary = "The releases of a product, and their other names in logs",
    .details = "add on a release that is there gives it more aliases, or a date.",
    .options = options,
    .run = run,
};
