/* The store gives back what it was given, once, whatever happens in between. */
#include "anystore.h"
#include "check.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/sha.h"
#include "schema/migrate.h"
#include "schema/store.h"

static char path[512];

static int fresh(void **state)
{
    (void)state;
    return any_fresh(path, sizeof path) ? 0 : -1;
}

static int gone(void **state)
{
    (void)state;
    static const char *const endings[] = { "", ".v1.backup", ".copy", "-journal" };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[600];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    return 0;
}

static Store *open_store(StoreMode mode)
{
    Store *s = NULL;
    Error err = { 0 };
    if (!store_open(&s, path, mode, "test", &err))
        fail_msg("%s", err.text);
    return s;
}

static Document *new_document(const char *name, const char *bytes)
{
    Document *d = document_new(name, 0);
    d->bytes = d->text = slice_of(bytes);
    Sha *h = sha_new();
    sha_add(h, d->bytes);
    sha_end(h, d->sha256);
    d->lines = 3;
    return d;
}

static Run *add_run(Document *d, const char *label, const char *raw, double value)
{
    Run *run = ARENA_NEW(d->arena, Run);
    *run = (Run){ .tool = "dd", .version = "8.32", .command = "dd bs=1M", .time = "2024-01-01",
                  .state = RUN_PARTIAL, .counted = true, .label = label, .workload = "dd write",
                  .span = { 2, 5, 30 }, .last_line = 3, .depth = 1, .document = d,
                  .ordinal = (uint32_t)d->runs.n, .session = "" };
    *VEC_PUSH(d->arena, &d->runs) = run;
    *VEC_PUSH(d->arena, &run->measures) =
        (Measure){ .scope = "job0", .metric = "write.bw", .value = value, .half_width = 0.5,
                   .unit = UNIT_BYTES_PER_S, .better = BETTER_HIGHER, .headline = true, .raw = raw,
                   .raw_unit = "MB/s", .raw_factor = 1e6, .span = { 3, 20, 27 } };
    return run;
}

static void put(Store *s, Document *d, const char *options, StorePut *out)
{
    Error err = { 0 };
    if (!store_put(s, d, options, out, &err))
        fail_msg("%s", err.text);
}

static StoreRuns select_runs(Store *s, StoreQuery q, Arena *a)
{
    StoreRuns out;
    Error err = { 0 };
    if (!store_select(s, &q, a, &out, &err))
        fail_msg("%s", err.text);
    return out;
}

static const StoreQuery everything = { .copies = true, .samples = true, .notes = true };

