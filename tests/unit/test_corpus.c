/*
 * Holds what is read from every sample of tests/corpus against the values that must be read from it
 * (NAME.expected.tsv; tests/corpus/README.md describes the columns). Works on the text of
 * `plimsoll parse --format tsv`, so that the contract of that output is what is tested.
 */
#include "check.h"

#include <dirent.h>

#include "base/number.h"
#include "ingest/load.h"
#include "ingest/reader.h"
#include "report/found.h"

enum { MOST_CELLS = 10, SHOWN_FAULTS = 5 };

typedef struct Row {
    Slice cell[MOST_CELLS];
    bool used;
} Row;

enum { LINE = 1, RUN, TOOL, SCOPE, METRIC, VALUE, UNIT, LABEL, WORKLOAD }; /* cells of our output */

typedef struct Rows {
    VEC(Row) row;
} Rows;

typedef struct Tally {
    int samples, wrong_samples, rows, wrong_rows;
    int faults_of_sample;
    const char *sample;
} Tally;

static bool split(Slice line, Row *row)
{
    *row = (Row){ 0 };
    for (size_t i = 0; i < MOST_CELLS; i++) {
        size_t tab = slice_find_char(line, '\t');
        row->cell[i] = slice_first(line, tab);
        if (tab == SLICE_NONE)
            return i > 0;
        line = slice_from(line, tab + 1);
    }
    return true;
}

