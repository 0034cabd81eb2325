/* Many documents at once: each is stored wholly or not at all, and is said to be so; none takes others along. */
#include "anystore.h"
#include "check.h"

#include <string.h>

#include "base/sha.h"
#include "schema/store.h"

enum { MOST = 6 };

static char path[512];
static Store *store;

static int fresh(void **state)
{
    (void)state;
    Error err = { 0 };
    return any_fresh(path, sizeof path) && store_open(&store, path, STORE_CREATE, "test", &err) ? 0 : -1;
}

static int gone(void **state)
{
    (void)state;
    store_close(store);
    unlink(path);
    return 0;
}

/* A run that stands in every one of them, and one of its own. */
static void new_item(StoreItem *item, const char *name)
{
    static const char *const raws[] = { "11.1", NULL };
    Document *d = document_new(name, 0);
    d->bytes = d->text = slice_of(name);
    d->session = "";
    Sha *h = sha_new();
    sha_add(h, d->bytes);
    sha_end(h, d->sha256);
    for (size_t i = 0; i < 2; i++) {
        Run *run = ARENA_NEW(d->arena, Run);
        const char *raw = raws[i] ? raws[i] : arena_printf(d->arena, "1%u.5", (unsigned)name[0]);
        *run = (Run){ .tool = "dd", .version = "", .command = "", .time = "", .state = RUN_OK, .counted = true,
                      .label = name, .workload = "dd write", .document = d, .session = "" };
        *VEC_PUSH(d->arena, &d->runs) = run;
        for (unsigned k = 0; k < 3; k++)
            *VEC_PUSH(d->arena, &run->measures) =
                (Measure){ .scope = "", .metric = k == 0 ? "a" : k == 1 ? "b" : "c", .value = strtod(raw, NULL) * (k + 1.37),
                           .unit = UNIT_BYTES_PER_S, .raw = arena_printf(d->arena, "%u.%s", k, raw), .raw_unit = "" };
    }
    *item = (StoreItem){ .document = d };
}

/* "a b c": documents of these names, put; "+" for each that is stored, "-" for one that is not. */
static const char *put_all(StoreItem *items, size_t n, const char *const *names)
{
    static char signs[MOST + 1];
    for (size_t i = 0; i < n; i++)
        new_item(&items[i], names[i]);
    store_put_all(store, items, n, "{}");
    for (size_t i = 0; i < n; i++)
        signs[i] = items[i].stored ? '+' : '-';
    signs[n] = '\0';
    return signs;
}

static void let_go(StoreItem *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        document_free(items[i].document);
}

/* What is in the database, by name; runs that count. */
static const char *there(size_t *counted)
{
    static char names[64];
    Error err = { 0 };
    StoreImports imports;
    Arena *a = arena_new(0);
    assert_true(store_imports(store, a, &imports, &err));
    size_t n = 0;
    *counted = 0;
    for (size_t i = 0; i < imports.n; i++) {
        n += (size_t)snprintf(names + n, sizeof names - n, "%s", imports.v[i].name);
        *counted += imports.v[i].counted;
        assert_int_equal(imports.v[i].runs, 2);
    }
    arena_free(a);
    return names;
}

/* Something that makes documents fail, in SQLite's words. */
static void trouble(const char *sql)
{
    Engine *e = NULL;
    Error err = { 0 };
    if (any_engine()->shared)
        skip();
    assert_true(any_engine()->open(&e, path, ENGINE_WRITE, &err));
    if (!any_engine()->script(e, sql, &err))
        fail_msg("%s", err.text);
    any_engine()->close(e);
}

