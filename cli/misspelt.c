#include "cli/misspelt.h"

#include "base/suggest.h"

static bool take_key(void *context, size_t n, const char *const *names, const StoreCell *cells)
{
    void *const *to = context;
    Cli *c = to[0];
    Suggestion *s = to[1];
    (void)n, (void)names;
    suggest_try(s, arena_text(c->arena, cells[0].text));
    return true;
}

static bool is_own_key(const char *key)
{
    for (const char *const *own = filter_own_keys(); *own; own++)
        if (strcmp(*own, key) == 0)
            return true;
    return false;
}

/* Is it a fact of one of these runs? Near keys are remembered. */
static bool in_documents(const char *key, Document *const *documents, size_t n, Suggestion *near)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < documents[i]->runs.n; k++) {
            const Run *run = documents[i]->runs.v[k];
            for (size_t m = 0; m < run->facts.n; m++) {
                if (strcmp(run->facts.v[m].key, key) == 0)
                    return true;
                suggest_try(near, run->facts.v[m].key);
            }
        }
    return false;
}

static bool in_database(Cli *c, const char *key, Store *s, Suggestion *near)
{
    Error err = { 0 };
    StoreValues values;
    void *to[] = { c, near };
    if (!s || !store_values(s, key, c->arena, &values, &err))
        return false;
    if (values.n)
        return true;
    return !store_sql(s, "SELECT DISTINCT key FROM fact", take_key, to, &err);
}

bool misspelt_key(Cli *c, const Filter *f, Document *const *documents, size_t n, Store *s)
{
    const char **keys;
    size_t n_keys = filter_keys(f, c->arena, &keys);
    for (size_t i = 0; i < n_keys; i++) {
        Suggestion near = suggest_for(keys[i]);
        if (is_own_key(keys[i]))
            continue;
        for (const char *const *own = filter_own_keys(); *own; own++)
            suggest_try(&near, *own);
        if (in_documents(keys[i], documents, n, &near) || in_database(c, keys[i], s, &near))
            continue;
        if (near.best)
            cli_complain("no run has a fact '%s'; did you mean '%s'?", keys[i], near.best);
        else
            cli_complain("no run has a fact '%s'; 'plimsoll list facts' shows those there are", keys[i]);
        return true;
    }
    return false;
}

bool misspelt_metric(Cli *c, const Run *const *runs, size_t n)
{
    const char **names;
    size_t n_names = cli_values(c, "metric", &names);
    for (size_t i = 0; i < n_names; i++) {
        Suggestion near = suggest_for(names[i]);
        bool given = strpbrk(names[i], "*?") != NULL;
        for (size_t k = 0; k < n && !given; k++)
            for (size_t m = 0; m < runs[k]->measures.n && !given; m++) {
                given = strcmp(runs[k]->measures.v[m].metric, names[i]) == 0;
                suggest_try(&near, runs[k]->measures.v[m].metric);
            }
        if (given)
            continue;
        if (near.best)
            cli_complain("no run gives a metric '%s'; did you mean '%s'?", names[i], near.best);
        else
            cli_complain("no run gives a metric '%s'; 'plimsoll compare --all' shows those there are", names[i]);
        return true;
    }
    return false;
}
