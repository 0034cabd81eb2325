/* history: workloads along a track of releases. */
#include <string.h>

#include "cli/changes.h"
#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/drawing.h"
#include "cli/tracking.h"
#include "cli/version.h"
#include "report/history_report.h"
#include "report/redact.h"

enum { DEFAULT_SERIES = 20 };

/* --say STATE --at RELEASE: of the changes that were found there. */
static int say(Cli *c, const History *h, const char *state)
{
    const char *at = cli_value(c, "at");
    size_t release = at ? history_release(h->options, at) : SLICE_NONE, said;
    int status;
    if (release == SLICE_NONE)
        return cli_usage(c, at ? "'%s' is not on the track" : "--say needs --at RELEASE", at);
    if (!changes_say(c, h, h->options->releases[release].label, state, cli_value(c, "remark"), &said,
                     &status))
        return status;
    if (!said) {
        cli_complain("no change at '%s'", at);
        return EXIT_DATA;
    }
    buf_printf(&c->out, "%zu change%s at %s: %s\n", said, cli_s(said), at, state);
    return EXIT_GOOD;
}

static int print(Cli *c, const History *h, const char *format)
{
    const char *since = cli_value(c, "since");
    size_t from = since ? history_release(h->options, since) : 0;
    if (from == SLICE_NONE)
        return cli_usage(c, "'%s' is not on the track", since);
    const HistoryShow show = { .only_regressions = cli_flag(c, "only-regressions"),
                               .only_new = cli_flag(c, "new"),
                               .since = from,
                               .most = cli_flag(c, "all") ? 0 : DEFAULT_SERIES };
    Buf page = buf_new(0);
    if (strcmp(format, "json") == 0)
        history_json(&page, h, &show);
    else if (strcmp(format, "html") == 0)
        history_html(&page, c->arena, h, &show, drawing_of_history(c->arena, h), PLIMSOLL_VERSION);
    else
        history_text(&page, h, &show);
    int status = comparing_deliver(c, &page, EXIT_GOOD);
    buf_free(&page);
    if (h->n_runs)
        return status;
    cli_complain("no run stands on this track: none has a known '%s'", h->options->key);
    return EXIT_DATA;
}

/* --from, --to: a part of the track; its other releases are known, but not looked at. */
static bool narrow(Cli *c, HistoryOptions *o, int *status)
{
    const char *names[] = { cli_value(c, "from"), cli_value(c, "to") };
    size_t at[] = { 0, o->n_releases - 1 };
    for (int i = 0; i < 2; i++) {
        at[i] = names[i] ? history_release(o, names[i]) : at[i];
        if (at[i] == SLICE_NONE) {
            *status = cli_usage(c, "'%s' is not on the track", names[i]);
            return false;
        }
    }
    if (at[0] > at[1]) {
        *status = cli_usage(c, "'%s' comes after '%s' on the track", names[0] ? names[0] : "the first release",
                            names[1] ? names[1] : "the last one");
        return false;
    }
    o->outside = o->releases;
    o->n_outside = o->n_releases;
    o->releases += at[0];
    o->n_releases = at[1] - at[0] + 1;
    return true;
}

/* What was found is remembered where the track and the runs are stored. */
static int look(Cli *c, Tracking *t, const char *format)
{
    History *h;
    Error err = { 0 };
    int status = EXIT_GOOD;
    if (!narrow(c, &t->options, &status))
        return status;
    const char *state = cli_value(c, "say");
    if (strcmp(format, "html") == 0)
        comparing_fetch_texts(c, &t->runs);
    if (cli_flag(c, "redact"))
        redact_documents(redact_new(c->arena), t->runs.documents.v, t->runs.documents.n);
    if (!history_make(c->arena, t->runs.v, t->runs.n, &t->options, true, &h, &err))
        return cli_fail(&err);
    bool stored = t->options.track[0] && !t->runs.from_files && !cli_value(c, "by") &&
                  !cli_value(c, "from") && !cli_value(c, "to");
    if (stored && !changes_remember(c, h, &status))
        return status;
    if (state && !stored)
        return cli_usage(c, "--say speaks of runs and a track in the database");
    status = state ? say(c, h, state) : print(c, h, format);
    return status == EXIT_GOOD ? t->status : status;
}

static int run(Cli *c)
{
    const char *format = cli_value(c, "format"), *threshold = cli_value(c, "threshold"),
               *state = cli_value(c, "say");
    format = format ? format : "text";
    if (strcmp(format, "json") != 0 && strcmp(format, "text") != 0 && strcmp(format, "html") != 0)
        return cli_usage(c, "no format '%s'; text, json or html", format);
    if (state && !changes_is_state(state))
        return cli_usage(c, "--say new, confirmed, ignored or explained, not '%s'", state);
    Tracking t;
    int status;
    double share = 0.05;
    if (threshold && !tracking_share(threshold, &share))
        return cli_usage(c, "--threshold wants a number or a percentage, not '%s'", threshold);
    if (!tracking_read(c, &t, &status))
        return status;
    t.options.threshold = share > 0 ? share : -1;
    status = look(c, &t, format);
    tracking_free(&t);
    return status;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default), json or html" },
    { "output", 'o', "FILE", "write there instead of to standard output" },
    { "redact", 0, NULL, "replace hosts, users and addresses in all that is printed" },
    { "threshold", 0, "N%", "changes below it do not matter (default 5%)" },
    { "only-regressions", 0, NULL, "only what turned to the worse" },
    { "new", 0, NULL, "only changes nobody has spoken about yet" },
    { "since", 0, "RELEASE", "only changes from this release on" },
    { "from", 0, "RELEASE", "look at the track from this release on" },
    { "to", 0, "RELEASE", "and up to this one" },
    { "say", 0, "STATE", "confirmed, ignored or explained: what the change at --at is" },
    { "at", 0, "RELEASE", "the first release after the change that --say speaks of" },
    { "remark", 0, "TEXT", "and why" },
    TRACKING_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_history = {
    .name = "history",
    .usage = "[--track NAME] [FILE...] [FILTER...]",
    .summary = "Workloads along a track of releases: where did they change?",
    .details = "A point is the median of the session medians of one release. From 8 points on changes are\n"
               "sought; below that each release is compared with the one before and with the first. Changes\n"
               "are remembered in the database; --say confirms or dismisses one for good.",
    .options = options,
    .run = run,
};
