#include "report/text_table.h"

#include <math.h>
#include <string.h>

#include "report/page.h"
#include "report/quantity.h"
#include "report/wording.h"

enum {
    FEW_TESTED = 3,      /* so many rows with tests get a block each */
    LABEL_COLUMNS = 22,
    UNIT_COLUMNS = 7,
    VALUE_COLUMNS = 11,
    MANY_COLUMNS = 10,   /* of a value when there are more than two beside each other */
    COLUMNS_A_TABLE = 4, /* value columns beside each other */
};

static bool is_tested(const Row *row, size_t n_columns)
{
    for (size_t i = 0; i < n_columns; i++)
        if (row->comparisons[i].exists && figure_exists(row->comparisons[i].p))
            return true;
    return false;
}

/* "+" better, "-" worse, by the direction of the metric: the sign says it, not the colour. */
static char sign(const Row *row, const Comparison *c)
{
    if (!c->exists || !figure_exists(c->ratio) || row->better == BETTER_NEITHER)
        return ' ';
    if (figure_exists(c->lo) && figure_exists(c->hi) && c->lo <= 1 && c->hi >= 1)
        return ' ';
    bool higher = c->ratio > 1;
    return c->ratio == 1 ? ' ' : higher == (row->better == BETTER_HIGHER) ? '+' : '-';
}

static void value_text(Buf *b, const Table *t, const Row *row, const Cell *cell, bool with_sd)
{
    DisplayUnit unit = wording_unit(t, row);
    if (cell->evidence == EVIDENCE_NONE) {
        buf_str(b, cell->missing ? missing_name(cell->missing) : "-");
        return;
    }
    if (cell->evidence == EVIDENCE_MEAN_ONLY)
        buf_char(b, '~');
    if (with_sd && figure_exists(cell->sd))
        quantity_print_spread(b, cell->mean, cell->sd, cell->half_width, unit, "+-");
    else if (cell->n_values > 1 || cell->evidence == EVIDENCE_SUMMARY)
        quantity_print_mean(b, cell->mean, cell->half_width, unit);
    else
        quantity_print(b, cell->mean, cell->half_width, unit);
}

static void value_cell(Buf *b, const Table *t, const Row *row, const Cell *cell, size_t width)
{
    Buf text = buf_new(0);
    value_text(&text, t, row, cell, true);
    if (text.n >= width) { /* without the spread, which the second line gives */
        text.n = 0;
        value_text(&text, t, row, cell, false);
    }
    page_cell(b, buf_slice(&text), width, true);
    buf_free(&text);
}

/* The name of the figure; a long one gets a line of its own. */
static void metric_cell(Buf *b, const Row *row, bool with_scope)
{
    Buf text = buf_new(0);
    if (with_scope)
        wording_metric(&text, row);
    else
        buf_str(&text, row->metric);
    buf_str(b, "  ");
    if (page_width(buf_slice(&text)) > LABEL_COLUMNS) {
        page_wrap(b, 2, 4, buf_slice(&text));
        buf_str(b, "  ");
        text.n = 0;
    }
    page_cell(b, buf_slice(&text), LABEL_COLUMNS, false);
    buf_char(b, ' ');
    buf_free(&text);
}

static void ratio_cell(Buf *b, const Comparison *c, size_t width)
{
    Buf text = buf_new(0);
    if (c->exists)
        wording_ratio(&text, c->ratio);
    page_cell(b, buf_slice(&text), width, true);
    buf_free(&text);
}

static void interval_text(Buf *b, const Comparison *c)
{
    if (c->unbounded || !figure_exists(c->lo) || !figure_exists(c->hi)) {
        buf_str(b, "[no interval: base not clearly different from 0]");
        return;
    }
    buf_char(b, '[');
    wording_ratio(b, c->lo);
    buf_str(b, ", ");
    wording_ratio(b, c->hi);
    buf_char(b, ']');
}

static void notes_of(Buf *b, const Comparison *c, size_t indent)
{
    for (size_t i = 0; i < c->n_notes; i++) {
        buf_repeat(b, ' ', indent);
        buf_str(b, "note: ");
        page_wrap(b, indent + 6, indent + 6, slice_of(c->notes[i]));
    }
}

