#include "analyze/table.h"

#include <string.h>

#include "analyze/adjust.h"
#include "analyze/cell.h"
#include "analyze/conditions.h"
#include "analyze/histogram_rows.h"
#include "analyze/lint.h"
#include "analyze/projection.h"
#include "analyze/rank.h"
#include "analyze/verdict.h"

enum { MOST_CELLS = 2000000 };

/* One metric of one part: figures of it are in one cell. */
typedef struct SeriesKey {
    uint32_t part, metric;
    const Measure *first;
    uint32_t row, column;
} SeriesKey;

typedef struct Item {
    uint32_t series, run;
    const Measure *measure;
} Item;

typedef struct Builder {
    Arena *arena;
    const TableOptions *options;
    const Run *const *runs; /* the selected ones */
    size_t n_runs;
    Parts *parts;
    Projection projection;
    Intern *series_key;
    VEC(SeriesKey) series;
    VEC(Item) items;
    uint32_t *column_of; /* by part */
    Table *table;
} Builder;

/* --- which runs and figures --- */

static void count_copies(Builder *b, const Document *d)
{
    for (size_t i = 0; i < d->runs.n; i++)
        b->table->n_copies += !d->runs.v[i]->counted &&
                              (d->runs.v[i]->copy != COPY_NONE || d->runs.v[i]->duplicate_of);
}

static void select_runs(Builder *b, const Run *const *runs, size_t n)
{
    const Document *last = NULL;
    const Run **kept = ARENA_ARRAY(b->arena, const Run *, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (!filter_run(b->options->filter, runs[i]))
            continue;
        if (runs[i]->document && runs[i]->document != last)
            count_copies(b, runs[i]->document); /* runs of one document stand together */
        last = runs[i]->document;
        if (runs[i]->counted)
            kept[b->n_runs++] = runs[i];
    }
    b->runs = kept;
}

static uint32_t series_of(Builder *b, uint32_t profile, const Measure *m)
{
    uint32_t part = parts_of(b->parts, profile, m->scope);
    uint32_t key[4] = { part, intern_text(b->parts->text, m->metric), m->unit,
                        (uint32_t)(m->better + 1) };
    uint32_t id = intern_bytes(b->series_key, key, sizeof key);
    if (id == b->series.n) {
        *VEC_PUSH(b->arena, &b->series) = (SeriesKey){ .part = part, .metric = key[1], .first = m };
        b->parts->parts.v[part].used = true;
    }
    return id;
}

static bool like_cached(const PartCache *c, const Measure *m)
{
    const Measure *o = c->measure;
    return o->unit == m->unit && o->better == m->better &&
           (o->metric == m->metric || strcmp(o->metric, m->metric) == 0) &&
           (o->scope == m->scope || strcmp(o->scope, m->scope) == 0);
}

/* Runs of one profile print the same figures at the same positions, so names are seldom hashed. */
static void gather_run(Builder *b, uint32_t run, bool all)
{
    uint32_t profile = b->parts->profile_of[run];
    const Run *r = b->runs[run];
    size_t kept = 0;
    const Filter *filter = filter_whole_run(b->options->filter, r) ? NULL : b->options->filter;
    for (size_t i = 0; i < r->measures.n; i++) {
        const Measure *m = &r->measures.v[i];
        if ((!all && (!m->headline || cell_is_companion(m->metric))) ||
            !filter_measure(filter, r, m))
            continue;
        Profile *p = &b->parts->profiles.v[profile];
        PartCache *cached = kept < p->cache.n ? &p->cache.v[kept] : NULL;
        if (!cached || !like_cached(cached, m)) {
            PartCache fresh = { m, series_of(b, profile, m) };
            p = &b->parts->profiles.v[profile];
            if (kept < p->cache.n)
                p->cache.v[kept] = fresh;
            else
                *VEC_PUSH(b->arena, &p->cache) = fresh;
        }
        *VEC_PUSH(b->arena, &b->items) = (Item){ p->cache.v[kept].series, run, m };
        kept++;
    }
}

