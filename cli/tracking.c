#include "cli/tracking.h"

#include <string.h>

#include "base/number.h"
#include "cli/comparing.h"
#include "cli/database.h"

bool tracking_share(const char *text, double *share)
{
    return comparing_share(text, share);
}

static bool read_filter(Cli *c, Tracking *t, int *status)
{
    const char **names;
    size_t n = cli_values(c, "metric", &names);
    const Filter *parts[65] = { t->runs.filter };
    const char *text = "";
    Error err = { 0 };
    for (size_t i = 0; i < n; i++)
        text = arena_printf(c->arena, "%s%smetric:\"%s\"", text, i ? " OR " : "", names[i]);
    if (n > 1)
        text = arena_printf(c->arena, "(%s)", text);
    Filter *metrics = NULL;
    if (n && !filter_parse(c->arena, slice_of(text), &metrics, &err)) {
        *status = cli_usage(c, "%s", err.text);
        return false;
    }
    parts[1] = metrics;
    t->options.filter = filter_all(c->arena, parts, metrics ? 2 : 1);
    return true;
}

static bool read_alpha(Cli *c, Tracking *t, int *status)
{
    const char *text = cli_value(c, "alpha");
    t->options.alpha = 0.05;
    if (!text || (tracking_share(text, &t->options.alpha) && t->options.alpha > 0 &&
                  t->options.alpha < 1))
        return true;
    *status = cli_usage(c, "--alpha lies between 0 and 1, not '%s'", text);
    return false;
}

/* --- the order --- */

static void take_labels(Cli *c, Tracking *t, const char *const *labels, size_t n)
{
    HistoryRelease *r = ARENA_ARRAY(c->arena, HistoryRelease, n + 1);
    for (size_t i = 0; i < n; i++)
        r[i] = (HistoryRelease){ .label = labels[i] };
    t->options.releases = r;
    t->options.n_releases = n;
}

static void take_order(Cli *c, Tracking *t, const char *order)
{
    VEC(const char *) labels = { 0 };
    Slice rest = slice_of(order);
    while (rest.n) {
        size_t at = slice_find_char(rest, ',');
        Slice one = slice_trim(slice_first(rest, at == SLICE_NONE ? rest.n : at));
        rest = slice_from(rest, at == SLICE_NONE ? rest.n : at + 1);
        if (one.n)
            *VEC_PUSH(c->arena, &labels) = arena_text(c->arena, one);
    }
    take_labels(c, t, labels.v, labels.n);
}

/* The track that is named, or the only one. NULL: *status is set. */
static const char *track_name(Cli *c, Store *s, int *status)
{
    const char *name = cli_value(c, "track");
    Error err = { 0 };
    StoreTracks all;
    if (name)
        return name;
    if (!store_tracks(s, c->arena, &all, &err)) {
        *status = cli_fail(&err);
        return NULL;
    }
    if (all.n == 1)
        return all.v[0].name;
    *status = cli_usage(c, all.n ? "which track? --track NAME; 'plimsoll list tracks' lists them"
                                 : "there is no track: 'plimsoll track create', or --order A,B,C");
    return NULL;
}

static bool take_track(Cli *c, Tracking *t, int *status)
{
    Store *s = NULL;
    Error err = { 0 };
    StoreTrack track;
    StoreReleases releases;
    bool found = false;
    if (!database_open(c, STORE_READ, &s, status))
        return false;
    const char *name = track_name(c, s, status);
    bool ok = name && store_track(s, name, c->arena, &track, &releases, &found, &err);
    store_close(s);
    if (!name)
        return false;
    if (!ok || !found) {
        *status = ok ? cli_usage(c, "no track '%s'; 'plimsoll list tracks' lists them", name)
                     : cli_fail(&err);
        return false;
    }
    HistoryRelease *r = ARENA_ARRAY(c->arena, HistoryRelease, releases.n + 1);
    for (size_t i = 0; i < releases.n; i++)
        r[i] = (HistoryRelease){ releases.v[i].label, releases.v[i].n_aliases, releases.v[i].aliases };
    t->options.track = track.name;
    t->options.key = cli_value(c, "by") ? cli_value(c, "by") : track.key;
    t->options.releases = r;
    t->options.n_releases = releases.n;
    return true;
}

static bool read_order(Cli *c, const char *const *labels, size_t n, Tracking *t, int *status)
{
    const char *order = cli_value(c, "order"), *by = cli_value(c, "by");
    t->options.track = "";
    t->options.key = by ? by : "release";
    t->options.all = cli_flag(c, "all");
    if (order && cli_value(c, "track")) {
        *status = cli_usage(c, "either --track or --order");
        return false;
    }
    if (order)
        take_order(c, t, order);
    else if (labels)
        take_labels(c, t, labels, n);
    else if (!take_track(c, t, status))
        return false;
    if (t->options.n_releases)
        return true;
    *status = cli_usage(c, "no release to look at");
    return false;
}

/* Named releases without a key: the fact that names them in these runs. */
static void guess_key(Cli *c, Tracking *t)
{
    static const char *const keys[] = { "release", "label", "session", "document", "kernel", "os" };
    if (cli_value(c, "by") || t->options.track[0])
        return;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (size_t i = 0; i < t->runs.n; i++) {
            const char *value = filter_value(t->runs.v[i], NULL, keys[k]);
            if (value && history_release(&t->options, value) != SLICE_NONE) {
                t->options.key = keys[k];
                return;
            }
        }
}

bool tracking_read_with(Cli *c, const char *const *labels, size_t n, Tracking *out, int *status)
{
    const InputsSpare spare = { .other_than_headline = !cli_flag(c, "all") && !cli_value(c, "metric"),
                                .samples = true, .notes = true, .totals = true,
                                .places = !cli_flag(c, "redact") };
    *out = (Tracking){ .status = EXIT_GOOD };
    if (!read_alpha(c, out, status) || !read_order(c, labels, n, out, status))
        return false;
    if (!inputs_runs_spare(c, &spare, &out->runs, &out->status)) {
        *status = out->status;
        return false;
    }
    if (!read_filter(c, out, status)) {
        tracking_free(out);
        return false;
    }
    guess_key(c, out);
    return true;
}

bool tracking_read(Cli *c, Tracking *out, int *status)
{
    return tracking_read_with(c, NULL, 0, out, status);
}

void tracking_free(Tracking *t)
{
    inputs_free(&t->runs);
}
