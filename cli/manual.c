#include "cli/manual.h"

#include <string.h>

#include "ingest/format.h"

enum { MDOC_COLUMNS = 70 };

static void mdoc_word(Buf *b, Slice word, bool at_start)
{
    if (at_start && word.n && (word.p[0] == '.' || word.p[0] == '\''))
        buf_str(b, "\\&");
    for (size_t i = 0; i < word.n; i++) {
        if (word.p[i] == '\\')
            buf_str(b, "\\e");
        else if (word.p[i] == '-')
            buf_str(b, "\\-");
        else
            buf_char(b, word.p[i]);
    }
}

/* Text of ours for mdoc: short lines, a new one for each sentence, an empty line is a paragraph. */
static void mdoc_text(Buf *b, const char *text)
{
    Slice rest = slice_of(text), line, word;
    size_t column = 0;
    while (slice_line(&rest, &line)) {
        if (!slice_trim(line).n) {
            buf_printf(b, "%s.Pp\n", column ? "\n" : "");
            column = 0;
            continue;
        }
        while (slice_word(&line, &word)) {
            if (column + word.n > MDOC_COLUMNS && column) {
                buf_char(b, '\n');
                column = 0;
            }
            if (column)
                buf_char(b, ' ');
            mdoc_word(b, word, column == 0);
            column += word.n + 1;
            if (slice_ends(word, SLICE(".")) && !slice_ends(word, SLICE("..")) && word.n > 2) {
                buf_char(b, '\n');
                column = 0;
            }
        }
    }
    if (column)
        buf_char(b, '\n');
}

static void mdoc_options(Buf *b, const CliOption *options)
{
    for (; options && options->name; options++) {
        buf_str(b, ".It");
        if (options->letter)
            buf_printf(b, " Fl %c ,", options->letter);
        buf_printf(b, " Fl \\-%s", options->name);
        if (options->arg)
            buf_printf(b, " Ns = Ns Ar %s", options->arg);
        buf_char(b, '\n');
        mdoc_text(b, options->help);
    }
}

static void head(Buf *b, const char *name, const char *summary)
{
    buf_str(b, ".Dd $Mdocdate$\n.Dt ");
    for (const char *p = name; *p; p++)
        buf_char(b, *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p);
    buf_printf(b, " 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd ", name);
    mdoc_text(b, summary);
}

static void exit_status(Buf *b)
{
    buf_str(b, ".Sh EXIT STATUS\n.Bl -tag -width 1n -compact\n"
               ".It 0\ngood\n"
               ".It 1\na regression or difference was found (check, compare \\-\\-exit\\-code)\n"
               ".It 2\nthe command line is wrong\n"
               ".It 3\nan input or the database failed, or nothing was found in any input\n"
               ".It 4\ncannot tell (check)\n.El\n");
}

static void examples(Buf *b, const char *text)
{
    if (!text)
        return;
    buf_str(b, ".Sh EXAMPLES\n");
    Slice rest = slice_of(text), line;
    bool literal = false;
    while (slice_line(&rest, &line)) {
        bool comment = slice_skip(&line, SLICE("# "));
        if (literal && comment)
            buf_str(b, ".Ed\n.Pp\n");
        if (!literal && !comment)
            buf_str(b, ".Bd -literal -offset indent\n");
        literal = !comment;
        char copy[512];
        snprintf(copy, sizeof copy, "%.*s", SLICE_ARG(line));
        if (comment)
            mdoc_text(b, copy);
        else {
            mdoc_word(b, line, true);
            buf_char(b, '\n');
        }
    }
    if (literal)
        buf_str(b, ".Ed\n");
}

static void command_page(Buf *b, const CliCommand *k)
{
    char name[64];
    snprintf(name, sizeof name, "plimsoll-%s", k->name);
    head(b, name, k->summary);
    buf_printf(b, ".Sh SYNOPSIS\n.Nm plimsoll Cm %s\n.Ar ", k->name);
    mdoc_text(b, k->usage);
    buf_str(b, ".Sh DESCRIPTION\n");
    mdoc_text(b, k->summary);
    if (k->details[0]) {
        buf_str(b, ".Pp\n");
        mdoc_text(b, k->details);
    }
    buf_str(b, ".Pp\nThe options are as follows:\n.Bl -tag -width Ds\n");
    mdoc_options(b, k->options);
    mdoc_options(b, cli_common_options());
    buf_str(b, ".El\n");
    exit_status(b);
    examples(b, k->examples);
    buf_str(b, ".Sh SEE ALSO\n.Xr plimsoll 1 ,\n.Xr plimsoll-formats 5 ,\n.Xr plimsoll-filter 7\n");
}