static Document *full_document(void)
{
    static const double values[] = { 0.25, 0.5 }, times[] = { 0, 1.5 };
    static const uint32_t numbers[] = { 7, 4000000000 };
    static const uint8_t excluded[] = { 1, 0 };
    static const Bucket buckets[] = { { -INFINITY, 1, 3 }, { 1, INFINITY, 4 } };
    Document *d = new_document("a.log", "one\ntwo\nthree\n");
    Run *run = add_run(d, "ext4 | raid", "133.456789", 133456789);
    *VEC_PUSH(d->arena, &run->measures) =
        (Measure){ .scope = "", .metric = "cpu", .missing = MISSING_TOO_FAST, .raw = "+++++",
                   .raw_unit = "", .raw_factor = 1, .better = BETTER_LOWER,
                   .workload = "fio read" };
    *VEC_PUSH(d->arena, &run->measures) =
        (Measure){ .scope = "", .metric = "hi", .value = INFINITY, .raw = "", .raw_unit = "" };
    *VEC_PUSH(d->arena, &run->measures) =
        (Measure){ .scope = "", .metric = "odd", .value = NAN, .raw = "", .raw_unit = "" };
    *VEC_PUSH(d->arena, &run->label_parts) = (LabelPart){ "heading", "ext4", 1 };
    *VEC_PUSH(d->arena, &run->label_parts) = (LabelPart){ "target", "raid", 1 };
    *VEC_PUSH(d->arena, &run->facts) =
        (Fact){ .scope = "job0", .key = "bs", .value = "4096", .origin = ORIGIN_INFERRED,
                .span = { 1, 2, 3 } };
    *VEC_PUSH(d->arena, &run->series) =
        (Series){ .scope = "", .metric = "lat", .unit = UNIT_SECONDS, .n = 2, .value = values,
                  .time_s = times, .excluded = excluded, .number = numbers,
                  .span = { 2, 6, 9 } };
    *VEC_PUSH(d->arena, &run->histograms) =
        (Histogram){ .scope = "k", .metric = "size", .unit = UNIT_BYTES, .is_share = true, .n = 2,
                     .bucket = buckets };
    *VEC_PUSH(d->arena, &d->notes) =
        (Note){ .code = "truncated", .message = "cut", .span = { 3, 9, 10 }, .run = run };
    *VEC_PUSH(d->arena, &d->notes) = (Note){ .code = "charset", .message = "latin-1" };
    *VEC_PUSH(d->arena, &d->facts) = (Fact){ .scope = "", .key = "os", .value = "Debian" };
    *VEC_PUSH(d->arena, &d->set) =
        (Fact){ .scope = "", .key = "fs", .value = "a \"b\" \\ \xc2\xb5", .origin = ORIGIN_USER };
    d->session = "monday";
    d->derivation = "html";
    d->text = SLICE("text of it");
    return d;
}

static void check_run(const Run *run)
{
    assert_string_equal(run->tool, "dd");
    assert_string_equal(run->version, "8.32");
    assert_string_equal(run->command, "dd bs=1M");
    assert_string_equal(run->time, "2024-01-01");
    assert_string_equal(run->label, "ext4 | raid");
    assert_string_equal(run->workload, "dd write");
    assert_string_equal(run->session, "monday");
    assert_int_equal(run->state, RUN_PARTIAL);
    assert_true(run->counted);
    assert_int_equal(run->span.line, 2);
    assert_int_equal(run->span.start, 5);
    assert_int_equal(run->span.end, 30);
    assert_int_equal(run->last_line, 3);
    assert_int_equal(run->depth, 1);
    assert_int_equal(run->label_parts.n, 2);
    assert_string_equal(run->label_parts.v[1].component, "target");
}

static void check_contents(const Run *run)
{
    assert_int_equal(run->measures.n, 4);
    const Measure *m = &run->measures.v[0];
    assert_string_equal(m->scope, "job0");
    assert_string_equal(m->metric, "write.bw");
    assert_near(m->value, 133456789, 0);
    assert_near(m->half_width, 0.5, 0);
    assert_int_equal(m->unit, UNIT_BYTES_PER_S);
    assert_int_equal(m->better, BETTER_HIGHER);
    assert_true(m->headline);
    assert_string_equal(m->raw, "133.456789");
    assert_string_equal(m->raw_unit, "MB/s");
    assert_near(m->raw_factor, 1e6, 0);
    assert_int_equal(m->span.line, 3);
    assert_int_equal(m->span.end, 27);
    assert_int_equal(run->measures.v[1].missing, MISSING_TOO_FAST);
    assert_int_equal(run->measures.v[1].better, BETTER_LOWER);
    assert_string_equal(run_fact(run, "job0", "bs"), "4096");
    assert_int_equal(run->facts.v[0].origin, ORIGIN_INFERRED);
    assert_string_equal(run_fact(run, "", "fs"), "a \"b\" \\ \xc2\xb5");
    const Series *x = &run->series.v[0];
    assert_int_equal(x->n, 2);
    assert_near(x->value[1], 0.5, 0);
    assert_near(x->time_s[1], 1.5, 0);
    assert_int_equal(x->excluded[0], 1);
    assert_int_equal(x->number[1], 4000000000);
    assert_int_equal(x->span.end, 9);
    assert_null(run->measures.v[0].workload);
    assert_string_equal(run->measures.v[1].workload, "fio read");
    assert_true(isinf(run->measures.v[2].value));
    assert_int_equal(run->measures.v[3].missing, MISSING_NAN);
    const Histogram *h = &run->histograms.v[0];
    assert_true(h->is_share);
    assert_true(h->bucket[0].lo < -1e300 && h->bucket[1].hi > 1e300);
    assert_near(h->bucket[1].n, 4, 0);
}

