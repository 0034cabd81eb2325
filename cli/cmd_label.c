/* label: what a user says about runs: labels, facts, whether they count. */
#include "base/safe.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/inputs.h"
#include "cli/lookup.h"
#include "cli/misspelt.h"

typedef struct Rename {
    const char *from, *to;
} Rename;

typedef struct Label {
    Cli *cli;
    VEC(StoreEdit) edits;
    VEC(Rename) renames; /* of keys */
    VEC(Rename) merges;  /* of labels: FROM becomes TO */
    VEC(const Run *) runs;
    const Filter *filter; /* NULL: runs were named */
} Label;

/* --- what to do --- */

/* "A=B"; both sides must be there. */
static bool split(Label *l, const char *option, const char *text, Rename *out, int *status)
{
    const char *eq = strchr(text, '=');
    if (!eq || eq == text || !eq[1]) {
        *status = cli_usage(l->cli, "--%s takes A=B, not '%s'", option, text);
        return false;
    }
    out->from = arena_text(l->cli->arena, (Slice){ text, (size_t)(eq - text) });
    out->to = eq + 1;
    return true;
}

static void add_edit(Label *l, const char *scope, const char *key, const char *value)
{
    *VEC_PUSH(l->cli->arena, &l->edits) = (StoreEdit){ scope, key, value };
}

static bool take_pairs(Label *l, const char *option, int *status)
{
    const char **values;
    size_t n = cli_values(l->cli, option, &values);
    for (size_t i = 0; i < n; i++) {
        Rename pair;
        if (!split(l, option, values[i], &pair, status))
            return false;
        if (strcmp(option, "set") == 0)
            add_edit(l, cli_value(l->cli, "scope") ? cli_value(l->cli, "scope") : "", pair.from, pair.to);
        else if (strcmp(option, "rename") == 0)
            *VEC_PUSH(l->cli->arena, &l->renames) = pair;
        else
            *VEC_PUSH(l->cli->arena, &l->merges) = pair;
    }
    return true;
}

static bool take_edits(Label *l, int *status)
{
    Cli *c = l->cli;
    const char **values, *scope = cli_value(c, "scope");
    if (!take_pairs(l, "set", status) || !take_pairs(l, "rename", status) ||
        !take_pairs(l, "merge", status))
        return false;
    size_t n = cli_values(c, "unset", &values);
    for (size_t i = 0; i < n; i++)
        add_edit(l, scope ? scope : "", values[i], NULL);
    if (cli_value(c, "as"))
        add_edit(l, "", "label", cli_value(c, "as"));
    if (cli_value(c, "session"))
        add_edit(l, "", "session", cli_value(c, "session"));
    if (cli_flag(c, "count") && cli_flag(c, "uncount")) {
        *status = cli_usage(c, "--count and --uncount contradict each other");
        return false;
    }
    if (cli_flag(c, "count") || cli_flag(c, "uncount"))
        add_edit(l, "", "counted", cli_flag(c, "count") ? "1" : "0");
    if (!l->edits.n && !l->renames.n && !l->merges.n) {
        *status = cli_usage(c, "what? --as, --set, --unset, --rename, --merge, --count, --uncount "
                               "or --session");
        return false;
    }
    return true;
}

/* --- to which runs --- */

/* Words without ':' or an operator are runs by their uid; what is left are filters. */
static bool choose_runs(Label *l, const StoreRuns *all, int *status)
{
    Cli *c = l->cli;
    VEC(const Filter *) filters = { 0 };
    size_t named = 0;
    for (size_t i = 0; i < c->argc; i++) {
        Error err = { 0 };
        Filter *f;
        Run **runs;
        size_t n = lookup_runs(all, c->argv[i], c->arena, &runs);
        for (size_t k = 0; k < n; k++)
            *VEC_PUSH(c->arena, &l->runs) = runs[k];
        named += n > 0;
        if (n)
            continue;
        if (!inputs_is_filter(c->argv[i])) {
            cli_complain("%s: no run of this name, and no filter; see 'plimsoll list runs'", c->argv[i]);
            *status = EXIT_USAGE;
            return false;
        }
        if (!filter_parse(c->arena, slice_of(c->argv[i]), &f, &err)) {
            *status = cli_fail(&err);
            return false;
        }
        *VEC_PUSH(c->arena, &filters) = f;
    }
    if (named && !filters.n)
        return true;
    if (named) {
        *status = cli_usage(c, "give runs or a filter, not both");
        return false;
    }
    l->filter = filter_all(c->arena, filters.v, filters.n);
    for (size_t i = 0; i < all->runs.n; i++)
        if (filter_run(l->filter, all->runs.v[i]))
            *VEC_PUSH(c->arena, &l->runs) = all->runs.v[i];
    return true;
}

