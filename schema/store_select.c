/* Runs out of the database, with what they hold. */
#include "schema/reading.h"

typedef struct Copy {
    Run *run;
    int64_t original;
} Copy;
typedef VEC(Copy) Copies;

void reading_conditions(Reading *r, Buf *sql, Value **values, size_t *n)
{
    const StoreQuery *q = r->query;
    size_t most = 2; /* for the caller */
    for (size_t i = 0; i < q->n_terms; i++)
        most += q->terms[i].n + 1;
    *values = ARENA_ARRAY(r->arena, Value, most);
    *n = 0;
    if (!q->copies)
        buf_str(sql, " AND run.counted = 1");
    if (q->import) {
        buf_str(sql, " AND run.import_id = :import");
        (*values)[(*n)++] = V_INT(q->import);
    }
    for (size_t i = 0; i < q->n_terms; i++) {
        const StoreTerm *t = &q->terms[i];
        if (statements_term(sql, t->key, i, t->n))
            (*values)[(*n)++] = V_TEXT(t->key);
        for (size_t k = 0; k < t->n; k++)
            (*values)[(*n)++] = V_TEXT(t->values[k]);
    }
}

static const char *compose(Reading *r, Value **values, size_t *n)
{
    Buf sql = buf_new(0);
    buf_str(&sql, statements_runs);
    reading_conditions(r, &sql, values, n);
    buf_str(&sql, statements_runs_order);
    const char *text_of = arena_text(r->arena, buf_slice(&sql));
    buf_free(&sql);
    return text_of;
}

/* Documents and their runs in the order of imports; by the ids of imports they came. */
static void in_order(Reading *r)
{
    StoreRuns *out = r->out;
    StoreRuns came = *out;
    bool already = true;
    size_t *at = ARENA_ARRAY(r->arena, size_t, r->imports.n + 1); /* 1 + place in came, of an import */
    for (size_t i = 0; i < came.imports.n; i++) {
        const StoreImport *import = reading_import(r, came.imports.v[i]);
        if (import == &reading_no_import)
            return;
        at[import - r->imports.v] = i + 1;
        already = already && (i == 0 || import > reading_import(r, came.imports.v[i - 1]));
    }
    if (already)
        return;
    *out = (StoreRuns){ 0 };
    for (size_t i = 0; i < r->imports.n; i++) {
        if (!at[i])
            continue;
        Document *d = came.documents.v[at[i] - 1];
        *VEC_PUSH(r->arena, &out->documents) = d;
        *VEC_PUSH(r->arena, &out->imports) = r->imports.v[i].id;
        for (size_t k = 0; k < d->runs.n; k++)
            *VEC_PUSH(r->arena, &out->runs) = d->runs.v[k];
    }
}

/* sorted: the runs by id, with a NULL behind. */
static bool read_runs(Reading *r, Run ***sorted, Error *err)
{
    Value *values;
    size_t n_values;
    const char *sql = compose(r, &values, &n_values);
    Statement *st = NULL;
    if (!r->ops->prepare(r->store->engine, sql, &st, err))
        return false;
    r->ops->bind(st, values, n_values);
    Copies copies = { 0 };
    Step step;
    while ((step = r->ops->step(st, err)) == STEP_ROW) {
        Run *run = ARENA_NEW(r->arena, Run);
        reading_run(r, st, run);
        reading_add_run(r, run, r->ops->get_int(st, 2));
        if (r->ops->kind(st, 12) != VALUE_NULL)
            *VEC_PUSH(r->arena, &copies) = (Copy){ run, r->ops->get_int(st, 12) };
    }
    r->ops->finish(st);
    size_t n = r->out->runs.n;
    *sorted = ARENA_ARRAY(r->arena, Run *, n + 1);
    if (n)
        memcpy(*sorted, r->out->runs.v, n * sizeof **sorted);
    qsort(*sorted, n, sizeof **sorted, reading_compare_ids);
    for (size_t i = 0; i < copies.n; i++)
        copies.v[i].run->duplicate_of = reading_by_id(*sorted, n, copies.v[i].original);
    return step == STEP_DONE;
}

/*
 * One pass over a table in the order of its key costs about as much as looking up a fifth of it run
 * by run.
 */
bool reading_most_are_wanted(Reading *r, bool *most, Error *err)
{
    bool found;
    int64_t total;
    bool ok = store_number(r->store, RUN_MOST, NULL, 0, &found, &total, err);
    *most = ok && r->out->runs.n > (size_t)total / 5;
    return ok;
}

static bool read_all_measures(Reading *r, Run *const *sorted, Error *err)
{
    const StoreQuery *q = r->query;
    if (q->no_measures)
        return true;
    if (!q->headline_only && !q->metric)
        return reading_of_all(r, MEASURE_ALL, NULL, 0, reading_measure, sorted, err);
    const Value headline = V_INT(q->headline_only), metric = V_TEXT(q->metric ? q->metric : "");
    return reading_of_all(r, MEASURE_ALL_WANTED, VALUES(headline, metric), reading_measure, sorted, err);
}

