#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/drawing.h"
#include "cli/output.h"
#include "cli/tracking.h"
#include "plot/charts.h"

/* By the end of the file name: "svg", "png", "pdf", "chart" (the text form); NULL: none of them. */
static const char *format_of(const char *path)
{
    static const char *const formats[] = { "svg", "png", "pdf", "chart" };
    Slice name = slice_of(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        Slice end = slice_of(formats[i]);
        if (name.n > end.n + 1 && name.p[name.n - end.n - 1] == '.' &&
            slice_eq_nocase(slice_from(name, name.n - end.n), end))
            return formats[i];
    }
    return NULL;
}

static int unknown_kind(const Cli *c, const char *name)
{
    size_t n;
    const ChartBuilder *const *kinds = charts_kinds(&n);
    const char *all = "";
    for (size_t i = 0; i < n; i++)
        all = arena_printf(c->arena, "%s%s%s", all, i ? ", " : "", kinds[i]->name);
    return name ? cli_usage(c, "no kind of chart '%s'; there are %s", name, all)
                : cli_usage(c, "which kind of chart? there are %s", all);
}

typedef struct Request {
    const ChartBuilder *kind;
    const char *path, *format; /* NULL with --ascii */
    double scale;
} Request;

static bool read_request(Cli *c, Request *r, int *status)
{
    *r = (Request){ .scale = 2 };
    r->kind = c->argc ? charts_kind(c->argv[0]) : NULL;
    if (!r->kind) {
        *status = unknown_kind(c, c->argc ? c->argv[0] : NULL);
        return false;
    }
    const char *scale = cli_value(c, "picture-scale");
    Number n;
    if (scale) {
        if (!number_is(slice_of(scale), &n) || n.value < 0.5 || n.value > 8) {
            *status = cli_usage(c, "--picture-scale wants a number from 0.5 to 8, not '%s'", scale);
            return false;
        }
        r->scale = n.value;
    }
    if (cli_flag(c, "ascii")) {
        if (r->kind->ascii)
            return true;
        *status = cli_usage(c, "'%s' cannot be drawn in ASCII; bar and box can", r->kind->name);
        return false;
    }
    r->path = cli_value(c, "output");
    if (!r->path) {
        *status = cli_usage(c, "where to? -o FILE.svg, FILE.png or FILE.pdf, or --ascii");
        return false;
    }
    r->format = strcmp(r->path, "-") == 0 ? "svg" : format_of(r->path);
    if (r->format)
        return true;
    *status = cli_usage(c, "'%s' does not end in .svg, .png, .pdf or .chart", r->path);
    return false;
}

static int deliver(Cli *c, const Request *r, const Chart *chart)
{
    Error err = { 0 };
    if (!r->format) {
        chart_ascii(&c->out, chart);
        return EXIT_GOOD;
    }
    Buf picture = buf_new(0);
    bool ok = true;
    if (strcmp(r->format, "chart") == 0)
        chart_write(&picture, chart);
    else
        ok = drawing_picture(chart, r->format, r->scale, &picture, &err);
    if (ok && strcmp(r->path, "-") == 0)
        buf_add(&c->out, buf_slice(&picture));
    else if (ok)
        ok = output_write(r->path, buf_slice(&picture), &err);
    buf_free(&picture);
    return ok ? EXIT_GOOD : cli_fail(&err);
}

static int plot_table(Cli *c, const Request *r, const ChartOptions *o)
{
    int status;
    Comparing x;
    if (!comparing_table(c, r->kind->every_metric ? COMPARING_EVERY_METRIC : COMPARING_ALL_FOUND, &x,
                         &status))
        return status;
    Chart *chart;
    Error err = { 0 };
    status =
        r->kind->make(c->arena, x.table, o, &chart, &err) ? deliver(c, r, chart) : cli_fail(&err);
    if (status == EXIT_GOOD)
        status = x.status;
    comparing_free(&x);
    return status;
}

static int plot_history(Cli *c, const Request *r, const ChartOptions *o)
{
    Tracking t;
    int status;
    if (!tracking_read(c, &t, &status))
        return status;
    t.options.threshold = 0.05;
    History *h;
    Chart *chart;
    Error err = { 0 };
    bool ok = history_make(c->arena, t.runs.v, t.runs.n, &t.options, true, &h, &err) &&
              r->kind->make_history(c->arena, h, o, &chart, &err);
    status = ok ? deliver(c, r, chart) : cli_fail(&err);
    if (status == EXIT_GOOD)
        status = t.status;
    tracking_free(&t);
    return status;
}

static int run(Cli *c)
{
    Request r;
    int status;
    if (!read_request(c, &r, &status))
        return status;
    ChartOptions o = { .title = cli_value(c, "title"),
                       .ratio = cli_flag(c, "ratio"),
                       .log = cli_flag(c, "log") };
    Cli rest = *c; /* the kind is no input */
    rest.argc--;
    rest.argv++;
    int done = r.kind->make_history ? plot_history(&rest, &r, &o) : plot_table(&rest, &r, &o);
    c->out = rest.out; /* it may have moved */
    return done;
}

static const CliOption options[] = {
    { "output", 'o', "FILE", "the picture: .svg, .png, .pdf, or .chart for its text form" },
    { "ascii", 0, NULL, "print it in 72 columns of ASCII (bar, box)" },
    { "title", 0, "TEXT", "instead of our own" },
    { "ratio", 0, NULL, "bar: relative to the base column" },
    { "log", 0, NULL, "a log axis, where the kind lets choose" },
    { "picture-scale", 0, "K", "pixels of a PNG for one of the layout (default 2)" },
    { "track", 0, "NAME", "history: the track; needed when there are several" },
    { "order", 0, "A,B,C", "history: releases in order, instead of a stored track" },
    { "by", 0, "KEY", "history: the fact that names the release" },
    COMPARING_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_plot = {
    .name = "plot",
    .usage = "KIND -o FILE|--ascii [OPTION...] [FILE...] [FILTER...]",
    .summary = "Draw a comparison or a history as SVG, PNG or PDF",
    .details =
        "FILES are read into memory; without them the database is asked. A chart shows one unit;\n"
        "it says what was left out.",
    .examples = "# bars for a mail\n"
                "plimsoll plot bar --ascii before.txt after.txt\n"
                "# the text form of a chart\n"
                "plimsoll plot box -o runs.chart before.txt after.txt\n",
    .options = options,
    .run = run,
};
