#include "plot/charts.h"

#include <string.h>

#include "analyze/distribution.h"
#include "plot/text_width.h"

extern const ChartBuilder charts_bar, charts_box, charts_history, charts_percentile,
    charts_histogram, charts_heatmap, charts_cdf, charts_sweep;

static const ChartBuilder *const kinds[] = {
    &charts_bar,       &charts_box,     &charts_history, &charts_percentile,
    &charts_histogram, &charts_heatmap, &charts_cdf,     &charts_sweep,
};

const ChartBuilder *const *charts_kinds(size_t *n)
{
    *n = sizeof kinds / sizeof *kinds;
    return kinds;
}

const ChartBuilder *charts_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

/* --- rows of one unit --- */

static bool has_value(const Table *t, const Row *row)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (figure_exists(row->cells[c].mean))
            return true;
    return false;
}

/* Columns with a value in one of the rows: the others would be names without bars. */
static void find_columns(Arena *a, const Table *t, Picked *p)
{
    p->column = ARENA_ARRAY(a, size_t, t->n_columns + 1);
    for (size_t c = 0; c < t->n_columns; c++) {
        bool any = false;
        for (size_t i = 0; i < p->n; i++)
            any =
                any || p->row[i]->cells[c].evidence != EVIDENCE_NONE || p->row[i]->cells[c].missing;
        if (any)
            p->column[p->n_columns++] = c;
    }
}

static void measure_range(const Table *t, Picked *p)
{
    p->least = INFINITY;
    p->greatest = -INFINITY;
    for (size_t i = 0; i < p->n; i++)
        for (size_t c = 0; c < t->n_columns; c++) {
            double mean = p->row[i]->cells[c].mean;
            if (!figure_exists(mean))
                continue;
            p->least = mean < p->least ? mean : p->least;
            p->greatest = mean > p->greatest ? mean : p->greatest;
        }
}

Picked charts_pick(Arena *a, const Table *t, size_t most,
                   bool (*wanted)(const Table *t, const Row *row))
{
    Picked p = { .row = ARENA_ARRAY(a, const Row *, t->rows.n + 1) };
    const Row *first = NULL;
    for (size_t i = 0; i < t->rows.n; i++) {
        const Row *row = &t->rows.v[i];
        if (!has_value(t, row) || (wanted && !wanted(t, row)))
            continue;
        if (!first)
            first = row;
        if (row->unit != first->unit || row->better != first->better ||
            strcmp(row->tool, first->tool) != 0)
            p.left_out++;
        else if (p.n == most)
            p.too_many++;
        else
            p.row[p.n++] = row;
    }
    measure_range(t, &p);
    find_columns(a, t, &p);
    if (p.n)
        p.unit = plot_unit(first->unit, first->raw_unit, first->raw_factor, p.greatest);
    return p;
}

/* --- words --- */

const char *charts_join(Arena *a, const char *separator, const char *first, const char *second)
{
    return arena_printf(a, "%s%s%s", first, *first && *second ? separator : "", second);
}

/* clang-format off */
static const struct { const char *end, *words; } quantities[] = {
    { "bw", "throughput" }, { "iops", "operations per second" }, { "rate", "operations per second" },
    { "lat.mean", "mean latency" }, { "clat.mean", "mean completion latency" }, { "time", "time" },
    { "clat.p99", "99th percentile of completion latency" }, { "lat.request", "latency of requests" },
    { "clat", "completion latency" }, { "slat", "submission latency" }, { "lat", "latency" },
    { "value", "value" },
};
/* clang-format on */

/* "nfs_v3_ops_count" was a heading once: back to words. */
static const char *slug_words(Arena *a, const char *metric)
{
    const char *first = strchr(metric, '_');
    if (!first || !strchr(first + 1, '_') || strchr(metric, '.'))
        return metric;
    char *words = arena_text(a, slice_of(metric));
    for (char *c = words; *c; c++)
        if (*c == '_')
            *c = ' ';
    return words;
}

