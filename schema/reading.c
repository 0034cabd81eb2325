#include "schema/reading.h"

#include "schema/facts_json.h"
#include "schema/pack.h"

const char *reading_name(Reading *r, Statement *st, size_t at)
{
    return names_keep(r->names, r->ops->get_text(st, at));
}

const char *reading_text(Reading *r, Statement *st, size_t at)
{
    Slice s = r->ops->get_text(st, at);
    return s.n ? arena_text(r->arena, s) : "";
}

Span reading_span(Reading *r, Statement *st, size_t at)
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

const StoreImport reading_no_import = { .name = "?", .session = "", .facts = "{}", .options = "{}",
                                       .parser = "", .time = "", .origin = "", .derivation = "" };

static int compare_imports(const void *a, const void *b)
{
    int64_t x = (*(const StoreImport *const *)a)->id, y = (*(const StoreImport *const *)b)->id;
    return (x > y) - (x < y);
}

void reading_index_imports(Reading *r)
{
    r->by_id = ARENA_ARRAY(r->arena, const StoreImport *, r->imports.n + 1);
    for (size_t i = 0; i < r->imports.n; i++)
        r->by_id[i] = &r->imports.v[i];
    qsort(r->by_id, r->imports.n, sizeof *r->by_id, compare_imports);
}

const StoreImport *reading_import(Reading *r, int64_t id)
{
    const StoreImport wanted = { .id = id }, *key = &wanted;
    const StoreImport **found =
        r->imports.n ? bsearch(&key, r->by_id, r->imports.n, sizeof *r->by_id, compare_imports) : NULL;
    return found ? *found : &reading_no_import;
}

Document *reading_document(Reading *r, int64_t import_id)
{
    StoreRuns *out = r->out;
    if (out->imports.n && out->imports.v[out->imports.n - 1] == import_id)
        return out->documents.v[out->documents.n - 1];
    const StoreImport *i = reading_import(r, import_id);
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

void reading_run(Reading *r, Statement *st, Run *run)
{
    const EngineOps *ops = r->ops;
    *run = (Run){
        .id = ops->get_int(st, 0),
        .ordinal = (uint32_t)ops->get_int(st, 3),
        .occurrence = (uint32_t)ops->get_int(st, 4),
        .tool = reading_name(r, st, 5),
        .version = reading_name(r, st, 6),
        .command = reading_name(r, st, 7),
        .time = reading_text(r, st, 8),
        .state = (RunState)named(ops->get_bytes(st, 9), state_name, RUN_ERROR + 1),
        .counted = ops->get_int(st, 10) != 0,
        .copy = (CopyKind)named(ops->get_bytes(st, 11), copy_name, COPY_REPOST + 1),
        .label = reading_name(r, st, 13),
        .workload = reading_name(r, st, 15),
        .session = reading_name(r, st, 16),
        .depth = (uint16_t)ops->get_int(st, 17),
        .span = { (uint32_t)ops->get_int(st, 18), (uint64_t)ops->get_int(st, 20),
                  (uint64_t)ops->get_int(st, 21) },
        .last_line = (uint32_t)ops->get_int(st, 19),
    };
    store_copy(run->uid, ops->get_bytes(st, 1), UID_BYTES);
    take_label_parts(r, run, ops->get_bytes(st, 14));
}

void reading_add_run(Reading *r, Run *run, int64_t import_id)
{
    Document *d = reading_document(r, import_id);
    run->document = d;
    *VEC_PUSH(r->arena, &d->runs) = run;
    *VEC_PUSH(r->arena, &r->out->runs) = run;
}

int reading_compare_ids(const void *a, const void *b)
{
    int64_t x = (*(Run *const *)a)->id, y = (*(Run *const *)b)->id;
    return (x > y) - (x < y);
}

size_t reading_place(Run *const *sorted, size_t n, int64_t id)
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

Run *reading_by_id(Run *const *sorted, size_t n, int64_t id)
{
    Run *found = sorted[reading_place(sorted, n, id)]; /* NULL behind the last */
    return found && found->id == id ? found : NULL;
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

void reading_keep(Reading *r, Run *run)
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

Missing reading_missing(Slice name)
{
    return name.n ? (Missing)named(name, missing_name_of, MISSING_BLANK + 1) : MISSING_NOT;
}

void reading_measure(Reading *r, Statement *st, Run *run)
{
    const EngineOps *ops = r->ops;
    Measure *m = VEC_PUSH(r->arena, &r->measures);
    (void)run;
    *m = (Measure){
        .scope = reading_name(r, st, 1),
        .metric = reading_name(r, st, 2),
        .value = ops->get_real(st, 3),
        .half_width = ops->get_real(st, 4),
        .missing = reading_missing(ops->get_text(st, 5)),
        .unit = unit_of(r, ops->get_text(st, 6)),
        .better = (Better)ops->get_int(st, 7),
        .headline = ops->get_int(st, 8) != 0,
        .raw = reading_text(r, st, 9),
        .raw_unit = reading_name(r, st, 10),
        .raw_factor = ops->get_real(st, 11),
        .workload = ops->kind(st, 12) == VALUE_NULL ? NULL : reading_name(r, st, 12),
        .span = reading_span(r, st, 13),
    };
}

void reading_fact(Reading *r, Statement *st, Run *run)
{
    Fact *f = VEC_PUSH(r->arena, &r->facts);
    (void)run;
    *f = (Fact){ .scope = reading_name(r, st, 1), .key = reading_name(r, st, 2), .value = reading_name(r, st, 3),
                 .origin = (FactOrigin)named(r->ops->get_bytes(st, 4), origin_name_of,
                                             ORIGIN_USER + 1),
                 .span = reading_span(r, st, 5) };
}

void reading_series(Reading *r, Statement *st, Run *run)
{
    const EngineOps *ops = r->ops;
    size_t n = (size_t)ops->get_int(st, 4);
    Series x = { .scope = reading_name(r, st, 1), .metric = reading_name(r, st, 2),
                 .unit = unit_named(ops->get_bytes(st, 3)), .n = n, .span = reading_span(r, st, 9) };
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

void reading_histogram(Reading *r, Statement *st, Run *run)
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
    *h = (Histogram){ .scope = reading_name(r, st, 1), .metric = reading_name(r, st, 2),
                      .unit = unit_named(ops->get_bytes(st, 3)),
                      .is_share = ops->get_int(st, 4) != 0, .n = n, .bucket = bucket,
                      .span = reading_span(r, st, 7) };
}

bool reading_of_run(Reading *r, StatementId id, const Value *values, size_t n, Take take,
                        Run *run, Error *err)
{
    Statement *st = store_query(r->store, id, values, n, err);
    Step step = STEP_FAILED;
    while (st && (step = r->ops->step(st, err)) == STEP_ROW)
        take(r, st, run);
    reading_keep(r, run);
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
            reading_keep(r, *sorted);
        if (*sorted && (*sorted)->id == run)
            take(r, st, *sorted);
    }
    bool all = !*sorted;
    if (*sorted)
        reading_keep(r, *sorted);
    return all || step == STEP_DONE;
}

bool reading_of_all(Reading *r, StatementId id, const Value *values, size_t n, Take take,
                        Run *const *sorted, Error *err)
{
    Statement *st = store_query(r->store, id, values, n, err);
    bool ok = st && take_all(r, st, take, sorted, err);
    if (st)
        r->ops->reset(st);
    return ok;
}