static void fault(Tally *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(Tally *t, const char *format, ...)
{
    t->wrong_rows++;
    if (t->faults_of_sample++ >= SHOWN_FAULTS)
        return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s: ", t->sample);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static bool read_value(Slice s, double *value)
{
    Number n;
    if (slice_is(s, "inf") || slice_is(s, "-inf")) {
        *value = s.p[0] == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (!number_is(s, &n))
        return false;
    *value = n.value;
    return true;
}

/* fio prints three or four digits, so a better figure is welcome. */
static double tolerance(Slice tool, Slice metric)
{
    static const char *const rounded[] = { "bw", "iops", "bytes", "bw_min", "bw_max" };
    if (!slice_is(tool, "fio"))
        return 1e-6;
    size_t dot = slice_rfind(metric, SLICE("."));
    Slice last = dot == SLICE_NONE ? metric : slice_from(metric, dot + 1);
    for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++)
        if (slice_is(last, rounded[i]))
            return 0.006;
    return 1e-6;
}

static bool agrees(double got, double want, double relative)
{
    if (isinf(want))
        return got == want;
    return fabs(got - want) <= relative * fmax(fabs(got), fabs(want)) + 1e-12;
}

/* Between the printed and the exact figure, give or take 0.6 %. */
static bool between(double got, double a, double b)
{
    double pad = 0.006 * fmax(fabs(a), fabs(b));
    return got >= fmin(a, b) - pad && got <= fmax(a, b) + pad;
}

static bool note_given(const Rows *rows, Slice code)
{
    Slice bare = slice_first(code, slice_find_char(code, ':'));
    for (size_t i = 0; i < rows->row.n; i++) {
        const Row *r = &rows->row.v[i];
        if (slice_is(r->cell[SCOPE], "!") &&
            (slice_eq(r->cell[METRIC], code) || slice_eq(r->cell[METRIC], bare)))
            return true;
    }
    return false;
}

static bool is_value(const Row *r)
{
    return r->cell[SCOPE].n == 0 || (r->cell[SCOPE].p[0] != '!' && r->cell[SCOPE].p[0] != '@');
}

/* Expected columns: run tool scope metric value alt. */
static bool fact_agrees(const Rows *rows, const Row *e)
{
    Slice key = slice_from(e->cell[3], 1), want = e->cell[4];
    double wanted, got;
    bool is_number = read_value(want, &wanted);
    for (size_t i = 0; i < rows->row.n; i++) {
        const Row *r = &rows->row.v[i];
        if (!r->cell[SCOPE].n || r->cell[SCOPE].p[0] != '@' ||
            !slice_eq(slice_from(r->cell[SCOPE], 1), e->cell[2]) ||
            !slice_eq(r->cell[METRIC], key) || !slice_eq(r->cell[TOOL], e->cell[1]) ||
            !slice_eq(r->cell[RUN], e->cell[0]))
            continue;
        Slice v = r->cell[VALUE];
        if (slice_starts_nocase(v, want) || (v.n && slice_starts_nocase(want, v)) ||
            (is_number && read_value(v, &got) && agrees(got, wanted, 1e-6)))
            return true;
    }
    return false;
}

static bool same_measure(const Row *r, const Row *e)
{
    if (!is_value(r) || !slice_eq(r->cell[TOOL], e->cell[1]) || !slice_eq(r->cell[SCOPE], e->cell[2]))
        return false;
    if (slice_is(e->cell[1], "table")) /* a run a column: numbers differ, scopes do not */
        return slice_eq(r->cell[METRIC], e->cell[3]);
    return slice_eq(r->cell[RUN], e->cell[0]) && slice_eq(r->cell[METRIC], e->cell[3]);
}

static void check_value(Tally *t, const Rows *rows, const Row *e)
{
    double want = 0, alt = 0, got;
    bool has_want = read_value(e->cell[4], &want), has_alt = read_value(e->cell[5], &alt), seen = false;
    Slice first = SLICE("absent");
    for (size_t i = 0; i < rows->row.n; i++) {
        const Row *r = &rows->row.v[i];
        if (!same_measure(r, e))
            continue;
        if (!seen)
            first = r->cell[VALUE];
        seen = true;
        if (slice_is(e->cell[4], "NA") ? slice_is(r->cell[VALUE], "NA")
            : !has_want                ? slice_eq(r->cell[VALUE], e->cell[4])
            : !read_value(r->cell[VALUE], &got)
                ? false
                : (has_alt ? between(got, want, alt)
                           : agrees(got, want, tolerance(e->cell[1], e->cell[3]))))
            return;
    }
    if (slice_is(e->cell[4], "NA") && !seen)
        return;
    fault(t, "run %.*s %.*s %.*s = %.*s, expected %.*s", SLICE_ARG(e->cell[0]), SLICE_ARG(e->cell[2]),
          SLICE_ARG(e->cell[3]), SLICE_ARG(first), SLICE_ARG(e->cell[4]));
}

static size_t count_runs(const Rows *rows, Slice tool)
{
    size_t most = 0;
    for (size_t i = 0; i < rows->row.n; i++) {
        uint64_t number;
        Slice run = rows->row.v[i].cell[RUN];
        if (is_value(&rows->row.v[i]) && slice_eq(rows->row.v[i].cell[TOOL], tool) &&
            slice_uint(&run, &number) && number > most)
            most = number;
    }
    return most;
}

static void check_row(Tally *t, const Rows *rows, const Row *e, bool *refuses)
{
    Slice metric = e->cell[3];
    if (metric.n && metric.p[0] == '!') {
        Slice rest = metric, kind, code;
        slice_word(&rest, &kind);
        if (!slice_word(&rest, &code)) {
            rest = e->cell[4];
            slice_word(&rest, &code);
        }
        *refuses = *refuses || slice_is(kind, "!error") || slice_is(kind, "!none");
        if (!note_given(rows, code))
            fault(t, "%.*s not noted", SLICE_ARG(code));
    } else if (slice_is(metric, "@runs")) {
        uint64_t want = 0;
        Slice value = e->cell[4];
        slice_uint(&value, &want);
        if (count_runs(rows, e->cell[1]) != want)
            fault(t, "%zu runs of %.*s, expected %u", count_runs(rows, e->cell[1]),
                  SLICE_ARG(e->cell[1]), (unsigned)want);
    } else if (metric.n && metric.p[0] == '@') {
        if (!fact_agrees(rows, e))
            fault(t, "fact run %.*s %.*s, expected %.*s", SLICE_ARG(e->cell[0]),
                  SLICE_ARG(slice_from(metric, 1)), SLICE_ARG(e->cell[4]));
    } else {
        check_value(t, rows, e);
    }
}

static void split_all(Arena *a, Slice text, Rows *rows, bool skip_first)
{
    Slice line;
    while (slice_line(&text, &line)) {
        Row row;
        bool skip = skip_first || !line.n || line.p[0] == '#' || slice_starts(line, SLICE("run\t")) ||
                    slice_starts(line, SLICE("label\t"));
        skip_first = false;
        if (!skip && split(line, &row))
            *VEC_PUSH(a, &rows->row) = row;
    }
}

/* Label, tool, metric, value: values as a bag, labels as a partition. */
static void check_paste(Tally *t, Rows *rows, const Rows *expected)
{
    static const char *const tools[] = { "dd", "ioping", "bonnie++", "fio", "dtrace", "stated" };
    struct Pair {
        Slice label, tool, got, workload;
    } pairs[2000];
    size_t n = 0;
    for (size_t i = 0; i < expected->row.n && n < 2000; i++) {
        const Row *e = &expected->row.v[i];
        double want, got;
        bool ours = false;
        for (size_t k = 0; k < sizeof tools / sizeof *tools; k++)
            ours = ours || slice_is(e->cell[1], tools[k]);
        if (!ours || !read_value(e->cell[3], &want) || slice_starts(e->cell[2], SLICE("printed_")) ||
            slice_starts(e->cell[2], SLICE("progress_")) || slice_starts(e->cell[2], SLICE("quantize")))
            continue;
        t->rows++;
        double relative = slice_is(e->cell[1], "fio") ? 0.006 : 1e-6;
        Row *hit = NULL;
        for (size_t k = 0; k < rows->row.n && !hit; k++) {
            Row *r = &rows->row.v[k];
            if (!r->used && is_value(r) && slice_eq(r->cell[TOOL], e->cell[1]) &&
                slice_eq(r->cell[METRIC], e->cell[2]) && read_value(r->cell[VALUE], &got) &&
                agrees(got, want, relative))
                hit = r;
        }
        if (!hit) {
            fault(t, "%.*s | %.*s %.*s absent", SLICE_ARG(e->cell[0]), SLICE_ARG(e->cell[2]),
                  SLICE_ARG(e->cell[3]));
            continue;
        }
        hit->used = true;
        if (!slice_is(e->cell[0], "-"))
            pairs[n++] = (struct Pair){ e->cell[0], e->cell[1], hit->cell[LABEL], hit->cell[WORKLOAD] };
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            if (!slice_eq(pairs[i].tool, pairs[k].tool))
                continue;
            bool same = slice_eq(pairs[i].label, pairs[k].label);
            bool got_same = slice_eq(pairs[i].got, pairs[k].got);
            if (same && !got_same)
                fault(t, "label %.*s became '%.*s' and '%.*s'", SLICE_ARG(pairs[i].label),
                      SLICE_ARG(pairs[i].got), SLICE_ARG(pairs[k].got));
            if (!same && got_same && slice_eq(pairs[i].workload, pairs[k].workload))
                fault(t, "label '%.*s' holds %.*s and %.*s", SLICE_ARG(pairs[i].got),
                      SLICE_ARG(pairs[i].label), SLICE_ARG(pairs[k].label));
        }
}

static void check_sample(Tally *t, const char *sample, const char *expected_path, bool is_paste)
{
    Error err = { 0 };
    Document *d, *e;
    assert_true(load_file(sample, 0, &d, &err));
    assert_true(load_file(expected_path, 0, &e, &err));
    if (!reader_read(d, NULL, &err))
        fail_msg("%s: %s", sample, err.text);
    Buf out = buf_new(0);
    found_tsv_header(&out);
    found_tsv(&out, d);
    Rows rows = { 0 }, expected = { 0 };
    split_all(d->arena, buf_slice(&out), &rows, true);
    split_all(e->arena, e->bytes, &expected, false);
    t->sample = sample;
    t->faults_of_sample = 0;
    t->samples++;
    if (is_paste) {
        check_paste(t, &rows, &expected);
    } else {
        bool refuses = false, lists_values = false;
        for (size_t i = 0; i < expected.row.n; i++) {
            Slice metric = expected.row.v[i].cell[3];
            lists_values = lists_values || (metric.n && metric.p[0] != '!' && metric.p[0] != '@');
            check_row(t, &rows, &expected.row.v[i], &refuses);
            t->rows++;
        }
        size_t stored = 0;
        for (size_t i = 0; i < rows.row.n; i++)
            stored += is_value(&rows.row.v[i]);
        if (refuses && stored && !lists_values)
            fault(t, "%zu values stored, expected none", stored);
    }
    t->wrong_samples += t->faults_of_sample > 0;
    buf_free(&out);
    document_free(d);
    document_free(e);
}

/* The file that NAME.expected.tsv speaks of: NAME itself, NAME.txt, .json, .csv, .tsv, .html, .xml. */
static bool sample_path(char *out, size_t size, const char *stem)
{
    static const char *const ends[] = { "", ".txt", ".json", ".csv", ".tsv", ".html", ".json.txt", ".xml" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(out, size, "%s%s", stem, ends[i]);
        FILE *f = fopen(out, "r");
        if (f) {
            fclose(f);
            return true;
        }
    }
    return false;
}

static void check_folder(const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "tests/corpus/%s", folder);
    struct dirent **names;
    int n = scandir(path, &names, NULL, alphasort);
    if (n < 0)
        fail_msg("no folder %s", path);
    Tally t = { 0 };
    for (int i = 0; i < n; i++) {
        Slice name = slice_of(names[i]->d_name), end = SLICE(".expected.tsv");
        if (slice_ends(name, end)) {
            char stem[1024], expected[1024], sample[1100];
            snprintf(stem, sizeof stem, "%s/%.*s", path, (int)(name.n - end.n), name.p);
            snprintf(expected, sizeof expected, "%s/%s", path, names[i]->d_name);
            if (!sample_path(sample, sizeof sample, stem))
                fail_msg("no sample for %s", expected);
            check_sample(&t, sample, expected, strcmp(folder, "pastes") == 0);
        }
        free(names[i]);
    }
    free(names);
    printf("corpus %s: %d of %d samples right, %d rows, %d faults\n", folder,
           t.samples - t.wrong_samples, t.samples, t.rows, t.wrong_rows);
    assert_true(t.samples > 0);
    assert_int_equal(t.wrong_rows, 0);
}

#define FOLDER_TEST(folder)              \
    static void folder##_samples(void **state) \
    {                                    \
        (void)state;                     \
        check_folder(#folder);           \
    }

FOLDER_TEST(dd)
FOLDER_TEST(time)
FOLDER_TEST(ioping)
FOLDER_TEST(bonnie)
FOLDER_TEST(fio)
FOLDER_TEST(dtrace)
FOLDER_TEST(figures)
FOLDER_TEST(pts)
FOLDER_TEST(tables)
FOLDER_TEST(pastes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dd_samples),     cmocka_unit_test(time_samples),
        cmocka_unit_test(ioping_samples), cmocka_unit_test(bonnie_samples),
        cmocka_unit_test(fio_samples),    cmocka_unit_test(dtrace_samples),
        cmocka_unit_test(figures_samples), cmocka_unit_test(pts_samples),
        cmocka_unit_test(tables_samples),
        cmocka_unit_test(pastes_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
