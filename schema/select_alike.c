/*
 * Runs of a file, what equal ones share read once. Of a hundred thousand runs most are described like
 * others (schema/alike.h): what is read of each is where it stands and what it measured; the rest is
 * that of the first that is described like it.
 */
#include "base/uid.h"
#include "schema/reading.h"

/* Of the runs of one form: */
typedef struct Form {
    Run run;        /* the first, without facts; its measures lack value, text and line */
    int64_t *place; /* of the measures: seq, ascending */
    bool along;     /* some are not shown by default, but go along with those that are */
} Form;

/* Runs that have the same facts. */
typedef struct FactSet {
    int64_t run; /* the first */
    Run holder;
} FactSet;

/* A row, before its document is known. */
typedef struct Slim {
    Run *run;
    int64_t import;
    uint32_t form, facts;
    int64_t original; /* 0: none */
} Slim;

typedef struct Alike {
    Reading *r;
    UidMap *form_of, *facts_of; /* 1 + index */
    VEC(Form) forms;
    VEC(FactSet) facts;
    VEC(Slim) slims;
    const Slim **by_id; /* as sorted */
} Alike;

enum { FEWEST_OF_A_FORM = 4, FEWEST_OF_FACTS = 4, FEWEST_ALONG = 5, ANY_FORMS = 64 };

static uint32_t index_of(UidMap *map, Slice hash, size_t next)
{
    uint8_t key[UID_BYTES];
    store_copy(key, hash, UID_BYTES);
    void **at = uid_map_at(map, key);
    if (!*at)
        *at = (void *)(uintptr_t)(next + 1);
    return (uint32_t)((uintptr_t)*at - 1);
}

/* A row of statements_alike. */
static void take_slim(Alike *a, Statement *st)
{
    Reading *r = a->r;
    const EngineOps *ops = r->ops;
    Run *run = ARENA_NEW(r->arena, Run);
    Slim *slim = VEC_PUSH(r->arena, &a->slims);
    int64_t id = ops->get_int(st, 0);
    *slim = (Slim){ .run = run, .import = ops->get_int(st, 3),
                    .form = index_of(a->form_of, ops->get_bytes(st, 1), a->forms.n),
                    .facts = index_of(a->facts_of, ops->get_bytes(st, 2), a->facts.n),
                    .original = ops->get_int(st, 12) };
    if (slim->form == a->forms.n) /* a damaged index may name a run that is not there */
        VEC_PUSH(r->arena, &a->forms)->run =
            (Run){ .id = id, .tool = "", .version = "", .command = "", .label = "", .workload = "" };
    if (slim->facts == a->facts.n)
        VEC_PUSH(r->arena, &a->facts)->run = id;
    run->id = id;
    run->ordinal = (uint32_t)ops->get_int(st, 4);
    run->time = reading_text(r, st, 6);
    run->session = reading_name(r, st, 7);
    run->span = (Span){ (uint32_t)ops->get_int(st, 8), (uint64_t)ops->get_int(st, 10),
                        (uint64_t)ops->get_int(st, 11) };
    run->last_line = (uint32_t)ops->get_int(st, 9);
    run->counted = true;
    store_copy(run->uid, ops->get_bytes(st, 5), UID_BYTES);
}

static bool read_slims(Alike *a, Error *err)
{
    Reading *r = a->r;
    Value *values;
    size_t n_values;
    Statement *st = NULL;
    Buf sql = buf_new(0);
    buf_str(&sql, statements_alike);
    reading_conditions(r, &sql, &values, &n_values);
    buf_str(&sql, statements_alike_order);
    bool ok = r->ops->prepare(r->store->engine, sql.text, &st, err);
    buf_free(&sql);
    if (!ok)
        return false;
    r->ops->bind(st, values, n_values);
    Step step;
    while ((step = r->ops->step(st, err)) == STEP_ROW)
        take_slim(a, st);
    r->ops->finish(st);
    return step == STEP_DONE;
}

/* --- forms --- */

static bool read_form(Reading *r, Form *f, Error *err)
{
    int64_t id = f->run.id;
    const Value run = V_INT(id);
    Statement *st = store_query(r->store, RUN_OF_ID, &run, 1, err);
    Step step = st ? r->ops->step(st, err) : STEP_FAILED;
    if (step == STEP_ROW)
        reading_run(r, st, &f->run);
    if (st)
        r->ops->reset(st);
    return step != STEP_FAILED;
}

