#include "check.h"

#include "analyze/table.h"
#include "model.h"

static const double A[] = { 43.1, 44.0, 43.6, 44.5, 43.2, 43.9, 44.1, 43.4, 43.8, 44.4 };
static const double B[] = { 102.1, 103.0, 101.8, 102.9, 103.3, 102.0, 102.4, 103.1, 102.6, 102.8 };
static const double D[] = { 43.9, 44.3, 44.0, 45.1, 43.6, 44.2, 44.8, 43.7, 44.6, 44.9 };

static Table *compare(Document *const *documents, size_t n, TableOptions options)
{
    Arena *a = documents[0]->arena;
    VEC(const Run *) runs = { 0 };
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < documents[i]->runs.n; k++)
            *VEC_PUSH(a, &runs) = documents[i]->runs.v[k];
    Table *t;
    Error err = { 0 };
    if (!table_compare(a, runs.v, runs.n, &options, &t, &err))
        fail_msg("%s", err.text);
    return t;
}

static void add_values(Document *d, const char *label, const double *v, size_t n, double half)
{
    for (size_t i = 0; i < n; i++)
        model_bw(model_run(d, "dd", label, "dd write bs=16k"), v[i])->half_width = half;
}

static bool has_note(const Comparison *c, const char *text)
{
    for (size_t i = 0; i < c->n_notes; i++)
        if (strcmp(c->notes[i], text) == 0)
            return true;
    return false;
}

static void replicates_get_test_interval_and_verdict(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    add_values(d, "centos-7", A, 10, 0.05);
    add_values(d, "ovios", B, 10, 0.05);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[0].name, "centos-7");
    assert_int_equal(t->columns[1].n_runs, 10);
    assert_int_equal(t->rows.n, 1);
    assert_int_equal(t->family, 1);
    const Row *row = &t->rows.v[0];
    assert_int_equal(row->cells[0].evidence, EVIDENCE_REPLICATES);
    assert_int_equal(row->cells[0].n, 10);
    assert_near(row->cells[1].median, 102.7, 1e-12);
    assert_near(row->cells[0].in_order[1], 44.0, 0);
    assert_false(row->comparisons[0].exists);
    const Comparison *c = &row->comparisons[1];
    assert_true(c->exists);
    assert_near(c->ratio, 2.34246575342466, 1e-9);
    assert_near(c->lo, 2.32399488152116, 1e-9);
    assert_near(c->hi, 2.36118110459129, 1e-9);
    assert_near(c->p, 1.00244850631561e-33, 1e-9);
    assert_near(c->u_p, 1.0825088224469e-05, 1e-9);
    assert_int_equal(c->verdict, VERDICT_BETTER);
    assert_string_equal(verdict_name(c->verdict), "better");
    assert_string_equal(t->col_keys, "label");
    document_free(d);
}

static void verdict_follows_the_direction_of_the_metric(void **state)
{
    (void)state;
    static const struct {
        Better better;
        Verdict verdict;
    } cases[] = {
        { BETTER_HIGHER, VERDICT_BETTER },
        { BETTER_LOWER, VERDICT_WORSE },
        { BETTER_NEITHER, VERDICT_HIGHER },
    };
    for (size_t i = 0; i < 3; i++) {
        Document *d = document_new("a.txt", 0);
        for (size_t k = 0; k < 20; k++)
            model_bw(model_run(d, "dd", k < 10 ? "a" : "b", "w"), k < 10 ? A[k] : D[k - 10])
                ->better = cases[i].better;
        Table *t = compare(&d, 1, (TableOptions){ 0 });
        assert_int_equal(t->rows.v[0].comparisons[1].verdict, cases[i].verdict);
        document_free(d);
    }
}