static bool read_all_contents(Reading *r, Run *const *sorted, Error *err)
{
    return read_all_measures(r, sorted, err) &&
           reading_of_all(r, FACT_ALL, NULL, 0, reading_fact, sorted, err) &&
           (!r->query->samples ||
            (reading_of_all(r, SERIES_ALL, NULL, 0, reading_series, sorted, err) &&
             reading_of_all(r, HISTOGRAM_ALL, NULL, 0, reading_histogram, sorted, err)));
}

static bool read_run_contents(Reading *r, Run *run, Error *err)
{
    const StoreQuery *q = r->query;
    const Value headline = V_INT(q->headline_only), metric = V_TEXT(q->metric ? q->metric : "");
    const Value id = V_INT(run->id);
    return (q->no_measures ||
            reading_of_run(r, MEASURE_OF_RUN, VALUES(id, headline, metric), reading_measure, run, err)) &&
           reading_of_run(r, FACT_OF_RUN, &id, 1, reading_fact, run, err) &&
           (!q->samples || (reading_of_run(r, SERIES_OF_RUN, &id, 1, reading_series, run, err) &&
                            reading_of_run(r, HISTOGRAM_OF_RUN, &id, 1, reading_histogram, run, err)));
}

static bool read_contents(Reading *r, Run *const *sorted, Error *err)
{
    bool most;
    if (r->ops->shared)
        return select_server_contents(r, sorted, err);
    if (!reading_most_are_wanted(r, &most, err))
        return false;
    if (most)
        return read_all_contents(r, sorted, err);
    for (; *sorted; sorted++)
        if (!read_run_contents(r, *sorted, err))
            return false;
    return true;
}

/* --- notes and facts of documents --- */

static void take_note(Reading *r, Statement *st, Document *d, Run *const *sorted)
{
    Note *n = VEC_PUSH(r->arena, &d->notes);
    *n = (Note){ .code = reading_name(r, st, 1), .message = reading_text(r, st, 2), .span = reading_span(r, st, 3) };
    if (r->ops->kind(st, 0) != VALUE_NULL)
        n->run = reading_by_id(sorted, r->out->runs.n, r->ops->get_int(st, 0));
}

static bool read_notes(Reading *r, Run *const *sorted, Error *err)
{
    for (size_t i = 0; i < r->out->documents.n; i++) {
        Document *d = r->out->documents.v[i];
        const Value import = V_INT(r->out->imports.v[i]);
        Statement *st = store_query(r->store, NOTE_LIST, &import, 1, err);
        Step step = STEP_FAILED;
        while (st && (step = r->ops->step(st, err)) == STEP_ROW)
            take_note(r, st, d, sorted);
        if (st)
            r->ops->reset(st);
        Run facts = { 0 }; /* a place for reading_fact */
        if (step != STEP_DONE || !reading_of_run(r, DOCUMENT_FACT_LIST, &import, 1, reading_fact, &facts, err))
            return false;
        d->facts.v = facts.facts.v;
        d->facts.n = d->facts.cap = facts.facts.n;
    }
    return true;
}

/* Documents from which no run came have notes all the same. */
static void add_documents_without_runs(Reading *r)
{
    StoreRuns whole = *r->out;
    r->out->documents.n = r->out->documents.cap = 0;
    r->out->imports.n = r->out->imports.cap = 0;
    for (size_t i = 0, k = 0; i < r->imports.n; i++) {
        if (k < whole.imports.n && whole.imports.v[k] == r->imports.v[i].id) {
            *VEC_PUSH(r->arena, &r->out->documents) = whole.documents.v[k];
            *VEC_PUSH(r->arena, &r->out->imports) = whole.imports.v[k++];
        } else if (!r->query->import || r->query->import == r->imports.v[i].id) {
            reading_document(r, r->imports.v[i].id);
        }
    }
}

/* Only a file: a server is asked in few statements. */
static bool may_share(const Reading *r)
{
    const StoreQuery *q = r->query;
    return q->alike && !r->ops->shared && !q->copies && !q->samples && !q->metric;
}

static bool read_everything(Reading *r, Error *err)
{
    Run **sorted;
    bool done = false;
    const StoreQuery *q = r->query;
    if (!store_import_sources(r->store, r->arena, &r->imports, err))
        return false;
    reading_index_imports(r);
    if (may_share(r) && !select_alike(r, &done, &sorted, err))
        return false;
    if (!done && (!read_runs(r, &sorted, err) || (!q->bare && !read_contents(r, sorted, err))))
        return false;
    in_order(r);
    if (q->notes && q->n_terms == 0)
        add_documents_without_runs(r);
    return !q->notes || read_notes(r, sorted, err);
}

bool store_select(Store *s, const StoreQuery *q, Arena *a, StoreRuns *out, Error *err)
{
    *out = (StoreRuns){ 0 };
    Reading r = { .store = s, .ops = s->engine->ops, .query = q, .arena = a, .out = out };
    r.names = names_new(a);
    bool own;
    if (!store_begin_read(s, &own, err))
        return false;
    bool ok = read_everything(&r, err);
    return own ? store_end(s, ok, err) : ok;
}
