/* A document and all that was read from it, in one transaction. */
#include <math.h>

#include "base/uid.h"
#include "schema/alike.h"
#include "schema/bulk.h"
#include "schema/pack.h"

#define SPAN(s) V_INT((s).line), V_INT((s).start), V_INT((s).end)

bool store_knows(Store *s, const Document *d, const char *options, const char **known_as,
                 Error *err)
{
    Arena *scratch = arena_new(0);
    const char *set = uid_canonical_facts(scratch, d->set.v, d->set.n);
    Statement *st = store_query(s, IMPORT_FIND,
                                VALUES(V_BLOB(d->sha256, SHA256_BYTES), V_TEXT(d->session),
                                       V_TEXT(set)), err);
    Step step = st ? s->engine->ops->step(st, err) : STEP_FAILED;
    *known_as = NULL;
    if (step == STEP_ROW && (strcmp(options, "{}") == 0 ||
                             slice_is(s->engine->ops->get_bytes(st, 2), options)))
        *known_as = arena_text(d->arena, s->engine->ops->get_bytes(st, 3));
    if (st)
        s->engine->ops->reset(st);
    arena_free(scratch);
    return step != STEP_FAILED;
}

/* --- what a run holds --- */

enum { RUN_COLUMNS = 25, MEASURE_COLUMNS = 17, FACT_COLUMNS = 9 };

/* Where the many rows of one document go. */
typedef struct Putting {
    Store *store;
    Arena *scratch;
    Bulk runs; /* of a shared engine, whose ids are known beforehand */
    Bulk measures, facts;
} Putting;

static bool put_measures(Putting *p, const Run *run, Error *err)
{
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        /* SQLite keeps no NaN; a value that is none is a missing one. */
        Missing missing = m->missing == MISSING_NOT && isnan(m->value) ? MISSING_NAN : m->missing;
        double half = isfinite(m->half_width) && m->half_width > 0 ? m->half_width : 0;
        double factor = isfinite(m->raw_factor) ? m->raw_factor : 1;
        if (!bulk_add(&p->measures,
                      VALUES(V_INT(run->id), V_INT(i), V_TEXT(m->scope), V_TEXT(m->metric),
                             missing ? V_NULL : V_REAL(m->value), V_REAL(half),
                             V_TEXT(missing_name(missing)), V_TEXT(unit_name(m->unit)),
                             V_INT(m->better), V_INT(m->headline), V_TEXT(m->raw),
                             V_TEXT(m->raw_unit), V_REAL(factor),
                             m->workload ? V_TEXT(m->workload) : V_NULL, SPAN(m->span)), err))
            return false;
    }
    return true;
}

static bool put_series(Putting *p, const Run *run, Error *err)
{
    Store *s = p->store;
    Arena *a = p->scratch;
    if (run->series.n && !bulk_flush(&p->runs, err))
        return false;
    for (size_t i = 0; i < run->series.n; i++) {
        const Series *x = &run->series.v[i];
        Slice value = pack_doubles(a, x->value, x->n);
        Slice number = x->number ? pack_numbers(a, x->number, x->n) : (Slice){ 0 };
        Slice time = x->time_s ? pack_doubles(a, x->time_s, x->n) : (Slice){ 0 };
        if (!store_execute(s, SERIES_ADD,
                           VALUES(V_INT(run->id), V_INT(i), V_TEXT(x->scope), V_TEXT(x->metric),
                                  V_TEXT(unit_name(x->unit)), V_INT(x->n), V_BLOB(value.p, value.n),
                                  x->time_s ? V_BLOB(time.p, time.n) : V_NULL,
                                  x->excluded ? V_BLOB(x->excluded, x->n) : V_NULL,
                                  x->number ? V_BLOB(number.p, number.n) : V_NULL, SPAN(x->span)),
                           err))
            return false;
    }
    return true;
}

static bool put_histograms(Putting *p, const Run *run, Error *err)
{
    Store *s = p->store;
    Arena *a = p->scratch;
    if (run->histograms.n && !bulk_flush(&p->runs, err))
        return false;
    for (size_t i = 0; i < run->histograms.n; i++) {
        const Histogram *h = &run->histograms.v[i];
        double *flat = ARENA_ARRAY(a, double, 3 * h->n + 1);
        for (size_t k = 0; k < h->n; k++) {
            flat[3 * k] = h->bucket[k].lo;
            flat[3 * k + 1] = h->bucket[k].hi;
            flat[3 * k + 2] = h->bucket[k].n;
        }
        Slice bucket = pack_doubles(a, flat, 3 * h->n);
        if (!store_execute(s, HISTOGRAM_ADD,
                           VALUES(V_INT(run->id), V_INT(i), V_TEXT(h->scope), V_TEXT(h->metric),
                                  V_TEXT(unit_name(h->unit)), V_INT(h->is_share), V_INT(h->n),
                                  V_BLOB(bucket.p, bucket.n), SPAN(h->span)), err))
            return false;
    }
    return true;
}