/* Holm over two rows: p 0.0349 doubled is no longer below 0.05. */
static void adjustment_can_take_a_verdict_away(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    for (size_t k = 0; k < 20; k++) {
        Run *r = model_run(d, "dd", k < 10 ? "a" : "b", "w");
        model_bw(r, k < 10 ? A[k] : D[k - 10]);
        model_measure(r, "", "time", UNIT_SECONDS, BETTER_LOWER, k < 10 ? A[k] : D[k - 10], 0);
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->family, 2);
    const Comparison *c = &t->rows.v[0].comparisons[1];
    assert_near(c->p, 0.0348711218713952, 1e-9);
    assert_near(c->p_adjusted, 2 * 0.0348711218713952, 1e-9);
    assert_int_equal(c->verdict, VERDICT_NOT_SHOWN);
    assert_true(has_note(c, "not after Holm over 2"));
    assert_true(c->effect_runs >= 2);
    t = compare(&d, 1, (TableOptions){ .adjust = ADJUST_NONE });
    assert_int_equal(t->rows.v[0].comparisons[1].verdict, VERDICT_BETTER);
    t = compare(&d, 1, (TableOptions){ .threshold = 0.03, .adjust = ADJUST_NONE });
    assert_int_equal(t->rows.v[0].comparisons[1].verdict, VERDICT_WITHIN);
    document_free(d);
}

static void one_run_each_cannot_tell(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    add_values(d, "a", A, 1, 0.05);
    add_values(d, "b", B, 1, 0.05);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    const Comparison *c = &t->rows.v[0].comparisons[1];
    assert_int_equal(t->rows.v[0].cells[0].evidence, EVIDENCE_SINGLE);
    assert_int_equal(c->verdict, VERDICT_CANNOT_TELL);
    assert_true(c->by_rounding);
    assert_near(c->ratio, 102.1 / 43.1, 1e-12);
    assert_near(c->lo, 102.05 / 43.15, 1e-12);
    assert_near(c->hi, 102.15 / 43.05, 1e-12);
    assert_true(has_note(c, "one run each: cannot tell"));
    assert_false(figure_exists(c->p));
    assert_int_equal(t->family, 0);
    document_free(d);
}

static void no_spread_and_coarse_rounding_cannot_tell(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    add_values(d, "a", (double[]){ 5, 5, 5 }, 3, 0);
    add_values(d, "b", (double[]){ 6, 6, 6 }, 3, 0);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    const Comparison *c = &t->rows.v[0].comparisons[1];
    assert_int_equal(c->verdict, VERDICT_CANNOT_TELL);
    assert_near(c->ratio, 1.2, 1e-15);
    assert_near(c->u_p, 0.1, 1e-12);
    assert_true(has_note(c, "no spread measured"));
    document_free(d);

    d = document_new("b.txt", 0);
    add_values(d, "a", (double[]){ 1.0, 1.0, 1.0, 1.1, 1.0, 1.0 }, 6, 0.05);
    add_values(d, "b", (double[]){ 1.1, 1.1, 1.1, 1.1, 1.1, 1.1 }, 6, 0.05);
    t = compare(&d, 1, (TableOptions){ 0 });
    c = &t->rows.v[0].comparisons[1];
    assert_true(c->p < 0.05);
    assert_int_equal(c->verdict, VERDICT_CANNOT_TELL);
    assert_true(has_note(c, "below the resolution of the printed figures"));
    document_free(d);
}

static void summaries_are_tested_and_marked(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    Run *r = model_run(d, "table", "", "");
    static const double mean[] = { 43.8, 102.6 }, sd[] = { 0.4760952, 0.5077182 };
    static const char *const scope[] = { "write | a", "write | b" };
    for (size_t i = 0; i < 2; i++) {
        model_measure(r, scope[i], "value", UNIT_BYTES_PER_S, BETTER_HIGHER, mean[i], 0.05);
        model_measure(r, scope[i], "value.sd", UNIT_BYTES_PER_S, BETTER_NEITHER, sd[i], 0);
        model_measure(r, scope[i], "value.n", UNIT_COUNT, BETTER_NEITHER, 10, 0);
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.n, 1);
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[1].name, "b");
    assert_string_equal(t->rows.v[0].workload, "write");
    assert_int_equal(t->rows.v[0].cells[0].evidence, EVIDENCE_SUMMARY);
    assert_int_equal(t->rows.v[0].cells[0].n, 10);
    const Comparison *c = &t->rows.v[0].comparisons[1];
    assert_near(c->t, 267.150106448412, 1e-9);
    assert_int_equal(c->verdict, VERDICT_BETTER);
    assert_true(has_note(c, "from summary"));
    assert_false(figure_exists(c->u));
    document_free(d);
}

