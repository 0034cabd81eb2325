/* fio --minimal: names with ";", clones and repeats, unified reporting. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "ingest/load.h"
#include "ingest/reader.h"

enum { ROOM = 40000 };

/* The record of a real run of 3.33, its name replaced. */
static void record(char out[ROOM], const char *sample, const char *name)
{
    char path[200];
    Error err = { 0 };
    Document *d;
    snprintf(path, sizeof path, "tests/corpus/fio/%s.txt", sample);
    assert_true(load_file(path, 0, &d, &err));
    size_t at = slice_find(d->bytes, SLICE(";t;0;0;"));
    assert_true(at != SLICE_NONE);
    snprintf(out, ROOM, "%.*s;%s;%.*s", SLICE_ARG(slice_first(d->bytes, at)), name,
             SLICE_ARG(slice_from(d->bytes, at + 3)));
    document_free(d);
}

static Document *read_text(const char *text)
{
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

static size_t counted(const Document *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->runs.n; i++)
        n += d->runs.v[i]->counted;
    return n;
}

static void a_name_may_hold_the_separator(void **state)
{
    (void)state;
    static const char *const samples[] = { "3.33-terse2", "3.33-terse3", "3.33-terse4",
                                           "3.33-terse5" };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char text[ROOM];
        record(text, samples[i], "a;b c");
        Document *d = read_text(text);
        assert_int_equal(d->runs.n, 1);
        assert_string_equal(run_fact(d->runs.v[0], "job0", "name"), "a;b c");
        assert_non_null(run_measure(d->runs.v[0], "job0", "write.clat.p99.99"));
        assert_near(run_measure(d->runs.v[0], "job0", "read.bytes")->value, 3976 * 1024.0, 1e-3);
        document_free(d);
    }
}

static void jobs_of_one_run_and_repeats(void **state)
{
    (void)state;
    char a[ROOM], b[ROOM], text[3 * ROOM];
    record(a, "3.33-terse3", "a");
    record(b, "3.33-terse3", "b");
    snprintf(text, sizeof text, "%s%s", a, b);
    Document *d = read_text(text);
    assert_int_equal(d->runs.n, 1);
    assert_string_equal(run_fact(d->runs.v[0], "job1", "name"), "b");
    document_free(d);
    /* the same job again, another time: a log to which several runs were appended */
    char *figure = strstr(b, ";b;") + 1;
    *figure = 'a';
    figure = strstr(b, ";3976;15003;");
    memcpy(figure, ";3980;15018;", 12);
    snprintf(text, sizeof text, "%s%s", a, b);
    d = read_text(text);
    assert_int_equal(counted(d), 2);
    document_free(d);
    /* clones print one line each */
    snprintf(text, sizeof text, "$ fio --name=a --numjobs=2 --rw=randrw --minimal\n%s%s", a, b);
    d = read_text(text);
    assert_int_equal(counted(d), 1);
    assert_string_equal(run_fact(d->runs.v[0], "job1", "name"), "a");
    document_free(d);
}

/* unified_rw_reporting=mixed prints one direction only. */
static void one_direction_is_mixed(void **state)
{
    (void)state;
    char text[ROOM], one[ROOM];
    record(text, "3.33-terse3", "t");
    char *write = strstr(text, ";4216;"), *tail = strstr(text, ";4.166667%");
    assert_non_null(write);
    snprintf(one, sizeof one, "%.*s%s", (int)(write - text), text, tail);
    Document *d = read_text(one);
    assert_int_equal(d->runs.n, 1);
    assert_non_null(run_measure(d->runs.v[0], "job0", "mixed.iops"));
    assert_near(run_measure(d->runs.v[0], "job0", "cpu.ctx")->value, 524, 0);
    assert_near(run_measure(d->runs.v[0], "disk.vda", "util")->value, 0.1746, 1e-9);
    document_free(d);
}

/* A record of version 3: read only. */
static size_t dump(char *out, size_t size, int io, int runtime, int most, int switches)
{
    size_t n = 0;
    n += (size_t)snprintf(out, size, "3;fio-3.33;t;0;0;");
    for (int d = 0; d < 2; d++) {
        n += (size_t)snprintf(out + n, size - n, "%d;%d;%d;%d;0;0;0;0;1;%d;5.0;1.0;", d ? 0 : io,
                              d ? 0 : io * 1000 / runtime, d ? 0 : 9, d ? 0 : runtime,
                              d ? 0 : most);
        for (int i = 0; i < 20; i++)
            n += (size_t)snprintf(out + n, size - n, "%d%%=%d;", i, i);
        n += (size_t)snprintf(out + n, size - n, "1;%d;6.0;1.0;0;0;0.0%%;0.0;0.0;", d ? 0 : most);
    }
    n += (size_t)snprintf(out + n, size - n, "1.0%%;2.0%%;%d;0;0", switches);
    for (int i = 0; i < 29; i++)
        n += (size_t)snprintf(out + n, size - n, ";0.0%%");
    return n + (size_t)snprintf(out + n, size - n, "\n");
}

/* --status-interval: the last record of the job counts; repeats run as long as each other. */
static void records_that_grow_are_one_run(void **state)
{
    (void)state;
    char text[ROOM];
    static const int grown[][4] = { { 400, 1001, 70, 5 }, { 810, 2001, 70, 9 },
                                    { 1200, 3001, 95, 12 }, { 1205, 3010, 95, 12 } },
                     repeats[][4] = { { 400, 1001, 70, 5 }, { 410, 1002, 71, 6 },
                                      { 420, 1003, 72, 7 } };
    size_t used = 0;
    for (size_t i = 0; i < 4; i++)
        used += dump(text + used, sizeof text - used, grown[i][0], grown[i][1], grown[i][2],
                     grown[i][3]);
    Document *d = read_text(text);
    assert_int_equal(counted(d), 1);
    assert_near(run_measure(d->runs.v[0], "job0", "read.bytes")->value, 1205 * 1024.0, 1e-3);
    assert_near(run_measure(d->runs.v[0], "job0", "cpu.ctx")->value, 12, 1e-9);
    document_free(d);
    used = 0;
    for (size_t i = 0; i < 3; i++)
        used += dump(text + used, sizeof text - used, repeats[i][0], repeats[i][1], repeats[i][2],
                     repeats[i][3]);
    d = read_text(text);
    assert_int_equal(counted(d), 3);
    document_free(d);
}

static void a_cut_record_is_harmless(void **state)
{
    (void)state;
    char text[ROOM], part[ROOM];
    record(text, "3.33-terse5", "t");
    for (size_t n = 0; n < strlen(text); n += 7) {
        snprintf(part, sizeof part, "%.*s", (int)n, text);
        document_free(read_text(part));
    }
    *strstr(text, ";2.617801%") = '\0'; /* in front of the cpu */
    Document *d = read_text(text);
    assert_int_equal(d->runs.v[0]->state, RUN_PARTIAL);
    assert_string_equal(d->notes.v[0].code, "truncated");
    assert_non_null(run_measure(d->runs.v[0], "job0", "read.iops"));
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_may_hold_the_separator),
        cmocka_unit_test(jobs_of_one_run_and_repeats),
        cmocka_unit_test(one_direction_is_mixed),
        cmocka_unit_test(records_that_grow_are_one_run),
        cmocka_unit_test(a_cut_record_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