static bool put_facts(Bulk *to, int64_t owner, const Fact *facts, size_t n, Error *err)
{
    for (size_t i = 0; i < n; i++) {
        const Fact *f = &facts[i];
        if (!bulk_add(to, VALUES(V_INT(owner), V_INT(i), V_TEXT(f->scope), V_TEXT(f->key),
                                 V_TEXT(f->value), V_TEXT(origin_name(f->origin)), SPAN(f->span)),
                      err))
            return false;
    }
    return true;
}

/* --- runs --- */

/* Where the same block stands, and counts, in another document. */
typedef struct Found {
    Run *run;
    int64_t original; /* the run there */
    uint32_t line;
    const char *name;
} Found;

typedef struct FoundAll {
    VEC(Found) found;
    VEC(UidMatch) matches; /* of found[i] */
} FoundAll;

static bool find_block(Store *s, int64_t document_id, Run *run, UidWeight weight, Arena *a,
                       FoundAll *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    uint8_t block[UID_BYTES];
    uid_block(run, block);
    Statement *st = store_query(s, RUN_FIND_BLOCK,
                                VALUES(V_BLOB(block, UID_BYTES), V_INT(document_id)), err);
    Step step = st ? ops->step(st, err) : STEP_FAILED;
    if (step == STEP_ROW) {
        *VEC_PUSH(a, &out->found) =
            (Found){ .run = run, .original = ops->get_int(st, 0),
                     .line = (uint32_t)ops->get_int(st, 1),
                     .name = arena_text(a, ops->get_bytes(st, 2)) };
        *VEC_PUSH(a, &out->matches) = (UidMatch){ weight, ops->get_int(st, 3), false };
    }
    if (st)
        ops->reset(st);
    return step != STEP_FAILED;
}

static void mark_repost(Document *d, const Found *f)
{
    f->run->counted = false;
    f->run->copy = COPY_REPOST;
    f->run->id = f->original; /* until it has one of its own: put_run */
    *VEC_PUSH(d->arena, &d->notes) =
        (Note){ .code = "duplicate-block", .run = f->run, .span = f->run->span,
                .message = arena_printf(d->arena, "same figures as the block at %s:%u", f->name,
                                        f->line) };
}

static bool mark_reposts(Store *s, int64_t document_id, Document *d, Arena *scratch, Error *err)
{
    FoundAll all = { 0 };
    size_t runs = 0;
    for (size_t i = 0; i < d->runs.n; i++) {
        Run *run = d->runs.v[i];
        run->id = 0;
        UidWeight weight = run->counted ? uid_weight(run) : UID_FREE;
        if (weight == UID_FREE)
            continue;
        runs++;
        if (!find_block(s, document_id, run, weight, scratch, &all, err))
            return false;
    }
    uid_judge(all.matches.v, all.matches.n, runs);
    for (size_t i = 0; i < all.found.n; i++)
        if (all.matches.v[i].is_copy)
            mark_repost(d, &all.found.v[i]);
    return true;
}

/* The components of the label, outermost first. */
static const char *label_from(Arena *a, const Run *run)
{
    const char *from = "";
    for (size_t i = 0; i < run->label_parts.n; i++)
        from = arena_printf(a, "%s%s%s", from, i ? ", " : "", run->label_parts.v[i].component);
    return from;
}

