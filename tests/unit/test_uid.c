/* A run keeps its uid whatever the parser thinks of everything but its figures. */
#include "check.h"

#include <string.h>

#include "base/uid.h"

static Run *add_run(Document *d, const char *tool, const char *raw)
{
    Run *run = ARENA_NEW(d->arena, Run);
    run->tool = tool;
    run->document = d;
    *VEC_PUSH(d->arena, &d->runs) = run;
    *VEC_PUSH(d->arena, &run->measures) =
        (Measure){ .scope = "", .metric = "bw", .raw = raw, .unit = UNIT_BYTES_PER_S };
    return run;
}

static void equal_blocks_of_one_document_are_told_apart_by_occurrence(void **state)
{
    (void)state;
    Document *d = document_new("a", 0);
    Run *first = add_run(d, "dd", "133"), *other = add_run(d, "dd", "134");
    Run *again = add_run(d, "dd", "133");
    uid_fill(d);
    assert_int_equal(first->occurrence, 0);
    assert_int_equal(other->occurrence, 0);
    assert_int_equal(again->occurrence, 1);
    assert_memory_not_equal(first->uid, again->uid, UID_BYTES);
    document_free(d);
}

static void span_and_label_do_not_matter(void **state)
{
    (void)state;
    Document *a = document_new("a", 0), *b = document_new("b", 0);
    Run *x = add_run(a, "dd", "133"), *y = add_run(b, "dd", "133");
    y->span = (Span){ 7, 100, 200 };
    y->label = "other";
    uid_fill(a);
    uid_fill(b);
    assert_memory_equal(x->uid, y->uid, UID_BYTES);
    document_free(a);
    document_free(b);
}

static void set_facts_and_session_matter_but_not_their_order(void **state)
{
    (void)state;
    const Fact fs = { .scope = "", .key = "fs", .value = "zfs" };
    const Fact os = { .scope = "", .key = "os", .value = "bsd" };
    Document *d[4];
    Run *run[4];
    for (int i = 0; i < 4; i++) {
        d[i] = document_new("a", 0);
        run[i] = add_run(d[i], "dd", "133");
    }
    *VEC_PUSH(d[1]->arena, &d[1]->set) = fs;
    *VEC_PUSH(d[1]->arena, &d[1]->set) = os;
    *VEC_PUSH(d[2]->arena, &d[2]->set) = os;
    *VEC_PUSH(d[2]->arena, &d[2]->set) = fs;
    d[3]->session = "monday";
    for (int i = 0; i < 4; i++)
        uid_fill(d[i]);
    assert_memory_equal(run[1]->uid, run[2]->uid, UID_BYTES);
    assert_memory_not_equal(run[0]->uid, run[1]->uid, UID_BYTES);
    assert_memory_not_equal(run[0]->uid, run[3]->uid, UID_BYTES);
    for (int i = 0; i < 4; i++)
        document_free(d[i]);
}

static void few_digits_and_plain_numbers_repeat_honestly(void **state)
{
    (void)state;
    Document *d = document_new("a", 0);
    assert_int_equal(uid_weight(add_run(d, "dd", "133")), UID_FREE);
    assert_int_equal(uid_weight(add_run(d, "dd", "268435456 bytes copied, 2.01766 s")), UID_WEAK);
    assert_int_equal(uid_weight(add_run(d, "dd", "268435456 bytes copied, 0.00133 s")), UID_FREE);
    assert_int_equal(uid_weight(add_run(d, "numbers", "2.01766")), UID_FREE);
    Run *fio = add_run(d, "fio", "12345.67");
    for (int i = 0; i < 2; i++)
        *VEC_PUSH(d->arena, &fio->measures) =
            (Measure){ .scope = "", .metric = "x", .raw = "7654.321", .unit = UNIT_SECONDS };
    assert_int_equal(uid_weight(fio), UID_STRONG);
    document_free(d);
}

static void a_weak_block_is_a_copy_in_company_only(void **state)
{
    (void)state;
    UidMatch many[] = { { UID_WEAK, 1, false }, { UID_WEAK, 2, false }, { UID_STRONG, 3, false } };
    uid_judge(many, 3, 100);
    assert_false(many[0].is_copy);
    assert_false(many[1].is_copy);
    assert_true(many[2].is_copy);
    UidMatch alone[] = { { UID_WEAK, 1, false } };
    uid_judge(alone, 1, 1);
    assert_true(alone[0].is_copy);
    UidMatch quote[] = { { UID_WEAK, 7, false }, { UID_WEAK, 1, false }, { UID_WEAK, 7, false } };
    uid_judge(quote, 3, 9);
    assert_true(quote[0].is_copy);
    assert_false(quote[1].is_copy);
    assert_true(quote[2].is_copy);
}

static void the_map_keeps_its_values_while_it_grows(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    UidMap *m = uid_map_new(a);
    static int values[1000];
    for (int i = 0; i < 1000; i++) {
        uint8_t key[UID_BYTES] = { (uint8_t)i, (uint8_t)(i >> 8) };
        *uid_map_at(m, key) = &values[i];
    }
    for (int i = 0; i < 1000; i++) {
        uint8_t key[UID_BYTES] = { (uint8_t)i, (uint8_t)(i >> 8) };
        assert_ptr_equal(*uid_map_at(m, key), &values[i]);
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_blocks_of_one_document_are_told_apart_by_occurrence),
        cmocka_unit_test(span_and_label_do_not_matter),
        cmocka_unit_test(set_facts_and_session_matter_but_not_their_order),
        cmocka_unit_test(few_digits_and_plain_numbers_repeat_honestly),
        cmocka_unit_test(a_weak_block_is_a_copy_in_company_only),
        cmocka_unit_test(the_map_keeps_its_values_while_it_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
