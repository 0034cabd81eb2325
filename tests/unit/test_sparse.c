/*
 * Prose is passed over, and nothing else: lines judged one by one, and every sample of tests/corpus behind
 * so much prose that some of it is left out, against the same behind little.
 */
#include <dirent.h>

#include "base/buf.h"
#include "ingest/derive.h"
#include "ingest/format.h"
#include "ingest/lines.h"
#include "ingest/load.h"
#include "ingest/prose.h"
#include "ingest/sparse.h"
#include "reading.h"

/* The same file a second time, as it is on processors of another kind. */
Interest plain_interest(Slice line);
size_t plain_pass(Slice *text, char end);
#define PROSE_WITHOUT_SSE2 1
#undef HAS_SSE2
#define prose_interest plain_interest
#define prose_pass plain_pass
#include "ingest/prose.c"
#undef prose_interest
#undef prose_pass

static void sentences_are_of_no_interest(void **state)
{
    (void)state;
    static const char *const none[] = {
        "The old controller was much slower than the new one, as we had",
        "helped.",
        "It has 24 disks and 64 of them (all new) are still in the pool",
        "> > I think that somebody on this list proposed it before.",
        "(which nobody had tried)",
        "we don't know why it's slow!\r",
        "gr\xc3\xbc\xc3\x9f" "e aus Berlin",
        "",
    };
    for (size_t i = 0; i + 1 < sizeof none / sizeof *none; i++)
        if (prose_interest(slice_of(none[i])) != INTEREST_NONE)
            fail_msg("of interest: %s", none[i]);
    static const char *const blank[] = { "", "   ", "> > ", "\r", ">" };
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++)
        assert_int_equal(prose_interest(slice_of(blank[i])), INTEREST_BLANK);
}

