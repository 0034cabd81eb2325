/* R 4.2.2: p.adjust(p, "holm"), p.adjust(p, "BH"). */
#include "check.h"

#include "analyze/adjust.h"

static void adjusted_as_r_does(void **state)
{
    (void)state;
    static const double p[] = { .041, .001, .2, .012, .034 };
    static const double holm[] = { .102, .005, .2, .048, .102 };
    static const double bh[] = { .05125, .005, .2, .03, .05125 };
    Arena *arena = arena_new(0);
    double got[5];
    adjust_holm(arena, p, 5, got);
    for (int i = 0; i < 5; i++)
        assert_near(got[i], holm[i], 1e-12);
    adjust_benjamini_hochberg(arena, p, 5, got);
    for (int i = 0; i < 5; i++)
        assert_near(got[i], bh[i], 1e-12);
    arena_free(arena);
}

static void edges(void **state)
{
    (void)state;
    Arena *arena = arena_new(0);
    double one = 0.03, many[3] = { 0.6, 0.6, 0 };
    adjust_holm(arena, NULL, 0, NULL);
    adjust_holm(arena, &one, 1, &one);
    assert_near(one, 0.03, 0);
    adjust_holm(arena, many, 3, many);
    assert_near(many[0], 1, 0);
    assert_near(many[1], 1, 0);
    assert_near(many[2], 0, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjusted_as_r_does),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