/* ioping: 374.4/130.7 us over 7910 requests against 160.3/55.3 us over 18400, one run each. */
static void spread_within_one_run_is_no_evidence_between_systems(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    static const double mean[] = { 160.3e-6, 374.4e-6 }, sd[] = { 55.3e-6, 130.7e-6 },
                        n[] = { 18400, 7910 };
    for (size_t i = 0; i < 2; i++) {
        Run *r = model_run(d, "ioping", i ? "b" : "a", "ioping -R");
        model_measure(r, "", "lat.mean", UNIT_SECONDS, BETTER_LOWER, mean[i], 0);
        model_measure(r, "", "lat.sd", UNIT_SECONDS, BETTER_LOWER, sd[i], 0);
        model_measure(r, "", "requests", UNIT_COUNT, BETTER_NEITHER, n[i], 0)->headline = false;
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.n, 1);
    const Row *row = &t->rows.v[0];
    assert_int_equal(row->cells[0].evidence, EVIDENCE_WITHIN_RUN);
    assert_near(row->cells[0].spread, 55.3e-6 * sqrt(18400.0 / 18399), 1e-12);
    assert_near(row->cells[0].spread_n, 18400, 0);
    assert_int_equal(row->comparisons[1].verdict, VERDICT_CANNOT_TELL);
    assert_false(figure_exists(row->comparisons[1].p));
    t = compare(&d, 1, (TableOptions){ .within_run = true });
    assert_near(t->rows.v[0].comparisons[1].t, 140.379, 1e-5);
    assert_int_equal(t->rows.v[0].comparisons[1].verdict, VERDICT_CANNOT_TELL);
    assert_int_equal(t->family, 0);
    document_free(d);
}

static void stated_means_have_no_spread(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    for (size_t i = 0; i < 2; i++) {
        Run *r = model_run(d, "stated", i ? "OviOS" : "CentOS", "dd write");
        model_bw(r, i ? 102.6e6 : 43.8e6);
        model_fact(r, "", "n", "10");
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.v[0].cells[0].evidence, EVIDENCE_MEAN_ONLY);
    assert_int_equal(t->rows.v[0].cells[0].n, 10);
    assert_true(has_note(&t->rows.v[0].comparisons[1], "spread not reported"));
    assert_int_equal(t->rows.v[0].comparisons[1].verdict, VERDICT_CANNOT_TELL);
    document_free(d);
}

/* Seed 001: two file systems, two servers. */
static void outer_labels_group_rows(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    static const char *const labels[] = { "OCFS2 | openfiler", "OCFS2 | nexenta",
                                          "EXT3 | openfiler", "EXT3 | nexenta" };
    for (size_t i = 0; i < 4; i++)
        model_bw(model_run(d, "bonnie++", labels[i], "bonnie++"), A[i]);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[0].name, "openfiler");
    assert_string_equal(t->columns[1].name, "nexenta");
    assert_int_equal(t->rows.n, 2);
    assert_string_equal(t->rows.v[0].group, "OCFS2");
    assert_string_equal(t->rows.v[1].group, "EXT3");
    assert_near(t->rows.v[1].comparisons[1].ratio, A[3] / A[2], 1e-15);
    t = compare(&d, 1, (TableOptions){ .base = "Nexenta" });
    assert_int_equal(t->base, 1);
    assert_near(t->rows.v[0].comparisons[0].ratio, A[0] / A[1], 1e-15);
    document_free(d);
}

static void labels_that_do_not_cross_stay_whole(void **state)
{
    (void)state;
    Document *d = document_new("a.txt", 0);
    model_bw(model_run(d, "dd", "5.10 | with revert", "w"), 1);
    model_bw(model_run(d, "dd", "6.1 | plain", "w"), 2);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[0].name, "5.10 | with revert");
    assert_int_equal(t->rows.n, 1);
    assert_true(t->rows.v[0].comparisons[1].exists);
    document_free(d);
}