static void what_may_matter_is_of_interest(void **state)
{
    (void)state;
    static const char *const words[] = {
        "On the old server:", "## xfs", "=====", "$ sync", "# sync", "Posted by alpha", "a) Local disk",
        "-----", "- local", "**xfs**", "Kernel: custom", "dd if=a of=b", "/mnt/data", "<pre>", "```",
        "vm.swappiness = low", "tank\tsync\tstandard", "foo@bar wrote",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (prose_interest(slice_of(words[i])) != INTEREST_WORDS)
            fail_msg("not of interest: %s", words[i]);
    static const char *const figures[] = {
        "16384 bytes copied",
        "1. Local disks",
        "cat 12",
        "volume 12    130    140",
        "the average of all ten tries was 223 iops over there",
        "it took 12 seconds to write all of that to the disk",
        "we saw 130 MB/s on the old one with the cache turned off",
        "QEMU emulator version 5.2.0 came with it and we kept that one",
        "CentOS Linux release 7.6.1810 (Core)",
        "a row of words with 1 2 3 4 5 figures",
        "ext4 on the first disk gave 133MB in the first of three",
        "16384+0 records in",
        "  sed                                                               9",
        "real 1 user 2 sys 3 and more words behind it",
        "the mean was found to be 12 for all of these disks here",
        "\xe2\x96\x88\xe2\x96\x88 12 words of a bar that are many words",
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (prose_interest(slice_of(figures[i])) != INTEREST_FIGURES)
            fail_msg("not of interest: %s", figures[i]);
    char longest[2001];
    memset(longest, 'a', 2000);
    longest[2000] = '\0';
    assert_int_equal(prose_interest(slice_of(longest)), INTEREST_FIGURES);
}

/* What a format looks for is no part of a sentence with figures. */
static void anchors_are_of_interest(void **state)
{
    (void)state;
    size_t n;
    const Format *const *formats = format_table(&n);
    for (size_t i = 0; i < n; i++)
        for (const char *const *a = formats[i]->anchors; a && *a; a++) {
            char line[200];
            bool glued = strchr(*a, '\'') || !strchr(" (", (*a)[0]);
            snprintf(line, sizeof line, "there we have seen 12%s%s 5 of all the others were there", glued ? " " : "", *a);
            if (prose_interest(slice_of(line)) != INTEREST_FIGURES)
                fail_msg("%s: not of interest: %s", formats[i]->name, line);
        }
}

/* Many lines at once are judged as one by one, wherever blocks of 64 bytes begin. */
static void many_lines_are_judged_as_one(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "The volume was mounted again with another option because nothing helped", "", "is.", "a", "don't; why?",
        "It has 24 disks and 64 of them (all new) are still in the pool", "> quoted words of somebody", "   ",
        "Anna came by train, and so did all of the others who live here", "\xc3\xa9t\xc3\xa9 in the north",
        "16 bytes copied", "a) Local", "-----", "x: y", "\r", "Posted by alpha", "over\rwritten",
    };
    enum { LINES = sizeof lines / sizeof *lines, ROUNDS = 3000 };
    uint32_t random = 1;
    for (int round = 0; round < ROUNDS; round++) {
        Buf b = buf_new(0);
        size_t want = 0;
        bool stopped = false;
        for (int i = 0; i < 12; i++) {
            random = random * 1664525 + 1013904223;
            const char *line = lines[(random >> 16) % (i < 6 ? 10 : LINES)]; /* the first ones are prose */
            char whole[100];
            snprintf(whole, sizeof whole, "%s%s", line, round % 3 || (i == 11 && round % 2 == 0) ? "" : "\r");
            stopped = stopped || prose_interest(slice_of(whole)) >= INTEREST_WORDS;
            want += !stopped;
            buf_str(&b, line);
            if (i < 11 || round % 2)
                buf_str(&b, round % 3 ? "\n" : "\r\n");
        }
        Slice text = buf_slice(&b), other = text;
        size_t got = prose_pass(&text, '\n');
        assert_int_equal(plain_pass(&other, '\n'), got);
        assert_int_equal(other.n, text.n);
        if (!stopped && !(round % 2) && b.text[b.n - 1] == '\n')
            want--; /* an empty last line without its end is none */
        if (got != want)
            fail_msg("%zu lines passed, not %zu, of:\n%s", got, want, b.text);
        assert_true(stopped ? text.n > 0 : text.n == 0);
        buf_free(&b);
    }
}

/* A blank and the neighbours of a figure stay; numbers are those of the text. */
static void neighbours_stay(void **state)
{
    (void)state;
    Buf text = buf_new(0);
    for (unsigned i = 1; i <= 3000; i++)
        buf_printf(&text, "%s\n", i == 2000 ? "16 bytes copied" : i == 1000 ? "" : "words of a sentence");
    Sparse s;
    RawLine line;
    uint32_t last = 0, n = 0;
    bool blank = false;
    sparse_start(&s, buf_slice(&text));
    while (sparse_next(&s, &line)) {
        assert_true(line.number > last);
        bool whole = line.number <= SPARSE_WHOLE_LINES;
        bool near = line.number + SPARSE_REACH >= 2000 && line.number <= 2000 + SPARSE_BELOW;
        blank |= line.number == 1000;
        assert_true(whole || near || line.number == 1000);
        assert_int_equal(line.prose, line.number != 1000 && line.number != 2000);
        last = line.number;
        n++;
    }
    assert_true(blank);
    assert_int_equal(n, SPARSE_WHOLE_LINES + SPARSE_REACH + SPARSE_BELOW + 2);
    assert_int_equal(s.number, 3000);
    buf_free(&text);
}

static void an_index_is_found_by_its_number(void **state)
{
    (void)state;
    Buf text = buf_new(0);
    for (unsigned i = 1; i <= 3000; i++)
        buf_printf(&text, "%s\n", i == 2000 ? "16 bytes copied" : "words of a sentence");
    Document *d = document_new("t", 0);
    d->text = buf_slice(&text);
    Lines *ls = lines_new(d);
    assert_int_equal(d->lines, 3000);
    assert_true(lines_count(ls) < 3000);
    assert_int_equal(lines_index(ls, 1), 0);
    assert_int_equal(lines_at(ls, lines_index(ls, 2000))->number, 2000);
    assert_int_equal(lines_at(ls, lines_index(ls, 1500))->number, 2000 - SPARSE_REACH);
    assert_int_equal(lines_index(ls, 3001), lines_count(ls));
    document_free(d);
    buf_free(&text);
}

/* --- the corpus --- */

enum { FEW = 300, MANY = 900 }; /* lines of prose in front: all kept; some left out */

static void put_prose(Buf *b, unsigned lines)
{
    static const char *const paragraph[] = {
        "The volume was mounted again with another option because nothing helped",
        "and the client is still much slower than before.",
        "",
        "We have tried every setting that somebody on this list proposed, but the",
        "latency stays. It has 24 disks and 64 of them are new.",
        "",
    };
    for (unsigned i = 0; i < lines; i++)
        buf_printf(b, "%s\n", paragraph[i % (sizeof paragraph / sizeof *paragraph)]);
}

static Document *read_behind(Slice text, unsigned lines)
{
    Buf b = buf_new(0);
    put_prose(&b, lines);
    buf_add(&b, text);
    put_prose(&b, lines);
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(arena_text(d->arena, buf_slice(&b)));
    buf_free(&b);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

static void same_run(const char *sample, const Run *a, const Run *b)
{
    if (a->measures.n != b->measures.n || a->counted != b->counted || strcmp(a->label, b->label) != 0 ||
        strcmp(a->workload, b->workload) != 0 || a->facts.n != b->facts.n ||
        a->span.line + (MANY - FEW) != b->span.line || a->last_line + (MANY - FEW) != b->last_line)
        fail_msg("%s: run at %u: %s / %s; %s / %s; lines %u-%u and %u-%u", sample, a->span.line, a->label, b->label,
                 a->workload, b->workload, a->span.line, a->last_line, b->span.line, b->last_line);
    for (size_t i = 0; i < a->measures.n; i++) {
        const Measure *x = &a->measures.v[i], *y = &b->measures.v[i];
        if (strcmp(x->metric, y->metric) != 0 || x->value != y->value ||
            (x->span.line && x->span.line + (MANY - FEW) != y->span.line))
            fail_msg("%s: %s %g at %u, %s %g at %u", sample, x->metric, x->value, x->span.line, y->metric, y->value,
                     y->span.line);
    }
}

static void check_sample(const char *path, size_t *runs)
{
    Error err = { 0 };
    Document *d;
    if (!load_file(path, 0, &d, &err)) /* a folder */
        return;
    if (!derive_text(d, NULL, &err)) {
        document_free(d);
        return;
    }
    Document *few = read_behind(d->text, FEW), *many = read_behind(d->text, MANY);
    if (few->runs.n != many->runs.n)
        fail_msg("%s: %zu runs became %zu", path, few->runs.n, many->runs.n);
    for (size_t i = 0; i < few->runs.n; i++)
        same_run(path, few->runs.v[i], many->runs.v[i]);
    assert_int_equal(few->notes.n, many->notes.n);
    *runs += few->runs.n;
    document_free(few);
    document_free(many);
    document_free(d);
}

static void samples_are_read_alike_behind_much_prose(void **state)
{
    (void)state;
    static const char *const folders[] = { "dd", "ioping", "bonnie", "fio", "dtrace", "tables", "time", "pastes" };
    size_t runs = 0;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        char path[512];
        snprintf(path, sizeof path, "tests/corpus/%s", folders[k]);
        struct dirent **names;
        int n = scandir(path, &names, NULL, alphasort);
        assert_true(n > 0);
        for (int i = 0; i < n; i++) {
            char file[1024];
            snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
            if (!slice_ends(slice_of(file), SLICE(".expected.tsv")))
                check_sample(file, &runs);
            free(names[i]);
        }
        free(names);
    }
    assert_true(runs > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_are_of_no_interest),
        cmocka_unit_test(what_may_matter_is_of_interest),
        cmocka_unit_test(anchors_are_of_interest),
        cmocka_unit_test(many_lines_are_judged_as_one),
        cmocka_unit_test(neighbours_stay),
        cmocka_unit_test(an_index_is_found_by_its_number),
        cmocka_unit_test(samples_are_read_alike_behind_much_prose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
