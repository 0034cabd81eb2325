/*
 * Every clean sample of the corpus, damaged by each damage of the list, still gives the same values.
 * Exceptions stand in a table with their reason; one that is no longer needed fails the test, too.
 */
#include "check.h"

#include <dirent.h>

#include "ingest/load.h"
#include "ingest/reader.h"
#include "report/found.h"

typedef void (*Damage)(Buf *out, Slice text);

/* --- damages that work on each line --- */

static void each_line(Buf *out, Slice text, const char *before, const char *after)
{
    Slice line;
    while (slice_line(&text, &line)) {
        buf_str(out, before);
        buf_add(out, line);
        buf_str(out, after);
        buf_char(out, '\n');
    }
}

static void quoted(Buf *out, Slice text)
{
    each_line(out, text, "> ", "");
}

static void quoted_thrice(Buf *out, Slice text)
{
    each_line(out, text, "> >> ", "");
}

static void quoted_with_initials(Buf *out, Slice text)
{
    each_line(out, text, "JD> ", "");
}

static void carriage_returns(Buf *out, Slice text)
{
    each_line(out, text, "", "\r");
}

static void trailing_blanks(Buf *out, Slice text)
{
    each_line(out, text, "", "   ");
}

static void indented(Buf *out, Slice text)
{
    each_line(out, text, "    ", "");
}

static void doubled_lines(Buf *out, Slice text)
{
    each_line(out, text, "", "\n");
}

static void coloured(Buf *out, Slice text)
{
    each_line(out, text, "\x1b[32m", "\x1b[0m");
}

static void journald(Buf *out, Slice text)
{
    each_line(out, text, "Nov 30 07:21:00 lab bench[4711]: ", "");
}

static void iso_stamps(Buf *out, Slice text)
{
    each_line(out, text, "2026-11-30T07:21:00Z ", "");
}

static void kernel_stamps(Buf *out, Slice text)
{
    each_line(out, text, "[   12.345678] ", "");
}

static void grep_names(Buf *out, Slice text)
{
    each_line(out, text, "logs/bench.log:", "");
}

static void diff_marks(Buf *out, Slice text)
{
    buf_str(out, "@@ -0,0 +1,99 @@\n");
    each_line(out, text, "+", "");
}

static void line_numbers(Buf *out, Slice text)
{
    Slice line;
    for (int n = 1; slice_line(&text, &line); n++)
        buf_printf(out, "%6d\t%.*s\n", n, SLICE_ARG(line));
}

static void fenced(Buf *out, Slice text)
{
    buf_str(out, "Here is what I got:\n\n```\n");
    buf_add(out, text);
    buf_str(out, "```\n\nAny ideas?\n");
}

static void forum_code(Buf *out, Slice text)
{
    buf_str(out, "Here is what I got:\n[code]\n");
    buf_add(out, text);
    buf_str(out, "[/code]\nAny ideas?\n");
}

static void html_pre(Buf *out, Slice text)
{
    buf_str(out, "<html><body><p>Here is what I got:</p>\n<pre>");
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '<')
            buf_str(out, "&lt;");
        else if (text.p[i] == '>')
            buf_str(out, "&gt;");
        else if (text.p[i] == '&')
            buf_str(out, "&amp;");
        else
            buf_char(out, text.p[i]);
    }
    buf_str(out, "</pre>\n<p>Any ideas?</p></body></html>\n");
}

static void entities(Buf *out, Slice text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '<')
            buf_str(out, "&lt;");
        else if (text.p[i] == '>')
            buf_str(out, "&gt;");
        else
            buf_char(out, text.p[i]);
    }
}

static void no_break_blanks(Buf *out, Slice text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == ' ')
            buf_str(out, "\xc2\xa0");
        else
            buf_char(out, text.p[i]);
    }
}