static void files_are_columns_when_labels_do_not_separate(void **state)
{
    (void)state;
    Document *d[2] = { document_new("A.txt", 0), document_new("B.txt", 0) };
    for (size_t i = 0; i < 10; i++) {
        model_measure(model_run(d[0], "numbers", "", ""), "", "value", UNIT_UNKNOWN, BETTER_HIGHER,
                      A[i], 0);
        model_measure(model_run(d[1], "numbers", "", ""), "", "value", UNIT_UNKNOWN, BETTER_HIGHER,
                      B[i], 0);
    }
    Table *t = compare(d, 2, (TableOptions){ 0 });
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[0].name, "A.txt");
    assert_string_equal(t->columns[1].name, "B.txt");
    assert_int_equal(t->rows.v[0].comparisons[1].verdict, VERDICT_BETTER);
    document_free(d[0]);
    document_free(d[1]);
}

static void facts_of_the_user_and_of_the_axis_make_columns(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    for (size_t i = 0; i < 10; i++) {
        Run *r = model_run(d, "dd", "", "dd write");
        model_set(r, "release", i < 5 ? "5.15" : "6.1");
        model_fact(r, "", "kernel", i < 5 ? "5.15.0" : "6.1.0");
        model_fact(r, "", "target", i % 2 ? "/mnt/a" : "/mnt/b");
        model_fact(r, "", "fs", "ext4");
        model_bw(r, A[i]);
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[1].name, "6.1");
    assert_string_equal(t->col_keys, "release");
    assert_string_equal(t->conditions.v[0].key, "kernel");
    assert_false(t->conditions.v[0].same);
    assert_string_equal(t->conditions.v[0].value[1], "6.1.0");
    bool fs_same = false;
    for (size_t i = 0; i < t->conditions.n; i++)
        fs_same = fs_same || (strcmp(t->conditions.v[i].key, "fs") == 0 && t->conditions.v[i].same);
    assert_true(fs_same);
    /* what is not shown and varies inside a cell is said */
    assert_string_equal(t->cautions.v[0].code, "mixed-cell");
    assert_string_equal(t->cautions.v[0].message, "target varies inside a cell: /mnt/b, /mnt/a");
    t = compare(&d, 1, (TableOptions){ .col = "target", .ignore = "release,kernel" });
    assert_string_equal(t->columns[0].name, "/mnt/b");
    for (size_t i = 0; i < t->cautions.n; i++)
        assert_string_not_equal(t->cautions.v[i].code, "mixed-cell");
    document_free(d);
}

static void rows_and_columns_can_be_asked_for(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    static const char *const bs[] = { "4096", "65536" };
    for (size_t i = 0; i < 8; i++) {
        Run *r = model_run(d, "dd", i % 2 ? "ext4" : "xfs", i / 4 ? "dd bs=64k" : "dd bs=4k");
        model_fact(r, "", "bs", bs[i / 4]);
        model_bw(r, A[i]);
    }
    Table *t = compare(&d, 1, (TableOptions){ .col = "bs" });
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[1].name, "65536");
    assert_int_equal(t->rows.n, 1);
    assert_int_equal(t->rows.v[0].cells[0].n, 4);
    assert_string_equal(t->cautions.v[0].message, "label varies inside a cell: xfs, ext4");
    t = compare(&d, 1, (TableOptions){ .col = "bs", .row = "label" });
    assert_int_equal(t->rows.n, 2);
    assert_string_equal(t->rows.v[0].workload, "xfs");
    Table *none;
    Error err = { 0 };
    TableOptions bad = { .col = "bsize" };
    const Run *const *runs = (const Run *const *)d->runs.v;
    assert_false(table_compare(d->arena, runs, d->runs.n, &bad, &none, &err));
    assert_string_equal(err.text, "no run has a fact 'bsize'; 'plimsoll list facts' shows those there are");
    bad = (TableOptions){ .base = "zfs" };
    assert_false(table_compare(d->arena, runs, d->runs.n, &bad, &none, &err));
    assert_string_equal(err.text, "no column 'zfs'; there are 'xfs', 'ext4'");
    document_free(d);
}

