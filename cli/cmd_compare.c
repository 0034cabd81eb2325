#include <string.h>

#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/drawing.h"
#include "cli/misspelt.h"
#include "cli/version.h"
#include "report/report.h"

enum { DEFAULT_ROWS = 12 };

static bool found_difference(const Table *t)
{
    for (size_t i = 0; i < t->rows.n; i++)
        for (size_t k = 0; k < t->n_columns; k++) {
            const Comparison *c = &t->rows.v[i].comparisons[k];
            if (c->exists && c->verdict >= VERDICT_BETTER && c->verdict <= VERDICT_LOWER)
                return true;
        }
    return false;
}

static int no_format(Cli *c, const char *format)
{
    size_t n;
    const char *list = "";
    const Renderer *const *all = report_renderers(&n);
    for (size_t i = 0; i < n; i++)
        list = arena_printf(c->arena, "%s%s%s", list, !i ? "" : i + 1 < n ? ", " : " or ", all[i]->name);
    return cli_usage(c, "no format '%s'; %s", format, list);
}

/* compare prints the tables; report the whole document. */
static int render(Cli *c, bool whole)
{
    const char *format = cli_value(c, "format");
    const Renderer *r = report_renderer(format ? format : "text");
    if (!r)
        return no_format(c, format);
    if (cli_flag(c, "charts") && strcmp(r->name, "html") != 0)
        return cli_usage(c, "--charts goes with --format html; 'plimsoll plot' makes pictures");
    Comparing x;
    int status;
    /* JSON and pages have cautions, too */
    bool tables_only = !whole && strcmp(r->name, "json") != 0 && strcmp(r->name, "html") != 0;
    if (!comparing_table(c, tables_only ? COMPARING_FIGURES : COMPARING_ALL_FOUND, &x, &status))
        return status;
    if (x.table->rows.n == 0) {
        if (!misspelt_metric(c, x.runs.v, x.runs.n))
            cli_complain("nothing to compare: no figure was selected; --all shows every metric");
        comparing_free(&x);
        return EXIT_DATA;
    }
    ReportOptions o = { .whole = whole, .color = c->color, .version = PLIMSOLL_VERSION,
                        .most_rows = cli_flag(c, "all") ? 0 : DEFAULT_ROWS };
    bool html = strcmp(r->name, "html") == 0;
    if (html)
        comparing_fetch_texts(c, &x.runs);
    bool asked = cli_flag(c, "charts");
    Error err = { 0 };
    if (html && (whole || asked) &&
        !drawing_for_page(c->arena, x.table, &o.charts, &o.n_charts, &err) && asked)
        cli_fail(&err); /* the page is as good as without */
    Buf page = buf_new(0);
    r->render(&page, c->arena, x.table, &o);
    status = comparing_deliver(c, &page, x.status);
    buf_free(&page);
    if (status == EXIT_GOOD && cli_flag(c, "exit-code") && found_difference(x.table))
        status = EXIT_DIFFERENCE;
    comparing_free(&x);
    return status;
}

static int run_compare(Cli *c)
{
    return render(c, false);
}

static int run_report(Cli *c)
{
    if (cli_value(c, "track"))
        return cmd_history.run(c);
    return render(c, true);
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default), markdown, csv, json or html" },
    { "output", 'o', "FILE", "write there instead of to standard output" },
    { "charts", 0, NULL, "html: charts in the page (a report has them, where they can be drawn)" },
    { "track", 0, "NAME", "report: the history along this track instead of a comparison" },
    COMPARING_OPTIONS,
    { "exit-code", 0, NULL, "exit 1 when a difference was found" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_compare = {
    .name = "compare",
    .usage = "[OPTION...] [FILE...] [FILTER...]",
    .summary = "Compare configurations: ratio, interval, p, verdict",
    .details = "FILES are read into memory; without them the database is asked. What varies in the\n"
               "configuration makes the columns, workload and metric make the rows.",
    .examples = "# two files of numbers, as ministat reads them\n"
                "plimsoll compare before.txt after.txt\n"
                "# one paste, as JSON\n"
                "plimsoll compare --format json paste.txt\n",
    .options = options,
    .run = run_compare,
};

const CliCommand cmd_report = {
    .name = "report",
    .usage = "[OPTION...] [FILE...] [FILTER...]",
    .summary = "The whole report: answer, tables, conditions, cautions, sources",
    .details = "Plain text of at most 72 columns, made for mailing lists; other formats for pages.",
    .examples = "# for a mailing list\n"
                "plimsoll report paste.txt\n"
                "# a page in which every figure is a link, without names of hosts and users\n"
                "plimsoll report --format html --redact -o paste.html paste.txt\n",
    .options = options,
    .run = run_report,
};
