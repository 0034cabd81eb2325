/* list: what is in the database, or in files. */
#include "analyze/intern.h"
#include "base/key.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/inputs.h"
#include "cli/lookup.h"
#include "cli/read_options.h"
#include "report/quantity.h"

/* --- documents --- */

static int list_documents(Cli *c, ColumnsFormat format)
{
    static const Column column[] = {
        { "document", false }, { "runs", true },      { "counted", true }, { "notes", true },
        { "bytes", true },     { "imported", false }, { "session", false }, { "set", false },
        { "name", false },
    };
    Store *s = NULL;
    Error err = { 0 };
    StoreImports imports;
    int status;
    if (!database_open(c, STORE_READ, &s, &status))
        return status;
    bool ok = store_imports(s, c->arena, &imports, &err);
    store_close(s);
    if (!ok)
        return cli_fail(&err);
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < imports.n; i++) {
        const StoreImport *m = &imports.v[i];
        columns_cell(&t, lookup_short(c->arena, m->sha256));
        columns_count(&t, m->runs);
        columns_count(&t, m->counted);
        columns_count(&t, m->notes);
        columns_count(&t, m->bytes);
        columns_cell(&t, arena_text(c->arena, slice_first(slice_of(m->time), 10)));
        columns_cell(&t, m->session);
        columns_cell(&t, strcmp(m->facts, "{}") == 0 ? "" : m->facts);
        columns_cell(&t, m->name);
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

/* --- runs --- */

/* The figure a run is known by: the first one shown by default that has a value. */
static const char *figure_of(Arena *a, const Run *run)
{
    const Measure *best = NULL;
    for (size_t i = 0; i < run->measures.n && !(best && best->headline); i++)
        if (!run->measures.v[i].missing && (!best || run->measures.v[i].headline))
            best = &run->measures.v[i];
    if (!best)
        return "";
    Buf b = buf_new(0);
    DisplayUnit unit = quantity_display(best->unit, best->raw_unit, best->raw_factor, best->value);
    quantity_print(&b, best->value, best->half_width, unit);
    if (unit.unit[0])
        buf_printf(&b, " %s", unit.unit);
    const char *text = arena_printf(a, "%s %.*s", best->metric, SLICE_ARG(buf_slice(&b)));
    buf_free(&b);
    return text;
}

static const char *source_of(Arena *a, const Run *run)
{
    return arena_printf(a, "%s:%u", run->document->name, run->span.line);
}

static int list_runs(Cli *c, ColumnsFormat format, const Runs *in)
{
    static const Column column[] = {
        { "run", false },      { "tool", false },   { "label", false },
        { "workload", false }, { "figure", false }, { "source", false },
    };
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < in->n; i++) {
        const Run *run = in->v[i];
        columns_cell(&t, lookup_short(c->arena, run->uid));
        columns_cell(&t, run->tool);
        columns_cell(&t, run->label);
        columns_cell(&t, run->workload);
        columns_cell(&t, figure_of(c->arena, run));
        columns_cell(&t, source_of(c->arena, run));
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

/* --- kinds of runs --- */

/* Runs that share the memory of what is listed: a database gives equal ones the same. */
typedef struct Kind {
    const Run *first;
    size_t place, runs; /* place: of the first among all */
} Kind;
typedef VEC(Kind) Kinds;

static const void *label_memory(const Run *run)
{
    return run->label;
}

static const void *facts_memory(const Run *run)
{
    return run->facts.v;
}

/* In the order in which they come first. */
static Kinds kinds_of(Arena *a, const Runs *in, const void *(*memory)(const Run *run))
{
    Kinds kinds = { 0 };
    Intern *seen = intern_new(a);
    for (size_t i = 0; i < in->n; i++) {
        const void *key[2] = { memory(in->v[i]), in->v[i]->tool };
        uint32_t id = intern_bytes(seen, key, sizeof key);
        if (id == kinds.n)
            *VEC_PUSH(a, &kinds) = (Kind){ in->v[i], i, 0 };
        kinds.v[id].runs++;
    }
    return kinds;
}

/* --- labels --- */

typedef struct Group {
    const char *name, *tools;
    size_t runs;
    const Run *first;
} Group;
typedef VEC(Group) Groups;

static int by_name(const void *a, const void *b)
{
    const Kind *x = a, *y = b;
    int order = strcmp(x->first->label, y->first->label);
    order = order ? order : strcmp(x->first->tool, y->first->tool);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* Runs of one label, their tools joined by commas. */
static void group_labels(Cli *c, const Runs *in, Groups *out)
{
    Kinds kinds = kinds_of(c->arena, in, label_memory);
    if (kinds.n)
        qsort(kinds.v, kinds.n, sizeof *kinds.v, by_name);
    Group *g = NULL;
    for (size_t i = 0; i < kinds.n; i++) {
        const Run *run = kinds.v[i].first;
        if (!g || strcmp(g->name, run->label) != 0) {
            g = VEC_PUSH(c->arena, out);
            *g = (Group){ run->label, run->tool, 0, run };
        } else if (strcmp(kinds.v[i - 1].first->tool, run->tool) != 0) {
            g->tools = arena_printf(c->arena, "%s, %s", g->tools, run->tool);
        }
        g->runs += kinds.v[i].runs;
    }
}

static int list_labels(Cli *c, ColumnsFormat format, const Runs *in)
{
    static const Column column[] = {
        { "runs", true }, { "tools", false }, { "label", false }, { "first", false },
    };
    Groups groups = { 0 };
    group_labels(c, in, &groups);
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < groups.n; i++) {
        columns_count(&t, groups.v[i].runs);
        columns_cell(&t, groups.v[i].tools);
        columns_cell(&t, groups.v[i].name);
        columns_cell(&t, source_of(c->arena, groups.v[i].first));
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

/* --- facts --- */

typedef struct KeyValue {
    const char *key, *value, *role;
    size_t runs;
} KeyValue;

static int by_key_value(const void *a, const void *b)
{
    const KeyValue *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : strcmp(x->value, y->value);
}

static int list_facts(Cli *c, ColumnsFormat format, const Runs *in)
{
    static const Column column[] = {
        { "key", false }, { "role", false }, { "runs", true }, { "value", false },
    };
    VEC(KeyValue) all = { 0 };
    Kinds kinds = kinds_of(c->arena, in, facts_memory);
    for (size_t i = 0; i < kinds.n; i++)
        for (size_t k = 0; k < kinds.v[i].first->facts.n; k++) {
            const Fact *f = &kinds.v[i].first->facts.v[k];
            *VEC_PUSH(c->arena, &all) =
                (KeyValue){ f->key, f->value, key_role_name(key_role(kinds.v[i].first->tool, f->key)),
                            kinds.v[i].runs };
        }
    if (all.n)
        qsort(all.v, all.n, sizeof *all.v, by_key_value);
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0, end; i < all.n; i = end) {
        size_t runs = all.v[i].runs;
        for (end = i + 1; end < all.n && by_key_value(&all.v[i], &all.v[end]) == 0; end++)
            runs += all.v[end].runs;
        columns_cell(&t, all.v[i].key);
        columns_cell(&t, all.v[i].role);
        columns_count(&t, runs);
        columns_cell(&t, all.v[i].value);
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

/* --- tracks --- */

static int list_tracks(Cli *c, ColumnsFormat format)
{
    static const Column column[] = {
        { "track", false }, { "key", false }, { "releases", true },
    };
    Store *s = NULL;
    Error err = { 0 };
    StoreTracks tracks;
    int status;
    if (!database_open(c, STORE_READ, &s, &status))
        return status;
    bool ok = store_tracks(s, c->arena, &tracks, &err);
    store_close(s);
    if (!ok)
        return cli_fail(&err);
    Columns t = columns_new(c->arena, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < tracks.n; i++) {
        columns_cell(&t, tracks.v[i].name);
        columns_cell(&t, tracks.v[i].key);
        columns_count(&t, tracks.v[i].releases);
    }
    columns_print(&c->out, &t, format);
    return EXIT_GOOD;
}

/* --- the command --- */

/* The default figures name nearly every run; the others are read when one has none of them. */
static bool lacks_figure(const Runs *in)
{
    for (size_t i = 0; i < in->n; i++) {
        bool has = false;
        for (size_t k = 0; k < in->v[i]->measures.n && !has; k++)
            has = in->v[i]->measures.v[k].headline && !in->v[i]->measures.v[k].missing;
        if (!has)
            return true;
    }
    return false;
}

static bool read_runs(Cli *c, InputsSpare spare, Runs *in, int *status)
{
    if (!inputs_runs_spare(c, &spare, in, status))
        return false;
    if (!spare.other_than_headline || in->from_files || !lacks_figure(in))
        return true;
    inputs_free(in);
    spare.other_than_headline = false;
    return inputs_runs_spare(c, &spare, in, status);
}

typedef struct What {
    const char *name;
    InputsSpare spare; /* of_runs */
    int (*of_runs)(Cli *c, ColumnsFormat format, const Runs *in); /* or */
    int (*of_database)(Cli *c, ColumnsFormat format);
} What;

#define SPARE .samples = true, .notes = true, .totals = true, .places = true
static const What whats[] = {
    { "documents", { 0 }, NULL, list_documents },
    { "runs", { SPARE, .other_than_headline = true }, list_runs, NULL },
    { "labels", { SPARE, .measures = true, .facts = true }, list_labels, NULL },
    { "facts", { SPARE, .measures = true }, list_facts, NULL },
    { "tracks", { 0 }, NULL, list_tracks },
};

static int run(Cli *c)
{
    const char *name = c->argc ? c->argv[0] : "documents";
    const What *what = NULL;
    ColumnsFormat format;
    int status = EXIT_GOOD;
    for (size_t i = 0; i < sizeof whats / sizeof *whats; i++)
        if (strcmp(whats[i].name, name) == 0)
            what = &whats[i];
    if (!what)
        return cli_usage(c, "no list of '%s'; documents, runs, labels, facts or tracks", name);
    if (!columns_format(c, &format, &status))
        return status;
    if (c->argc) {
        c->argc--;
        c->argv++;
    }
    if (what->of_database)
        return c->argc ? cli_usage(c, "'%s' is too much", c->argv[0]) : what->of_database(c, format);
    Runs in;
    if (!read_runs(c, what->spare, &in, &status))
        return status;
    int done = what->of_runs(c, format, &in);
    inputs_free(&in);
    return status != EXIT_GOOD ? status : done;
}

static const CliOption options[] = {
    COLUMNS_OPTION,
    READ_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_list = {
    .name = "list",
    .usage = "[documents | runs | labels | facts | tracks] [FILTER|FILE]...",
    .summary = "Documents, runs, labels, facts, tracks",
    .details = "Runs are known by the first digits of their uid, documents by those of their sha256:\n"
               "'plimsoll show' takes both.",
    .options = options,
    .run = run,
};