/* job0 of one run is job1 of the other: the names say so. */
static void scopes_meet_by_name_never_by_index(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    for (size_t i = 0; i < 2; i++) {
        Run *r = model_run(d, "fio", i ? "b" : "a", "fio");
        model_fact(r, "job0", "name", i ? "write" : "read");
        model_fact(r, "job1", "name", i ? "read" : "write");
        model_measure(r, "job0", "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, i ? 20 : 1, 0);
        model_measure(r, "job1", "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, i ? 2 : 10, 0);
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.n, 2);
    assert_string_equal(t->rows.v[0].scope, "read");
    assert_near(t->rows.v[0].comparisons[1].ratio, 2, 0);
    assert_near(t->rows.v[1].comparisons[1].ratio, 2, 0);
    document_free(d);
}

static void clones_of_one_run_are_no_replicates(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    for (size_t i = 0; i < 2; i++) {
        Run *r = model_run(d, "fio", i ? "b" : "a", "fio");
        for (size_t k = 0; k < 3; k++) {
            const char *scope = k == 0 ? "job0" : k == 1 ? "job1" : "job2";
            model_fact(r, scope, "name", "test");
            model_measure(r, scope, "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, A[3 * i + k], 0);
        }
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.n, 3);
    assert_int_equal(t->rows.v[0].cells[0].n, 1);
    document_free(d);
}

static void amounts_part_rows_only_while_columns_still_meet(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    for (size_t i = 0; i < 2; i++) {
        Run *r = model_run(d, "dd", i ? "b" : "a", "dd write bs=1M");
        model_fact(r, "", "count", i ? "20000" : "1000");
        model_bw(r, A[i]);
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.n, 1);
    assert_true(t->rows.v[0].comparisons[1].exists);
    document_free(d);
}

/* "bs=4k" against "bs=64k": the author compares the workloads themselves. */
static void a_sweep_of_one_option_is_compared(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    static const char *const bs[] = { "512", "1024", "8192" };
    static const char *const label[] = { "bs=512", "bs=1k", "bs=8k" };
    for (size_t i = 0; i < 3; i++) {
        Run *r = model_run(d, "dd", label[i], label[i]);
        model_fact(r, "", "op", "write");
        model_fact(r, "", "bs", bs[i]);
        model_bw(r, A[i]);
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->n_columns, 3);
    assert_int_equal(t->rows.n, 1);
    assert_string_equal(t->rows.v[0].workload, "dd write");
    document_free(d);
}

static void copies_and_failed_runs_do_not_count(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    add_values(d, "a", A, 4, 0);
    add_values(d, "b", B, 4, 0);
    d->runs.v[1]->counted = false;
    d->runs.v[1]->copy = COPY_ECHO;
    d->runs.v[6]->state = RUN_ERROR;
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->n_copies, 1);
    assert_int_equal(t->rows.v[0].cells[0].n, 3);
    assert_int_equal(t->rows.v[0].cells[1].n, 3);
    document_free(d);
}

static void missing_figures_have_no_value(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    add_values(d, "a", A, 1, 0);
    add_values(d, "b", B, 1, 0);
    d->runs.v[1]->measures.v[0].missing = MISSING_TOO_FAST;
    d->runs.v[1]->measures.v[0].value = 0;
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    const Cell *c = &t->rows.v[0].cells[1];
    assert_int_equal(c->evidence, EVIDENCE_NONE);
    assert_int_equal(c->missing, MISSING_TOO_FAST);
    assert_int_equal(c->n_sources, 1);
    assert_false(figure_exists(c->mean));
    assert_false(t->rows.v[0].comparisons[1].exists);
    document_free(d);
}

/* 0.0 ms printed with one decimal: below 0.05 ms, and no ratio is built on it. */
static void no_ratio_on_a_figure_below_its_digits(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    add_values(d, "a", (double[]){ 0 }, 1, 0.05);
    add_values(d, "b", (double[]){ 0.2 }, 1, 0.05);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_false(figure_exists(t->rows.v[0].comparisons[1].ratio));
    assert_int_equal(t->rows.v[0].comparisons[1].verdict, VERDICT_CANNOT_TELL);
    document_free(d);
}

static void nothing_and_odd_numbers_are_survived(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0);
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->rows.n, 0);
    static const double odd[] = { 1e308, -1e308, 0, 5e-324, 1e308, 3 };
    for (size_t i = 0; i < 24; i++)
        model_bw(model_run(d, "dd", i % 2 ? "a" : "b", i < 12 ? "w" : "v"),
                 odd[(i / (i % 3 + 1)) % 6]);
    for (int scale = 0; scale < 2; scale++) {
        t = compare(&d, 1, (TableOptions){ .scale = (Scale)scale });
        for (size_t r = 0; r < t->rows.n; r++) {
            const Comparison *c = &t->rows.v[r].comparisons[1];
            assert_true(!figure_exists(c->p) || (c->p >= 0 && c->p <= 1));
        }
    }
    document_free(d);
}

