/* Runs out of the database, with what they hold. */
#include "schema/facts_json.h"
#include "schema/inside.h"
#include "schema/names.h"
#include "schema/pack.h"

typedef struct Reading {
    Store *store;
    const EngineOps *ops;
    const StoreQuery *query;
    Arena *arena;
    Names *names;
    StoreRuns *out;
    StoreImports imports;
    const StoreImport **by_id; /* of imports */
    /* Of the run whose rows come: copied into it, with no room to spare, when its last one came. */
    VEC(Measure) measures;
    VEC(Fact) facts;
    Slice unit_name; /* of the last figure */
    Unit unit;
} Reading;

static const char *name(Reading *r, Statement *st, size_t at)
{
    return names_keep(r->names, r->ops->get_text(st, at));
}

static const char *text(Reading *r, Statement *st, size_t at)
{
    Slice s = r->ops->get_text(st, at);
    return s.n ? arena_text(r->arena, s) : "";
}

static Span span(Reading *r, Statement *st, size_t at)
{
    return (Span){ (uint32_t)r->ops->get_int(st, at), (uint64_t)r->ops->get_int(st, at + 1),
                   (uint64_t)r->ops->get_int(st, at + 2) };
}

/* Which of the names of an enum this is; 0 when none. */
static int named(Slice s, const char *(*name_of)(int), int n)
{
    for (int i = 0; i < n; i++)
        if (slice_is(s, name_of(i)))
            return i;
    return 0;
}

static const char *state_name(int i)
{
    return run_state_name((RunState)i);
}

static const char *copy_name(int i)
{
    return copy_kind_name((CopyKind)i);
}

static const char *missing_name_of(int i)
{
    return missing_name((Missing)i);
}

static const char *origin_name_of(int i)
{
    return origin_name((FactOrigin)i);
}

/* --- documents --- */

/* For runs whose import is not there: only in a damaged or forged database. */
static const StoreImport no_import = { .name = "?", .session = "", .facts = "{}", .options = "{}",
                                       .parser = "", .time = "", .origin = "", .derivation = "" };

static int compare_imports(const void *a, const void *b)
{
    int64_t x = (*(const StoreImport *const *)a)->id, y = (*(const StoreImport *const *)b)->id;
    return (x > y) - (x < y);
}

static void index_imports(Reading *r)
{
    r->by_id = ARENA_ARRAY(r->arena, const StoreImport *, r->imports.n + 1);
    for (size_t i = 0; i < r->imports.n; i++)
        r->by_id[i] = &r->imports.v[i];
    qsort(r->by_id, r->imports.n, sizeof *r->by_id, compare_imports);
}

static const StoreImport *import_of(Reading *r, int64_t id)
{
    const StoreImport wanted = { .id = id }, *key = &wanted;
    const StoreImport **found =
        r->imports.n ? bsearch(&key, r->by_id, r->imports.n, sizeof *r->by_id, compare_imports) : NULL;
    return found ? *found : &no_import;
}

static Document *document_of(Reading *r, int64_t import_id)
{
    StoreRuns *out = r->out;
    if (out->imports.n && out->imports.v[out->imports.n - 1] == import_id)
        return out->documents.v[out->documents.n - 1];
    const StoreImport *i = import_of(r, import_id);
    Document *d = ARENA_NEW(r->arena, Document);
    *d = (Document){ .arena = r->arena, .name = i->name, .origin = i->origin,
                     .derivation = i->derivation, .session = i->session,
                     .lines = (uint32_t)i->lines };
    memcpy(d->sha256, i->sha256, SHA256_BYTES);
    facts_json_read(d, slice_of(i->facts));
    *VEC_PUSH(r->arena, &out->documents) = d;
    *VEC_PUSH(r->arena, &out->imports) = import_id;
    return d;
}

/* --- runs --- */

/* The components by name; only a label of one component has its value, too. */
static void take_label_parts(Reading *r, Run *run, Slice from)
{
    Slice one;
    while (slice_until(&from, SLICE(", "), &one))
        *VEC_PUSH(r->arena, &run->label_parts) = (LabelPart){ names_keep(r->names, one), "", 0 };
    if (from.n)
        *VEC_PUSH(r->arena, &run->label_parts) = (LabelPart){ names_keep(r->names, from), "", 0 };
    if (run->label_parts.n == 1)
        run->label_parts.v[0].value = run->label;
}

