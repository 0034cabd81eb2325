/* Bytes in memory and in a file are the same bytes, and those of a file leave memory when they are let go. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/spool.h"

enum { PIECE = 1000003 };

static void fill(char *piece, unsigned seed)
{
    for (size_t i = 0; i < PIECE; i++)
        piece[i] = (char)(seed = seed * 1664525 + 1013904223, seed >> 24);
}

static void bytes_come_back(unsigned pieces, bool in_file)
{
    char *piece = malloc(PIECE);
    Arena *a = arena_new(0);
    Spool *s = spool_new(a);
    Error err = { 0 };
    Slice all;
    for (unsigned i = 0; i < pieces; i++) {
        fill(piece, i);
        assert_true(spool_add(s, (Slice){ piece, PIECE }, &err));
    }
    assert_true(spool_bytes(s, &all, &err));
    assert_int_equal(all.n, (size_t)pieces * PIECE);
    assert_int_equal(spool_size(s), all.n);
    assert_int_equal(spool_holds(all.p + all.n - 1), in_file);
    for (int round = 0; round < 2; round++) {
        for (unsigned i = 0; i < pieces; i++) {
            fill(piece, i);
            assert_memory_equal(all.p + (size_t)i * PIECE, piece, PIECE);
            spool_passed(all.p + (size_t)i * PIECE);
        }
        spool_passed(all.p); /* far from the end: all of it */
    }
    const char *inside = all.p;
    arena_free(a);
    assert_false(spool_holds(inside));
    free(piece);
}

static void few_bytes_stay_in_memory(void **state)
{
    (void)state;
    bytes_come_back(8, false);
}

static void many_bytes_go_to_a_file(void **state)
{
    (void)state;
    bytes_come_back(20, true);
}

static size_t resident_kb(void)
{
    size_t kb = 0;
    char line[200];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "RssFile:", 8) == 0)
            kb = strtoul(line + 8, NULL, 10);
    if (f)
        fclose(f);
    return kb;
}

static void what_is_passed_leaves_memory(void **state)
{
    (void)state;
    enum { PIECES = 64 };
    char *piece = malloc(PIECE);
    Arena *a = arena_new(0);
    Spool *s = spool_new(a);
    Error err = { 0 };
    Slice all;
    fill(piece, 1);
    for (unsigned i = 0; i < PIECES; i++)
        assert_true(spool_add(s, (Slice){ piece, PIECE }, &err));
    assert_true(spool_bytes(s, &all, &err));
    size_t before = resident_kb(), most = 0;
    unsigned sum = 0;
    for (size_t i = 0; i < all.n; i += 4096) {
        sum += (unsigned char)all.p[i];
        spool_passed(all.p + i);
        if (i % (1 << 20) < 4096 && resident_kb() > most)
            most = resident_kb();
    }
    assert_true(sum > 0);
    if (before) /* a system that tells */
        assert_true(most < before + 2 * SPOOL_WINDOW_BYTES / 1024);
    arena_free(a);
    free(piece);
}

static void nothing_is_nothing(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Error err = { 0 };
    Slice all;
    assert_true(spool_bytes(spool_new(a), &all, &err));
    assert_int_equal(all.n, 0);
    assert_non_null(all.p);
    arena_free(a);
}

static void no_folder_is_said(void **state)
{
    (void)state;
    char *piece = malloc(PIECE);
    fill(piece, 1);
    setenv("TMPDIR", "/nonexistent/folder", 1);
    Arena *a = arena_new(0);
    Spool *s = spool_new(a);
    Error err = { 0 };
    bool good = true;
    for (unsigned i = 0; i < 9 && good; i++)
        good = spool_add(s, (Slice){ piece, PIECE }, &err);
    assert_false(good);
    assert_non_null(strstr(err.text, "TMPDIR"));
    arena_free(a);
    unsetenv("TMPDIR");
    free(piece);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_bytes_stay_in_memory), cmocka_unit_test(many_bytes_go_to_a_file),
        cmocka_unit_test(what_is_passed_leaves_memory), cmocka_unit_test(nothing_is_nothing),
        cmocka_unit_test(no_folder_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