static void collapsed(Buf *out, Slice text)
{
    Slice line, word;
    while (slice_line(&text, &line)) {
        bool first = true;
        while (slice_word(&line, &word)) {
            if (!first)
                buf_char(out, ' ');
            buf_add(out, word);
            first = false;
        }
        buf_char(out, '\n');
    }
}

static void arrows(Buf *out, Slice text)
{
    each_line(out, text, "", "   <------------");
}

/* A mailer: lines over 76 columns are cut at the last blank. */
static void wrap(Buf *out, Slice text, const char *mark)
{
    Slice line;
    while (slice_line(&text, &line)) {
        while (line.n > 76) {
            size_t at = 76;
            while (at > 20 && line.p[at] != ' ')
                at--;
            if (line.p[at] != ' ')
                break;
            buf_str(out, mark);
            buf_add(out, slice_first(line, at));
            buf_char(out, '\n');
            line = slice_from(line, at + 1);
        }
        buf_str(out, mark);
        buf_add(out, line);
        buf_char(out, '\n');
    }
}

static void wrapped(Buf *out, Slice text)
{
    wrap(out, text, "");
}

static void wrapped_in_quote(Buf *out, Slice text)
{
    wrap(out, text, "> ");
}

static void quoted_printable(Buf *out, Slice text)
{
    Slice line;
    while (slice_line(&text, &line)) {
        size_t column = 0;
        for (size_t i = 0; i < line.n; i++) {
            unsigned char c = (unsigned char)line.p[i];
            bool coded = c == '=' || c >= 0x7f || (c < 0x20 && c != '\t');
            if (column + (coded ? 3 : 1) > 75) {
                buf_str(out, "=\n");
                column = 0;
            }
            if (coded)
                buf_printf(out, "=%02X", c);
            else
                buf_char(out, (char)c);
            column += coded ? 3 : 1;
        }
        buf_char(out, '\n');
    }
}

static void pasted_twice(Buf *out, Slice text)
{
    buf_add(out, text);
    buf_add(out, text);
}

/* Two people quoted the same text with different programs. */
static void mixed_quotes(Buf *out, Slice text)
{
    static const char *const marks[] = { "> ", ">", " > " };
    Slice line;
    for (size_t n = 0; slice_line(&text, &line); n++) {
        buf_str(out, marks[n % 3]);
        buf_add(out, line);
        buf_char(out, '\n');
    }
}

static void osc_titles(Buf *out, Slice text)
{
    each_line(out, text, "\x1b]0;user@lab: ~\a\x1b[?2004l", "\x1b[K");
}

static void commented(Buf *out, Slice text)
{
    each_line(out, text, "# ", "");
}

static void named_service(Buf *out, Slice text)
{
    each_line(out, text, "bench-1  | ", "");
}

static void named_pod(Buf *out, Slice text)
{
    each_line(out, text, "[pod/bench-7x2/bench] ", "");
}

static void old_mac(Buf *out, Slice text)
{
    Slice line;
    while (slice_line(&text, &line)) {
        buf_add(out, line);
        buf_char(out, '\r');
    }
}

static void marked_and_wrapped(Buf *out, Slice text)
{
    Slice line;
    while (slice_line(&text, &line)) {
        buf_str(out, "> ");
        while (line.n > 74) {
            size_t at = 74;
            while (at > 20 && line.p[at] != ' ')
                at--;
            if (line.p[at] != ' ')
                break;
            buf_add(out, slice_first(line, at));
            buf_char(out, '\n');
            line = slice_from(line, at + 1);
        }
        buf_add(out, line);
        buf_char(out, '\n');
    }
}

static void tabs(Buf *out, Slice text)
{
    Slice line;
    while (slice_line(&text, &line)) {
        size_t blanks = 0;
        for (size_t i = 0; i < line.n; i++) {
            blanks = line.p[i] == ' ' ? blanks + 1 : 0;
            if (blanks == 8) {
                out->n -= 7;
                buf_char(out, '\t');
                blanks = 0;
            } else {
                buf_char(out, line.p[i]);
            }
        }
        buf_char(out, '\n');
    }
}