static void gather(Builder *b, const char *const *keys, size_t n_keys)
{
    bool all = b->options->all || filter_mentions(b->options->filter, "metric");
    b->parts = parts_new(b->arena, b->runs, b->n_runs, keys, n_keys);
    b->series_key = intern_new(b->arena);
    b->series.n = b->items.n = 0;
    for (uint32_t i = 0; i < b->n_runs; i++)
        gather_run(b, i, all);
    parts_identify(b->parts);
}

static bool project(Builder *b, Error *err)
{
    const char **keys;
    size_t n = projection_part_keys(b->arena, b->options, &keys);
    gather(b, keys, n);
    if (!projection_make(b->parts, b->options, false, &b->projection, err))
        return false;
    if (!b->projection.by_document)
        return true;
    const char *document = "document";
    gather(b, &document, 1);
    return projection_make(b->parts, b->options, true, &b->projection, err);
}

/* --- columns and rows --- */

static bool find_base(const Table *t, const char *name, size_t *base, Error *err)
{
    size_t near = SLICE_NONE, hits = 0;
    for (size_t c = 0; c < t->n_columns; c++) {
        Slice column = slice_of(t->columns[c].name);
        if (slice_is(column, name)) {
            *base = c;
            return true;
        }
        if (slice_eq_nocase(column, slice_of(name)) ||
            slice_starts_nocase(column, slice_of(name))) {
            near = c;
            hits++;
        }
    }
    if (hits == 1) {
        *base = near;
        return true;
    }
    return error_set(err, ERR_USAGE, "no column '%s'; there are '%s'%s%s%s", name,
                     t->n_columns ? t->columns[0].name : "", t->n_columns > 1 ? ", '" : "",
                     t->n_columns > 1 ? t->columns[1].name : "",
                     t->n_columns > 2   ? "' ..."
                     : t->n_columns > 1 ? "'"
                                        : "");
}

static bool make_columns(Builder *b, Error *err)
{
    Parts *p = b->parts;
    Intern *names = intern_new(b->arena);
    b->column_of = ARENA_ARRAY(b->arena, uint32_t, p->parts.n + 1);
    VEC(Column) columns = { 0 };
    /* in the order of the documents: that of the figures, not that of the facts */
    for (size_t i = 0; i < b->series.n; i++) {
        Part *part = &p->parts.v[b->series.v[i].part];
        uint32_t c = intern_bytes(names, &part->column, sizeof part->column);
        if (c == columns.n)
            VEC_PUSH(b->arena, &columns)->name = intern_at(p->text, part->column);
        b->column_of[b->series.v[i].part] = b->series.v[i].column = c;
    }
    b->table->columns = columns.v;
    b->table->n_columns = columns.n;
    b->table->col_keys = b->projection.col_keys;
    return !b->options->base || find_base(b->table, b->options->base, &b->table->base, err);
}

typedef struct RowOrder {
    uint32_t group, tool, work, scope, seq; /* ranks of first appearance */
    Row row;
    uint32_t from; /* number before sorting */
} RowOrder;

static int by_row(const void *a, const void *b)
{
    const RowOrder *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->tool != y->tool)
        return x->tool < y->tool ? -1 : 1;
    if (x->work != y->work)
        return x->work < y->work ? -1 : 1;
    if (x->scope != y->scope)
        return x->scope < y->scope ? -1 : 1;
    return (x->seq > y->seq) - (x->seq < y->seq);
}