static bool put_run(Putting *p, int64_t import_id, const Document *d, Run *run, Error *err)
{
    uint8_t *block = arena_alloc(p->scratch, 3 * UID_BYTES), *form = block + UID_BYTES,
            *facts = form + UID_BYTES;
    const char *from = label_from(p->scratch, run);
    uid_block(run, block);
    alike_form(run, from, form);
    alike_facts(run, facts);
    int64_t original = run->duplicate_of ? run->duplicate_of->id : run->id;
    run->session = d->session;
    const Value uid = V_BLOB(run->uid, UID_BYTES), id = store_id(p->store, &uid, 1);
    const Value values[RUN_COLUMNS] = {
        id, uid, V_INT(import_id), V_INT(run->ordinal), V_INT(run->occurrence),
        V_BLOB(block, UID_BYTES),
        V_TEXT(run->tool), V_TEXT(run->version), V_TEXT(run->command), V_TEXT(run->time),
        V_TEXT(run_state_name(run->state)), V_INT(run->counted), V_TEXT(copy_kind_name(run->copy)),
        original ? V_INT(original) : V_NULL, V_TEXT(run->label), V_TEXT(from),
        V_TEXT(run->workload), V_TEXT(run->session), V_INT(run->depth), V_INT(run->last_line),
        SPAN(run->span), V_BLOB(form, UID_BYTES), V_BLOB(facts, UID_BYTES),
    };
    bool found;
    run->id = id.number;
    if (id.kind == VALUE_NULL ? !store_number(p->store, RUN_ADD, values, RUN_COLUMNS, &found, &run->id, err)
                              : !bulk_add(&p->runs, values, RUN_COLUMNS, err))
        return false;
    return put_measures(p, run, err) && put_series(p, run, err) &&
           put_histograms(p, run, err) &&
           put_facts(&p->facts, run->id, run->facts.v, run->facts.n, err);
}

static bool put_notes(Store *s, int64_t import_id, const Document *d, Error *err)
{
    for (size_t i = 0; i < d->notes.n; i++) {
        const Note *n = &d->notes.v[i];
        if (!store_execute(s, NOTE_ADD,
                           VALUES(V_INT(import_id), V_INT(i), n->run ? V_INT(n->run->id) : V_NULL,
                                  V_TEXT(n->code), V_TEXT(n->message), SPAN(n->span)), err))
            return false;
    }
    return true;
}

/* --set KEY=VALUE says what a run's own facts do not, and overrules those that do. */
static void apply_set(Document *d, Run *run)
{
    for (size_t i = 0; i < d->set.n; i++) {
        const Fact *set = &d->set.v[i];
        if (strcmp(set->key, "label") == 0) {
            run->label = set->value;
            run->label_parts.n = 0;
            *VEC_PUSH(d->arena, &run->label_parts) = (LabelPart){ "user", set->value, 0 };
            continue;
        }
        bool there = false;
        for (size_t k = 0; k < run->facts.n; k++) {
            Fact *f = &run->facts.v[k];
            if (strcmp(f->key, set->key) == 0) {
                f->value = set->value;
                f->origin = ORIGIN_USER;
                there = there || !f->scope[0];
            }
        }
        if (!there) {
            Fact *f = VEC_PUSH(d->arena, &run->facts);
            *f = (Fact){ .scope = "", .key = set->key, .value = set->value, .origin = ORIGIN_USER };
        }
    }
}

enum { TOLD_RUNS = 256 };

static bool put_each_run(Putting *p, int64_t import_id, Document *d, StorePut *out, Error *err)
{
    for (size_t i = 0; i < d->runs.n; i++) {
        Run *run = d->runs.v[i];
        run->ordinal = (uint32_t)i;
        apply_set(d, run);
        if (!put_run(p, import_id, d, run, err))
            return false;
        if (p->store->told && i % TOLD_RUNS == TOLD_RUNS - 1)
            p->store->told(p->store->told_context, i, d->runs.n);
        out->runs += run->counted;
        out->reposts += run->copy == COPY_REPOST;
        out->copies += run->copy == COPY_ECHO || run->copy == COPY_QUOTE;
    }
    return true;
}

bool put_runs(Store *s, int64_t document_id, int64_t import_id, Document *d, StorePut *out,
              Error *err)
{
    Arena *scratch = arena_new(0);
    Putting p = { .store = s, .scratch = scratch,
                  .runs = bulk_new(s, scratch, RUN_ADD, RUN_COLUMNS),
                  .measures = bulk_new(s, scratch, MEASURE_ADD, MEASURE_COLUMNS),
                  .facts = bulk_new(s, scratch, FACT_ADD, FACT_COLUMNS) };
    p.measures.before = p.facts.before = &p.runs;
    Bulk document_facts = bulk_new(s, scratch, DOCUMENT_FACT_ADD, FACT_COLUMNS);
    uid_fill(d);
    bool ok = mark_reposts(s, document_id, d, scratch, err) &&
              put_each_run(&p, import_id, d, out, err);
    ok = bulk_end(&p.runs, ok, err);
    ok = bulk_end(&p.measures, ok, err);
    ok = bulk_end(&p.facts, ok, err);
    ok = ok && put_facts(&document_facts, import_id, d->facts.v, d->facts.n, err);
    ok = bulk_end(&document_facts, ok, err);
    out->notes = d->notes.n;
    ok = ok && put_notes(s, import_id, d, err) && edit_apply_all(s, d, err);
    arena_free(scratch);
    return ok;
}

