/*
 * SystemTap: @hist_log, @hist_linear, and the line of statistics that scripts print above them.
 *
 *   intervals min:1us avg:27us max:301us count:40 variance:5106
 *   value |-------------------------------------------------- count
 *       0 |                                                    0
 *       1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@                35
 *         ~
 *
 * Rows and gaps: runtime/stat-common.c of SystemTap.
 */
#include <string.h>

#include "ingest/dtrace.h"

static bool is_head(Slice text)
{
    Slice t = slice_trim(text);
    return slice_skip(&t, SLICE("value")) && slice_skip_some_blanks(&t) &&
           slice_skip(&t, SLICE("|----")) && slice_ends(t, SLICE("count"));
}

typedef struct Statistic {
    const char *word, *suffix;
    bool is_count;
} Statistic;

static const Statistic statistics[] = {
    { "min:", "min", false },
    { "avg:", "mean", false },
    { "max:", "max", false },
    { "count:", "n", true },
};

/* "min:1us", and its unit */
static bool read_statistic(Slice text, const char *word, Number *n, DtraceUnit *u)
{
    Slice value;
    if (!slice_skip_past(&text, slice_of(word)))
        return false;
    slice_skip_blanks(&text);
    if (!number_read(&text, n))
        return false;
    *u = dtrace_unit_none();
    if (text.n && !char_is_blank(text.p[0]) && slice_word(&text, &value))
        dtrace_unit_word(value, u);
    return true;
}

static bool is_statistics(Slice text)
{
    size_t at = slice_find(text, SLICE("min:"));
    return at != SLICE_NONE && slice_has(text, SLICE(" avg:")) && slice_has(text, SLICE(" max:")) &&
           slice_has(text, SLICE(" count:")) && !dtrace_is_prose(slice_first(text, at));
}

static size_t statistics_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Slice text = dtrace_text(line);
    if (!is_statistics(text))
        return at;
    if (d->look)
        return at + 1;
    dtrace_heading(d, slice_first(text, slice_find(text, SLICE("min:"))), at);
    const char *name = d->heading ? d->heading : dtrace_next_name(d);
    dtrace_repeated(d, arena_printf(d->r->arena, "%s.n", name), "", at);
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
        Number n;
        DtraceUnit u;
        if (!read_statistic(text, statistics[i].word, &n, &u))
            continue;
        if (u.known)
            d->unit = u;
        dtrace_figure(d, "", arena_printf(d->r->arena, "%s.%s", name, statistics[i].suffix),
                      statistics[i].is_count ? dtrace_unit_of(UNIT_COUNT, 1, SLICE(""))
                                             : dtrace_unit_in_force(d, u),
                      line, &n);
    }
    return at + 1;
}

size_t dtrace_stap_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    if (!is_head(dtrace_text(line)))
        return statistics_at(d, at);
    if (d->look)
        return at + 1;
    DtraceBuckets b = { 0 };
    size_t end = dtrace_histogram_rows(d, at + 1, true, &b);
    if (b.n == 0)
        return at + 1;
    const char *name = dtrace_name(d, "", at);
    dtrace_histogram_put(d, "", name, dtrace_unit_in_force(d, dtrace_unit_none()), &b, line);
    d->heading_fresh = false;
    return end;
}

static const char *const anchors[] = { "|-----", " avg:", NULL };

static const char *const samples[] = {
    "value |-------------------------------------------------- count\n"
    "    0 |                                                    0\n"
    "    1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@                35\n"
    "    2 |@                                                   1\n",
    NULL,
};

static int probe(Reader *r, size_t at)
{
    Slice text = dtrace_text(lines_at(r->lines, at));
    return is_head(text) || is_statistics(text) ? 95 : 0;
}

const Format format_stap = {
    .name = "systemtap",
    .summary = "SystemTap: hist_log, hist_linear and their statistics",
    .source = "SystemTap: runtime/stat-common.c",
    .anchors = anchors,
    .samples = samples,
    .metrics = dtrace_metrics,
    .probe = probe,
    .parse = dtrace_region,
};
