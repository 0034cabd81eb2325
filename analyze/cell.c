#include "analyze/cell.h"

#include <string.h>

#include "analyze/scope.h"

/* --- measures by name --- */

enum { FEW_MEASURES = 48 };

typedef struct RunIndex {
    Intern *names; /* scope NUL metric -> position in `at` */
    VEC(const Measure *) at;
} RunIndex;

typedef VEC(const Fact *) FactList;

typedef struct FactIndex {
    Intern *scopes;
    VEC(FactList) of; /* by scope */
} FactIndex;

struct MeasureIndex {
    Arena *arena;
    Intern *runs, *fact_runs, *documents;
    VEC(RunIndex) of;
    VEC(FactIndex) facts;
    VEC(bool) running_totals; /* by document: its prints add up */
};

MeasureIndex *measure_index_new(Arena *a)
{
    MeasureIndex *ix = ARENA_NEW(a, MeasureIndex);
    ix->arena = a;
    ix->runs = intern_new(a);
    ix->fact_runs = intern_new(a);
    ix->documents = intern_new(a);
    return ix;
}

static uint32_t name_id(Intern *names, const char *scope, const char *metric, bool add)
{
    char key[512];
    size_t n_scope = strlen(scope), n_metric = strlen(metric);
    if (n_scope + 1 + n_metric > sizeof key)
        return INTERN_NONE; /* too long to be a name that belongs to another */
    memcpy(key, scope, n_scope + 1);
    memcpy(key + n_scope + 1, metric, n_metric);
    size_t n = n_scope + 1 + n_metric;
    return add ? intern_bytes(names, key, n) : intern_find(names, key, n);
}

const Measure *measure_index_find(MeasureIndex *ix, const Run *run, const char *scope,
                                  const char *metric)
{
    if (run->measures.n <= FEW_MEASURES)
        return run_measure(run, scope, metric);
    uint32_t id = intern_bytes(ix->runs, &run, sizeof run);
    if (id == ix->of.n) {
        RunIndex *r = VEC_PUSH(ix->arena, &ix->of);
        r->names = intern_new(ix->arena);
        for (size_t i = 0; i < run->measures.n; i++) {
            const Measure *m = &run->measures.v[i];
            if (name_id(r->names, m->scope, m->metric, true) == r->at.n)
                *VEC_PUSH(ix->arena, &r->at) = m;
        }
    }
    const RunIndex *r = &ix->of.v[id];
    uint32_t at = name_id(r->names, scope, metric, false);
    return at == INTERN_NONE ? NULL : r->at.v[at];
}

/* --- facts by scope --- */

static FactIndex *fact_index(MeasureIndex *ix, const Run *run)
{
    uint32_t id = intern_bytes(ix->fact_runs, &run, sizeof run);
    if (id == ix->facts.n) {
        FactIndex fresh = { .scopes = intern_new(ix->arena) };
        for (size_t i = 0; i < run->facts.n; i++) {
            uint32_t scope = intern_text(fresh.scopes, run->facts.v[i].scope);
            if (scope == fresh.of.n)
                *VEC_PUSH(ix->arena, &fresh.of) = (FactList){ 0 };
            *VEC_PUSH(ix->arena, &fresh.of.v[scope]) = &run->facts.v[i];
        }
        *VEC_PUSH(ix->arena, &ix->facts) = fresh;
    }
    return &ix->facts.v[id];
}

size_t measure_index_facts(MeasureIndex *ix, const Run *run, const char *scope,
                           const Fact *const **out)
{
    FactIndex *facts = fact_index(ix, run);
    uint32_t id = intern_find(facts->scopes, scope, strlen(scope));
    if (id == INTERN_NONE)
        return 0;
    *out = facts->of.v[id].v;
    return facts->of.v[id].n;
}

const char *measure_index_fact(MeasureIndex *ix, const Run *run, const char *scope, const char *key)
{
    if (run->facts.n <= FEW_MEASURES)
        return run_fact(run, scope, key);
    for (int own = 1; own >= 0; own--) {
        const Fact *const *list;
        size_t n = measure_index_facts(ix, run, own ? scope : "", &list);
        for (size_t i = 0; i < n; i++)
            if (strcmp(list[i]->key, key) == 0)
                return list[i]->value;
    }
    return NULL;
}

/* --- spread that was printed --- */