/* "    n 5+5  [0.937, 0.971]  Welch p=0.0006, U p=0.008  WORSE" */
static void test_line(Buf *b, const Table *t, const Row *row, size_t column, bool name_column)
{
    const Comparison *c = &row->comparisons[column];
    char letter[16];
    size_t start = b->n;
    buf_str(b, "      ");
    if (name_column)
        buf_printf(b, "%s ", wording_letter(letter, column));
    buf_printf(b, "n %zu+%zu  ", row->cells[row->base].n, row->cells[column].n);
    if (figure_exists(c->p)) {
        interval_text(b, c);
        buf_str(b, "  Welch ");
        quantity_p(b, c->p);
        if (figure_exists(c->u_p)) {
            buf_str(b, "  U ");
            quantity_p(b, c->u_p);
        }
    }
    Buf verdict = buf_new(0);
    wording_verdict(&verdict, t, c->verdict);
    size_t used = b->n - start;
    if (used + verdict.n + 2 > PAGE_COLUMNS) { /* on a line of its own */
        buf_char(b, '\n');
        used = 0;
    }
    buf_repeat(b, ' ', PAGE_COLUMNS - used - verdict.n);
    buf_add(b, buf_slice(&verdict));
    buf_char(b, '\n');
    buf_free(&verdict);
    notes_of(b, c, 8);
}

/* Of several runs a side a verdict is expected, also where no test was possible. */
static bool wants_test_line(const Row *row, size_t column)
{
    const Comparison *c = &row->comparisons[column];
    return c->exists && (figure_exists(c->p) ||
                         (row->cells[row->base].n_values > 1 && row->cells[column].n_values > 1));
}

/* --- a block for one row: the detailed view --- */

typedef void (*BlockCell)(Buf *b, const Table *t, const Row *row, const Cell *cell);

static void count_text(Buf *b, const Table *t, const Row *row, const Cell *cell)
{
    (void)t;
    (void)row;
    buf_printf(b, "%zu", cell->n);
}

static void mean_text(Buf *b, const Table *t, const Row *row, const Cell *cell)
{
    value_text(b, t, row, cell, true);
}

static void median_text(Buf *b, const Table *t, const Row *row, const Cell *cell)
{
    if (figure_exists(cell->median))
        quantity_print_beside(b, cell->median, cell->sd, cell->half_width, wording_unit(t, row));
}

static void range_text(Buf *b, const Table *t, const Row *row, const Cell *cell)
{
    if (!figure_exists(cell->min) || cell->n_values < 2)
        return;
    quantity_print(b, cell->min, cell->half_width, wording_unit(t, row));
    buf_str(b, "..");
    quantity_print(b, cell->max, cell->half_width, wording_unit(t, row));
}

static void block_line(Buf *b, const Table *t, const Row *row, size_t column, const char *name,
                       BlockCell text)
{
    size_t sides[2] = { row->base, column };
    buf_str(b, "  ");
    page_cell(b, slice_of(name), 12, false);
    for (int i = 0; i < 2; i++) {
        Buf cell = buf_new(0);
        text(&cell, t, row, &row->cells[sides[i]]);
        page_cell(b, buf_slice(&cell), 22, true);
        buf_free(&cell);
    }
    buf_char(b, '\n');
}

static void block_tests(Buf *b, const Table *t, const Comparison *c)
{
    buf_str(b, "  change      ");
    wording_change(b, c->ratio);
    buf_str(b, "   ratio ");
    wording_ratio(b, c->ratio);
    buf_char(b, ' ');
    interval_text(b, c);
    buf_char(b, '\n');
    if (figure_exists(c->p)) {
        buf_printf(b, "  test        Welch t=%.4g df=%.3g ", c->t, c->df);
        quantity_p(b, c->p);
        if (figure_exists(c->u_p)) {
            buf_str(b, c->u_exact ? "; exact U " : "; U ");
            quantity_p(b, c->u_p);
        }
        buf_char(b, '\n');
        if (t->family > 1 && t->adjust != ADJUST_NONE) {
            buf_printf(b, "  adjusted    ");
            quantity_p(b, c->p_adjusted);
            buf_printf(b, " (%s over %zu)\n", t->adjust == ADJUST_HOLM ? "Holm" : "BH", t->family);
        }
    }
}