typedef struct DamageInfo {
    const char *name;
    Damage damage;
    bool wide; /* only where no line is longer than 76 columns is it a no-op */
} DamageInfo;

/* clang-format off */
static const DamageInfo damages[] = {
    { "quoted", quoted, false },           { "quoted-thrice", quoted_thrice, false },
    { "initials", quoted_with_initials, false }, { "crlf", carriage_returns, false },
    { "trailing-blanks", trailing_blanks, false }, { "indented", indented, false },
    { "doubled-lines", doubled_lines, false }, { "coloured", coloured, false },
    { "journald", journald, false },       { "iso-stamps", iso_stamps, false },
    { "kernel-stamps", kernel_stamps, false }, { "grep", grep_names, false },
    { "diff", diff_marks, false },         { "line-numbers", line_numbers, false },
    { "fenced", fenced, false },           { "forum-code", forum_code, false },
    { "html", html_pre, false },           { "entities", entities, false },
    { "nbsp", no_break_blanks, false },    { "collapsed", collapsed, false },
    { "arrows", arrows, false },           { "wrapped", wrapped, true },
    { "wrapped-in-quote", wrapped_in_quote, true }, { "quoted-printable", quoted_printable, false },
    { "pasted-twice", pasted_twice, false },
    { "mixed-quotes", mixed_quotes, false }, { "osc", osc_titles, false },
    { "commented", commented, false }, { "named-service", named_service, false }, { "named-pod", named_pod, false }, { "old-mac", old_mac, false }, { "marked-and-wrapped", marked_and_wrapped, true },
    { "tabs", tabs, false },
};

