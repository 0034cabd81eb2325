/* R 4.2.2: power.t.test(delta=, sd=, power=.8)$n, and $power. */
#include "check.h"

#include "analyze/power.h"

static void runs_needed_are_those_of_r(void **state)
{
    (void)state;
    static const struct {
        double delta, sd, runs;
    } cases[] = {
        { 5, 3, 7 },         /* 6.760949950900641 */
        { 2.19, 0.476, 3 },  /* 2.2130169231362067 */
        { 1, 1, 17 },        /* 16.714768142328293 */
        { 1, 5, 394 },       /* 393.40665622621145 */
        { 0.05, 1, 6281 },   /* 6280.0642962484653 */
        { 0.01, 1, 156979 }, /* 156978.555047995 */
        { 0.7, 0.3, 5 },     /* 4.1057583581491928 */
        { -3, 1, 4 },        /* 3.0700101907200525 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_near(power_runs(cases[i].delta, cases[i].sd, 0.05, 0.8), cases[i].runs, 0);
    assert_near(power_of(10, 1, 1, 0.05), 0.56198461503427177, 1e-9); /* n=10, delta=1, sd=1 */
    assert_near(power_of(3, 2, 1, 0.01), 0.15685081579363336,
                1e-9); /* n=3, delta=2, sig.level=.01 */
}

static void what_cannot_be_planned_is_0(void **state)
{
    (void)state;
    assert_near(power_runs(1, 0, 0.05, 0.8), 0, 0);
    assert_near(power_runs(0, 1, 0.05, 0.8), 0, 0);
    assert_near(power_runs(1e-9, 1, 0.05, 0.8), 0, 0);
    assert_near(power_runs(1e9, 1, 0.05, 0.8), 2, 0);
}

static void a_plan_gives_the_same_answers(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    PowerPlan *plan = power_plan(a, 0.05, 0.8);
    for (int i = 1; i < 3000; i++) {
        double sd = i / 100.0;
        assert_near(power_plan_runs(plan, 1.7, sd), power_runs(1.7, sd, 0.05, 0.8), 0);
    }
    assert_near(power_plan_runs(plan, 0, 1), 0, 0);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_needed_are_those_of_r),
        cmocka_unit_test(what_cannot_be_planned_is_0),
        cmocka_unit_test(a_plan_gives_the_same_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
