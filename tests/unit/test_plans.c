/*
 * How SQLite will find what each statement asks for, in a database that has rows in every table: nothing
 * reads a whole table or index, but for what is listed here with its reason. The product never runs
 * ANALYZE, so the plans are those of the schema alone.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../bench/filled.c"
#include "schema/engine.h"
#include "schema/statements.h"

enum { RUNS = 3000 };

/* What is read whole on purpose: the words of the plan behind SCAN. */
typedef struct Whole {
    StatementId id; /* STATEMENT_END: one that is put together (runs_of) */
    const char *plan, *why;
    bool met;
} Whole;

static Whole wholes[] = {
    { IMPORT_LIST, "import", "a row for each document, all of them printed by list" },
    { IMPORT_SOURCES, "import", "a row for each document: the order in which they came" },
    { RUN_ORPHANS, "run USING INDEX run_orphan", "the index holds nothing but what is asked for" },
    { EDIT_ANY, "edit", "LIMIT 1: whether there is a row" },
    { EDIT_LIST, "edit", "merge takes over all that was said" },
    { EDIT_LOST, "edit", "rebuild looks up the run of each edit" },
    { MEASURE_ALL, "measure", "all runs are asked for: in order, once" },
    { MEASURE_ALL_WANTED, "measure", "the same" },
    { MEASURE_VALUES_ALL, "measure", "the same" },
    { MEASURE_VALUES_HEADLINE, "measure USING COVERING INDEX measure_headline",
      "all runs: the index holds nothing but what is asked for" },
    { FACT_ALL, "fact", "all runs are asked for: in order, once" },
    { SERIES_ALL, "series", "the same" },
    { HISTOGRAM_ALL, "histogram", "the same" },
    { RELEASE_LIST, "release", "all of them, printed by list; some dozens" },
    { TRACK_LIST, "track", "all of them, printed by list; a handful" },
    { STATEMENT_END, "run", "no condition: every run is asked for" },
};

enum { N_WHOLES = sizeof wholes / sizeof *wholes };

/* --- a database with rows in every table --- */

static char path[64];

static void put_one_of_each(Store *s)
{
    static const double values[] = { 1, 2 };
    static const Bucket buckets[] = { { 0, 1, 3 } };
    Error err = { 0 };
    StorePut out;
    Document *d = document_new("one.log", 0);
    d->bytes = SLICE("one of each");
    d->text = SLICE("its text");
    d->sha256[0] = 1;
    uint64_t random = 7;
    add_run(d, 1, 1, &random);
    Run *run = d->runs.v[0];
    *VEC_PUSH(d->arena, &run->series) = (Series){ .scope = "", .metric = "x", .n = 2, .value = values };
    *VEC_PUSH(d->arena, &run->histograms) = (Histogram){ .scope = "", .metric = "x", .n = 1, .bucket = buckets };
    *VEC_PUSH(d->arena, &d->notes) = (Note){ .code = "charset", .message = "latin-1" };
    *VEC_PUSH(d->arena, &d->facts) = (Fact){ .scope = "", .key = "os", .value = "Debian" };
    assert_true(store_put(s, d, "{}", &out, &err));
    const StoreEdit label = { "", "label", "mine" };
    size_t changed;
    assert_true(store_edit(s, (const Run *const *)d->runs.v, 1, &label, 1, &changed, &err));
    document_free(d);
}

static void put_change(Store *s)
{
    Error err = { 0 };
    const uint8_t series[1][SHA256_BYTES] = { { 1 } };
    const StoreChange change = { .series = { 1 }, .before = "0.0", .after = "0.1", .method = "energy",
                                 .params = "{}", .ratio = 2 };
    assert_true(store_changes_put(s, "main", &change, 1, series, 1, &err));
}

static Engine *fill(void)
{
    Store *s;
    Engine *e;
    Error err = { 0 };
    snprintf(path, sizeof path, "/tmp/plimsoll-plans-%ld.db", (long)getpid());
    unlink(path);
    assert_true(filled_make(path, RUNS, &err));
    assert_true(store_open(&s, path, STORE_WRITE, "test", &err));
    put_one_of_each(s);
    put_change(s);
    store_close(s);
    assert_true(engine_sqlite.open(&e, path, ENGINE_WRITE, &err));
    return e;
}

/* --- plans --- */

typedef void (*Row)(void *context, Slice first, Slice last);

/* Every row of a question: its first and its last column. */
static void ask(Engine *e, const char *sql, Row row, void *context)
{
    Statement *st;
    Error err = { 0 };
    Step step;
    if (!engine_sqlite.prepare(e, sql, &st, &err))
        fail_msg("%s: %s", err.text, sql);
    while ((step = engine_sqlite.step(st, &err)) == STEP_ROW)
        row(context, engine_sqlite.get_text(st, 0), engine_sqlite.get_text(st, engine_sqlite.columns(st) - 1));
    assert_int_equal(step, STEP_DONE);
    engine_sqlite.finish(st);
}

typedef struct Question {
    StatementId id;
    const char *sql;
    size_t bad; /* rows of the plan that nobody explained */
    bool quiet;
} Question;

/* A step of a WITH RECURSIVE is no table. */
static bool is_step(const Question *q, Slice plan)
{
    size_t blank = slice_find_char(plan, ' ');
    Buf b = buf_new(0);
    buf_printf(&b, "RECURSIVE %.*s (", SLICE_ARG(slice_first(plan, blank == SLICE_NONE ? plan.n : blank)));
    bool step = strstr(q->sql, b.text) != NULL;
    buf_free(&b);
    return step;
}

