/* history: workloads along a track of releases. */
#include <string.h>

#include "cli/commands.h"
#include "cli/tracking.h"
#include "report/history_report.h"

enum { DEFAULT_SERIES = 20 };

static int run(Cli *c)
{
    const char *format = cli_value(c, "format"), *threshold = cli_value(c, "threshold");
    bool json = format && strcmp(format, "json") == 0;
    if (format && !json && strcmp(format, "text") != 0)
        return cli_usage(c, "no format '%s'; text or json", format);
    Tracking t;
    int status;
    double share = 0.05;
    if (threshold && !tracking_share(threshold, &share))
        return cli_usage(c, "--threshold wants a number or a percentage, not '%s'", threshold);
    if (!tracking_read(c, &t, &status))
        return status;
    t.options.threshold = share > 0 ? share : -1;
    History *h;
    Error err = { 0 };
    HistoryShow show = { .only_regressions = cli_flag(c, "only-regressions"),
                         .only_new = cli_flag(c, "new"),
                         .most = cli_flag(c, "all") ? 0 : DEFAULT_SERIES };
    if (!history_make(c->arena, t.runs.v, t.runs.n, &t.options, true, &h, &err))
        status = cli_fail(&err);
    else {
        if (json)
            history_json(&c->out, h, &show);
        else
            history_text(&c->out, h, &show);
        status = h->n_runs ? t.status : EXIT_DATA;
        if (!h->n_runs)
            cli_complain("no run stands on this track: none has a known '%s'", t.options.key);
    }
    tracking_free(&t);
    return status;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default) or json" },
    { "threshold", 0, "N%", "changes below it do not matter (default 5%)" },
    { "only-regressions", 0, NULL, "only what turned to the worse" },
    { "new", 0, NULL, "only changes nobody has spoken about yet" },
    TRACKING_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_history = {
    .name = "history",
    .usage = "[--track NAME] [FILE...] [FILTER...]",
    .summary = "Workloads along a track of releases: where did they change?",
    .details = "A point is the median of the session medians of one release. From 8 points on changes are\n"
               "sought; below that each release is compared with the one before and with the first.",
    .options = options,
    .run = run,
};
