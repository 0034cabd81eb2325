/* check: a gate for scripts. */
#include <string.h>

#include "cli/commands.h"
#include "cli/tracking.h"
#include "report/history_report.h"

/* "5%" for all, "read.clat.p99=10%" for one metric. */
static bool read_thresholds(Cli *c, GateOptions *o, int *status)
{
    const char **texts;
    size_t n = cli_values(c, "threshold", &texts);
    GateThreshold *all = ARENA_ARRAY(c->arena, GateThreshold, n + 1);
    for (size_t i = 0; i < n; i++) {
        const char *equals = strrchr(texts[i], '=');
        all[i].metric = equals ? arena_text(c->arena, (Slice){ texts[i], (size_t)(equals - texts[i]) })
                               : "";
        if (!tracking_share(equals ? equals + 1 : texts[i], &all[i].share)) {
            *status = cli_usage(c, "--threshold wants 5%% or METRIC=5%%, not '%s'", texts[i]);
            return false;
        }
    }
    o->thresholds = all;
    o->n_thresholds = n;
    return true;
}

/* Which release is new, and against which. */
static bool choose_releases(Cli *c, const Tracking *t, GateOptions *o, int *status)
{
    const char *base = cli_value(c, "base"), *against = cli_value(c, "against");
    o->base = SLICE_NONE;
    o->newest = t->options.n_releases - 1;
    const char *named[] = { against, base };
    size_t *to[] = { &o->newest, &o->base };
    for (size_t i = 0; i < 2; i++) {
        if (!named[i])
            continue;
        *to[i] = history_release(&t->options, named[i]);
        if (*to[i] == SLICE_NONE) {
            *status = cli_usage(c, "'%s' is not on the track", named[i]);
            return false;
        }
    }
    if (o->base == o->newest) {
        *status = cli_usage(c, "--base and --against are one release");
        return false;
    }
    return true;
}

static bool read_all(Cli *c, Tracking *t, int *status)
{
    const char *pair[] = { cli_value(c, "base"), cli_value(c, "against") };
    if (pair[0] && !pair[1]) {
        *status = cli_usage(c, "--base X needs --against Y, the release that is new");
        return false;
    }
    if (pair[0] && !cli_value(c, "track") && !cli_value(c, "order"))
        return tracking_read_with(c, pair, 2, t, status);
    return tracking_read(c, t, status);
}

static void print(Cli *c, const Gate *g, const char *format)
{
    if (strcmp(format, "json") == 0)
        gate_json(&c->out, g);
    else if (strcmp(format, "junit") == 0)
        gate_junit(&c->out, g);
    else
        gate_text(&c->out, g);
}

static int run(Cli *c)
{
    const char *format = cli_value(c, "format") ? cli_value(c, "format") : "text";
    GateOptions o = { 0 };
    Tracking t;
    int status;
    Error err = { 0 };
    History *h;
    if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 && strcmp(format, "junit") != 0)
        return cli_usage(c, "no format '%s'; text, json or junit", format);
    if (!read_thresholds(c, &o, &status) || !read_all(c, &t, &status))
        return status;
    if (!choose_releases(c, &t, &o, &status)) {
        tracking_free(&t);
        return status;
    }
    o.alpha = t.options.alpha;
    if (!history_make(c->arena, t.runs.v, t.runs.n, &t.options, false, &h, &err)) {
        status = cli_fail(&err);
    } else {
        const Gate *g = gate_check(c->arena, h, &o);
        print(c, g, format);
        status = gate_status(g);
        if (status != EXIT_DIFFERENCE && t.status != EXIT_GOOD)
            status = t.status;
    }
    tracking_free(&t);
    return status;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default), json or junit" },
    { "base", 'b', "RELEASE", "compare with this release only" },
    { "against", 0, "RELEASE", "the release to judge (default: the last of the track)" },
    { "threshold", 0, "[METRIC=]N%", "differences below it do not matter (repeatable; default 5%)" },
    TRACKING_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_check = {
    .name = "check",
    .usage = "--track NAME [FILTER...] | --base X --against Y [FILE...] [FILTER...]",
    .summary = "A gate for scripts: is the new release worse?",
    .details = "Exit status: 0 nothing is worse, 1 something is, 2 usage, 3 input or database, 4 cannot tell:\n"
               "something measured before was not measured in the new release, or nothing could be judged.",
    .options = options,
    .run = run,
};