static void every_field_comes_back(void **state)
{
    (void)state;
    Store *s = open_store(STORE_CREATE);
    Document *d = full_document();
    StorePut out;
    put(s, d, "{\"unit\":\"s\"}", &out);
    assert_int_equal(out.runs, 1);
    assert_int_equal(out.notes, 2);
    store_close(s);
    s = open_store(STORE_READ);
    Arena *a = arena_new(0);
    StoreRuns got = select_runs(s, everything, a);
    assert_int_equal(got.runs.n, 1);
    check_run(got.runs.v[0]);
    check_contents(got.runs.v[0]);
    assert_memory_equal(got.runs.v[0]->uid, d->runs.v[0]->uid, UID_BYTES);
    const Document *back = got.documents.v[0];
    assert_string_equal(back->name, "a.log");
    assert_string_equal(back->derivation, "html");
    assert_int_equal(back->lines, 3);
    assert_int_equal(back->notes.n, 2);
    assert_ptr_equal(back->notes.v[0].run, got.runs.v[0]);
    assert_null(back->notes.v[1].run);
    assert_string_equal(back->facts.v[0].value, "Debian");
    Slice bytes, text;
    Error err = { 0 };
    assert_true(store_text(s, d->sha256, a, &bytes, &text, &err));
    assert_true(slice_is(bytes, "one\ntwo\nthree\n"));
    assert_true(slice_is(text, "text of it"));
    arena_free(a);
    document_free(d);
    store_close(s);
}

static void the_same_again_is_a_no_op_and_other_facts_are_another_import(void **state)
{
    (void)state;
    Store *s = open_store(STORE_CREATE);
    StorePut out;
    Document *d[4];
    for (int i = 0; i < 4; i++) {
        d[i] = new_document("a.log", "same");
        add_run(d[i], "x", "133.456789", 133456789);
    }
    put(s, d[0], "{}", &out);
    assert_null(out.known_as);
    put(s, d[1], "{}", &out);
    assert_string_equal(out.known_as, "a.log");
    *VEC_PUSH(d[2]->arena, &d[2]->set) = (Fact){ .scope = "", .key = "os", .value = "6.1" };
    put(s, d[2], "{}", &out);
    assert_null(out.known_as);
    assert_int_equal(out.runs, 1);
    assert_int_equal(out.reposts, 0);
    put(s, d[3], "{\"unit\":\"s\"}", &out);
    assert_true(out.reread);
    Arena *a = arena_new(0);
    assert_int_equal(select_runs(s, everything, a).runs.n, 2);
    const char *const values[] = { "6.1", "7.0" };
    const StoreTerm term = { "os", 2, values };
    StoreRuns got = select_runs(s, (StoreQuery){ .n_terms = 1, .terms = &term }, a);
    assert_int_equal(got.runs.n, 1);
    assert_string_equal(run_fact(got.runs.v[0], "", "os"), "6.1");
    arena_free(a);
    for (int i = 0; i < 4; i++)
        document_free(d[i]);
    store_close(s);
}