static bool make_rows(Builder *b, Error *err)
{
    Parts *p = b->parts;
    Table *t = b->table;
    Intern *rows = intern_new(b->arena), *groups = intern_new(b->arena),
           *tools = intern_new(b->arena), *works = intern_new(b->arena),
           *scopes = intern_new(b->arena);
    VEC(RowOrder) order = { 0 };
    for (size_t i = 0; i < b->series.n; i++) {
        SeriesKey *s = &b->series.v[i];
        const Part *part = &p->parts.v[s->part];
        uint32_t key[4] = { part->group, part->work, s->metric, s->first->unit };
        s->row = intern_bytes(rows, key, sizeof key);
        if (s->row < order.n)
            continue;
        *VEC_PUSH(b->arena, &order) = (RowOrder){
            .group = intern_bytes(groups, &part->group, sizeof part->group),
            .tool = intern_text(tools, part->run->tool),
            .work = intern_bytes(works, &part->work, sizeof part->work),
            .scope = intern_bytes(scopes, &part->identity, sizeof part->identity),
            .seq = (uint32_t)i,
            .from = s->row,
            .row = { .group = intern_at(p->text, part->group),
                     .tool = part->run->tool,
                     .workload = part->workload,
                     .scope = part->display,
                     .metric = s->first->metric,
                     .unit = s->first->unit,
                     .better = s->first->better,
                     .raw_unit = s->first->raw_unit,
                     .raw_factor = s->first->raw_factor },
        };
    }
    if (t->n_columns && order.n > MOST_CELLS / t->n_columns)
        return error_set(err, ERR_LIMIT,
                         "the comparison would have %zu rows and %zu columns: select with a filter",
                         order.n, t->n_columns);
    if (order.n > 1)
        qsort(order.v, order.n, sizeof *order.v, by_row);
    uint32_t *place = ARENA_ARRAY(b->arena, uint32_t, order.n + 1);
    for (size_t i = 0; i < order.n; i++) {
        place[order.v[i].from] = (uint32_t)i;
        *VEC_PUSH(b->arena, &t->rows) = order.v[i].row;
        t->rows.v[i].cells = ARENA_ARRAY(b->arena, Cell, t->n_columns);
        t->rows.v[i].comparisons = ARENA_ARRAY(b->arena, Comparison, t->n_columns);
    }
    for (size_t i = 0; i < b->series.n; i++)
        b->series.v[i].row = place[b->series.v[i].row];
    return true;
}

/* --- cells --- */

/* Sources of all cells in one array, by counting; the order within a cell is that of the runs. */
static void fill_cells(Builder *b)
{
    Table *t = b->table;
    size_t n_cells = t->rows.n * t->n_columns;
    size_t *start = ARENA_ARRAY(b->arena, size_t, n_cells + 2);
    Source *sources = ARENA_ARRAY(b->arena, Source, b->items.n + 1);
    for (size_t i = 0; i < b->items.n; i++) {
        const SeriesKey *s = &b->series.v[b->items.v[i].series];
        start[s->row * t->n_columns + s->column + 2]++;
    }
    for (size_t i = 2; i < n_cells + 2; i++)
        start[i] += start[i - 1];
    for (size_t i = 0; i < b->items.n; i++) {
        const Item *item = &b->items.v[i];
        const SeriesKey *s = &b->series.v[item->series];
        const Run *run = b->runs[item->run];
        sources[start[s->row * t->n_columns + s->column + 1]++] = (Source){
            run->document ? run->document->name : "",
            item->measure->span.line,
            run,
            item->measure,
        };
    }
    MeasureIndex *ix = measure_index_new(b->arena);
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t c = 0; c < t->n_columns; c++) {
            size_t at = r * t->n_columns + c;
            cell_fill(b->arena, ix, sources + start[at], start[at + 1] - start[at],
                      &t->rows.v[r].cells[c]);
        }
}

static void count_runs(Builder *b)
{
    uint32_t *last = ARENA_ARRAY(b->arena, uint32_t, b->table->n_columns + 1);
    uint32_t last_run = INTERN_NONE;
    for (size_t i = 0; i < b->items.n; i++) {
        uint32_t run = b->items.v[i].run, column = b->series.v[b->items.v[i].series].column;
        if (run != last_run)
            b->table->n_runs++;
        last_run = run;
        if (last[column] != run + 1)
            b->table->columns[column].n_runs++;
        last[column] = run + 1;
    }
}