const char *charts_metric_words(Arena *a, const char *metric)
{
    Slice m = slice_of(metric);
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        Slice end = slice_of(quantities[i].end);
        if (!slice_ends(m, end) || (m.n > end.n && m.p[m.n - end.n - 1] != '.'))
            continue;
        Slice front = slice_first(m, m.n - end.n);
        if (slice_ends(front, SLICE(".")))
            front.n--;
        return charts_join(a, " ", arena_text(a, front), quantities[i].words);
    }
    return slug_words(a, metric);
}

typedef struct Same {
    bool group, tool, workload, scope, metric;
} Same;

static Same same_of(const Picked *p)
{
    Same s = { true, true, true, true, true };
    for (size_t i = 1; i < p->n; i++) {
        s.group = s.group && strcmp(p->row[i]->group, p->row[0]->group) == 0;
        s.tool = s.tool && strcmp(p->row[i]->tool, p->row[0]->tool) == 0;
        s.workload = s.workload && strcmp(p->row[i]->workload, p->row[0]->workload) == 0;
        s.scope = s.scope && strcmp(p->row[i]->scope, p->row[0]->scope) == 0;
        s.metric = s.metric && strcmp(p->row[i]->metric, p->row[0]->metric) == 0;
    }
    return s;
}

/* The tool where the workload does not begin with it. */
static const char *tool_of(const Row *row)
{
    Slice w = slice_of(row->workload), tool = slice_of(row->tool);
    bool told = slice_starts(w, tool) || strcmp(row->tool, "table") == 0 ||
                strcmp(row->tool, "numbers") == 0;
    return told ? "" : row->tool;
}

/* The name of the tool alone says nothing as a workload. */
static const char *workload_of(const Row *row)
{
    return strcmp(row->workload, row->tool) == 0 ? "" : row->workload;
}

/* The only metric of tables is "value", "value#2" for the second figure of a cell. */
static const char *metric_of(const Row *row)
{
    Slice m = slice_of(row->metric);
    if (!slice_skip(&m, SLICE("value")))
        return row->metric;
    slice_skip(&m, SLICE("."));
    return m.n ? m.p : "";
}

/* "Throughput" when all metrics are one quantity: "read.bw", "write.bw". */
static const char *common_quantity(const Picked *p)
{
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        bool all = true;
        for (size_t k = 0; k < p->n; k++)
            all = all && slice_ends(slice_of(p->row[k]->metric), slice_of(quantities[i].end));
        if (all)
            return quantities[i].words;
    }
    return "";
}

/* A title begins with a capital. */
static const char *capital(Arena *a, const char *text)
{
    char *copy = arena_text(a, slice_of(text));
    if (copy[0] >= 'a' && copy[0] <= 'z' && copy[1] != '_' && !strchr(copy, '='))
        copy[0] = (char)(copy[0] - 'a' + 'A');
    return copy;
}

const char *charts_title(Arena *a, const Picked *p, const ChartOptions *o)
{
    if (o->title)
        return o->title;
    Same s = same_of(p);
    const Row *r = p->row[0];
    const char *what = "";
    if (s.tool)
        what = charts_join(a, " ", what, tool_of(r));
    if (s.workload)
        what = charts_join(a, " ", what, workload_of(r));
    if (s.scope)
        what = charts_join(a, " ", what, r->scope);
    if (s.group)
        what = charts_join(a, ", ", what, r->group);
    const char *metric =
        capital(a, s.metric ? charts_metric_words(a, r->metric) : common_quantity(p));
    if (strcmp(metric, "Value") == 0)
        metric = *what ? "" : "Values";
    if (!*metric && *what && s.metric)
        return capital(a, what);
    if (!*metric && !*what)
        return "Results";
    return charts_join(a, ": ", *metric ? metric : "Results", what);
}

const char *charts_row_name(Arena *a, const Picked *p, const Row *row)
{
    Same s = same_of(p);
    const char *name = "";
    if (!s.group)
        name = charts_join(a, " ", name, row->group);
    if (!s.tool)
        name = charts_join(a, " ", name, tool_of(row));
    if (!s.workload)
        name = charts_join(a, " ", name, workload_of(row));
    if (!s.scope)
        name = charts_join(a, " ", name, row->scope);
    if (!s.metric)
        name = charts_join(a, " ", name, slug_words(a, metric_of(row)));
    return name;
}

