/* What mailers, forums and terminals did to a line, undone. */
#include "check.h"

#include <string.h>

#include "ingest/lines.h"
#include "ingest/prefix.h"
#include "ingest/quoted.h"

typedef struct Case {
    const char *text; /* one or more lines */
    size_t line;      /* which one is looked at, from 0 */
    const char *want;
    uint16_t depth;
    uint16_t peeled; /* bits that must be set */
} Case;

static Document *document(const char *text)
{
    Document *d = document_new("x", 0);
    d->bytes = d->text = slice_of(text);
    return d;
}

/* clang-format off */
static const Case cases[] = {
    { "plain text", 0, "plain text", 0, 0 },
    { "> 16384+0 records in", 0, "16384+0 records in", 1, PEEL_QUOTE },
    { "> > > >  READ: bw=1", 0, " READ: bw=1", 4, PEEL_QUOTE },
    { ">>> x", 0, "x", 3, PEEL_QUOTE },
    { ">=64=0.0%", 0, ">=64=0.0%", 0, 0 },
    { ">= 100 |@@   5", 0, ">= 100 |@@   5", 0, 0 },
    { "> >=64=0.0%", 0, ">=64=0.0%", 1, PEEL_QUOTE },
    { ">> =64=0.0%", 0, ">=64=0.0%", 1, PEEL_QUOTE },
    { "text\r", 0, "text", 0, 0 },
    { "10%\r20%\rdone\nx", 0, "done", 0, PEEL_CR },
    { "@n[b]: 12", 0, "@n[b]: 12", 0, 0 }, /* a map of bpftrace */
    { "  [i]          7", 0, "  [i]          7", 0, 0 },
    { "[b]Ext4[/b]", 0, "Ext4", 0, PEEL_TAGS },
    { "one\rtwo\rthree", 1, "two", 0, 0 },
    { "\033[1;32mroot@a\033[0m:~# ls", 0, "root@a:~# ls", 0, PEEL_ESCAPE },
    { "\033]0;title\atext", 0, "text", 0, PEEL_ESCAPE },
    { "N\bNA\bAME", 0, "NAME", 0, PEEL_ESCAPE },
    { "* 104857600 bytes (105 MB, 100 MiB) copied, 18.186 s, 5.8 MB/s", 0,
      "104857600 bytes (105 MB, 100 MiB) copied, 18.186 s, 5.8 MB/s", 0, PEEL_BULLET },
    { "\xe2\x80\xa2 with discard:", 0, "with discard:", 0, PEEL_BULLET },
    { "- If I change zipf to random:", 0, "If I change zipf to random:", 0, PEEL_BULLET },
    { "-     12    13", 0, "-     12    13", 0, 0 },
    { "* * * * *", 0, "* * * * *", 0, 0 },
    { "**Test 1: ext4**", 0, "Test 1: ext4", 0, PEEL_ALL_BOLD },
    { "**Test 1**:", 0, "Test 1:", 0, PEEL_ALL_BOLD },
    { "__Test 1__", 0, "Test 1", 0, PEEL_ALL_BOLD },
    { "*Test 1*", 0, "Test 1", 0, PEEL_ALL_BOLD },
    { "<b>Test 1</b>", 0, "Test 1", 0, PEEL_ALL_BOLD },
    { "[b]Test 1[/b]", 0, "Test 1", 0, PEEL_ALL_BOLD },
    { "> **gamma said:**", 0, "gamma said:", 1, PEEL_ALL_BOLD },
    { "copied, 25.939 s, **40.4 MB/s**", 0, "copied, 25.939 s, 40.4 MB/s", 0, PEEL_BOLD },
    { "2 ** 3 ** 4", 0, "2 ** 3 ** 4", 0, 0 },
    { "4G 10260  40 <b style=\"color: red;\">14116</b>   8", 0, "4G 10260  40 14116   8", 0, PEEL_TAGS },
    { "nfsvol storage -wi-a----- <20.00g", 0, "nfsvol storage -wi-a----- <20.00g", 0, 0 },
    { "4 KiB &lt;&lt;&lt; /dev/sda", 0, "4 KiB <<< /dev/sda", 0, PEEL_ENTITY },
    { "0,0253692 s\xc2\xa0x", 0, "0,0253692 s x", 0, PEEL_BLANK },
    { "fio \xe2\x80\x93name=x \xe2\x80\x93\xe2\x80\x93rw=read", 0, "fio --name=x --rw=read", 0, PEEL_QUOTES },
    { "ioping \xe2\x80\x93R \xe2\x80\x9c/mnt\xe2\x80\x9d", 0, "ioping -R \"/mnt\"", 0, PEEL_QUOTES },
    { "\xe2\x80\x94 /dev/sda (device 8.0 GiB) ioping statistics \xe2\x80\x94", 0,
      "--- /dev/sda (device 8.0 GiB) ioping statistics ---", 0, PEEL_QUOTES },
    { "write: io=1025.6MB   <------------------", 0, "write: io=1025.6MB", 0, PEEL_ARROW },
    { "write: io=1025.6MB   <--- slow!", 0, "write: io=1025.6MB", 0, PEEL_ARROW },
    { "     ^^^^^", 0, "", 0, PEEL_ARROW },
    { "`dd if=/dev/zero of=x`", 0, "dd if=/dev/zero of=x", 0, PEEL_CODE },
    { "Nov 30 07:39:08 host fio[123]: Starting 1 process", 0, "Starting 1 process", 0, PEEL_PREFIX },
    { "2024-01-01T10:00:00.123Z 16384+0 records in", 0, "16384+0 records in", 0, PEEL_PREFIX },
    { "20:22:23 DEBUG| [stdout] 16384+0 records in", 0, "16384+0 records in", 0, PEEL_PREFIX },
    { "[   12.3] a\n[   12.4] 16384+0 records in", 1, "16384+0 records in", 0, PEEL_PREFIX },
    { "[12:01:02] 16384+0 records in\n[12:01:03] 16384+0 records out", 0, "16384+0 records in", 0, PEEL_PREFIX },
    { "12:01:02 sshd 4 R\n12:01:03 sshd 5 R\n12:01:04 sshd 5 W", 1, "12:01:03 sshd 5 R", 0, 0 },
    { "a/ext4.log:17:   READ: bw=6548MiB/s", 0, "   READ: bw=6548MiB/s", 0, PEEL_PREFIX },
    { "ext4-5.10:  write: IOPS=12, BW=4k", 0, "  write: IOPS=12, BW=4k", 0, PEEL_PREFIX },
    { "job1: (groupid=0, jobs=1): err= 0: pid=1", 0, "job1: (groupid=0, jobs=1): err= 0: pid=1", 0, 0 },
    { "   READ: bw=1MiB/s", 0, "   READ: bw=1MiB/s", 0, 0 },
    { " 7  a\n 8  16384+0 records in\n 9  b\n10  c", 1, "16384+0 records in", 0, PEEL_PREFIX },
    { "1 12\n2 13\n3 14\n4 15", 1, "2 13", 0, 0 },
    { "+a\n+16384+0 records in\n+b", 1, "16384+0 records in", 0, PEEL_DIFF },
    { "@@ -1,2 +1,2 @@\n-16384+0 records in\n+8192+0 records in", 2, "8192+0 records in", 0, PEEL_DIFF },
    { "# 16384+0 records in", 0, "16384+0 records in", 0, PEEL_COMMENT },
    { "# dd if=/dev/zero of=x\n16384+0 records in", 0, "# dd if=/dev/zero of=x", 0, 0 },
    { "ZC> a\nZC> > b\nZC> c", 1, "b", 2, PEEL_QUOTE },
    { "db> a", 0, "db> a", 0, 0 },
};
/* clang-format on */