static void block(Buf *b, const Table *t, const Row *row, size_t column, Sources *sources)
{
    const Comparison *c = &row->comparisons[column];
    char one[16], two[16];
    Buf title = buf_new(0);
    DisplayUnit unit = wording_unit(t, row);
    if (row->group[0])
        buf_printf(&title, "%s, ", row->group);
    wording_workload(&title, row);
    buf_str(&title, ", ");
    wording_metric(&title, row);
    if (unit.unit[0])
        buf_printf(&title, ", %s%s%s%s", unit.unit, unit.spelled[0] ? " (" : "", unit.spelled,
                   unit.spelled[0] ? ")" : "");
    if (row->better != BETTER_NEITHER)
        buf_printf(&title, ", %s is better", better_name(row->better));
    page_wrap(b, 0, 2, buf_slice(&title));
    buf_free(&title);
    buf_str(b, "              ");
    page_cell(b, slice_of(wording_letter(one, row->base)), 22, true);
    page_cell(b, slice_of(wording_letter(two, column)), 22, true);
    buf_char(b, '\n');
    block_line(b, t, row, column, "runs n", count_text);
    block_line(b, t, row, column, "mean +- sd", mean_text);
    block_line(b, t, row, column, "median", median_text);
    block_line(b, t, row, column, "range", range_text);
    block_tests(b, t, c);
    buf_str(b, "  verdict     ");
    wording_verdict(b, t, c->verdict);
    buf_char(b, '\n');
    notes_of(b, c, 2);
    if (c->verdict == VERDICT_CANNOT_TELL || c->verdict == VERDICT_NOT_SHOWN)
        if (figure_exists(c->effect_runs) && c->effect_runs > 0)
            buf_printf(b, "  plan        %.0f runs a side would show %.3g %% at this spread\n",
                       c->effect_runs, 100 * t->effect);
    buf_str(b, "  sources     ");
    sources_refer(sources, b, &row->cells[row->base]);
    buf_char(b, ' ');
    sources_refer(sources, b, &row->cells[column]);
    buf_str(b, "\n\n");
}

/* --- tables --- */

typedef struct Part {
    const Row *rows;
    size_t n;
} Part;

static bool same_part(const Row *a, const Row *b)
{
    return strcmp(a->group, b->group) == 0 && strcmp(a->tool, b->tool) == 0;
}

static bool one_workload(Part p)
{
    for (size_t i = 1; i < p.n; i++)
        if (strcmp(p.rows[i].workload, p.rows[0].workload) != 0)
            return false;
    return true;
}

static bool one_scope(Part p)
{
    for (size_t i = 1; i < p.n; i++)
        if (strcmp(p.rows[i].scope, p.rows[0].scope) != 0)
            return false;
    return true;
}

static void unit_cell(Buf *b, const Table *t, const Row *row)
{
    page_cell(b, slice_of(wording_unit(t, row).unit), UNIT_COLUMNS - 1, false);
}

/* What is printed of a part: so many columns as fit, the base first. */
typedef struct Layout {
    const Table *t;
    const size_t *columns;
    size_t n;
    bool with_scope; /* the scopes of the rows differ */
    Sources *sources;
} Layout;

static void heading(Buf *b, Part p, const Layout *l)
{
    Buf title = buf_new(0);
    if (p.rows[0].group[0])
        buf_printf(&title, "%s, ", p.rows[0].group);
    if (one_workload(p))
        wording_workload(&title, &p.rows[0]);
    else
        buf_str(&title, p.rows[0].tool);
    if (!l->with_scope && p.rows[0].scope[0])
        buf_printf(&title, ", %s", p.rows[0].scope);
    page_wrap(b, 0, 2, buf_slice(&title));
    buf_free(&title);
    if (l->t->n_columns == 1)
        return;
    buf_repeat(b, ' ', 2 + LABEL_COLUMNS + UNIT_COLUMNS);
    for (size_t i = 0; i < l->n; i++) {
        char letter[16];
        page_cell(b, slice_of(wording_letter(letter, l->columns[i])),
                  l->n > 2 ? MANY_COLUMNS : VALUE_COLUMNS, true);
    }
    if (l->n == 2) {
        char a[16], c[16], text[40];
        snprintf(text, sizeof text, "%s/%s", wording_letter(a, l->columns[1]),
                 wording_letter(c, l->columns[0]));
        page_cell(b, slice_of(text), 8, true);
    }
    buf_char(b, '\n');
}