static void order_of_runs_changes_no_figure(void **state)
{
    (void)state;
    Document *d = document_new("A.txt", 0), *e = document_new("A.txt", 0);
    for (size_t i = 0; i < 20; i++) {
        size_t k = (i * 7) % 20;
        model_bw(model_run(d, "dd", i % 2 ? "a" : "b", "w"), i % 2 ? A[i / 2] : D[i / 2]);
        model_bw(model_run(e, "dd", k % 2 ? "a" : "b", "w"), k % 2 ? A[k / 2] : D[k / 2]);
    }
    Table *t = compare(&d, 1, (TableOptions){ .base = "a" });
    Table *u = compare(&e, 1, (TableOptions){ .base = "a" });
    const Comparison *x = &t->rows.v[0].comparisons[t->base == 0],
                     *y = &u->rows.v[0].comparisons[u->base == 0];
    assert_true(x->exists && y->exists);
    assert_near(x->ratio, y->ratio, 0);
    assert_near(x->lo, y->lo, 0);
    assert_near(x->p, y->p, 0);
    assert_near(x->u_p, y->u_p, 0);
    document_free(d);
    document_free(e);
}

static void histograms_stand_in_the_rows_of_their_figures(void **state)
{
    (void)state;
    static const Bucket bucket[] = { { 0, 1, 10 }, { 1, 2, 40 } };
    Document *d = document_new("A.txt", 0);
    for (size_t i = 0; i < 3; i++) {
        Run *r = model_run(d, "fio", i ? "b" : "a", "fio");
        model_bw(r, A[i]);
        *VEC_PUSH(d->arena, &r->histograms) = (Histogram){
            .scope = "",
            .metric = "lat",
            .unit = UNIT_SECONDS,
            .n = 2,
            .bucket = bucket,
        };
    }
    Table *t = compare(&d, 1, (TableOptions){ 0 });
    assert_int_equal(t->histograms.n, 1);
    assert_near(t->histograms.v[0].histogram[1]->bucket[1].n, 80, 0); /* two runs, summed */
    assert_true(t->histograms.v[0].tests[1].edges_agree);
    assert_near(t->histograms.v[0].tests[1].ks, 0, 1e-15);
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replicates_get_test_interval_and_verdict),
        cmocka_unit_test(verdict_follows_the_direction_of_the_metric),
        cmocka_unit_test(adjustment_can_take_a_verdict_away),
        cmocka_unit_test(one_run_each_cannot_tell),
        cmocka_unit_test(no_spread_and_coarse_rounding_cannot_tell),
        cmocka_unit_test(summaries_are_tested_and_marked),
        cmocka_unit_test(spread_within_one_run_is_no_evidence_between_systems),
        cmocka_unit_test(stated_means_have_no_spread),
        cmocka_unit_test(outer_labels_group_rows),
        cmocka_unit_test(labels_that_do_not_cross_stay_whole),
        cmocka_unit_test(files_are_columns_when_labels_do_not_separate),
        cmocka_unit_test(facts_of_the_user_and_of_the_axis_make_columns),
        cmocka_unit_test(rows_and_columns_can_be_asked_for),
        cmocka_unit_test(scopes_meet_by_name_never_by_index),
        cmocka_unit_test(clones_of_one_run_are_no_replicates),
        cmocka_unit_test(amounts_part_rows_only_while_columns_still_meet),
        cmocka_unit_test(a_sweep_of_one_option_is_compared),
        cmocka_unit_test(copies_and_failed_runs_do_not_count),
        cmocka_unit_test(missing_figures_have_no_value),
        cmocka_unit_test(no_ratio_on_a_figure_below_its_digits),
        cmocka_unit_test(nothing_and_odd_numbers_are_survived),
        cmocka_unit_test(order_of_runs_changes_no_figure),
        cmocka_unit_test(histograms_stand_in_the_rows_of_their_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