static void all_are_stored_and_equal_blocks_count_once(void **state)
{
    (void)state;
    static const char *const first[] = { "a", "b" }, *const second[] = { "b", "c", "c" };
    StoreItem items[MOST];
    size_t counted;
    assert_string_equal(put_all(items, 2, first), "++");
    assert_int_equal(items[0].put.runs, 2);
    assert_int_equal(items[1].put.runs, 1);
    assert_int_equal(items[1].put.reposts, 1);
    let_go(items, 2);
    assert_string_equal(put_all(items, 3, second), "+++");
    assert_string_equal(items[0].put.known_as, "b");
    assert_null(items[1].put.known_as);
    assert_string_equal(items[2].put.known_as, "c");
    let_go(items, 3);
    assert_string_equal(there(&counted), "abc");
    assert_int_equal(counted, 4);
}

static void one_that_fails_is_left_out(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "bad", "c" };
    StoreItem items[MOST];
    size_t counted;
    trouble("CREATE TRIGGER no BEFORE INSERT ON measure WHEN (SELECT label FROM run WHERE run_id = NEW.run_id) = 'bad'"
            " BEGIN SELECT RAISE(ABORT, 'not this one'); END");
    assert_string_equal(put_all(items, 3, names), "+-+");
    assert_non_null(strstr(items[1].why.text, "not this one"));
    assert_int_equal(items[2].put.reposts, 1);
    let_go(items, 3);
    assert_string_equal(there(&counted), "ac");
    assert_int_equal(counted, 3);
}

/* As when the disk is full: SQLite takes the whole transaction back in the middle of it. */
static void a_transaction_that_is_gone_takes_nobody_along(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "bad", "c", "d" };
    StoreItem items[MOST];
    size_t counted;
    trouble("CREATE TRIGGER no BEFORE INSERT ON import WHEN NEW.name = 'bad'"
            " BEGIN SELECT RAISE(ROLLBACK, 'all is lost'); END");
    assert_string_equal(put_all(items, 4, names), "+-++");
    assert_non_null(strstr(items[1].why.text, "all is lost"));
    assert_int_equal(items[0].put.reposts, 0);
    assert_int_equal(items[2].put.reposts, 1);
    assert_int_equal(items[2].document->notes.n, 1);
    let_go(items, 4);
    assert_string_equal(there(&counted), "acd");
    assert_int_equal(counted, 4);
}

/* As when a disk is full, or a lock is held, at the end. */
static void a_commit_that_fails_fails_only_for_its_cause(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "bad", "c", "a" };
    StoreItem items[MOST];
    size_t counted;
    trouble("CREATE TABLE late (run_id INTEGER REFERENCES run DEFERRABLE INITIALLY DEFERRED);"
            "CREATE TRIGGER no AFTER INSERT ON import WHEN NEW.name = 'bad'"
            " BEGIN INSERT INTO late VALUES (-1); END");
    assert_string_equal(put_all(items, 4, names), "+-++");
    assert_non_null(strstr(items[1].why.text, "FOREIGN KEY"));
    assert_null(items[0].put.known_as);
    assert_string_equal(items[3].put.known_as, "a");
    let_go(items, 4);
    assert_string_equal(there(&counted), "ac");
    assert_int_equal(counted, 3);
}

static void what_is_not_the_documents_fault_ends_the_attempts(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "b", "c", "d", "e" };
    StoreItem items[MOST];
    size_t counted;
    trouble("CREATE TRIGGER no BEFORE INSERT ON import WHEN NEW.name IN ('b', 'c', 'd')"
            " BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END");
    assert_string_equal(put_all(items, 5, names), "+----");
    for (size_t i = 1; i < 5; i++)
        assert_non_null(strstr(items[i].why.text, "disk is full"));
    let_go(items, 5);
    assert_string_equal(there(&counted), "a");
    assert_int_equal(counted, 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, gone)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_are_stored_and_equal_blocks_count_once),
        TEST(one_that_fails_is_left_out),
        TEST(a_transaction_that_is_gone_takes_nobody_along),
        TEST(a_commit_that_fails_fails_only_for_its_cause),
        TEST(what_is_not_the_documents_fault_ends_the_attempts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
