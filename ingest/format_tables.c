/*
 * Tables of figures that people wrote by hand: Markdown, HTML, +---+ grids, tabs, commas, and text
 * that blanks hold together. Asked last, at lines that no tool claims.
 */
#include "ingest/prefix.h"
#include "ingest/table.h"

#include <string.h>

#include "ingest/format.h"

enum { LIKELY = 20, LEAST_ROWS = 2 };

static const MetricInfo metrics[] = {
    { "value.sd", UNIT_UNKNOWN, BETTER_NEITHER, false },
    { "value.n", UNIT_COUNT, BETTER_NEITHER, false },
    { "value", UNIT_UNKNOWN, BETTER_NEITHER, true },
    { "value#*", UNIT_UNKNOWN, BETTER_NEITHER, true },
    { NULL },
};

static const char *const samples[] = {
    "            R6x6 SSD oi R6x6 SSD u9\n100k        4m 37s      3m 31s\nrm 100k     1m 39s      1m 3s\n",
    "| Test | ext4 | xfs |\n|---|---|---|\n| read | 120 MB/s | 130 MB/s |\n| write | 90 MB/s | 80 MB/s |\n",
    "+------+--------+\n| host | speed  |\n+------+--------+\n| a    | 1 MB/s |\n| b    | 2 MB/s |\n+------+--------+\n",
    "task\text4\txfs\nuntar\t3.2s\t4.1s\nrm\t2.9s\t2.0s\n",
    "Test;ext4 [s];btrfs [s]\nKopieren;12,5;13,75\nEntpacken;8,0;9,1\n",
    "<table><tr><th>test<th>ext4<th>xfs\n<tr><td>untar<td>12 s<td>14 s\n<tr><td>rm<td>3 s<td>2 s</table>\n",
    NULL,
};

static int probe(Reader *r, size_t at)
{
    return table_split_kind(r, at) == GRID_NONE ? 0 : LIKELY;
}

/* --- is it one? --- */

static bool is_figure(const TableCell *c)
{
    return c->kind == CELL_VALUES || c->kind == CELL_BOUND || c->kind == CELL_TOO_FAST;
}

/* Pipes with a rule, +---+, HTML: somebody drew a table. The other kinds may be chance. */
static bool is_drawn(const Grid *g)
{
    return g->kind == GRID_RULED || g->kind == GRID_HTML || (g->kind == GRID_PIPES && g->headings);
}

typedef struct Tally {
    size_t rows, words, figures, with_unit, odd;
} Tally;

static Tally tally_column(const Grid *g, size_t column)
{
    static const TableMarks marks = { .comma_is_decimal = true };
    Tally n = { 0 };
    for (size_t i = g->headings ? g->headings : 1; i < g->row.n; i++) {
        if (column >= g->row.v[i].cell.n)
            continue;
        TableCell c;
        table_cell_read(g->row.v[i].cell.v[column], &marks, &c);
        n.rows++;
        n.words += c.kind == CELL_TEXT;
        n.odd += c.kind == CELL_BAD_UNIT;
        n.figures += is_figure(&c);
        n.with_unit += is_figure(&c) && c.n_values && c.value[0].has_unit &&
                       c.value[0].unit.doubt != UNIT_PREFIX_ONLY;
    }
    return n;
}

/* Over all columns that are not just words. */
static Tally tally(const Grid *g)
{
    Tally all = { 0 };
    for (size_t c = 1; c < TABLE_MOST_COLUMNS; c++) {
        Tally n = tally_column(g, c);
        if (!n.rows)
            break;
        if (n.words > n.figures + n.odd)
            continue;
        all.rows += n.rows;
        all.words += n.words;
        all.figures += n.figures;
        all.with_unit += n.with_unit;
        all.odd += n.odd;
    }
    return all;
}

static bool has_figures(const Grid *g)
{
    Tally n = tally(g);
    if (is_drawn(g))
        return n.figures + n.odd >= n.words && n.figures + n.odd > 0;
    return n.figures > 0 && n.figures >= 2 * (n.words + n.odd);
}

/* Half of the figures bear a unit: then it is a table of results even where it cannot be read. */
static bool has_units(const Grid *g)
{
    Tally n = tally(g);
    return n.with_unit * 2 >= n.figures && n.with_unit >= 2;
}