/* References of several cells, each source once. */
static void refer_all(Buf *b, const Row *row, const Layout *l)
{
    size_t last = 0;
    for (size_t i = 0; i < l->n; i++) {
        const Cell *cell = &row->cells[l->columns[i]];
        size_t first = cell->n_sources ? sources_number(l->sources, cell->sources[0].document,
                                                        cell->sources[0].line)
                                       : 0;
        if (first && first != last)
            sources_refer(l->sources, b, cell);
        last = first ? first : last;
    }
}

/* Two columns: values, ratio, sign and sources in one line. */
static void pair_row(Buf *b, const Row *row, const Layout *l)
{
    const size_t *columns = l->columns;
    metric_cell(b, row, l->with_scope);
    unit_cell(b, l->t, row);
    value_cell(b, l->t, row, &row->cells[columns[0]], VALUE_COLUMNS);
    value_cell(b, l->t, row, &row->cells[columns[1]], VALUE_COLUMNS);
    const Comparison *c = &row->comparisons[columns[1]];
    ratio_cell(b, c, 8);
    buf_printf(b, " %c ", sign(row, c));
    if (c->exists && row->base != columns[0]) { /* the first column has no figure here */
        char letter[16];
        buf_printf(b, "to %s ", wording_letter(letter, row->base));
    }
    refer_all(b, row, l);
    buf_char(b, '\n');
    if (wants_test_line(row, columns[1]))
        test_line(b, l->t, row, columns[1], false);
}

static bool any_comparison(const Row *row, const Layout *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (row->comparisons[l->columns[i]].exists)
            return true;
    return false;
}

/* More columns: a line of values, one of ratios with the sources. */
static void many_row(Buf *b, const Row *row, const Layout *l)
{
    metric_cell(b, row, l->with_scope);
    unit_cell(b, l->t, row);
    for (size_t i = 0; i < l->n; i++)
        value_cell(b, l->t, row, &row->cells[l->columns[i]], MANY_COLUMNS);
    buf_str(b, "\n    ");
    Buf lead = buf_new(0);
    char letter[16];
    bool compared = any_comparison(row, l);
    if (compared)
        buf_printf(&lead, "ratio to %s ", wording_letter(letter, row->base));
    refer_all(&lead, row, l);
    if (!compared) {
        buf_add(b, buf_slice(&lead));
    } else {
        bool fits = lead.n < LABEL_COLUMNS + UNIT_COLUMNS - 2;
        if (!fits) {
            buf_add(b, buf_slice(&lead));
            buf_str(b, "\n    ");
        }
        page_cell(b, fits ? buf_slice(&lead) : SLICE(""), LABEL_COLUMNS + UNIT_COLUMNS - 2, false);
        for (size_t i = 0; i < l->n; i++) {
            const Comparison *c = &row->comparisons[l->columns[i]];
            ratio_cell(b, c, MANY_COLUMNS - 1);
            buf_char(b, sign(row, c));
        }
    }
    buf_free(&lead);
    buf_char(b, '\n');
    for (size_t i = 0; i < l->n; i++)
        if (wants_test_line(row, l->columns[i]))
            test_line(b, l->t, row, l->columns[i], true);
}

/* One column: nothing to compare with, so what is known about the figure itself. */
static void alone_row(Buf *b, const Row *row, const Layout *l)
{
    const Cell *cell = &row->cells[l->columns[0]];
    metric_cell(b, row, l->with_scope);
    unit_cell(b, l->t, row);
    value_cell(b, l->t, row, cell, VALUE_COLUMNS + 4);
    if (cell->n_values > 1) {
        buf_printf(b, "  n %zu  ", cell->n);
        range_text(b, l->t, row, cell);
    }
    buf_str(b, "  ");
    sources_refer(l->sources, b, cell);
    buf_char(b, '\n');
}

static bool has_value(const Row *row, const Layout *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (row->cells[l->columns[i]].n_sources)
            return true;
    return false;
}

/* What a reader looks for first: figures that compare and have a direction; one-sided ones last. */
static int rank_of(const Row *row, const Layout *l)
{
    if (!has_value(row, l))
        return 3;
    if (l->t->n_columns > 1 && !any_comparison(row, l))
        return 2;
    return row->better == BETTER_NEITHER ? 1 : 0;
}

/* The ranks that are shown whole, and how many rows of the next one. */
typedef struct Choice {
    int whole; /* ranks below it */
    size_t more;
    size_t left;
} Choice;

