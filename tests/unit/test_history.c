/* Points, setups, marks, gates. Runs are made by hand; figures worked out beside them. */
#include "check.h"

#include <string.h>

#include "analyze/gate.h"

typedef struct Case {
    const char *release, *session, *label;
    double value;
} Case;

static Run *run_of(Arena *a, const Case *c)
{
    Run *r = ARENA_NEW(a, Run);
    *r = (Run){ .tool = "dd", .version = "", .command = "", .time = "", .counted = true,
                .label = c->label ? c->label : "", .workload = "dd write bs=16k",
                .session = c->session };
    *VEC_PUSH(a, &r->facts) = (Fact){ "", "release", c->release, ORIGIN_USER, { 0 } };
    *VEC_PUSH(a, &r->measures) =
        (Measure){ .scope = "", .metric = "bw", .value = c->value, .unit = UNIT_BYTES_PER_S,
                   .better = BETTER_HIGHER, .headline = true, .raw = "", .raw_unit = "MB/s",
                   .raw_factor = 1e6 };
    return r;
}

static const HistoryRelease releases[] = { { "r1", 0, NULL }, { "r2", 0, NULL }, { "r3", 0, NULL },
                                           { "r4", 0, NULL } };

static History *make(Arena *a, const Case *cases, size_t n, HistoryOptions *o)
{
    const Run **runs = ARENA_ARRAY(a, const Run *, n);
    for (size_t i = 0; i < n; i++)
        runs[i] = run_of(a, &cases[i]);
    *o = (HistoryOptions){ .track = "t", .key = "release", .releases = releases, .n_releases = 4 };
    History *h;
    Error err = { 0 };
    if (!history_make(a, runs, n, o, true, &h, &err))
        fail_msg("%s", err.text);
    return h;
}

static void a_point_is_the_median_of_session_medians(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "r1", "a", 0, 10 }, { "r1", "a", 0, 12 }, { "r1", "a", 0, 50 }, /* 12 */
        { "r1", "b", 0, 20 },                                              /* 20 */
        { "r1", "c", 0, 14 }, { "r1", "c", 0, 16 },                        /* 15 */
        { "r3", "d", 0, 30 },                   { "gone", "e", 0, 1 },
    };
    Arena *a = arena_new(0);
    HistoryOptions o;
    History *h = make(a, cases, sizeof cases / sizeof *cases, &o);
    assert_int_equal(h->series.n, 1);
    const HistorySeries *s = &h->series.v[0];
    assert_int_equal(s->points.n, 2);
    assert_near(s->points.v[0].median, 15, 0);
    assert_near(s->points.v[0].mean, 122.0 / 6, 1e-14);
    assert_int_equal(s->points.v[0].sessions, 3);
    assert_int_equal(s->points.v[0].n, 6);
    assert_int_equal(s->points.v[1].release, 2);
    assert_int_equal(s->gaps.n, 2); /* r2, r4: shown, never filled */
    assert_int_equal(s->gaps.v[0], 1);
    assert_int_equal(h->off_track.n, 1);
    assert_string_equal(h->off_track.v[0], "gone");
    assert_int_equal(s->changes.n, 0);
    assert_int_equal(s->steps.n, 1); /* one session on a side cannot be tested */
    assert_int_equal(s->steps.v[0].verdict, VERDICT_CANNOT_TELL);
    assert_near(s->steps.v[0].ratio, 2, 0);
    arena_free(a);
}

static void setups_tell_series_apart_when_they_differ_within_a_release(void **state)
{
    (void)state;
    static const Case within[] = {
        { "r1", "a", "NFS", 10 }, { "r1", "a", "iSCSI", 20 }, { "r2", "b", "NFS", 11 },
        { "r2", "b", "iSCSI", 21 },
    };
    static const Case between[] = {
        { "r1", "a", "r1", 10 }, { "r2", "b", "r2", 11 }, { "r3", "c", "other box", 12 },
    };
    Arena *a = arena_new(0);
    HistoryOptions o;
    History *h = make(a, within, sizeof within / sizeof *within, &o);
    assert_int_equal(h->series.n, 2);
    assert_string_equal(h->series.v[0].setup, "NFS");
    assert_int_equal(h->series.v[1].points.n, 2);
    h = make(a, between, sizeof between / sizeof *between, &o);
    assert_int_equal(h->series.n, 1);
    assert_int_equal(h->series.v[0].points.n, 3);
    arena_free(a);
}