/* --- documents --- */

static bool put_text(Store *s, const Document *d, int64_t document_id, Error *err)
{
    bool same = d->text.p == d->bytes.p && d->text.n == d->bytes.n;
    return same || slice_eq(d->text, d->bytes) ||
           s->engine->ops->put_content(s->engine, document_id, "text", d->text, err);
}

static bool put_bytes(Store *s, const Document *d, int64_t document_id, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    if (d->bytes.n > ops->most_content_bytes || d->text.n > ops->most_content_bytes)
        return error_set(err, ERR_LIMIT, "%zu bytes; the database holds at most %zu in one "
                                         "document: split the file",
                         d->bytes.n > d->text.n ? d->bytes.n : d->text.n, ops->most_content_bytes);
    return ops->put_content(s->engine, document_id, "bytes", d->bytes, err) &&
           put_text(s, d, document_id, err);
}

static bool put_new_document(Store *s, const Document *d, int64_t *id, Error *err)
{
    char now[TIME_TEXT_BYTES];
    bool found;
    const Value sha = V_BLOB(d->sha256, SHA256_BYTES);
    if (!store_number(s, DOCUMENT_FIND, &sha, 1, &found, id, err))
        return false;
    if (found)
        return true;
    return store_number(s, DOCUMENT_ADD,
                        VALUES(store_id(s, &sha, 1), sha, V_TEXT(d->name), V_TEXT(d->origin), V_TEXT(d->derivation),
                               V_INT(d->bytes.n), V_INT(d->lines), V_TEXT(store_now(now))),
                        &found, id, err) &&
           put_bytes(s, d, *id, err);
}

/* The import is there: what was read from it is replaced. */
static bool put_again(Store *s, int64_t document_id, int64_t import_id, Document *d,
                      const char *options, StorePut *out, Error *err)
{
    size_t promoted;
    const Value id = V_INT(import_id), document = V_INT(document_id);
    return store_execute(s, NOTE_DROP, &id, 1, err) &&
           store_execute(s, DOCUMENT_FACT_DROP, &id, 1, err) &&
           store_execute(s, RUN_UNLINK, &id, 1, err) && store_execute(s, RUN_DROP_OF_IMPORT, &id, 1, err) &&
           store_execute(s, TEXT_DROP, &document, 1, err) && put_text(s, d, document_id, err) &&
           store_execute(s, DOCUMENT_TOUCH,
                         VALUES(V_TEXT(d->derivation), V_INT(d->lines), document), err) &&
           store_execute(s, IMPORT_TOUCH, VALUES(V_TEXT(options), V_TEXT(s->program), id), err) &&
           put_runs(s, document_id, import_id, d, out, err) &&
           remove_settle_reposts(s, &promoted, err);
}

bool put_document(Store *s, Document *d, const char *options, StorePut *out, Error *err)
{
    char now[TIME_TEXT_BYTES];
    bool found;
    int64_t document_id, import_id;
    const char *set = uid_canonical_facts(d->arena, d->set.v, d->set.n);
    if (!put_new_document(s, d, &document_id, err) ||
        !store_number(s, IMPORT_FIND,
                      VALUES(V_BLOB(d->sha256, SHA256_BYTES), V_TEXT(d->session), V_TEXT(set)),
                      &found, &import_id, err))
        return false;
    out->reread = found;
    if (found)
        return put_again(s, document_id, import_id, d, options, out, err);
    return store_number(s, IMPORT_ADD,
                        VALUES(store_id(s, VALUES(V_BLOB(d->sha256, SHA256_BYTES), V_TEXT(d->session),
                                                  V_TEXT(set))),
                               V_INT(document_id), V_TEXT(d->name), V_TEXT(d->session), V_TEXT(set),
                               V_TEXT(options), V_TEXT(s->program), V_TEXT(store_now(now)),
                               V_INT(store_added(s))),
                        &found, &import_id, err) &&
           put_runs(s, document_id, import_id, d, out, err);
}