/* --- doing it --- */

static bool merge_labels(Label *l, Store *s, size_t *changed, Error *err)
{
    for (size_t m = 0; m < l->merges.n; m++) {
        VEC(const Run *) runs = { 0 };
        size_t n;
        for (size_t i = 0; i < l->runs.n; i++)
            if (strcmp(l->runs.v[i]->label, l->merges.v[m].from) == 0)
                *VEC_PUSH(l->cli->arena, &runs) = l->runs.v[i];
        const StoreEdit edit = { "", "label", l->merges.v[m].to };
        if (!store_edit(s, runs.v, runs.n, &edit, 1, &n, err))
            return false;
        *changed += n;
    }
    return true;
}

static bool apply(Label *l, Store *s, size_t *changed, Error *err)
{
    size_t n;
    if (!merge_labels(l, s, changed, err))
        return false;
    for (size_t i = 0; i < l->renames.n; i++) {
        const Rename *r = &l->renames.v[i];
        if (!store_rename_fact(s, l->runs.v, l->runs.n, r->from, r->to, &n, err))
            return false;
        *changed += n;
    }
    if (!store_edit(s, l->runs.v, l->runs.n, l->edits.v, l->edits.n, &n, err))
        return false;
    *changed += n;
    return true;
}

static int run_in(Label *l, Store *s)
{
    Cli *c = l->cli;
    Error err = { 0 };
    StoreRuns all;
    int status = EXIT_GOOD;
    size_t changed = 0;
    const StoreQuery q = { .copies = true };
    if (!store_select(s, &q, c->arena, &all, &err))
        return cli_fail(&err);
    if (!choose_runs(l, &all, &status))
        return status;
    if (!l->runs.n) {
        if (!misspelt_key(c, l->filter, NULL, 0, s))
            cli_complain("no run matches; see 'plimsoll list runs'");
        return EXIT_DATA;
    }
    if (!cli_flag(c, "dry-run") && !apply(l, s, &changed, &err))
        return cli_fail(&err);
    if (cli_flag(c, "dry-run"))
        buf_printf(&c->out, "%zu run%s would change\n", l->runs.n, cli_s(l->runs.n));
    else if (!c->quiet)
        buf_printf(&c->out, "%zu run%s changed\n", changed, cli_s(changed));
    return EXIT_GOOD;
}

static int run(Cli *c)
{
    Label l = { .cli = c };
    Store *s = NULL;
    int status = EXIT_GOOD;
    if (!take_edits(&l, &status))
        return status;
    if (c->argc == 0 && !cli_flag(c, "all") && !(l.merges.n && !l.edits.n && !l.renames.n))
        return cli_usage(c, "which runs? a filter, the uid of a run, or --all");
    if (!database_open(c, STORE_WRITE, &s, &status))
        return status;
    status = run_in(&l, s);
    store_close(s);
    return status;
}

static const CliOption options[] = {
    { "as", 0, "LABEL", "what these runs are called" },
    { "merge", 'm', "A=B", "runs labelled A are labelled B from now on (repeatable)" },
    { "set", 's', "KEY=VALUE", "give the runs a fact (repeatable)" },
    { "unset", 0, "KEY", "take a fact away (repeatable)" },
    { "rename", 0, "OLD=NEW", "another name for a fact (repeatable)" },
    { "scope", 0, "SCOPE", "set and unset in this part of the runs only" },
    { "session", 0, "NAME", "the session they belong to" },
    { "count", 0, NULL, "they count, copies or not" },
    { "uncount", 0, NULL, "they do not count" },
    { "all", 'a', NULL, "every run of the database" },
    { "dry-run", 'n', NULL, "say how many runs match; change nothing" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_label = {
    .name = "label",
    .usage = "[--as LABEL] [--set KEY=VALUE] [--merge A=B] FILTER|RUN...",
    .summary = "Name runs, set or unset their facts, count or leave them out",
    .details = "What is said here is kept apart from what was read, and survives 'plimsoll rebuild'.",
    .options = options,
    .run = run,
};