static void a_repost_does_not_count_until_its_original_is_gone(void **state)
{
    (void)state;
    Store *s = open_store(STORE_CREATE);
    Error err = { 0 };
    StorePut out;
    Arena *a = arena_new(0);
    for (int i = 0; i < 3; i++) {
        const char *const names[] = { "a", "b", "c" };
        Document *d = new_document(names[i], names[i]);
        add_run(d, names[i], "133.456789", 133456789);
        put(s, d, "{}", &out);
        assert_int_equal(out.runs, i == 0);
        assert_int_equal(out.reposts, i > 0);
        document_free(d);
    }
    StoreRuns got = select_runs(s, everything, a);
    assert_ptr_equal(got.runs.v[2]->duplicate_of, got.runs.v[0]);
    StoreRemoved removed;
    assert_true(store_remove(s, &got.imports.v[0], 1, &removed, &err));
    assert_int_equal(removed.documents, 1);
    assert_int_equal(removed.promoted, 1);
    got = select_runs(s, everything, a);
    assert_int_equal(got.runs.n, 2);
    assert_true(got.runs.v[0]->counted);
    assert_false(got.runs.v[1]->counted);
    assert_ptr_equal(got.runs.v[1]->duplicate_of, got.runs.v[0]);
    arena_free(a);
    store_close(s);
}

/* More rows than one statement takes; read in one go, and run by run. */
static void many_rows_come_back_in_order(void **state)
{
    (void)state;
    Store *s = open_store(STORE_CREATE);
    StorePut out;
    Document *d = new_document("many", "many");
    for (int i = 0; i < 100; i++) {
        const char *raw = arena_printf(d->arena, "%d.25", i);
        Run *run = add_run(d, "x", raw, i + 0.25);
        for (int k = 0; k < i % 4; k++)
            *VEC_PUSH(d->arena, &run->facts) =
                (Fact){ .scope = "", .key = arena_printf(d->arena, "k%d", k),
                        .value = arena_printf(d->arena, "%d", i / 10) };
    }
    put(s, d, "{}", &out);
    assert_int_equal(out.runs, 100);
    Arena *a = arena_new(0);
    StoreRuns got = select_runs(s, everything, a);
    assert_int_equal(got.runs.n, 100);
    for (size_t i = 0; i < 100; i++) {
        assert_near(run_measure(got.runs.v[i], "job0", "write.bw")->value, (double)i + 0.25, 0);
        assert_int_equal(got.runs.v[i]->measures.n, 1);
        assert_int_equal(got.runs.v[i]->facts.n, i % 4);
    }
    const char *const value[] = { "3" };
    const StoreTerm term = { "k2", 1, value };
    got = select_runs(s, (StoreQuery){ .n_terms = 1, .terms = &term }, a);
    assert_int_equal(got.runs.n, 3); /* 31, 35, 39 */
    assert_int_equal(got.runs.v[1]->ordinal, 35);
    assert_int_equal(got.runs.v[1]->facts.n, 3);
    const StoreTerm nothing = { "k2", 0, NULL };
    assert_int_equal(select_runs(s, (StoreQuery){ .n_terms = 1, .terms = &nothing }, a).runs.n, 0);
    StoreValues values;
    Error err = { 0 };
    assert_true(store_values(s, "k0", a, &values, &err));
    assert_int_equal(values.n, 10);
    arena_free(a);
    document_free(d);
    store_close(s);
}

/* Stands for a better parser: another label, another span, one more measure without figures. */
static bool read_again(Document *d, const char *options, void *context, Error *err)
{
    (void)options, (void)err, (void)context;
    d->text = d->bytes;
    Run *run = add_run(d, "better label", "133.456789", 133456789);
    run->span.line = 1;
    *VEC_PUSH(d->arena, &run->facts) = (Fact){ .scope = "", .key = "fs", .value = "ext4" };
    return true;
}