/* rel1 to rel3 of the reference: one run a session. Welch t -20.739013, p 3.19325e-08. */
static void short_series_compare_neighbours_and_baseline(void **state)
{
    (void)state;
    static const double values[3][5] = { { 43.1, 44.0, 43.8, 42.9, 44.3 },
                                         { 51.0, 50.7, 52.1, 51.5, 50.9 },
                                         { 51.2, 52.0, 50.8, 51.9, 51.4 } };
    static const char *const sessions[] = { "a", "b", "c", "d", "e" };
    Case cases[15];
    for (size_t i = 0; i < 15; i++)
        cases[i] = (Case){ releases[i / 5].label, sessions[i % 5], NULL, values[i / 5][i % 5] };
    Arena *a = arena_new(0);
    HistoryOptions o;
    History *h = make(a, cases, 15, &o);
    const HistorySeries *s = &h->series.v[0];
    assert_int_equal(s->steps.n, 3);
    assert_near(s->steps.v[0].t, 20.739013, 1e-7);
    assert_near(s->steps.v[0].p, 3.19325e-08, 1e-5);
    assert_int_equal(s->steps.v[0].verdict, VERDICT_BETTER);
    assert_near(s->steps.v[1].t, 0.653882, 1e-6);
    assert_near(s->steps.v[1].p, 0.531803, 1e-6);
    assert_int_equal(s->steps.v[1].against, 1);
    assert_true(s->steps.v[1].verdict == VERDICT_NOT_SHOWN || s->steps.v[1].verdict == VERDICT_WITHIN);
    assert_int_equal(s->steps.v[2].against, 0);
    arena_free(a);
}

static Gate *check(Arena *a, const Case *cases, size_t n, GateOptions *g, size_t newest)
{
    HistoryOptions *o = ARENA_NEW(a, HistoryOptions);
    History *h = make(a, cases, n, o);
    g->newest = newest;
    g->base = SLICE_NONE;
    return gate_check(a, h, g);
}

/* old 10 11 12, mean 11, s 1; new 8: t = -3 / sqrt(4/3) = -2.598076, df 2, p 0.1216899 (R: 2*pt). */
static void the_gate_tests_session_medians(void **state)
{
    (void)state;
    static const Case one[] = { { "r1", "a", 0, 10 }, { "r2", "b", 0, 11 }, { "r3", "c", 0, 12 },
                                { "r4", "d", 0, 8 } };
    static const Case two[] = { { "r1", "a", 0, 10 }, { "r2", "b", 0, 11 }, { "r3", "c", 0, 12 },
                                { "r4", "d", 0, 5 }, { "r4", "e", 0, 5.5 } };
    Arena *a = arena_new(0);
    GateOptions o = { 0 };
    Gate *g = check(a, one, 4, &o, 3);
    assert_int_equal(g->findings.v[0].k, 3);
    assert_near(g->findings.v[0].t, -2.5980762113533, 1e-12);
    assert_near(g->findings.v[0].df, 2, 0);
    assert_near(g->findings.v[0].p, 0.1216899, 1e-6);
    assert_int_equal(gate_status(g), 0);
    /* pooled variance (2*1 + 1*0.125)/3 = 0.7083333; t = -5.75/sqrt(0.7083333*(1/3+1/2)), df 3 */
    g = check(a, two, 5, &o, 3);
    assert_near(g->findings.v[0].t, -7.484100795, 1e-9);
    assert_near(g->findings.v[0].df, 3, 0);
    assert_int_equal(g->findings.v[0].verdict, GATE_WORSE);
    assert_int_equal(gate_status(g), 1);
    GateThreshold wide[] = { { "", 0.05 }, { "b*", 0.6 } };
    GateOptions lenient = { .thresholds = wide, .n_thresholds = 2 };
    g = check(a, two, 5, &lenient, 3);
    assert_int_equal(g->findings.v[0].verdict, GATE_WITHIN);
    assert_int_equal(gate_status(g), 0);
    arena_free(a);
}

static void the_gate_never_passes_what_it_cannot_tell(void **state)
{
    (void)state;
    static const Case few[] = { { "r1", "a", 0, 10 }, { "r2", "b", 0, 11 }, { "r4", "d", 0, 8 } };
    static const Case missing[] = { { "r1", "a", 0, 10 }, { "r2", "b", 0, 11 }, { "r3", "c", 0, 12 } };
    static const Case flat[] = { { "r1", "a", 0, 10 }, { "r2", "b", 0, 10 }, { "r3", "c", 0, 10 },
                                 { "r4", "d", 0, 9 } };
    static const Case fresh[] = { { "r4", "d", 0, 8 } };
    Arena *a = arena_new(0);
    GateOptions o = { 0 };
    Gate *g = check(a, few, 3, &o, 3);
    assert_int_equal(g->findings.v[0].verdict, GATE_CANNOT_TELL);
    assert_int_equal(gate_status(g), 4);
    g = check(a, missing, 3, &o, 3);
    assert_int_equal(g->findings.v[0].verdict, GATE_MISSING);
    assert_int_equal(gate_status(g), 4);
    g = check(a, flat, 4, &o, 3);
    assert_int_equal(g->findings.v[0].verdict, GATE_CANNOT_TELL);
    assert_int_equal(gate_status(g), 4);
    g = check(a, fresh, 1, &o, 3);
    assert_int_equal(g->findings.v[0].verdict, GATE_NEW);
    assert_int_equal(gate_status(g), 4);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_the_median_of_session_medians),
        cmocka_unit_test(setups_tell_series_apart_when_they_differ_within_a_release),
        cmocka_unit_test(short_series_compare_neighbours_and_baseline),
        cmocka_unit_test(the_gate_tests_session_medians),
        cmocka_unit_test(the_gate_never_passes_what_it_cannot_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