/* "avg=7869.33", "0.000 GB/s (selected)": a line of output, no name of a column. */
static bool is_name(Cell cell, bool only)
{
    static const TableMarks marks = { .comma_is_decimal = true };
    enum { LONGEST_NAME = 60 };
    Slice t = cell.text;
    size_t equals = slice_find_char(t, '=');
    if (t.n > LONGEST_NAME)
        return false;
    if (equals != SLICE_NONE && equals > 0 && t.p[equals - 1] != 'n' && t.p[equals - 1] != ' ' &&
        !slice_has(t, SLICE("=better")))
        return false;
    TableCell c;
    table_cell_read(cell, &marks, &c);
    if (!c.n_values || !c.value[0].has_unit)
        return true;
    Unit u = c.value[0].unit.unit;
    return u != UNIT_BYTES_PER_S && u != UNIT_PER_S && !(u == UNIT_SECONDS && only);
}

static bool has_names(const Grid *g)
{
    size_t most = g->headings ? g->headings : 1;
    for (size_t i = 0; i < most && i < g->row.n; i++) {
        const GridRow *row = &g->row.v[i];
        for (size_t c = 0; c < row->cell.n; c++)
            if (!is_name(row->cell.v[c], row->cell.n <= 2))
                return false;
    }
    return true;
}

/* Most labels must be words: "1 2 3" in every column is a log of something. */
static bool has_labels(const Grid *g)
{
    size_t words = 0, rows = 0;
    for (size_t i = g->headings; i < g->row.n; i++) {
        Slice t = g->row.v[i].cell.n ? g->row.v[i].cell.v[0].text : (Slice){ 0 };
        bool word = false;
        for (size_t k = 0; k < t.n && !word; k++)
            word = char_is_alpha(t.p[k]) || (unsigned char)t.p[k] >= 0x80;
        rows++;
        words += word;
    }
    return words * 2 >= rows;
}

static bool is_foreign_line(const Line *line)
{
    return table_foreign_heading(line->text);
}

static bool is_foreign(const Reader *r, const Grid *g)
{
    const Line *above = g->first ? lines_at(r->lines, g->first - 1) : NULL;
    if (above && is_foreign_line(above))
        return true;
    size_t most = g->headings ? g->headings : 1;
    for (size_t i = 0; i < most && i < g->row.n; i++)
        if (is_foreign_line(g->row.v[i].line))
            return true;
    return false;
}

/* What the shell's time prints, in pieces. */
static bool is_time_output(const Grid *g)
{
    for (size_t i = 0; i < g->row.n && i < 3; i++) {
        Slice first = g->row.v[i].cell.n ? g->row.v[i].cell.v[0].text : (Slice){ 0 };
        if (slice_is(first, "real") || slice_is(first, "user"))
            return true;
    }
    return false;
}

/* Results that stand below each other are no rows. */
static bool holds_results(const Reader *r, const Grid *g)
{
    enum { MOST_ROWS = 64 };
    for (size_t i = g->first; i < g->end && i - g->first < MOST_ROWS; i++)
        if (prefix_holds_result(lines_at(r->lines, i)->text))
            return true;
    return false;
}

/* "src/fcdir.c | 86 +++---": what version control prints of a change. */
static bool is_diffstat(const Grid *g)
{
    for (size_t i = 0; i < g->row.n && i < 3; i++) {
        Slice t = g->row.v[i].cell.n == 2 ? g->row.v[i].cell.v[1].text : (Slice){ 0 }, digits;
        if (!slice_digits(&t, &digits) || !slice_skip_some_blanks(&t) || !t.n)
            continue;
        while (t.n && (t.p[0] == '+' || t.p[0] == '-'))
            t = slice_from(t, 1);
        if (!t.n)
            return true;
    }
    return false;
}

/* Commas with a blank behind each of them are those of sentences, unless there are many and units. */
static bool is_sentence(const Grid *g)
{
    size_t spaced = 0;
    if (g->kind != GRID_COMMAS)
        return false;
    for (size_t i = 0; i < g->row.n; i++)
        spaced += slice_has(g->row.v[i].line->text, SLICE(", "));
    return spaced * 2 > g->row.n && (g->row.v[0].cell.n < 3 || !has_units(g));
}

/* "GNU sed:   no limit" over "HHsed:   4000 bytes": keys and values without a heading. */
static bool is_key_list(const Grid *g)
{
    const GridRow *first = &g->row.v[0];
    return !is_drawn(g) && first->cell.n == 2 && slice_ends(first->cell.v[0].text, SLICE(":"));
}