const char *charts_direction(Better b)
{
    return b == BETTER_HIGHER ? "higher is better" : b == BETTER_LOWER ? "lower is better" : "";
}

const char *charts_runs(Arena *a, const Table *t, const Picked *p)
{
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t c = 0; c < t->n_columns; c++) {
            const Cell *cell = &p->row[i]->cells[c];
            if (!figure_exists(cell->mean))
                continue;
            size_t n = cell->n ? cell->n : 1;
            least = n < least ? n : least;
            most = n > most ? n : most;
        }
    if (most <= 1)
        return "one run each";
    if (least == most)
        return arena_printf(a, "mean of %zu runs", most);
    return arena_printf(a, "means of %zu to %zu runs", least, most);
}

const char *charts_left_out(Arena *a, const Picked *p)
{
    const char *text = "";
    if (p->too_many)
        text = arena_printf(a, "%zu more rows are not shown (a filter chooses)", p->too_many);
    if (p->left_out)
        text = charts_join(
            a, "; ", text,
            arena_printf(a, "%zu row%s of other units or tools %s not shown (--metric chooses)",
                         p->left_out, p->left_out == 1 ? "" : "s",
                         p->left_out == 1 ? "is" : "are"));
    return text;
}

/* "new / old = 1.23 (95 % interval 1.20 to 1.26): BETTER", when there is one comparison to speak
 * of. */
const char *charts_finding(Arena *a, const Table *t, const Picked *p)
{
    if (p->n != 1 || t->n_columns != 2)
        return "";
    const Row *row = p->row[0];
    size_t other = row->base == 0 ? 1 : 0;
    const Comparison *k = &row->comparisons[other];
    if (!k->exists || !figure_exists(k->ratio))
        return "";
    const char *interval = "";
    if (figure_exists(k->lo) && figure_exists(k->hi) && !k->by_rounding)
        interval = arena_printf(a, " (%g %% interval %s to %s)", 100 * (1 - t->alpha),
                                plot_number(a, k->lo, 3), plot_number(a, k->hi, 3));
    return arena_printf(a, "%s / %s = %s%s: %s", t->columns[other].name, t->columns[row->base].name,
                        plot_number(a, k->ratio, 3), interval, verdict_text(k->verdict));
}

const char *charts_value(Arena *a, const Cell *c, PlotUnit u)
{
    double v = c->mean / u.factor, half = c->half_width / u.factor;
    int magnitude = v != 0 ? (int)floor(log10(fabs(v)) + 1e-12) : 0;
    int decimals = 2 - magnitude;
    if (!(half > 0) || decimals <= 0 || magnitude < -6)
        return plot_number(a, v, 3);
    /* one digit more than the figures have is honest for a mean of several */
    int printed = (int)floor(-log10(2 * half) + 1e-6) + (c->n > 1);
    printed = printed < 0 ? 0 : printed;
    decimals = decimals < printed ? decimals : printed;
    const char *text = arena_printf(a, "%.*f", decimals, v);
    return text[0] == '-' ? arena_printf(a, "\xe2\x88\x92%s", text + 1) : text;
}

double charts_half_interval(const Cell *c)
{
    bool repeated = c->evidence == EVIDENCE_REPLICATES || c->evidence == EVIDENCE_SUMMARY;
    if (!repeated || c->n < 2 || !figure_exists(c->sd))
        return CHART_NONE;
    double n = (double)c->n;
    return distribution_t_quantile(0.025, n - 1) * c->sd / sqrt(n);
}

bool charts_short_names(const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text_width(names[i], 12, true) > 150)
            return false;
    return true;
}

bool charts_nothing(Error *err, const char *kind, const char *needs)
{
    return error_set(err, ERR_INPUT, "nothing to draw as '%s': it needs %s", kind, needs);
}