static Choice choose(Part p, const ReportOptions *o, const Layout *l)
{
    size_t count[4] = { 0 };
    for (size_t i = 0; i < p.n; i++)
        count[rank_of(&p.rows[i], l)]++;
    size_t room = o->most_rows ? o->most_rows : p.n;
    Choice c = { 0 };
    while (c.whole < 3 && count[c.whole] <= room)
        room -= count[c.whole++];
    c.more = c.whole < 3 ? room : 0;
    for (int k = c.whole; k < 3; k++)
        c.left += count[k];
    c.left -= c.more;
    return c;
}

static void workload_line(Buf *b, const Row *row)
{
    Buf text = buf_new(0);
    wording_workload(&text, row);
    buf_char(b, ' ');
    page_wrap(b, 1, 4, buf_slice(&text));
    buf_free(&text);
}

/* One table: the rows of a part, so many columns as fit. */
static void part_table(Buf *b, Part p, const ReportOptions *o, const Layout *l)
{
    heading(b, p, l);
    bool single = one_workload(p);
    Choice choice = choose(p, o, l);
    const char *workload = NULL;
    for (size_t i = 0; i < p.n; i++) {
        const Row *row = &p.rows[i];
        int rank = rank_of(row, l);
        if (rank > choice.whole || rank == 3 || (rank == choice.whole && choice.more == 0))
            continue;
        choice.more -= rank == choice.whole;
        if (!single && (!workload || strcmp(workload, row->workload) != 0)) {
            workload_line(b, row);
            workload = row->workload;
        }
        if (l->n == 1)
            alone_row(b, row, l);
        else if (l->n == 2)
            pair_row(b, row, l);
        else
            many_row(b, row, l);
    }
    if (choice.left)
        buf_printf(b, "  %zu more: --all\n", choice.left);
    buf_char(b, '\n');
}

/* Columns that have anything in this part; the base first. */
static size_t columns_of(Part p, const Table *t, size_t *columns)
{
    size_t n = 0;
    bool has_base = false;
    for (size_t i = 0; i < p.n && !has_base; i++)
        has_base = p.rows[i].cells[t->base].n_sources > 0;
    columns[n++] = has_base ? t->base : p.rows[0].base;
    for (size_t k = 0; k < t->n_columns; k++) {
        bool used = false;
        for (size_t i = 0; i < p.n && !used; i++)
            used = p.rows[i].cells[k].n_sources > 0;
        if (used && k != columns[0])
            columns[n++] = k;
    }
    return n;
}

static void part_tables(Buf *b, Part p, const Table *t, const ReportOptions *o, Sources *sources)
{
    size_t *columns = ARENA_ARRAY(sources->arena, size_t, t->n_columns + 1);
    size_t n = columns_of(p, t, columns);
    Layout l = { t, columns, n, !one_scope(p), sources };
    if (n <= COLUMNS_A_TABLE) {
        part_table(b, p, o, &l);
        return;
    }
    for (size_t from = 1; from < n; from += COLUMNS_A_TABLE - 1) {
        size_t some[COLUMNS_A_TABLE] = { columns[0] }, k = 1;
        while (k < COLUMNS_A_TABLE && from + k - 1 < n) {
            some[k] = columns[from + k - 1];
            k++;
        }
        l.columns = some;
        l.n = k;
        part_table(b, p, o, &l);
    }
}

void text_tables(Buf *b, const Table *t, const ReportOptions *o, Sources *sources)
{
    size_t tested = 0;
    for (size_t i = 0; i < t->rows.n; i++)
        tested += is_tested(&t->rows.v[i], t->n_columns);
    bool blocks = tested > 0 && tested <= FEW_TESTED && t->n_columns == 2;
    for (size_t i = 0; i < t->rows.n;) {
        Part p = { &t->rows.v[i], 1 };
        if (blocks && is_tested(p.rows, t->n_columns)) {
            for (size_t k = 0; k < t->n_columns; k++)
                if (p.rows->comparisons[k].exists)
                    block(b, t, p.rows, k, sources);
        } else {
            while (i + p.n < t->rows.n && same_part(p.rows, &t->rows.v[i + p.n]) &&
                   !(blocks && is_tested(&t->rows.v[i + p.n], t->n_columns)))
                p.n++;
            part_tables(b, p, t, o, sources);
        }
        i += p.n;
    }
}