static void overview(Buf *b)
{
    size_t n;
    const CliCommand *const *commands = cli_commands(&n);
    head(b, "plimsoll", "result database and regression analysis for storage benchmarks");
    buf_str(b, ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar option ...\n.Op Ar argument ...\n"
               ".Sh DESCRIPTION\n"
               "Reads pasted output of storage benchmarks, keeps every number with the line it came\n"
               "from, compares configurations and releases, and prints reports, charts and histories.\n"
               ".Pp\nThe commands are as follows; each has a page of its own,\n"
               ".Xr plimsoll-report 1\nand so on.\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, ".It Cm %s\n", commands[i]->name);
        mdoc_text(b, commands[i]->summary);
    }
    buf_str(b, ".El\n.Pp\nAlone,\n.Fl \\-version\nprints the release and those of the libraries, and\n.Fl \\-help\n"
               "the list of commands.\nOptions may be shortened to what is unique, stand behind arguments, and end at\n"
               ".Ql \\-\\- ;\n.Ql \\-\nis standard input.\n"
               ".Pp\nOptions of every command; they may also stand in front of it:\n.Bl -tag -width Ds\n");
    mdoc_options(b, cli_common_options());
    buf_str(b, ".El\n.Sh ENVIRONMENT\n.Bl -tag -width Ds\n"
               ".It Ev PLIMSOLL_DB\nthe database, unless\n.Fl \\-db\nnames one\n"
               ".It Ev XDG_DATA_HOME\nwhere the database is by default, in\n.Pa plimsoll/plimsoll.db\n"
               ".It Ev NO_COLOR\nno colours\n"
               ".It Ev PLIMSOLL_PAGER , PAGER\nwhat shows output that is longer than the terminal; the first one that\n"
               "is set, else\n.Xr less 1 .\nNo pager: an empty value,\n.Ql cat ,\n.Fl \\-no\\-pager ,\n"
               "or standard output that is no terminal\n"
               ".It Ev TMPDIR\nwhere an input of more than 8 MB lies while it is read, in a file without a name;\n"
               "else in\n.Pa /var/tmp\n"
               ".It Ev LESS\nset to\n.Ql FRX\nfor the pager unless it is set\n.El\n");
    buf_str(b, ".Sh PROGRESS\nWhere standard error is a terminal,\n.Cm import , rebuild\nand\n.Cm merge\n"
               "say in one line how far they are once they last over a second: how much is read, of how much,\n"
               "at what rate, and how long it will take.\nThe line goes when they end;\n"
               ".Fl \\-quiet\nkeeps it away.\n");
    exit_status(b);
    buf_str(b, ".Sh SEE ALSO\n.Xr plimsoll-formats 5 ,\n.Xr plimsoll-filter 7\n");
}

void manual_page(Buf *b, const CliCommand *k)
{
    if (k)
        command_page(b, k);
    else
        overview(b);
}

/* --- formats --- */

static void metric_rows(Buf *b, const MetricInfo *metrics)
{
    buf_str(b, ".Bl -column \"seq_create.lat.max.and.more\" \"count\" \"neither\" -compact\n");
    for (; metrics && metrics->name; metrics++) {
        buf_str(b, ".It ");
        for (const char *p = metrics->name; *p; p++)
            buf_char(b, *p);
        buf_printf(b, " Ta %s Ta %s%s\n", metrics->unit == UNIT_UNKNOWN ? "as printed" : unit_name(metrics->unit),
                   better_name(metrics->better), metrics->headline ? " Ta shown" : "");
    }
    buf_str(b, ".El\n");
}

void manual_formats(Buf *b)
{
    size_t n;
    const Format *const *formats = format_table(&n);
    buf_str(b, ".Dd $Mdocdate$\n.Dt PLIMSOLL-FORMATS 5\n.Os\n.Sh NAME\n.Nm plimsoll-formats\n"
               ".Nd output of benchmarks that plimsoll reads\n.Sh DESCRIPTION\n"
               "Each section is one format: what it is, where its layout is from, and the figures it\n"
               "gives with unit and direction.\n"
               "Figures marked\n.Dq shown\nare compared by default;\n.Fl \\-all\nshows the others.\n"
               "An asterisk stands for any text.\n");
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, ".Ss %s\n", formats[i]->name);
        mdoc_text(b, formats[i]->summary);
        buf_str(b, ".Pp\n");
        mdoc_text(b, formats[i]->source);
        buf_str(b, ".Pp\n");
        metric_rows(b, formats[i]->metrics);
    }
    buf_str(b, ".Sh SEE ALSO\n.Xr plimsoll 1 ,\n.Xr plimsoll-filter 7\n");
}