static Run *take_run(Reading *r, Statement *st)
{
    const EngineOps *ops = r->ops;
    Run *run = ARENA_NEW(r->arena, Run);
    Document *d = document_of(r, ops->get_int(st, 2));
    *run = (Run){
        .id = ops->get_int(st, 0),
        .ordinal = (uint32_t)ops->get_int(st, 3),
        .occurrence = (uint32_t)ops->get_int(st, 4),
        .tool = name(r, st, 5),
        .version = name(r, st, 6),
        .command = name(r, st, 7),
        .time = text(r, st, 8),
        .state = (RunState)named(ops->get_bytes(st, 9), state_name, RUN_ERROR + 1),
        .counted = ops->get_int(st, 10) != 0,
        .copy = (CopyKind)named(ops->get_bytes(st, 11), copy_name, COPY_REPOST + 1),
        .label = name(r, st, 13),
        .workload = name(r, st, 15),
        .session = name(r, st, 16),
        .depth = (uint16_t)ops->get_int(st, 17),
        .span = { (uint32_t)ops->get_int(st, 18), (uint64_t)ops->get_int(st, 20),
                  (uint64_t)ops->get_int(st, 21) },
        .last_line = (uint32_t)ops->get_int(st, 19),
        .document = d,
    };
    store_copy(run->uid, ops->get_bytes(st, 1), UID_BYTES);
    take_label_parts(r, run, ops->get_bytes(st, 14));
    *VEC_PUSH(r->arena, &d->runs) = run;
    *VEC_PUSH(r->arena, &r->out->runs) = run;
    return run;
}

static int compare_ids(const void *a, const void *b)
{
    int64_t x = (*(Run *const *)a)->id, y = (*(Run *const *)b)->id;
    return (x > y) - (x < y);
}

typedef struct Copy {
    Run *run;
    int64_t original;
} Copy;
typedef VEC(Copy) Copies;