/* The base column if it has a value here, else (unless the user named it) the first that has. */
static void find_row_base(const Table *t, bool asked_for, Row *row)
{
    row->base = t->base;
    for (size_t c = 0; c < t->n_columns && !asked_for; c++)
        if (row->cells[row->base].evidence == EVIDENCE_NONE &&
            row->cells[c].evidence != EVIDENCE_NONE)
            row->base = c;
    const Cell *cell = &row->cells[row->base];
    if (cell->n_sources) {
        row->raw_unit = cell->sources[0].measure->raw_unit;
        row->raw_factor = cell->sources[0].measure->raw_factor;
    }
    if (!row->raw_unit)
        row->raw_unit = "";
    if (!(row->raw_factor > 0))
        row->raw_factor = 1;
}

/* --- comparisons --- */

static size_t count_pairs(const Table *t)
{
    size_t n = 0;
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t c = 0; c < t->n_columns; c++)
            n += c != t->rows.v[r].base && t->rows.v[r].cells[c].n_values > 1;
    return n;
}

static void adjust(Builder *b)
{
    Table *t = b->table;
    VEC(double) p = { 0 };
    VEC(Comparison *) of = { 0 };
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t c = 0; c < t->n_columns; c++)
            if (verdict_is_tested(&t->rows.v[r], c)) {
                *VEC_PUSH(b->arena, &p) = t->rows.v[r].comparisons[c].p;
                *VEC_PUSH(b->arena, &of) = &t->rows.v[r].comparisons[c];
            }
    t->family = p.n;
    if (t->adjust == ADJUST_HOLM)
        adjust_holm(b->arena, p.v, p.n, p.v);
    else if (t->adjust == ADJUST_BH)
        adjust_benjamini_hochberg(b->arena, p.v, p.n, p.v);
    for (size_t i = 0; i < of.n; i++)
        of.v[i]->p_adjusted = p.v[i];
}

static void compare_cells(Builder *b)
{
    Table *t = b->table;
    for (size_t r = 0; r < t->rows.n; r++)
        find_row_base(t, b->options->base != NULL, &t->rows.v[r]);
    size_t exact_most = rank_exact_most(count_pairs(t));
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t c = 0; c < t->n_columns; c++)
            verdict_measure(b->arena, t, &t->rows.v[r], c, b->options->within_run, exact_most,
                            &t->rows.v[r].comparisons[c]);
    adjust(b);
    PowerPlan *plan = power_plan(b->arena, t->alpha, t->power);
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t c = 0; c < t->n_columns; c++)
            verdict_decide(b->arena, plan, t, &t->rows.v[r], c, &t->rows.v[r].comparisons[c]);
}

bool table_compare(Arena *a, const Run *const *runs, size_t n, const TableOptions *options,
                   Table **out, Error *err)
{
    Table *t = ARENA_NEW(a, Table);
    Builder b = { .arena = a, .options = options, .table = t };
    t->alpha = options->alpha > 0 ? options->alpha : 0.05;
    t->threshold = options->threshold;
    t->effect = options->effect > 0 ? options->effect : 0.05;
    t->power = options->power > 0 ? options->power : 0.8;
    t->adjust = options->adjust;
    t->scale = options->scale;
    t->all = options->all;
    t->col_keys = "";
    select_runs(&b, runs, n);
    if (!project(&b, err) || !make_columns(&b, err) || !make_rows(&b, err))
        return false;
    fill_cells(&b);
    count_runs(&b);
    compare_cells(&b);
    histogram_rows_fill(b.parts, b.column_of, t);
    conditions_list(b.parts, &b.projection, b.column_of, t);
    conditions_residue(b.parts, &b.projection, t);
    lint_run(a, b.runs, b.n_runs, t, options->all_cautions, &t->cautions);
    *out = t;
    return true;
}