static bool is_plausible(const Reader *r, const Grid *g)
{
    if (!is_drawn(g) && holds_results(r, g))
        return false;
    size_t least = r->in_fence ? 1 : LEAST_ROWS;
    if (g->collapsed && g->refused)
        return !is_foreign_line(g->refused_line) && !is_foreign_line(lines_at(r->lines, g->first));
    if (g->refused && g->kind == GRID_HTML) /* "<table>" in a sentence is none */
        return g->row.n >= LEAST_ROWS;
    if (g->refused && g->kind != GRID_FREE)
        return true;
    if (g->row.n < least + (r->options->columns ? 0 : 1) || is_foreign(r, g) || is_time_output(g) ||
        is_diffstat(g) || is_sentence(g) || is_key_list(g))
        return false;
    if (!is_drawn(g) && !has_names(g) && (g->headings || has_labels(g)))
        return false;
    return has_figures(g) && (!g->refused || has_units(g));
}

/* No unit anywhere, and one column of figures: numbers of some kind, but hardly results. */
static bool is_listing(const Table *t)
{
    if (t->columns > 1 || t->has_unit || t->column[0].has_unit)
        return false;
    for (size_t i = 0; i < t->rows; i++) {
        const TableCell *c = &t->cell[i];
        if (t->row[i].has_unit)
            return false;
        for (size_t k = 0; k < c->n_values; k++) {
            const TableValue *v = &c->value[k];
            bool whole = slice_find_char(v->number.text, '.') == SLICE_NONE &&
                         slice_find_char(v->number.text, ',') == SLICE_NONE;
            if ((v->has_unit && v->unit.doubt != UNIT_PREFIX_ONLY) ||
                (!whole && t->grid.kind != GRID_FREE))
                return false;
        }
    }
    return true;
}

/* --- cells --- */

static void read_cells(Table *t)
{
    TableMarks marks = { 0 };
    for (size_t i = 0; i < t->rows * t->columns; i++)
        table_number_prove(t->cell[i].cell.text, &marks);
    for (size_t i = 0; i < t->rows * t->columns; i++)
        table_cell_read(t->cell[i].cell, &marks, &t->cell[i]);
}

/* --- storing --- */

static Better better_of(const Table *t, Unit u, bool derived)
{
    if (derived)
        return BETTER_NEITHER;
    if (t->better_given)
        return t->better;
    return u == UNIT_SECONDS ? BETTER_LOWER
           : u == UNIT_BYTES_PER_S || u == UNIT_PER_S ? BETTER_HIGHER : BETTER_NEITHER;
}

static void store_value(Reader *r, Run *run, const char *scope, const char *metric, const Table *t,
                        const TableCell *c, const TableValue *v, bool derived)
{
    double factor = v->has_unit && v->unit.factor > 0 ? v->unit.factor : 1;
    Unit unit = v->has_unit ? v->unit.unit : UNIT_UNKNOWN;
    derived = derived || (v->has_unit && v->unit.times);
    Measure *m = reader_measure_as(r, run, scope, metric, unit, better_of(t, unit, derived),
                                   c->cell.line, &v->number, factor, v->unit.text);
    m->headline = m->headline && !derived;
}

static void store_spread(Reader *r, Run *run, const char *scope, const Table *t, const TableCell *c)
{
    TableValue sd = c->sd;
    const TableValue *v = &c->value[0];
    if (c->sd_is_share) {
        sd.unit = v->unit;
        sd.unit.factor = (v->has_unit ? v->unit.factor : 1) * v->number.value * 0.01;
        sd.has_unit = true;
        if (!(sd.unit.factor > 0))
            return;
    } else if (!sd.has_unit) {
        sd.unit = v->unit;
        sd.has_unit = v->has_unit;
    }
    store_value(r, run, scope, "value.sd", t, c, &sd, true);
}

static void store_count(Reader *r, Run *run, const char *scope, const Table *t, size_t row,
                        size_t column)
{
    const TableCell *c = &t->cell[row * t->columns + column];
    const TableEntry *e = t->column[column].has_n ? &t->column[column] : &t->row[row];
    if (c->has_n)
        reader_measure(r, run, scope, "value.n", c->cell.line, &c->n, 1, SLICE(""));
    else if (e->has_n)
        reader_measure(r, run, scope, "value.n", e->cell.line, &e->n, 1, SLICE(""));
}

/* What a missing cell would have been: the dimension of the other cells of its metric. */
static Unit unit_around(const Table *t, size_t row, size_t column)
{
    enum { FAR_ENOUGH = 200 };
    size_t n = t->turned ? t->rows : t->columns;
    for (size_t i = 0; i < n && i < FAR_ENOUGH; i++) {
        const TableCell *c = t->turned ? &t->cell[i * t->columns + column]
                                       : &t->cell[row * t->columns + i];
        if (c->kind == CELL_VALUES && c->value[0].has_unit)
            return c->value[0].unit.unit;
    }
    return UNIT_UNKNOWN;
}

