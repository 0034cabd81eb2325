/* Bars: a group a row, a bar a column, with the interval of its mean; or ratios to the base column.
 */
#include <string.h>

#include "plot/charts.h"

enum { MOST_ROWS = 12, MOST_RATIOS = 24, MOST_BARS = 60 };

/* --- values --- */

static void put_bar(Arena *a, Chart *c, const Picked *p, size_t row, size_t column)
{
    const Cell *cell = &p->row[row]->cells[p->column[column]];
    double slot = 0.78 / (double)p->n_columns, gap = p->n_columns > 1 ? slot * 0.06 : slot * 0.2;
    double x0 = (double)row + 0.11 + slot * (double)column + gap, x1 = x0 + slot - 2 * gap;
    ChartColour colour = chart_series_colour(column);
    if (!figure_exists(cell->mean)) {
        if (cell->missing != MISSING_NOT) {
            ChartItem *gone = chart_bar(c, colour, x0, x1, 0, 0);
            gone->text = "n/a";
        }
        return;
    }
    ChartItem *bar = chart_bar(c, colour, x0, x1, 0, cell->mean);
    double half = charts_half_interval(cell);
    if (isfinite(half)) {
        bar->v[4] = cell->mean - half;
        bar->v[5] = cell->mean + half;
    }
    bar->text = charts_value(a, cell, p->unit);
}

/* The highest thing to be drawn, and the lowest. */
static void reach(const Table *t, const Picked *p, double *lo, double *hi)
{
    *lo = p->least < 0 ? p->least : 0;
    *hi = p->greatest;
    for (size_t i = 0; i < p->n; i++)
        for (size_t c = 0; c < t->n_columns; c++) {
            const Cell *cell = &p->row[i]->cells[c];
            double half = charts_half_interval(cell);
            if (!isfinite(half))
                continue;
            *hi = cell->mean + half > *hi ? cell->mean + half : *hi;
            *lo = cell->mean - half < 0 && p->least < 0 && cell->mean - half < *lo
                      ? cell->mean - half
                      : *lo;
        }
    /* room for the value label; more where it stands upright */
    *hi += (*hi - *lo) * (p->n * p->n_columns > 32 ? 0.12 : 0.04);
}

static bool any_interval(const Table *t, const Picked *p)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t c = 0; c < t->n_columns; c++)
            if (isfinite(charts_half_interval(&p->row[i]->cells[c])))
                return true;
    return false;
}

static const char *bar_about(Arena *a, const Table *t, const Picked *p)
{
    const char *text =
        arena_printf(a, "Bar chart with %zu group%s of %zu bar%s.", p->n, p->n == 1 ? "" : "s",
                     p->n_columns, p->n_columns == 1 ? "" : "s");
    for (size_t i = 0; i < p->n && i < 4; i++)
        for (size_t c = 0; c < t->n_columns && c < 6; c++)
            if (figure_exists(p->row[i]->cells[c].mean))
                text = arena_printf(
                    a, "%s %s: %s %s.", text,
                    charts_join(a, " ", charts_row_name(a, p, p->row[i]), t->columns[c].name),
                    plot_number(a, p->row[i]->cells[c].mean / p->unit.factor, 3), p->unit.word);
    return text;
}

/* One row: the columns are the names below the bars, and no legend is needed. */
static void single_row(Arena *a, Chart *c, const Table *t, const Picked *p)
{
    c->x.hi = (double)p->n_columns;
    for (size_t k = 0; k < p->n_columns; k++) {
        const Cell *cell = &p->row[0]->cells[p->column[k]];
        chart_tick(c, &c->x, (double)k + 0.5, CHART_TICK_NONE, t->columns[p->column[k]].name);
        if (!figure_exists(cell->mean))
            continue;
        double half_width = p->n_columns < 3 ? 0.22 : 0.32;
        ChartItem *bar =
            chart_bar(c, p->column[k] == p->row[0]->base ? CHART_BASE : CHART_SERIES_1,
                      (double)k + 0.5 - half_width, (double)k + 0.5 + half_width, 0, cell->mean);
        double half = charts_half_interval(cell);
        if (isfinite(half)) {
            bar->v[4] = cell->mean - half;
            bar->v[5] = cell->mean + half;
        }
        bar->text = charts_value(a, cell, p->unit);
    }
}