/* Whose printed deviations divide by n: ioping.c (root of mean square less squared mean),
 * dt_consume.c. */
static bool divides_by_n(const char *tool)
{
    return strcmp(tool, "ioping") == 0 || strcmp(tool, "dtrace") == 0;
}

/* Where the count behind a mean stands when it is not NAME.n: the requests of ioping's line. */
static const char *const count_metrics[][3] = { { "ioping", "lat", "requests" } };

bool cell_is_companion(const char *metric)
{
    Slice m = slice_of(metric);
    return slice_ends(m, SLICE(".sd")) || slice_ends(m, SLICE(".n"));
}

static const Measure *sibling(Arena *a, MeasureIndex *ix, const Source *s, Slice stem,
                              const char *ending)
{
    const char *name = arena_printf(a, "%.*s%s", SLICE_ARG(stem), ending);
    const Measure *m = measure_index_find(ix, s->run, s->measure->scope, name);
    return m && m->missing == MISSING_NOT && isfinite(m->value) ? m : NULL;
}

static double count_behind(Arena *a, MeasureIndex *ix, const Source *s, Slice stem)
{
    const Measure *n = sibling(a, ix, s, stem, ".n");
    for (size_t i = 0; !n && i < sizeof count_metrics / sizeof *count_metrics; i++)
        if (strcmp(s->run->tool, count_metrics[i][0]) == 0 && slice_is(stem, count_metrics[i][1]))
            n = measure_index_find(ix, s->run, s->measure->scope, count_metrics[i][2]);
    return n && n->missing == MISSING_NOT && n->value >= 1 ? n->value : FIGURE_NONE;
}

static bool is_stated(const Run *run)
{
    return scope_tool_has_key(run->tool, "n");
}

static double stated_n(MeasureIndex *ix, const Source *s)
{
    const char *text = measure_index_fact(ix, s->run, s->measure->scope, "n");
    Slice digits = slice_of(text ? text : "");
    uint64_t n;
    return slice_uint(&digits, &n) && digits.n == 0 && n > 0 && n < 1000000000 ? (double)n
                                                                               : FIGURE_NONE;
}

/*
 * One value alone: a mean with the sd and count of separate runs ("412.3 +- 3.1 (n=5)": value.sd,
 * value.n), a mean of the requests of one run (lat.mean beside lat.sd), a stated mean, or a value.
 */
static void one_value(Arena *a, MeasureIndex *ix, const Source *s, Cell *c)
{
    Slice metric = slice_of(s->measure->metric);
    Slice stem = metric;
    bool is_mean = slice_ends(metric, SLICE(".mean"));
    if (is_mean)
        stem = slice_first(metric, metric.n - SLICE(".mean").n);
    const Measure *sd = sibling(a, ix, s, stem, ".sd");
    double n = count_behind(a, ix, s, stem);
    if (!figure_exists(n) && is_stated(s->run))
        n = stated_n(ix, s);
    double spread = sd ? sd->value : FIGURE_NONE;
    if (sd && divides_by_n(s->run->tool) && figure_exists(n) && n > 1)
        spread *= sqrt(n / (n - 1));
    if (is_mean && !is_stated(s->run)) {
        c->evidence = sd ? EVIDENCE_WITHIN_RUN : EVIDENCE_SINGLE;
        c->spread = spread;
        c->spread_n = n;
        return;
    }
    bool summary = sd && figure_exists(n) && n >= 2;
    bool stated = sd || figure_exists(n) || is_stated(s->run);
    c->evidence = summary ? EVIDENCE_SUMMARY : stated ? EVIDENCE_MEAN_ONLY : EVIDENCE_SINGLE;
    if (!stated)
        return;
    c->sd = spread;
    c->n = figure_exists(n) ? (size_t)n : 0;
    c->n_values = 0;
    c->median = c->min = c->max = c->geomean = c->log_mean = c->log_sd = FIGURE_NONE;
}

/* --- several prints of one run --- */

/* Tools that print again and again while they run: what stands in one document is one run. */
static bool prints_snapshots(const Run *run)
{
    return strcmp(run->tool, "dtrace") == 0;
}

static bool one_document(const Source *const *used, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (used[i]->run->document != used[0]->run->document)
            return false;
    return true;
}