static void every_damage_is_undone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        Document *d = document(c->text);
        const Line *line = lines_at(lines_new(d), c->line);
        if (!line || !slice_is(line->text, c->want) || line->depth != c->depth ||
            (line->peeled & c->peeled) != c->peeled)
            fail_msg("'%s' became '%.*s' depth %d peeled %d", c->text, SLICE_ARG(line->text),
                     line->depth, line->peeled);
        document_free(d);
    }
}

/* A figure behind any edit still points at its own bytes. */
static void a_peeled_figure_keeps_its_place(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "> > **40.4** MB/s", "&gt; x &lt;b&gt; 40.4", "\033[1m40.4\033[0m",
        "* `40.4`",          "x.log:3: READ: 40.4",   "ZC> 16384+0 records in\nZC> 40.4\n",
        "a\b40.4",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Document *d = document(texts[i]);
        Lines *ls = lines_new(d);
        bool found = false;
        for (size_t k = 0; k < lines_count(ls); k++) {
            const Line *line = lines_at(ls, k);
            size_t at = slice_find(line->text, SLICE("40.4"));
            if (at == SLICE_NONE)
                continue;
            Span span = line_span(d, line, slice_first(slice_from(line->text, at), 4));
            found = memcmp(d->text.p + span.start, "40.4", 4) == 0 && span.end - span.start == 4;
        }
        if (!found)
            fail_msg("'%s' lost the place of its figure", texts[i]);
        document_free(d);
    }
}

static void a_grep_prefix_gives_its_file(void **state)
{
    (void)state;
    assert_true(slice_is(prefix_file(SLICE("a/ext4.log:17:")), "a/ext4.log"));
    assert_true(slice_is(prefix_file(SLICE("ext4.log:")), "ext4.log"));
    assert_true(slice_is(prefix_file(SLICE("12: ")), ""));
    assert_true(slice_is(prefix_file(SLICE("2024-01-01T10:00:00Z ")), ""));
}

static void quoted_printable_is_told_by_its_signs(void **state)
{
    (void)state;
    Arena *a = arena_new(0);
    Slice out;
    assert_true(quoted_decode(a, SLICE("bs=3D64k count=3D1=\n0 caf=C3=A9\n"), &out));
    assert_true(slice_is(out, "bs=64k count=10 caf\xc3\xa9\n"));
    assert_false(quoted_decode(a, SLICE("dd if=/dev/zero bs=64k of=3D.bin\n"), &out));
    assert_false(quoted_decode(a, SLICE("no signs at all\n"), &out));
    arena_free(a);
}

/* A line of many edits costs as many steps, not their square. */
static void a_long_line_is_no_trap(void **state)
{
    (void)state;
    enum { N = 400000 };
    static const char *const bits[] = { "&gt;", "**", "\033[m", "<b>", "`", "> ", "a\b", "[" };
    for (size_t k = 0; k < sizeof bits / sizeof *bits; k++) {
        size_t n = strlen(bits[k]);
        char *text = malloc(N * n + 1);
        for (size_t i = 0; i < N; i++)
            memcpy(text + i * n, bits[k], n);
        text[N * n] = '\0';
        Document *d = document(text);
        assert_int_equal(lines_count(lines_new(d)), 1);
        document_free(d);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_damage_is_undone),
        cmocka_unit_test(a_peeled_figure_keeps_its_place),
        cmocka_unit_test(a_grep_prefix_gives_its_file),
        cmocka_unit_test(quoted_printable_is_told_by_its_signs),
        cmocka_unit_test(a_long_line_is_no_trap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