static bool read_form_measures(Reading *r, Form *f, Error *err)
{
    const StoreQuery *q = r->query;
    VEC(int64_t) places = { 0 };
    Statement *st = store_query(r->store, MEASURE_OF_RUN,
                                VALUES(V_INT(f->run.id), V_INT(q->headline_only), V_TEXT("")), err);
    Step step = STEP_FAILED;
    while (st && (step = r->ops->step(st, err)) == STEP_ROW) {
        reading_measure(r, st, &f->run);
        f->along = f->along || !r->measures.v[r->measures.n - 1].headline;
        *VEC_PUSH(r->arena, &places) = r->ops->get_int(st, 16);
    }
    reading_keep(r, &f->run);
    f->place = places.v;
    if (st)
        r->ops->reset(st);
    return step == STEP_DONE;
}

static bool read_forms(Alike *a, Error *err)
{
    bool ok = true;
    for (size_t i = 0; i < a->forms.n && ok; i++)
        ok = read_form(a->r, &a->forms.v[i], err) &&
             (a->r->query->bare || a->r->query->no_measures || read_form_measures(a->r, &a->forms.v[i], err));
    return ok;
}

/* --- runs --- */

static int by_place(const void *a, const void *b)
{
    const Slim *x = a, *y = b;
    if (x->import != y->import)
        return x->import < y->import ? -1 : 1;
    return (x->run->ordinal > y->run->ordinal) - (x->run->ordinal < y->run->ordinal);
}

/* Ids are given in the order of imports and runs, but who read a document again got new ones. */
static void in_place(Alike *a)
{
    for (size_t i = 1; i < a->slims.n; i++)
        if (by_place(&a->slims.v[i - 1], &a->slims.v[i]) > 0) {
            qsort(a->slims.v, a->slims.n, sizeof *a->slims.v, by_place);
            return;
        }
}

static void fill_run(Run *run, const Run *form)
{
    run->tool = form->tool;
    run->version = form->version;
    run->command = form->command;
    run->state = form->state;
    run->copy = form->copy;
    run->label = form->label;
    run->workload = form->workload;
    run->label_parts.v = form->label_parts.v;
    run->label_parts.n = run->label_parts.cap = form->label_parts.n;
}

static int compare_slims(const void *a, const void *b)
{
    int64_t x = (*(const Slim *const *)a)->run->id, y = (*(const Slim *const *)b)->run->id;
    return (x > y) - (x < y);
}

static void sort_by_id(Alike *a, Run ***sorted)
{
    size_t n = a->slims.n;
    bool already = true;
    a->by_id = ARENA_ARRAY(a->r->arena, const Slim *, n + 1);
    *sorted = ARENA_ARRAY(a->r->arena, Run *, n + 1);
    for (size_t i = 0; i < n; i++) {
        a->by_id[i] = &a->slims.v[i];
        already = already && (i == 0 || a->by_id[i - 1]->run->id < a->by_id[i]->run->id);
    }
    if (!already)
        qsort(a->by_id, n, sizeof *a->by_id, compare_slims);
    for (size_t i = 0; i < n; i++)
        (*sorted)[i] = a->by_id[i]->run;
}

static void make_runs(Alike *a, Run ***sorted)
{
    in_place(a);
    for (size_t i = 0; i < a->slims.n; i++) {
        Slim *s = &a->slims.v[i];
        fill_run(s->run, &a->forms.v[s->form].run);
        reading_add_run(a->r, s->run, s->import);
    }
    sort_by_id(a, sorted);
    for (size_t i = 0; i < a->slims.n; i++)
        if (a->slims.v[i].original)
            a->slims.v[i].run->duplicate_of = reading_by_id(*sorted, a->slims.n, a->slims.v[i].original);
}

/* --- figures --- */

/* A row of MEASURE_VALUES..., in the order of seq; reading_keep() gives them to their run. */
static void take_value(Reading *r, Statement *st, const Form *f)
{
    const EngineOps *ops = r->ops;
    size_t at = r->measures.n, n = f->run.measures.n;
    int64_t seq = ops->get_int(st, 1);
    while (at < n && f->place[at] < seq)
        at++; /* only in a damaged or forged database */
    if (at >= n || f->place[at] != seq)
        return;
    Measure *m = VEC_PUSH(r->arena, &r->measures);
    *m = f->run.measures.v[at];
    m->missing = MISSING_NOT;
    if (ops->kind(st, 2) == VALUE_NULL)
        m->missing = reading_missing(ops->get_text(st, 4));
    m->value = ops->get_real(st, 2);
    m->half_width = ops->get_real(st, 3);
    m->raw = reading_text(r, st, 5);
    m->span = (Span){ .line = (uint32_t)ops->get_int(st, 6) };
}

