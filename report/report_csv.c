/* The comparison as CSV: one line a cell, base units. */
#include "base/number.h"
#include "base/safe.h"
#include "report/report.h"

static void text(Buf *b, const char *s)
{
    safe_csv(b, slice_of(s));
    buf_char(b, ',');
}

static void number(Buf *b, double v)
{
    char digits[NUMBER_TEXT_BYTES];
    if (figure_exists(v))
        buf_str(b, number_text(digits, v));
    buf_char(b, ',');
}

static void line(Buf *b, const Table *t, const Row *row, size_t k)
{
    const Cell *cell = &row->cells[k];
    const Comparison *c = &row->comparisons[k];
    text(b, row->group);
    text(b, row->tool);
    text(b, row->workload);
    text(b, row->scope);
    text(b, row->metric);
    text(b, unit_name(row->unit));
    text(b, better_name(row->better));
    text(b, t->columns[k].name);
    text(b, evidence_name(cell->evidence));
    buf_printf(b, "%zu,", cell->n);
    number(b, cell->mean);
    number(b, cell->median);
    number(b, cell->sd);
    number(b, cell->min);
    number(b, cell->max);
    number(b, c->exists ? c->ratio : FIGURE_NONE);
    number(b, c->exists ? c->lo : FIGURE_NONE);
    number(b, c->exists ? c->hi : FIGURE_NONE);
    number(b, c->exists ? c->p : FIGURE_NONE);
    number(b, c->exists ? c->p_adjusted : FIGURE_NONE);
    number(b, c->exists ? c->u_p : FIGURE_NONE);
    text(b, c->exists ? verdict_name(c->verdict) : "");
    Buf sources = buf_new(0);
    for (size_t i = 0; i < cell->n_sources; i++)
        buf_printf(&sources, "%s%s:%u", i ? " " : "", cell->sources[i].document, cell->sources[i].line);
    safe_csv(b, buf_slice(&sources));
    buf_free(&sources);
    buf_char(b, '\n');
}

static void render(Buf *b, Arena *a, const Table *t, const ReportOptions *o)
{
    (void)a;
    (void)o;
    buf_str(b, "group,tool,workload,scope,metric,unit,better,column,evidence,n,mean,median,sd,min,max,"
               "ratio,ratio_lo,ratio_hi,p,p_adjusted,u_p,verdict,sources\n");
    for (size_t i = 0; i < t->rows.n; i++)
        for (size_t k = 0; k < t->n_columns; k++)
            line(b, t, &t->rows.v[i], k);
}

const Renderer report_csv = { "csv", "one line a cell, base units", render };
