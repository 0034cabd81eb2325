/* Runs that share what is read are the runs that are read one by one, whatever was done to them. */
#include "anystore.h"
#include "check.h"

#include <string.h>

#include "base/sha.h"
#include "schema/store.h"

enum { RUNS = 24 };

static Store *new_store(void)
{
    Store *s = NULL;
    Error err = { 0 };
    char path[512] = ":memory:";
    if (any_engine()->shared && !any_fresh(path, sizeof path))
        fail_msg("the server would not be emptied");
    if (!store_open(&s, path, STORE_CREATE, "test", &err))
        fail_msg("%s", err.text);
    return s;
}

static void add_measure(Document *d, Run *run, unsigned at, double value, bool headline)
{
    *VEC_PUSH(d->arena, &run->measures) =
        (Measure){ .scope = at % 2 ? "job1" : "", .metric = headline ? "read.bw" : at == 5 ? "read.bw.sd" : "read.lat", .value = value,
                   .half_width = value / 1000, .missing = at % 7 == 3 ? MISSING_TOO_FAST : MISSING_NOT,
                   .unit = UNIT_BYTES_PER_S, .better = headline ? BETTER_HIGHER : BETTER_LOWER,
                   .headline = headline, .raw = arena_printf(d->arena, "%g", value), .raw_unit = "B/s",
                   .raw_factor = 1, .workload = at % 3 ? NULL : "other", .span = { at + 1, at, at + 2 } };
}

/* Three forms, four sets of facts; figures all their own. */
static void add_run(Document *d, unsigned at, double base)
{
    static const char *const labels[] = { "nfs", "iscsi", "nfs" };
    Run *run = ARENA_NEW(d->arena, Run);
    *run = (Run){ .tool = "fio", .version = at % 3 == 2 ? "fio-3.1" : "fio-3.33", .command = "fio x", .time = "2024",
                  .counted = at != 5, .label = labels[at % 3], .workload = "read", .session = "",
                  .span = { at + 1, at, at + 4 }, .last_line = at + 2, .ordinal = at, .document = d };
    *VEC_PUSH(d->arena, &run->label_parts) = (LabelPart){ "heading", "x", 1 };
    *VEC_PUSH(d->arena, &d->runs) = run;
    for (unsigned i = 0; i < 2 + at % 3; i++) {
        add_measure(d, run, i, base + at * 10 + i, i % 2 == 0);
        add_measure(d, run, i + 4, base + at * 10 + i + 0.5, false);
    }
    *VEC_PUSH(d->arena, &run->facts) = (Fact){ .scope = "", .key = "fs", .value = at % 2 ? "zfs" : "ext4" };
    if (at % 4 > 1)
        *VEC_PUSH(d->arena, &run->facts) =
            (Fact){ .scope = "job1", .key = "bs", .value = "4096", .origin = ORIGIN_INFERRED };
}

static void put(Store *s, const char *name, double base)
{
    Document *d = document_new(name, 0);
    StorePut out;
    Error err = { 0 };
    d->bytes = d->text = slice_of(name);
    Sha *h = sha_new();
    sha_add(h, d->bytes);
    sha_end(h, d->sha256);
    for (unsigned i = 0; i < RUNS; i++)
        add_run(d, i, base);
    if (!store_put(s, d, "{}", &out, &err))
        fail_msg("%s", err.text);
    document_free(d);
}

static StoreRuns chosen(Store *s, StoreQuery q, Arena *a)
{
    StoreRuns out;
    Error err = { 0 };
    if (!store_select(s, &q, a, &out, &err))
        fail_msg("%s", err.text);
    return out;
}

static void same_measures(const Run *one, const Run *other)
{
    assert_int_equal(one->measures.n, other->measures.n);
    for (size_t i = 0; i < one->measures.n; i++) {
        const Measure *x = &one->measures.v[i], *y = &other->measures.v[i];
        assert_string_equal(x->scope, y->scope);
        assert_string_equal(x->metric, y->metric);
        assert_string_equal(x->raw, y->raw);
        assert_string_equal(x->raw_unit, y->raw_unit);
        assert_string_equal(x->workload ? x->workload : "-", y->workload ? y->workload : "-");
        assert_true(x->value == y->value && x->half_width == y->half_width && x->raw_factor == y->raw_factor);
        assert_int_equal(x->missing, y->missing);
        assert_int_equal(x->unit, y->unit);
        assert_int_equal(x->better, y->better);
        assert_int_equal(x->headline, y->headline);
        assert_int_equal(x->span.line, y->span.line);
    }
}