/* In the order of runs; those whose form needs more than the statement gives are passed over. */
static bool read_all_values(Alike *a, StatementId id_of_all, Error *err)
{
    Reading *r = a->r;
    Statement *st = store_query(r->store, id_of_all, NULL, 0, err);
    size_t at = 0, n = a->slims.n;
    Step step = st ? STEP_DONE : STEP_FAILED;
    while (st && at < n && (step = r->ops->step(st, err)) == STEP_ROW) {
        int64_t id = r->ops->get_int(st, 0);
        for (; at < n && a->by_id[at]->run->id < id; at++)
            reading_keep(r, a->by_id[at]->run);
        const Form *form = at < n && a->by_id[at]->run->id == id ? &a->forms.v[a->by_id[at]->form] : NULL;
        if (form && (id_of_all == MEASURE_VALUES_ALL || !form->along))
            take_value(r, st, form);
    }
    if (at < n)
        reading_keep(r, a->by_id[at]->run);
    if (st)
        r->ops->reset(st);
    return step != STEP_FAILED;
}

static bool read_values_of(Alike *a, const Slim *s, Error *err)
{
    Reading *r = a->r;
    Statement *st = store_query(r->store, MEASURE_VALUES_OF_RUN,
                                VALUES(V_INT(s->run->id)), err);
    Step step = STEP_FAILED;
    while (st && (step = r->ops->step(st, err)) == STEP_ROW)
        take_value(r, st, &a->forms.v[s->form]);
    reading_keep(r, s->run);
    if (st)
        r->ops->reset(st);
    return step == STEP_DONE;
}

/* --- facts --- */

/* Lines of facts are those of the first that has them: nobody's. */
static void forget_lines(Run *run)
{
    for (size_t i = 0; i < run->facts.n; i++)
        run->facts.v[i].span = (Span){ 0 };
}

static bool read_fact_sets(Alike *a, Error *err)
{
    for (size_t i = 0; i < a->facts.n; i++) {
        FactSet *f = &a->facts.v[i];
        const Value run = V_INT(f->run);
        if (!reading_of_run(a->r, FACT_OF_RUN, &run, 1, reading_fact, &f->holder, err))
            return false;
        forget_lines(&f->holder);
    }
    for (size_t i = 0; i < a->slims.n; i++) {
        const Run *holder = &a->facts.v[a->slims.v[i].facts].holder;
        a->slims.v[i].run->facts.v = holder->facts.v;
        a->slims.v[i].run->facts.n = a->slims.v[i].run->facts.cap = holder->facts.n;
    }
    return true;
}

/* --- all --- */

/* The shown figures of all, then the rest of those that need more; or all figures, where most need more. */
static bool read_most_values(Alike *a, Error *err)
{
    size_t along = 0;
    for (size_t i = 0; i < a->slims.n; i++)
        along += a->forms.v[a->slims.v[i].form].along;
    if (!a->r->query->headline_only || FEWEST_ALONG * along > a->slims.n)
        return read_all_values(a, MEASURE_VALUES_ALL, err);
    bool ok = read_all_values(a, MEASURE_VALUES_HEADLINE, err);
    for (size_t i = 0; i < a->slims.n && along && ok; i++)
        if (a->forms.v[a->slims.v[i].form].along)
            ok = read_values_of(a, &a->slims.v[i], err);
    return ok;
}

static bool read_contents(Alike *a, Run *const *sorted, Error *err)
{
    bool most, ok;
    if (a->r->query->bare)
        return true;
    if (!reading_most_are_wanted(a->r, &most, err))
        return false;
    ok = most && FEWEST_OF_FACTS * a->facts.n > a->slims.n
             ? reading_of_all(a->r, FACT_ALL, NULL, 0, reading_fact, sorted, err)
             : read_fact_sets(a, err);
    if (!ok || a->r->query->no_measures)
        return ok;
    if (most)
        return read_most_values(a, err);
    for (size_t i = 0; i < a->slims.n && ok; i++)
        ok = read_values_of(a, &a->slims.v[i], err);
    return ok;
}

bool select_alike(Reading *r, bool *done, Run ***sorted, Error *err)
{
    Alike a = { .r = r, .form_of = uid_map_new(r->arena), .facts_of = uid_map_new(r->arena) };
    *done = false;
    if (!read_slims(&a, err))
        return false;
    if (a.forms.n > ANY_FORMS && FEWEST_OF_A_FORM * a.forms.n > a.slims.n)
        return true;
    *done = true;
    if (!read_forms(&a, err))
        return false;
    make_runs(&a, sorted);
    return read_contents(&a, *sorted, err);
}