static void edits_survive_a_rebuild(void **state)
{
    (void)state;
    Store *s = open_store(STORE_CREATE);
    Error err = { 0 };
    StorePut out;
    Document *d = new_document("a.log", "bytes");
    Run *run = add_run(d, "label", "133.456789", 133456789);
    *VEC_PUSH(d->arena, &run->facts) = (Fact){ .scope = "", .key = "disk", .value = "sda" };
    put(s, d, "{}", &out);
    Arena *a = arena_new(0);
    StoreRuns got = select_runs(s, everything, a);
    const StoreEdit edits[] = { { "", "label", "mine" }, { "", "counted", "0" },
                                { "", "fs", "zfs" }, { "", "disk", NULL } };
    size_t changed;
    assert_true(store_edit(s, (const Run *const *)got.runs.v, 1, edits, 4, &changed, &err));
    assert_int_equal(changed, 1);
    StoreRebuilt rebuilt;
    for (int i = 0; i < 2; i++) {
        got = select_runs(s, everything, a);
        assert_int_equal(got.runs.n, 1);
        assert_string_equal(got.runs.v[0]->label, "mine");
        assert_false(got.runs.v[0]->counted);
        assert_string_equal(run_fact(got.runs.v[0], "", "fs"), "zfs");
        assert_null(run_fact(got.runs.v[0], "", "disk"));
        assert_true(store_rebuild(s, read_again, NULL, &rebuilt, &err));
        assert_int_equal(rebuilt.runs, 1);
        assert_int_equal(rebuilt.edits_lost, 0);
    }
    assert_true(store_rename_fact(s, (const Run *const *)got.runs.v, 1, "fs", "filesystem", &changed,
                                  &err));
    assert_true(store_rebuild(s, read_again, NULL, &rebuilt, &err));
    got = select_runs(s, everything, a);
    assert_string_equal(run_fact(got.runs.v[0], "", "filesystem"), "zfs");
    assert_null(run_fact(got.runs.v[0], "", "fs"));
    arena_free(a);
    document_free(d);
    store_close(s);
}

static bool cannot_read(Document *d, const char *options, void *context, Error *err)
{
    (void)d, (void)options, (void)context;
    return error_set(err, ERR_INPUT, "no");
}

static void a_failed_rebuild_changes_nothing(void **state)
{
    (void)state;
    Store *s = open_store(STORE_CREATE);
    Error err = { 0 };
    StorePut out;
    Document *d = full_document();
    put(s, d, "{}", &out);
    StoreRebuilt rebuilt;
    assert_false(store_rebuild(s, cannot_read, NULL, &rebuilt, &err));
    Arena *a = arena_new(0);
    assert_int_equal(select_runs(s, everything, a).runs.n, 1);
    arena_free(a);
    document_free(d);
    store_close(s);
}

static void a_newer_schema_and_a_strange_file_are_refused(void **state)
{
    (void)state;
    store_close(open_store(STORE_CREATE));
    Engine *e = NULL;
    Store *s;
    Error err = { 0 };
    assert_true(any_engine()->open(&e, path, ENGINE_WRITE, &err));
    assert_true(any_engine()->set_identity(e, MIGRATE_APPLICATION_ID, 99, &err));
    assert_false(store_open(&s, path, STORE_CREATE, "test", &err));
    assert_non_null(strstr(err.text, "newer plimsoll"));
    assert_true(any_engine()->set_identity(e, 12345, 1, &err));
    assert_false(store_open(&s, path, STORE_CREATE, "test", &err));
    assert_non_null(strstr(err.text, "another program"));
    any_engine()->close(e);
    if (any_engine()->shared)
        return;
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int i = 0; i < 1000; i++)
        fputs("this is no database\n", f);
    fclose(f);
    assert_false(store_open(&s, path, STORE_READ, "test", &err));
    assert_non_null(strstr(err.text, "not a database"));
}