static void same_run(const Run *one, const Run *other)
{
    assert_memory_equal(one->uid, other->uid, UID_BYTES);
    assert_int_equal(one->id, other->id);
    assert_int_equal(one->ordinal, other->ordinal);
    assert_int_equal(one->span.line, other->span.line);
    assert_int_equal(one->span.end, other->span.end);
    assert_int_equal(one->state, other->state);
    assert_int_equal(one->copy, other->copy);
    const char *const texts[][2] = { { one->tool, other->tool },       { one->version, other->version },
                                     { one->command, other->command }, { one->time, other->time },
                                     { one->label, other->label },     { one->workload, other->workload },
                                     { one->session, other->session } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(texts[i][0], texts[i][1]);
    assert_int_equal(one->label_parts.n, other->label_parts.n);
    for (size_t i = 0; i < one->label_parts.n; i++)
        assert_string_equal(one->label_parts.v[i].component, other->label_parts.v[i].component);
    assert_int_equal(one->facts.n, other->facts.n);
    for (size_t i = 0; i < one->facts.n; i++) {
        assert_string_equal(one->facts.v[i].scope, other->facts.v[i].scope);
        assert_string_equal(one->facts.v[i].key, other->facts.v[i].key);
        assert_string_equal(one->facts.v[i].value, other->facts.v[i].value);
        assert_int_equal(one->facts.v[i].origin, other->facts.v[i].origin);
    }
    same_measures(one, other);
}

static void both_ways(Store *s, StoreQuery q, size_t expected)
{
    Arena *a = arena_new(0);
    StoreRuns one = chosen(s, q, a);
    q.alike = true;
    StoreRuns other = chosen(s, q, a);
    assert_int_equal(one.runs.n, other.runs.n);
    if (expected)
        assert_int_equal(one.runs.n, expected);
    assert_int_equal(one.documents.n, other.documents.n);
    for (size_t i = 0; i < one.runs.n; i++)
        same_run(one.runs.v[i], other.runs.v[i]);
    for (size_t i = 0; i < one.documents.n; i++)
        assert_string_equal(one.documents.v[i]->name, other.documents.v[i]->name);
    arena_free(a);
}

static void check(Store *s, size_t expected)
{
    static const char *const zfs[] = { "zfs" }, *const nfs[] = { "nfs" };
    const StoreTerm terms[] = { { "fs", 1, zfs }, { "label", 1, nfs } };
    both_ways(s, (StoreQuery){ 0 }, expected);
    both_ways(s, (StoreQuery){ .headline_only = true }, expected);
    both_ways(s, (StoreQuery){ .bare = true }, expected);
    both_ways(s, (StoreQuery){ .n_terms = 1, .terms = terms }, 0);
    both_ways(s, (StoreQuery){ .n_terms = 2, .terms = terms, .headline_only = true }, 0);
}

static void edit(Store *s, size_t from, size_t step, StoreEdit what)
{
    Arena *a = arena_new(0);
    Error err = { 0 };
    StoreRuns all = chosen(s, (StoreQuery){ .copies = true }, a);
    VEC(const Run *) some = { 0 };
    size_t changed;
    for (size_t i = from; i < all.runs.n; i += step)
        *VEC_PUSH(a, &some) = all.runs.v[i];
    if (!store_edit(s, some.v, some.n, &what, 1, &changed, &err))
        fail_msg("%s", err.text);
    arena_free(a);
}

static void what_is_stored_comes_back(void **state)
{
    (void)state;
    Store *s = new_store();
    put(s, "a", 1000);
    check(s, RUNS - 1);
    put(s, "b", 5000);
    check(s, 2 * RUNS - 2);
    store_close(s);
}

static void edits_are_seen(void **state)
{
    (void)state;
    Store *s = new_store();
    put(s, "a", 1000);
    put(s, "b", 5000);
    edit(s, 1, 3, (StoreEdit){ "", "label", "mine" });
    check(s, 2 * RUNS - 2);
    edit(s, 2, 5, (StoreEdit){ "", "fs", "btrfs" });
    check(s, 2 * RUNS - 2);
    edit(s, 0, 2, (StoreEdit){ "", "extra", "yes" });
    edit(s, 1, 4, (StoreEdit){ "job1", "bs", NULL });
    edit(s, 3, 1, (StoreEdit){ "", "session", "tuesday" });
    check(s, 2 * RUNS - 2);
    edit(s, 5, RUNS, (StoreEdit){ "", "counted", "1" });
    check(s, 2 * RUNS);
    store_close(s);
}

static void a_repost_that_counts_again_is_described_anew(void **state)
{
    (void)state;
    Store *s = new_store();
    Arena *a = arena_new(0);
    StoreRemoved removed;
    StoreImports imports;
    Error err = { 0 };
    put(s, "a", 1234567.5);
    put(s, "b", 1234567.5);
    check(s, 0);
    assert_true(store_imports(s, a, &imports, &err));
    assert_true(store_remove(s, &imports.v[0].id, 1, &removed, &err));
    assert_int_not_equal(removed.promoted, 0);
    check(s, RUNS - 1);
    arena_free(a);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_comes_back),
        cmocka_unit_test(edits_are_seen),
        cmocka_unit_test(a_repost_that_counts_again_is_described_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