static bool make_values(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Picked p = charts_pick(a, t, MOST_ROWS, NULL);
    if (p.n == 0)
        return charts_nothing(err, "bar", "figures; --all shows every metric");
    /* so many bars can be told apart, and so many colours; names stand below the bars of one row */
    size_t most = p.n_columns > CHART_SERIES ? 1 : MOST_BARS / p.n_columns;
    if (p.n > most)
        p = charts_pick(a, t, most, NULL);
    if (p.n_columns > MOST_BARS)
        p.n_columns = MOST_BARS;
    double bars = p.n == 1 ? 2.0 * (double)p.n_columns : (double)(p.n * p.n_columns);
    double width = 140 + bars * 44 + (double)p.n * 20;
    width = width < 620 ? 620 : width > 1240 ? 1240 : width;
    Chart *c = *out = chart_new(a, "bar", width, 440);
    c->title = charts_title(a, &p, o);
    c->subtitle = charts_join(a, ", ", p.unit.word, charts_runs(a, t, &p));
    if (any_interval(t, &p))
        c->subtitle = charts_join(a, ", ", c->subtitle, "with the 95 % interval of the mean (t)");
    c->subtitle = charts_join(a, "; ", c->subtitle, charts_direction(p.row[0]->better));
    c->foot = charts_join(a, " \xc2\xb7 ", charts_finding(a, t, &p), charts_left_out(a, &p));
    c->about = bar_about(a, t, &p);
    double lo, hi;
    reach(t, &p, &lo, &hi);
    ticks_linear(c, &c->y, lo, hi, true, p.unit);
    c->x = (ChartAxis){ .lo = 0, .hi = (double)p.n, .title = "" };
    if (p.n == 1) {
        single_row(a, c, t, &p);
        return true;
    }
    for (size_t i = 0; i < p.n; i++) {
        chart_tick(c, &c->x, (double)i + 0.5, CHART_TICK_NONE, charts_row_name(a, &p, p.row[i]));
        for (size_t k = 0; k < p.n_columns; k++)
            put_bar(a, c, &p, i, k);
    }
    if (p.n_columns > 1)
        for (size_t k = 0; k < p.n_columns; k++)
            chart_legend(c, chart_series_colour(k), t->columns[p.column[k]].name);
    return true;
}

/* --- ratios --- */

static ChartColour verdict_colour(Verdict v)
{
    switch (v) {
    case VERDICT_BETTER:
        return CHART_BETTER;
    case VERDICT_WORSE:
        return CHART_WORSE;
    case VERDICT_HIGHER:
    case VERDICT_LOWER:
        return CHART_SERIES_1;
    default:
        return CHART_NEUTRAL;
    }
}

typedef struct Pair {
    const Row *row;
    size_t column;
} Pair;

static size_t find_pairs(Arena *a, const Table *t, Pair **out, size_t *left_out)
{
    Pair *pairs = *out = ARENA_ARRAY(a, Pair, MOST_RATIOS);
    size_t n = 0;
    *left_out = 0;
    for (size_t i = 0; i < t->rows.n; i++)
        for (size_t c = 0; c < t->n_columns; c++) {
            const Comparison *k = &t->rows.v[i].comparisons[c];
            if (!k->exists || !figure_exists(k->ratio) || k->ratio <= 0)
                continue;
            if (n < MOST_RATIOS)
                pairs[n++] = (Pair){ &t->rows.v[i], c };
            else
                ++*left_out;
        }
    return n;
}

static const char *pair_name(Arena *a, const Table *t, const Picked *all, const Pair *pair,
                             bool one_column)
{
    const char *row = charts_row_name(a, all, pair->row);
    bool mixed = false;
    for (size_t i = 0; i < all->n; i++)
        mixed = mixed || all->row[i]->better != pair->row->better;
    if (mixed && pair->row->better == BETTER_LOWER)
        row = charts_join(a, " ", row, "(lower is better)");
    const char *column = t->columns[pair->column].name;
    if (one_column && *row)
        return row;
    return charts_join(a, ", ", row, column);
}