static void a_migration_keeps_a_copy_and_rolls_back_when_it_fails(void **state)
{
    (void)state;
    static const char *const good[] = { "CREATE TABLE a(x INTEGER)", "CREATE TABLE b(y INTEGER)" };
    static const char *const bad[] = { "CREATE TABLE a(x INTEGER)",
                                       "CREATE TABLE b(y INTEGER); CREATE TABLE b(y INTEGER)" };
    Engine *e = NULL;
    Error err = { 0 };
    int64_t application, version;
    assert_true(any_engine()->open(&e, path, ENGINE_CREATE, &err));
    assert_true(migrate(e, path, good, 1, true, &err));
    assert_false(migrate(e, path, bad, 2, false, &err));
    assert_false(migrate(e, path, bad, 2, true, &err));
    assert_true(any_engine()->identity(e, &application, &version, &err));
    assert_int_equal(version, 1);
    char copy[600];
    snprintf(copy, sizeof copy, "%s.v1.backup", path);
    const int kept = any_engine()->shared ? -1 : 0; /* a server keeps no file */
    assert_int_equal(access(copy, F_OK), kept);
    assert_true(migrate(e, path, good, 2, true, &err)); /* the copy that was left is in nobody's way */
    assert_int_equal(access(copy, F_OK), kept);
    assert_true(any_engine()->identity(e, &application, &version, &err));
    assert_int_equal(version, 2);
    any_engine()->close(e);
}

/* In a process of its own: 0 when all went well. */
static int migrate_here(const char *const *steps, size_t n)
{
    Engine *e = NULL;
    Error err = { 0 };
    bool ok = any_engine()->open(&e, path, ENGINE_CREATE, &err) && migrate(e, path, steps, n, true, &err);
    if (!ok)
        fprintf(stderr, "%s\n", err.text);
    any_engine()->close(e);
    return !ok;
}

static int read_until_newest(int64_t newest)
{
    Engine *e = NULL;
    Error err = { 0 };
    int64_t application, version = 0;
    bool ok = any_engine()->open(&e, path, ENGINE_READ, &err);
    while (ok && version < newest)
        ok = any_engine()->identity(e, &application, &version, &err) && application == MIGRATE_APPLICATION_ID;
    if (!ok)
        fprintf(stderr, "%s\n", err.text);
    any_engine()->close(e);
    return !ok;
}

static void many_that_migrate_and_read_at_once_wait_for_each_other(void **state)
{
    (void)state;
    enum { CLIENTS = 6, READERS = 2, STEPS = 3 };
    static const char *const steps[STEPS] = {
        "CREATE TABLE a(x INTEGER)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)"
        " INSERT INTO a(x) SELECT i FROM n",
        "CREATE TABLE b(y INTEGER); INSERT INTO b(y) SELECT count(*) FROM a",
    };
    pid_t clients[CLIENTS];
    assert_int_equal(migrate_here(steps, 1), 0);
    for (size_t i = 0; i < CLIENTS; i++)
        if ((clients[i] = fork()) == 0)
            _exit(i < READERS ? read_until_newest(STEPS) : migrate_here(steps, STEPS));
    for (size_t i = 0; i < CLIENTS; i++) {
        int status = 1;
        assert_int_equal(waitpid(clients[i], &status, 0), clients[i]);
        assert_int_equal(status, 0);
    }
    Engine *e = NULL;
    Statement *st;
    Error err = { 0 };
    assert_true(any_engine()->open(&e, path, ENGINE_READ, &err));
    assert_true(any_engine()->prepare(e, "SELECT sum(y), count(*) FROM b", &st, &err));
    any_engine()->bind(st, NULL, 0);
    assert_int_equal(any_engine()->step(st, &err), STEP_ROW);
    assert_int_equal(any_engine()->get_int(st, 0), 30000);
    assert_int_equal(any_engine()->get_int(st, 1), 1);
    any_engine()->finish(st);
    any_engine()->close(e);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, gone)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_field_comes_back),
        TEST(the_same_again_is_a_no_op_and_other_facts_are_another_import),
        TEST(a_repost_does_not_count_until_its_original_is_gone),
        TEST(many_rows_come_back_in_order),
        TEST(edits_survive_a_rebuild),
        TEST(a_failed_rebuild_changes_nothing),
        TEST(a_newer_schema_and_a_strange_file_are_refused),
        TEST(a_migration_keeps_a_copy_and_rolls_back_when_it_fails),
        TEST(many_that_migrate_and_read_at_once_wait_for_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