/* The reader saw that no figure ever falls: the last print holds all the others. */
static bool has_running_totals(MeasureIndex *ix, const Document *d)
{
    uint32_t id = intern_bytes(ix->documents, &d, sizeof d);
    if (id == ix->running_totals.n) {
        bool totals = false;
        for (size_t i = 0; d && i < d->notes.n && !totals; i++)
            totals = strcmp(d->notes.v[i].code, "dtrace.snapshots_look_cumulative") == 0;
        *VEC_PUSH(ix->arena, &ix->running_totals) = totals;
    }
    return ix->running_totals.v[id];
}

/* --- the cell --- */

/* A run that stopped at an error measured something else than was asked for. */
static bool failed(const Run *run)
{
    return run->state == RUN_ERROR || (run->state == RUN_PARTIAL && run_fact(run, "", "error")) ||
           (run->state != RUN_OK && run_fact(run, "", "interrupted"));
}

/* Which figures count: not missing, one a run, and of failed runs only when there is nothing else.
 */
static size_t usable(Arena *a, const Source *sources, size_t n, const Source ***out)
{
    size_t kept = 0, whole = 0;
    *out = ARENA_ARRAY(a, const Source *, n + 1);
    for (size_t i = 0; i < n; i++)
        whole += !failed(sources[i].run) && sources[i].measure->missing == MISSING_NOT;
    for (size_t i = 0; i < n; i++) {
        const Source *s = &sources[i];
        if (s->measure->missing != MISSING_NOT || !isfinite(s->measure->value) ||
            (whole && failed(s->run)) || (kept && (*out)[kept - 1]->run == s->run))
            continue;
        (*out)[kept++] = s;
    }
    return kept;
}

void cell_fill(Arena *a, MeasureIndex *ix, const Source *sources, size_t n, Cell *out)
{
    const double none = FIGURE_NONE;
    *out = (Cell){ .mean = none,
                   .sd = none,
                   .median = none,
                   .min = none,
                   .max = none,
                   .geomean = none,
                   .log_mean = none,
                   .log_sd = none,
                   .spread = none,
                   .spread_n = none,
                   .raw = "",
                   .sources = sources,
                   .n_sources = n };
    const Source **used;
    size_t kept = usable(a, sources, n, &used);
    bool snapshots = kept > 1 && prints_snapshots(used[0]->run) && one_document(used, kept);
    if (snapshots && has_running_totals(ix, used[0]->run->document)) {
        used += kept - 1;
        kept = 1;
    }
    if (kept == 0) {
        out->missing = n ? sources[0].measure->missing : MISSING_NOT;
        return;
    }
    double *values = ARENA_ARRAY(a, double, kept), half = 0;
    for (size_t i = 0; i < kept; i++) {
        values[i] = used[i]->measure->value;
        half += used[i]->measure->half_width / (double)kept;
    }
    Sample s = sample_of(a, values, kept);
    out->n = out->n_values = kept;
    out->mean = s.mean;
    out->sd = s.sd;
    out->median = s.median;
    out->min = s.min;
    out->max = s.max;
    out->geomean = s.geomean;
    out->log_mean = s.log_mean;
    out->log_sd = s.log_sd;
    out->values = s.values;
    out->in_order = values;
    out->half_width = half;
    if (!isfinite(s.mean)) { /* the sum of hostile figures may not exist */
        out->n = out->n_values = 0;
        return;
    }
    if (kept > 1 && snapshots) {
        out->evidence = EVIDENCE_WITHIN_RUN;
        out->n = 1;
        out->spread = s.sd;
        out->spread_n = (double)kept;
        out->sd = none;
        return;
    }
    if (kept > 1) {
        out->evidence = is_stated(used[0]->run) ? EVIDENCE_MEAN_ONLY : EVIDENCE_REPLICATES;
        return;
    }
    out->raw = used[0]->measure->raw;
    one_value(a, ix, used[0], out);
}

Moments cell_moments(const Cell *c, bool within_run)
{
    Moments none = { 0, c->mean, FIGURE_NONE };
    if (c->evidence == EVIDENCE_REPLICATES || c->evidence == EVIDENCE_SUMMARY)
        return (Moments){ (double)c->n, c->mean, c->sd };
    if (within_run && c->evidence == EVIDENCE_WITHIN_RUN && c->spread_n >= 2)
        return (Moments){ c->spread_n, c->mean, c->spread };
    return none;
}