static bool is_explained(Question *q, Slice plan)
{
    for (size_t i = 0; i < N_WHOLES; i++) {
        Slice words = slice_of(wholes[i].plan);
        bool same = slice_starts(plan, words) && (plan.n == words.n || plan.p[words.n] == ' ');
        if (wholes[i].id != q->id || !same)
            continue;
        wholes[i].met = true;
        return true;
    }
    return false;
}

static void look_at(void *context, Slice first, Slice plan)
{
    Question *q = context;
    (void)first;
    bool built = slice_find(plan, SLICE("AUTOMATIC")) != SLICE_NONE; /* an index for this one question */
    if (!slice_skip(&plan, SLICE("SCAN ")) && !built)
        return;
    if (slice_is(plan, "CONSTANT ROW") || is_step(q, plan) || is_explained(q, plan))
        return;
    q->bad++;
    if (!q->quiet)
        print_error("reads all of %.*s: %s\n", SLICE_ARG(plan), q->sql);
}

static size_t scans(Engine *e, StatementId id, const char *sql, bool quiet)
{
    Question q = { .id = id, .sql = sql, .quiet = quiet };
    Buf b = buf_new(0);
    buf_printf(&b, "EXPLAIN QUERY PLAN %s", sql);
    ask(e, b.text, look_at, &q);
    buf_free(&b);
    return q.bad;
}

/* --- tables --- */

static void count_row(void *context, Slice first, Slice last)
{
    (void)first;
    *(bool *)context = *(bool *)context || !slice_is(last, "0");
}

static void must_have_rows(void *context, Slice first, Slice name)
{
    bool any = false;
    Buf b = buf_new(0);
    (void)first;
    buf_printf(&b, "SELECT count(*) FROM %.*s", SLICE_ARG(name));
    ask(context, b.text, count_row, &any);
    buf_free(&b);
    if (!any)
        fail_msg("the test puts nothing into %.*s", SLICE_ARG(name));
}

static const char all_tables[] = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";

/* --- statements --- */

/* As the store puts them together: no condition, one import, and a term for each kind of key. */
static size_t runs_of(Engine *e, const char *select, const char *order)
{
    static const char *const keys[] = { "tool", "label", "release" };
    size_t bad = 0;
    for (size_t i = 0; i < 4 + sizeof keys / sizeof *keys; i++) {
        Buf b = buf_new(0);
        buf_str(&b, select);
        buf_str(&b, i % 2 ? " AND run.counted = 1" : "");
        if (i == 2 || i == 3)
            buf_str(&b, " AND run.import_id = :import");
        if (i > 3)
            statements_term(&b, keys[i - 4], 0, 2);
        buf_str(&b, order);
        bad += scans(e, i < 2 ? STATEMENT_END : DOCUMENT_FIND, b.text, false);
        buf_free(&b);
    }
    return bad;
}

static size_t every_statement(Engine *e)
{
    size_t bad = 0;
    for (size_t i = 0; i < STATEMENT_END; i++) {
        if (!statements[i])
            fail_msg("statement %zu has no text", i);
        bad += scans(e, (StatementId)i, statements[i], false);
    }
    return bad + runs_of(e, statements_runs, statements_runs_order) +
           runs_of(e, statements_alike, statements_alike_order) + runs_of(e, statements_run_ids, "");
}

/* --- tests --- */

static Engine *engine;

static int open_filled(void **state)
{
    (void)state;
    engine = fill();
    return 0;
}

static int close_filled(void **state)
{
    (void)state;
    engine_sqlite.close(engine);
    unlink(path);
    return 0;
}

static void every_table_has_rows(void **state)
{
    (void)state;
    ask(engine, all_tables, must_have_rows, engine);
}

static void no_statement_reads_a_whole_table(void **state)
{
    (void)state;
    assert_int_equal(every_statement(engine), 0);
}

static void no_exception_is_stale(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_WHOLES; i++)
        if (!wholes[i].met)
            fail_msg("nothing reads all of '%s' any more, listed as: %s", wholes[i].plan, wholes[i].why);
}

static void the_check_can_fail(void **state)
{
    (void)state;
    assert_int_equal(scans(engine, DOCUMENT_FIND, "SELECT * FROM run WHERE version = 'x'", true), 1);
    assert_int_equal(scans(engine, DOCUMENT_FIND, "SELECT count(*) FROM run", true), 1);
    assert_int_equal(scans(engine, DOCUMENT_FIND, "SELECT 1 FROM fact JOIN measure ON raw = fact.value", true), 2);
    assert_int_equal(scans(engine, DOCUMENT_FIND, "SELECT 1 FROM run x WHERE depth = 1", true), 1);
    assert_int_equal(scans(engine, FACT_ALL, "SELECT * FROM series", true), 1); /* explained is another table */
    assert_int_equal(scans(engine, DOCUMENT_FIND, "SELECT * FROM run WHERE run_id = 1", true), 0);
}

/* A row that is deleted makes the engine look for rows that refer to it. */
static void check_reference(void *context, Slice table, Slice column)
{
    size_t *bad = context;
    Buf b = buf_new(0);
    buf_printf(&b, "SELECT 1 FROM %.*s WHERE %.*s = :id", SLICE_ARG(table), SLICE_ARG(column));
    *bad += scans(engine, DOCUMENT_FIND, b.text, false);
    buf_free(&b);
}

static void what_refers_is_found_by_an_index(void **state)
{
    (void)state;
    size_t bad = 0;
    ask(engine,
        "SELECT s.name, k.\"from\" FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) k"
        " WHERE s.type = 'table'",
        check_reference, &bad);
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_has_rows),
        cmocka_unit_test(no_statement_reads_a_whole_table),
        cmocka_unit_test(no_exception_is_stale),
        cmocka_unit_test(the_check_can_fail),
        cmocka_unit_test(what_refers_is_found_by_an_index),
    };
    return cmocka_run_group_tests(tests, open_filled, close_filled);
}