/* The first that has this id or a larger one. */
static size_t place_of(Run *const *sorted, size_t n, int64_t id)
{
    size_t lo = 0;
    while (n > 0) {
        size_t half = n / 2;
        if (sorted[lo + half]->id < id) {
            lo += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return lo;
}

static Run *by_id(Run *const *sorted, size_t n, int64_t id)
{
    Run *found = sorted[place_of(sorted, n, id)]; /* NULL behind the last */
    return found && found->id == id ? found : NULL;
}

/* The conditions of the query behind a WHERE; values in the order of their parameters. */
static void conditions(Reading *r, Buf *sql, Value **values, size_t *n)
{
    const StoreQuery *q = r->query;
    size_t most = 2; /* one for the caller */
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
    conditions(r, &sql, values, n);
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
        const StoreImport *import = import_of(r, came.imports.v[i]);
        if (import == &no_import)
            return;
        at[import - r->imports.v] = i + 1;
        already = already && (i == 0 || import > import_of(r, came.imports.v[i - 1]));
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
        Run *run = take_run(r, st);
        if (r->ops->kind(st, 12) != VALUE_NULL)
            *VEC_PUSH(r->arena, &copies) = (Copy){ run, r->ops->get_int(st, 12) };
    }
    r->ops->finish(st);
    in_order(r);
    size_t n = r->out->runs.n;
    *sorted = ARENA_ARRAY(r->arena, Run *, n + 1);
    if (n)
        memcpy(*sorted, r->out->runs.v, n * sizeof **sorted);
    qsort(*sorted, n, sizeof **sorted, compare_ids);
    for (size_t i = 0; i < copies.n; i++)
        copies.v[i].run->duplicate_of = by_id(*sorted, n, copies.v[i].original);
    return step == STEP_DONE;
}

/* --- what runs hold --- */

/* Most figures in a row have the unit of the one before. */
static Unit unit_of(Reading *r, Slice name)
{
    if (!slice_eq(name, r->unit_name)) {
        r->unit = unit_named(name);
        r->unit_name = slice_of(unit_name(r->unit));
    }
    return r->unit;
}

/* The rows of the run are complete. */
static void keep(Reading *r, Run *run)
{
    if (r->measures.n) {
        run->measures.n = run->measures.cap = r->measures.n;
        run->measures.v = ARENA_ARRAY(r->arena, Measure, r->measures.n);
        memcpy(run->measures.v, r->measures.v, r->measures.n * sizeof *r->measures.v);
        r->measures.n = 0;
    }
    if (r->facts.n) {
        run->facts.n = run->facts.cap = r->facts.n;
        run->facts.v = ARENA_ARRAY(r->arena, Fact, r->facts.n);
        memcpy(run->facts.v, r->facts.v, r->facts.n * sizeof *r->facts.v);
        r->facts.n = 0;
    }
}

static void take_measure(Reading *r, Statement *st, Run *run)
{
    const EngineOps *ops = r->ops;
    Measure *m = VEC_PUSH(r->arena, &r->measures);
    Slice missing = ops->get_text(st, 5);
    (void)run;
    *m = (Measure){
        .scope = name(r, st, 1),
        .metric = name(r, st, 2),
        .value = ops->get_real(st, 3),
        .half_width = ops->get_real(st, 4),
        .missing = missing.n ? (Missing)named(missing, missing_name_of, MISSING_BLANK + 1)
                             : MISSING_NOT,
        .unit = unit_of(r, ops->get_text(st, 6)),
        .better = (Better)ops->get_int(st, 7),
        .headline = ops->get_int(st, 8) != 0,
        .raw = text(r, st, 9),
        .raw_unit = name(r, st, 10),
        .raw_factor = ops->get_real(st, 11),
        .workload = ops->kind(st, 12) == VALUE_NULL ? NULL : name(r, st, 12),
        .span = span(r, st, 13),
    };
}

static void take_fact(Reading *r, Statement *st, Run *run)
{
    Fact *f = VEC_PUSH(r->arena, &r->facts);
    (void)run;
    *f = (Fact){ .scope = name(r, st, 1), .key = name(r, st, 2), .value = name(r, st, 3),
                 .origin = (FactOrigin)named(r->ops->get_bytes(st, 4), origin_name_of,
                                             ORIGIN_USER + 1),
                 .span = span(r, st, 5) };
}

static void take_series(Reading *r, Statement *st, Run *run)
{
    const EngineOps *ops = r->ops;
    size_t n = (size_t)ops->get_int(st, 4);
    Series x = { .scope = name(r, st, 1), .metric = name(r, st, 2),
                 .unit = unit_named(ops->get_bytes(st, 3)), .n = n, .span = span(r, st, 9) };
    x.value = unpack_doubles(r->arena, ops->get_bytes(st, 5), n);
    if (ops->kind(st, 6) != VALUE_NULL)
        x.time_s = unpack_doubles(r->arena, ops->get_bytes(st, 6), n);
    Slice excluded = ops->get_bytes(st, 7);
    if (ops->kind(st, 7) != VALUE_NULL && excluded.n == n)
        x.excluded = n ? memcpy(arena_alloc(r->arena, n), excluded.p, n) : NULL;
    if (ops->kind(st, 8) != VALUE_NULL)
        x.number = unpack_numbers(r->arena, ops->get_bytes(st, 8), n);
    if (x.value)
        *VEC_PUSH(r->arena, &run->series) = x;
}

static void take_histogram(Reading *r, Statement *st, Run *run)
{
    const EngineOps *ops = r->ops;
    size_t n = (size_t)ops->get_int(st, 5);
    const double *flat =
        n <= SIZE_MAX / 3 ? unpack_doubles(r->arena, ops->get_bytes(st, 6), 3 * n) : NULL;
    if (!flat)
        return;
    Bucket *bucket = ARENA_ARRAY(r->arena, Bucket, n + 1);
    for (size_t k = 0; k < n; k++)
        bucket[k] = (Bucket){ flat[3 * k], flat[3 * k + 1], flat[3 * k + 2] };
    Histogram *h = VEC_PUSH(r->arena, &run->histograms);
    *h = (Histogram){ .scope = name(r, st, 1), .metric = name(r, st, 2),
                      .unit = unit_named(ops->get_bytes(st, 3)),
                      .is_share = ops->get_int(st, 4) != 0, .n = n, .bucket = bucket,
                      .span = span(r, st, 7) };
}

typedef void (*Take)(Reading *r, Statement *st, Run *run);

/* Rows of one run. */
static bool read_of_run(Reading *r, StatementId id, const Value *values, size_t n, Take take,
                        Run *run, Error *err)
{
    Statement *st = store_query(r->store, id, values, n, err);
    Step step = STEP_FAILED;
    while (st && (step = r->ops->step(st, err)) == STEP_ROW)
        take(r, st, run);
    keep(r, run);
    if (st)
        r->ops->reset(st);
    return step == STEP_DONE;
}

/* Rows of every run of the database, by run_id: those of runs that are not asked for are passed over. */
static bool take_all(Reading *r, Statement *st, Take take, Run *const *sorted, Error *err)
{
    Step step = STEP_FAILED;
    while (*sorted && (step = r->ops->step(st, err)) == STEP_ROW) {
        int64_t run = r->ops->get_int(st, 0);
        for (; *sorted && (*sorted)->id < run; sorted++)
            keep(r, *sorted);
        if (*sorted && (*sorted)->id == run)
            take(r, st, *sorted);
    }
    bool all = !*sorted;
    if (*sorted)
        keep(r, *sorted);
    return all || step == STEP_DONE;
}

static bool read_of_all(Reading *r, StatementId id, const Value *values, size_t n, Take take,
                        Run *const *sorted, Error *err)
{
    Statement *st = store_query(r->store, id, values, n, err);
    bool ok = st && take_all(r, st, take, sorted, err);
    if (st)
        r->ops->reset(st);
    return ok;
}

/*
 * One pass over a table in the order of its key costs about as much as looking up a fifth of it run
 * by run.
 */
static bool most_are_wanted(Reading *r, bool *most, Error *err)
{
    bool found;
    int64_t total;
    bool ok = store_number(r->store, RUN_COUNT, NULL, 0, &found, &total, err);
    *most = ok && r->out->runs.n > (size_t)total / 5;
    return ok;
}

static bool read_all_measures(Reading *r, Run *const *sorted, Error *err)
{
    const StoreQuery *q = r->query;
    if (!q->headline_only && !q->metric)
        return read_of_all(r, MEASURE_ALL, NULL, 0, take_measure, sorted, err);
    const Value headline = V_INT(q->headline_only), metric = V_TEXT(q->metric ? q->metric : "");
    return read_of_all(r, MEASURE_ALL_WANTED, VALUES(headline, metric), take_measure, sorted, err);
}

static bool read_all_contents(Reading *r, Run *const *sorted, Error *err)
{
    return read_all_measures(r, sorted, err) &&
           read_of_all(r, FACT_ALL, NULL, 0, take_fact, sorted, err) &&
           (!r->query->samples ||
            (read_of_all(r, SERIES_ALL, NULL, 0, take_series, sorted, err) &&
             read_of_all(r, HISTOGRAM_ALL, NULL, 0, take_histogram, sorted, err)));
}

static bool read_run_contents(Reading *r, Run *run, Error *err)
{
    const StoreQuery *q = r->query;
    const Value headline = V_INT(q->headline_only), metric = V_TEXT(q->metric ? q->metric : "");
    const Value id = V_INT(run->id);
    return read_of_run(r, MEASURE_OF_RUN, VALUES(id, headline, metric), take_measure, run, err) &&
           read_of_run(r, FACT_OF_RUN, &id, 1, take_fact, run, err) &&
           (!q->samples || (read_of_run(r, SERIES_OF_RUN, &id, 1, take_series, run, err) &&
                            read_of_run(r, HISTOGRAM_OF_RUN, &id, 1, take_histogram, run, err)));
}

/*
 * A server gives rows faster as they lie than in order, so the order is made here: which rows are
 * whose, then those of each run by seq (most often they are).
 */
typedef struct Row {
    uint32_t run, row; /* places in sorted, in the result */
    int64_t seq;
} Row;
typedef struct Rows {
    Row *v;
    size_t n, cap;
    size_t *of_run; /* how many are sorted[i]'s */
    bool in_order;  /* those of a run came together, by seq */
} Rows;

/* The rows of runs that are asked for. */
static bool list_rows(Reading *r, Statement *st, Run *const *sorted, size_t n, Arena *a, Rows *out,
                      Error *err)
{
    size_t seq_at = r->ops->columns(st) - 1, at = 0;
    Step step;
    for (uint32_t row = 0; (step = r->ops->step(st, err)) == STEP_ROW; row++) {
        int64_t id = r->ops->get_int(st, 0);
        if (at >= n || sorted[at]->id != id)
            at = place_of(sorted, n, id);
        if (at >= n || sorted[at]->id != id)
            continue;
        Row *one = VEC_PUSH(a, out);
        *one = (Row){ (uint32_t)at, row, r->ops->get_int(st, seq_at) };
        if (out->of_run[at]++)
            out->in_order = out->in_order && one[-1].run == at && one[-1].seq < one->seq;
    }
    return step == STEP_DONE;
}

/* By run; equal runs by seq. */
static const Row *in_place(Arena *a, const Rows *rows, size_t n)
{
    Row *out = ARENA_ARRAY(a, Row, rows->n + 1);
    size_t *end = ARENA_ARRAY(a, size_t, n + 1), sum = 0;
    for (size_t i = 0; i < n; i++) {
        end[i] = sum;
        sum += rows->of_run[i];
    }
    for (size_t i = 0; i < rows->n; i++) {
        Row row = rows->v[i];
        size_t from = end[row.run]++, to = from;
        for (; to > 0 && out[to - 1].run == row.run && out[to - 1].seq > row.seq; to--)
            out[to] = out[to - 1];
        out[to] = row;
    }
    return out;
}

static bool take_in_order(Reading *r, Statement *st, Take take, Run *const *sorted, Error *err)
{
    size_t n = r->out->runs.n;
    Arena *a = arena_new(0);
    Rows rows = { .of_run = ARENA_ARRAY(a, size_t, n + 1), .in_order = true };
    bool ok = list_rows(r, st, sorted, n, a, &rows, err);
    const Row *row = !ok || rows.in_order ? rows.v : in_place(a, &rows, n);
    for (size_t i = 0; i < rows.n && ok; i++) {
        Run *run = sorted[row[i].run];
        r->ops->seek(st, row[i].row);
        take(r, st, run);
        if (i + 1 == rows.n || row[i + 1].run != row[i].run)
            keep(r, run);
    }
    arena_free(a);
    return ok;
}

/* Of the runs of the query alone, chosen by the server: for each kind one statement. */
static bool read_shared(Reading *r, StatementId id, Take take, bool figures, Run *const *sorted, Error *err)
{
    const StoreQuery *q = r->query;
    Value *values;
    size_t n;
    Statement *st = NULL;
    Buf sql = buf_new(0);
    Slice all = slice_of(statements[id]);
    size_t from = slice_find(all, SLICE(" FROM "));
    buf_add(&sql, slice_first(all, from));
    buf_str(&sql, ", seq");
    buf_add(&sql, (Slice){ all.p + from, slice_find(all, SLICE(" ORDER BY")) - from });
    buf_str(&sql, " WHERE 1 = 1");
    if (q->n_terms || q->import) {
        buf_str(&sql, " AND run_id IN (");
        buf_str(&sql, statements_run_ids);
        conditions(r, &sql, &values, &n);
        buf_str(&sql, ")");
    } else { /* all but copies, which are passed over here */
        values = ARENA_ARRAY(r->arena, Value, 1);
        n = 0;
    }
    if (figures && q->headline_only)
        buf_str(&sql, " AND headline = 1");
    if (figures && q->metric) {
        buf_str(&sql, " AND metric = :metric");
        values[n++] = V_TEXT(q->metric);
    }
    bool ok = r->ops->prepare(r->store->engine, sql.text, &st, err);
    buf_free(&sql);
    if (!ok)
        return false;
    r->ops->bind(st, values, n);
    ok = take_in_order(r, st, take, sorted, err);
    r->ops->finish(st);
    return ok;
}

static bool read_shared_contents(Reading *r, Run *const *sorted, Error *err)
{
    return read_shared(r, MEASURE_ALL, take_measure, true, sorted, err) &&
           read_shared(r, FACT_ALL, take_fact, false, sorted, err) &&
           (!r->query->samples || (read_shared(r, SERIES_ALL, take_series, false, sorted, err) &&
                                   read_shared(r, HISTOGRAM_ALL, take_histogram, false, sorted, err)));
}

static bool read_contents(Reading *r, Run *const *sorted, Error *err)
{
    bool most;
    if (r->ops->shared)
        return read_shared_contents(r, sorted, err);
    if (!most_are_wanted(r, &most, err))
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
    *n = (Note){ .code = name(r, st, 1), .message = text(r, st, 2), .span = span(r, st, 3) };
    if (r->ops->kind(st, 0) != VALUE_NULL)
        n->run = by_id(sorted, r->out->runs.n, r->ops->get_int(st, 0));
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
        Run facts = { 0 }; /* a place for take_fact */
        if (step != STEP_DONE || !read_of_run(r, DOCUMENT_FACT_LIST, &import, 1, take_fact, &facts, err))
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
            document_of(r, r->imports.v[i].id);
        }
    }
}

static bool index_and_read(Reading *r, Run ***sorted, Error *err)
{
    index_imports(r);
    return read_runs(r, sorted, err);
}

static bool read_everything(Reading *r, Error *err)
{
    Run **sorted;
    const StoreQuery *q = r->query;
    if (!store_imports(r->store, r->arena, &r->imports, err) || !index_and_read(r, &sorted, err))
        return false;
    if (q->notes && q->n_terms == 0)
        add_documents_without_runs(r);
    return (q->bare || read_contents(r, sorted, err)) && (!q->notes || read_notes(r, sorted, err));
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