static void put_ratio(Arena *a, Chart *c, const Comparison *k, double y)
{
    ChartItem *bar = chart_bar(c, verdict_colour(k->verdict), 0, k->ratio, y + 0.2, y + 0.8);
    bar->right = true;
    if (figure_exists(k->lo) && figure_exists(k->hi)) {
        bar->v[4] = k->lo;
        bar->v[5] = k->hi;
    }
    bar->text = arena_printf(a, "%s\xc3\x97", plot_number(a, k->ratio, 3));
}

static bool make_ratios(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    Pair *pairs;
    size_t left_out, n = find_pairs(a, t, &pairs, &left_out);
    if (n == 0)
        return charts_nothing(err, "bar --ratio", "two columns with figures of one row");
    Picked all = { .row = ARENA_ARRAY(a, const Row *, n), .n = n };
    double most = 1;
    bool one_column = true, tested = false;
    for (size_t i = 0; i < n; i++) {
        const Comparison *k = &pairs[i].row->comparisons[pairs[i].column];
        all.row[i] = pairs[i].row;
        most = k->ratio > most ? k->ratio : most;
        most = figure_exists(k->hi) && k->hi > most && k->hi < 3 * k->ratio ? k->hi : most;
        one_column = one_column && pairs[i].column == pairs[0].column;
        tested = tested || (k->verdict != VERDICT_CANNOT_TELL);
    }
    Chart *c = *out = chart_new(a, "bar", 820, 150 + 38 * (double)n);
    const char *base = t->columns[pairs[0].row->base].name;
    const char *other = one_column ? t->columns[pairs[0].column].name : "";
    c->title = o->title ? o->title
                        : charts_join(a, ", ", charts_title(a, &all, o),
                                      *other ? arena_printf(a, "%s relative to %s", other, base)
                                             : arena_printf(a, "relative to %s", base));
    c->subtitle = arena_printf(
        a, "ratio of means%s; 1 = %s",
        tested ? arena_printf(a, " with its %g %% interval", 100 * (1 - t->alpha)) : "", base);
    c->foot =
        tested
            ? arena_printf(a,
                           "green: better \xc2\xb7 orange: worse \xc2\xb7 grey: no difference shown"
                           " \xc2\xb7 adjustment: %s over %zu",
                           adjust_name(t->adjust), t->family)
            : "grey: cannot tell, too few runs; thin lines: what the printed digits allow";
    if (left_out)
        c->foot = arena_printf(a, "%s \xc2\xb7 %zu more are not shown", c->foot, left_out);
    c->about = arena_printf(a, "Bars of %zu ratios to %s.", n, base);
    ticks_linear(c, &c->x, 0, most * 1.08, true, (PlotUnit){ "", 1 });
    for (size_t i = 0; i < c->x.ticks.n; i++)
        c->x.ticks.v[i].label = arena_printf(a, "%s\xc3\x97", c->x.ticks.v[i].label);
    c->y = (ChartAxis){ .lo = 0, .hi = (double)n, .title = "" };
    for (size_t i = 0; i < n; i++) {
        double y = (double)(n - 1 - i);
        chart_tick(c, &c->y, y + 0.5, CHART_TICK_NONE,
                   pair_name(a, t, &all, &pairs[i], one_column));
        put_ratio(a, c, &pairs[i].row->comparisons[pairs[i].column], y);
    }
    chart_segment(c, CHART_INK, true, 1, 0, 1, (double)n);
    return true;
}

static bool make(Arena *a, const Table *t, const ChartOptions *o, Chart **out, Error *err)
{
    return o->ratio ? make_ratios(a, t, o, out, err) : make_values(a, t, o, out, err);
}

extern const ChartBuilder charts_bar;
const ChartBuilder charts_bar = {
    .name = "bar",
    .summary = "means with their intervals; --ratio: relative to the base column",
    .ascii = true,
    .make = make,
};