static void store_cell(Reader *r, Run *run, const Table *t, size_t row, size_t column)
{
    const TableCell *c = &t->cell[row * t->columns + column];
    const TableEntry *e = &t->row[row], *h = &t->column[column];
    const char *scope = arena_printf(r->arena, "%s | %s", e->name, h->name);
    if (c->kind == CELL_BLANK || c->kind == CELL_TEXT || c->kind == CELL_BAD_UNIT)
        return;
    const TableEntry *work = t->turned ? h : e;
    reader_fact(r, run, scope, "row", slice_of(work->name), NULL, SLICE(""));
    if (e->derived || h->derived)
        reader_fact_text(r, run, scope, "derived", "yes");
    if (c->kind != CELL_VALUES) {
        Missing why = c->kind == CELL_TOO_FAST ? MISSING_TOO_FAST
                      : c->kind == CELL_BOUND  ? MISSING_CENSORED : MISSING_BLANK;
        Measure *m = reader_missing(r, run, scope, "value", c->cell.line, c->cell.text, why);
        m->unit = unit_around(t, row, column);
        m->better = better_of(t, m->unit, e->derived || h->derived);
        return;
    }
    for (size_t k = 0; k < c->n_values; k++)
        store_value(r, run, scope,
                    c->n_values == 1 ? "value" : arena_printf(r->arena, "value#%zu", k + 1), t, c,
                    &c->value[k], e->derived || h->derived);
    if (c->has_sd)
        store_spread(r, run, scope, t, c);
    store_count(r, run, scope, t, row, column);
}

/* One run a configuration: a column, or a row where the table is turned. */
static void store(Reader *r, const Table *t)
{
    size_t runs = t->turned ? t->rows : t->columns;
    size_t cells = t->turned ? t->columns : t->rows;
    for (size_t i = 0; i < runs; i++) {
        const TableEntry *configuration = t->turned ? &t->row[i] : &t->column[i];
        if (t->turned && t->refused[i])
            continue;
        size_t at = t->turned ? t->grid.row.v[t->grid.headings + i].index : t->grid.first;
        Run *run = reader_run(r, "table", at);
        reader_fact(r, run, "", "column", slice_of(configuration->name), NULL, SLICE(""));
        for (size_t k = 0; k < cells; k++)
            if (t->turned || !t->refused[k])
                store_cell(r, run, t, t->turned ? i : k, t->turned ? k : i);
        reader_run_extend(r, run, t->turned ? at : t->grid.end - 1);
    }
}

static void note_refusal(Reader *r, const Grid *g)
{
    const CodeInfo *info = code_find(g->refused);
    reader_note(r, NULL, g->refused, g->refused_line, "%s%s%s; %s; nothing of the table is stored",
                info->message, g->reason ? ": " : "", g->reason ? g->reason : "", info->mend);
}

/* Refused, but is it a table at all? What was not drawn as one must have labels and units. */
static bool is_worth_a_note(const Grid *g)
{
    return is_drawn(g) || g->collapsed || (has_labels(g) && has_units(g));
}

static size_t parse(Reader *r, size_t at)
{
    Table *t = ARENA_NEW(r->arena, Table);
    Grid *g = &t->grid;
    if (!table_split_read(r, at, g) || !is_plausible(r, g)) {
        bool again = (g->kind == GRID_TABS || g->kind == GRID_COMMAS) && table_free_starts(r, at);
        *g = (Grid){ .kind = GRID_FREE };
        if (!again || !table_free_read(r, at, g) || !is_plausible(r, g))
            return at;
    }
    if (g->first > at)
        return at; /* titles first: the heading line is asked for itself */
    if (!g->refused && !table_heading_read(r, t) && !g->refused)
        return at;
    if (g->refused && !is_worth_a_note(g))
        return at;
    if (!g->refused) {
        read_cells(t);
        if (r->options->unit == UNIT_UNKNOWN && !r->options->columns && is_listing(t))
            return at;
        if (table_check(r, t))
            store(r, t);
    }
    if (g->refused)
        note_refusal(r, g);
    return g->end;
}

const Format format_tables = {
    .name = "table",
    .summary = "tables written by hand: Markdown, HTML, CSV, TSV, +---+ grids, aligned text",
    .source = "people",
    .anchors = NULL,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
};
