/* What we read from fio's text against what we read from the JSON of the same run. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "ingest/load.h"
#include "ingest/reader.h"

/* Runs of nine versions; the text and the JSON were written by one process. */
static const char *const pairs[] = {
    "2.16-msec-percentiles", "2.16-randrw-2jobs",    "2.16-stonewall",       "2.21-randrw-bsrange",
    "3.1-randrw-2jobs",      "3.1-trim-null",        "3.28-randrw-group",    "3.33-cmdprio",
    "3.33-error-eio",        "3.33-fsync-write",     "3.33-gtod-k",          "3.33-jsonplus",
    "3.33-kb1000-samples",   "3.33-kb1000-unit1",    "3.33-partial-fail",    "3.33-percentiles-lat-slat",
    "3.33-stonewall-3groups", "3.33-unified-both",   "3.42-randrw-2jobs",    "3.42-ss-lat",
};

static Document *read_file(const char *name, const char *ending)
{
    char path[200];
    Error err = { 0 };
    Document *d;
    snprintf(path, sizeof path, "tests/corpus/fio/%s.%s", name, ending);
    if (!load_file(path, 0, &d, &err) || !reader_read(d, NULL, &err))
        fail_msg("%s: %s", path, err.text);
    return d;
}

static const Run *fio_run_of(const Document *d)
{
    for (size_t i = 0; i < d->runs.n; i++)
        if (strcmp(d->runs.v[i]->tool, "fio") == 0)
            return d->runs.v[i];
    return NULL;
}

static const char *fact(const Run *run, const char *scope, const char *key)
{
    for (size_t i = 0; i < run->facts.n; i++)
        if (strcmp(run->facts.v[i].scope, scope) == 0 && strcmp(run->facts.v[i].key, key) == 0)
            return run->facts.v[i].value;
    return "";
}

/* The job of the JSON that is the n-th of its name and group; the text leaves out failed ones. */
static void json_scope(const Run *text, const Run *json, const char *scope, char out[24])
{
    unsigned n = 0, wanted = 0;
    const char *name = fact(text, scope, "name"), *group = fact(text, scope, "groupid");
    for (unsigned i = 0; i < 100; i++) {
        char other[24];
        snprintf(other, sizeof other, "job%u", i);
        if (strcmp(other, scope) == 0)
            break;
        wanted += strcmp(fact(text, other, "name"), name) == 0 &&
                  strcmp(fact(text, other, "groupid"), group) == 0;
    }
    for (unsigned i = 0; i < 100; i++) {
        snprintf(out, 24, "job%u", i);
        if (strcmp(fact(json, out, "name"), name) == 0 &&
            strcmp(fact(json, out, "groupid"), group) == 0 && n++ == wanted)
            return;
    }
    out[0] = '\0';
}

static bool ends(const char *text, const char *ending)
{
    size_t n = strlen(text), m = strlen(ending);
    return n >= m && strcmp(text + n - m, ending) == 0;
}

/*
 * Rates and bytes 0.6 %, because the text has three digits; else a printed unit: minima and maxima
 * are cut off, percentiles rounded up. (formats: what the text can say at all.)
 */
static double tolerance(const Measure *m, double other)
{
    if (ends(m->metric, ".bw") || ends(m->metric, ".iops") || ends(m->metric, ".bytes"))
        return 0.006 * fmax(fabs(m->value), fabs(other)) + (ends(m->metric, ".iops") ? 1 : 0);
    double unit = 2 * m->half_width;
    return unit * 1.001 + 1e-9 * fabs(other);
}

static void compare_pair(const char *name)
{
    Document *a = read_file(name, "txt"), *b = read_file(name, "json");
    const Run *text = fio_run_of(a), *json = fio_run_of(b);
    assert_non_null(text);
    assert_non_null(json);
    size_t compared = 0;
    for (size_t i = 0; i < text->measures.n; i++) {
        const Measure *m = &text->measures.v[i];
        char scope[24];
        if (strncmp(m->scope, "group", 5) == 0)
            continue; /* the JSON has no groups */
        snprintf(scope, sizeof scope, "%s", m->scope);
        if (strncmp(m->scope, "job", 3) == 0)
            json_scope(text, json, m->scope, scope);
        const Measure *other = run_measure(json, scope[0] ? scope : m->scope, m->metric);
        if (!other)
            fail_msg("%s: %s %s of the text is not in the JSON", name, m->scope, m->metric);
        if (fabs(m->value - other->value) > tolerance(m, other->value))
            fail_msg("%s: %s %s is %.9g in the text, %.9g in the JSON", name, m->scope, m->metric,
                     m->value, other->value);
        assert_int_equal(m->unit, other->unit);
        compared++;
    }
    /* and nothing of the JSON is missing in the text */
    size_t jobs_of_json = 0;
    for (size_t i = 0; i < json->measures.n; i++) {
        const Measure *m = &json->measures.v[i];
        jobs_of_json += strcmp(m->scope, "job0") == 0;
    }
    if (strcmp(name, "3.33-partial-fail") != 0 && strcmp(name, "3.33-unified-both") != 0) {
        size_t jobs_of_text = 0;
        for (size_t i = 0; i < text->measures.n; i++)
            jobs_of_text += strcmp(text->measures.v[i].scope, "job0") == 0;
        assert_int_equal(jobs_of_text, jobs_of_json);
    }
    assert_true(compared >= 5);
    document_free(a);
    document_free(b);
}

static void text_and_json_say_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        compare_pair(pairs[i]);
}

static void both_say_what_was_asked_for(void **state)
{
    (void)state;
    static const char *const keys[] = { "rw", "bs", "iodepth", "ioengine", "size", "direct", "jobs" };
    Document *a = read_file("3.28-randrw-group", "txt"), *b = read_file("3.28-randrw-group", "json");
    const Run *text = fio_run_of(a), *json = fio_run_of(b);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_non_null(run_fact(text, "job0", keys[i]));
        assert_non_null(run_fact(json, "job0", keys[i]));
        assert_string_equal(run_fact(text, "job0", keys[i]), run_fact(json, "job0", keys[i]));
    }
    assert_string_equal(text->version, json->version);
    assert_string_equal(text->time, json->time);
    document_free(a);
    document_free(b);
}

/* The same shares of latency in both; the text prints what is below 0.01 % as 0.01 %. */
static void buckets_agree(void **state)
{
    (void)state;
    static const char *const names[] = { "2.16-randrw-2jobs", "3.1-randrw-2jobs", "3.42-randrw-2jobs" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        Document *a = read_file(names[k], "txt"), *b = read_file(names[k], "json");
        const Run *text = fio_run_of(a), *json = fio_run_of(b);
        assert_true(text->histograms.n >= 2);
        for (size_t i = 0; i < text->histograms.n; i++) {
            const Histogram *x = &text->histograms.v[i], *y = &json->histograms.v[i];
            assert_true(x->is_share && y->is_share);
            assert_int_equal(x->n, y->n);
            for (size_t n = 0; n < x->n; n++) {
                assert_near(x->bucket[n].lo, y->bucket[n].lo, 1e-9);
                assert_near(x->bucket[n].hi, y->bucket[n].hi, 1e-9);
                assert_true(fabs(x->bucket[n].n - y->bucket[n].n) < 1.01e-4);
            }
        }
        document_free(a);
        document_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_json_say_the_same),
        cmocka_unit_test(both_say_what_was_asked_for),
        cmocka_unit_test(buckets_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