/* What a damage destroys for good. sample: folder/name, or the beginning of such names and '*'. */
static const struct {
    const char *damage, *sample, *reason;
} exceptions[] = {
    { "line-numbers", "ioping/v0.9-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "ioping/v1.3-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/2.0.13-terse2.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/3.33-terse2.txt", "one or two lines: nothing that counts up or repeats" },
    { "grep", "ioping/v0.9-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "grep", "ioping/v1.3-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "grep", "fio/2.0.13-terse2.txt", "one or two lines: nothing that counts up or repeats" },
    { "grep", "fio/3.33-terse2.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/2.0.13-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/2.21-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/3.33-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/3.33-terse4.txt", "one or two lines: nothing that counts up or repeats" },
    { "line-numbers", "fio/3.33-terse5.txt", "one or two lines: nothing that counts up or repeats" },
    { "initials", "ioping/v0.9-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "initials", "ioping/v1.3-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "collapsed", "dtrace/03*", "keys with blanks in them, or no more than two words a line" },
    { "collapsed", "dtrace/04*", "keys with blanks in them, or no more than two words a line" },
    { "collapsed", "dtrace/09*", "keys with blanks in them, or no more than two words a line" },
    { "collapsed", "dtrace/16*", "keys with blanks in them, or no more than two words a line" },
    { "collapsed", "dtrace/23*", "keys with blanks in them, or no more than two words a line" },
    { "collapsed", "tables/01*", "cells with blanks in them, empty cells" },
    { "collapsed", "tables/07*", "cells with blanks in them, empty cells" },
    { "collapsed", "tables/09*", "cells with blanks in them, empty cells" },
    { "wrapped", "bonnie/17*", "empty cells are known by their columns alone" },
    { "wrapped", "bonnie/21*", "its header is the only sign of it" },
    { "wrapped-in-quote", "bonnie/17*", "empty cells are known by their columns alone" },
    { "wrapped-in-quote", "bonnie/21*", "its header is the only sign of it" },
    { "quoted-printable", "dtrace/07*", "one sign is no proof" },
    { "quoted-printable", "tables/09*", "one sign is no proof" },
    { "quoted-printable", "tables/11*", "one sign is no proof" },
    { "pasted-twice", "dd/busybox*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/gnu530-seconds*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/gnu91-noxfer*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/gnu91-small*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/gnu91-sync*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/netbsd-human-progress*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/openbsd*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/toybox-android*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dd/uutils-0017-zero*", "so few digits that a second run may well show them" },
    { "pasted-twice", "time/*", "so few digits that a second run may well show them" },
    { "pasted-twice", "ioping/v1.3-interrupted-zero-valid*", "so few digits that a second run may well show them" },
    { "pasted-twice", "ioping/v1.3-too-fast-too-slow*", "so few digits that a second run may well show them" },
    { "pasted-twice", "fio/3.33-error-eio*", "so few digits that a second run may well show them" },
    { "pasted-twice", "dtrace/11*", "rows of one tool that goes on: more of them are more events" },
    { "pasted-twice", "dtrace/13*", "rows of one tool that goes on: more of them are more events" },
    { "pasted-twice", "dtrace/15*", "rows of one tool that goes on: more of them are more events" },
    { "pasted-twice", "tables/*", "cells of tables repeat honestly" },
    { "commented", "dtrace/*", "comments of a script look the same: few of these lines are surely of a tool" },
    { "commented", "tables/*", "comments of a script look the same: few of these lines are surely of a tool" },
    { "commented", "ioping/v0.6-p3-raw4.txt", "comments of a script look the same: few of these lines are surely of a tool" },
    { "commented", "ioping/v0.9-B-raw.txt", "comments of a script look the same: few of these lines are surely of a tool" },
    { "commented", "ioping/v1.3-B-raw.txt", "comments of a script look the same: few of these lines are surely of a tool" },
    { "commented", "fio/2.0.13-terse2.txt", "comments of a script look the same: few of these lines are surely of a tool" },
    { "commented", "fio/3.33-terse2.txt", "comments of a script look the same: few of these lines are surely of a tool" },
    { "named-service", "ioping/v0.6-p3-raw4.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-service", "ioping/v0.9-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-service", "ioping/v1.3-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-pod", "ioping/v0.6-p3-raw4.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-pod", "ioping/v0.9-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-pod", "ioping/v1.3-B-raw.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-service", "dtrace/10*", "the same words in front of every row: one more column" },
    { "named-service", "tables/*", "the same words in front of every row: one more column" },
    { "named-pod", "dtrace/10*", "the same words in front of every row: one more column" },
    { "named-pod", "tables/*", "the same words in front of every row: one more column" },
    { "named-service", "fio/2.0.13-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-service", "fio/2.21-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-service", "fio/3.33-terse*", "one or two lines: nothing that counts up or repeats" },
    { "named-pod", "fio/2.0.13-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-pod", "fio/2.21-terse3.txt", "one or two lines: nothing that counts up or repeats" },
    { "named-pod", "fio/3.33-terse*", "one or two lines: nothing that counts up or repeats" },
    { "marked-and-wrapped", "bonnie/17*", "empty cells are known by their columns alone" },
    { "marked-and-wrapped", "tables/07*", "empty cells are known by their columns alone" },
    { "marked-and-wrapped", "bonnie/21*", "its header is the only sign of it" },
    { "marked-and-wrapped", "dtrace/03*", "the figure stands below its keys, like the next row" },
    { "marked-and-wrapped", "dtrace/17*", "the figure stands below its keys, like the next row" },
    { "tabs", "dd/solaris10*", "told from its relatives by its blanks alone" },
    { "tabs", "time/solaris*", "told from its relatives by its blanks alone" },
    { "tabs", "dtrace/04*", "keys and cells with single blanks in them" },
    { "tabs", "dtrace/09*", "keys and cells with single blanks in them" },
    { "tabs", "tables/01*", "keys and cells with single blanks in them" },
    { "tabs", "tables/07*", "keys and cells with single blanks in them" },
    { NULL, NULL, NULL },
};
/* clang-format on */

static bool is_excepted(const char *damage, const char *sample, bool used[])
{
    for (size_t i = 0; exceptions[i].damage; i++) {
        size_t n = strlen(exceptions[i].sample);
        bool prefix = exceptions[i].sample[n - 1] == '*';
        if (strcmp(exceptions[i].damage, damage) == 0 &&
            (prefix ? strncmp(exceptions[i].sample, sample, n - 1) == 0
                    : strcmp(exceptions[i].sample, sample) == 0)) {
            used[i] = true;
            return true;
        }
    }
    return false;
}

/* tool, scope, metric, value of every measure, a line each. */
static Buf values_of(Slice text)
{
    Document *d = document_new("sample", 0);
    d->bytes = text;
    Error err = { 0 };
    Buf out = buf_new(0), values = buf_new(0);
    if (reader_read(d, NULL, &err))
        found_tsv(&out, d);
    Slice rest = buf_slice(&out), line;
    while (slice_line(&rest, &line)) {
        Slice cell[7];
        for (size_t i = 0; i < 7; i++) {
            size_t tab = slice_find_char(line, '\t');
            cell[i] = slice_first(line, tab);
            line = slice_from(line, tab == SLICE_NONE ? line.n : tab + 1);
        }
        if (cell[4].n && (cell[4].p[0] == '@' || cell[4].p[0] == '!'))
            continue;
        buf_printf(&values, "%.*s %.*s %.*s %.*s\n", SLICE_ARG(cell[3]), SLICE_ARG(cell[4]),
                   SLICE_ARG(cell[5]), SLICE_ARG(cell[6]));
    }
    buf_free(&out);
    document_free(d);
    return values;
}

typedef struct Tally {
    size_t tried, failed;
} Tally;

static void try_damage(const DamageInfo *k, const char *sample, Slice text, Slice clean, Tally *t,
                       bool used[])
{
    Buf damaged = buf_new(0);
    k->damage(&damaged, text);
    Buf values = values_of(buf_slice(&damaged));
    bool same = slice_eq(buf_slice(&values), clean);
    t->tried++;
    if (!same && !is_excepted(k->name, sample, used)) {
        t->failed++;
        fprintf(stderr, "%s hurts %s\n", k->name, sample);
    }
    buf_free(&values);
    buf_free(&damaged);
}

static void try_sample(const char *folder, const char *file, Tally *t, bool used[])
{
    char path[512], sample[300];
    snprintf(path, sizeof path, "tests/corpus/%s/%s", folder, file);
    snprintf(sample, sizeof sample, "%s/%s", folder, file);
    Error err = { 0 };
    Document *d;
    assert_true(load_file(path, 0, &d, &err));
    Buf clean = values_of(d->bytes);
    if (clean.n)
        for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
            try_damage(&damages[i], sample, d->bytes, buf_slice(&clean), t, used);
    buf_free(&clean);
    document_free(d);
}

static void damaged_samples_give_the_same_values(void **state)
{
    (void)state;
    static const char *const folders[] = { "dd", "time", "ioping", "bonnie", "fio", "dtrace", "tables" };
    bool used[sizeof exceptions / sizeof *exceptions] = { false };
    Tally t = { 0 };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/corpus/%s", folders[i]);
        struct dirent **names;
        int n = scandir(path, &names, NULL, alphasort);
        assert_true(n > 0);
        for (int k = 0; k < n; k++) {
            Slice name = slice_of(names[k]->d_name);
            if (slice_ends(name, SLICE(".txt")) && !slice_starts(name, SLICE("mangled-")))
                try_sample(folders[i], names[k]->d_name, &t, used);
            free(names[k]);
        }
        free(names);
    }
    for (size_t i = 0; exceptions[i].damage; i++)
        if (!used[i]) {
            t.failed++;
            fprintf(stderr, "exception for nothing: %s %s\n", exceptions[i].damage, exceptions[i].sample);
        }
    printf("damages: %zu tried, %zu failed\n", t.tried, t.failed);
    assert_int_equal(t.failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_samples_give_the_same_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
