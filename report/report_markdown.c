/* The report as Markdown: pipe tables, a section each for cautions, method and sources. */
#include <string.h>

#include "base/safe.h"
#include "report/quantity.h"
#include "report/report.h"
#include "report/sources.h"
#include "report/wording.h"

/* Text of a paste inside Markdown: what would be markup is escaped, HTML cannot begin. */
static void md(Buf *b, Slice s)
{
    Buf safe = buf_new(0);
    safe_terminal(&safe, s);
    Slice rest = buf_slice(&safe);
    for (size_t i = 0; i < rest.n; i++) {
        char c = rest.p[i];
        if (c == '<')
            buf_str(b, "&lt;");
        else if (c == '&')
            buf_str(b, "&amp;");
        else {
            if (strchr("\\`*_[]|#", c))
                buf_char(b, '\\');
            buf_char(b, c == '\n' || c == '\t' ? ' ' : c);
        }
    }
    buf_free(&safe);
}

static void md_text(Buf *b, const char *s)
{
    md(b, slice_of(s));
}

static void md_buf(Buf *b, Buf *text)
{
    md(b, buf_slice(text));
    buf_free(text);
}

static void value(Buf *b, const Table *t, const Row *row, const Cell *cell)
{
    DisplayUnit unit = wording_unit(t, row);
    if (cell->evidence == EVIDENCE_NONE) {
        buf_str(b, cell->missing ? missing_name(cell->missing) : "");
        return;
    }
    if (figure_exists(cell->sd)) {
        quantity_print_spread(b, cell->mean, cell->sd, cell->half_width, unit, " ± ");
        buf_printf(b, " (n=%zu)", cell->n);
    } else if (cell->n_values > 1 || cell->evidence == EVIDENCE_SUMMARY) {
        quantity_print_mean(b, cell->mean, cell->half_width, unit);
    } else {
        quantity_print(b, cell->mean, cell->half_width, unit);
    }
}

static void comparison(Buf *b, const Comparison *c)
{
    if (!c->exists)
        return;
    wording_ratio(b, c->ratio);
    if (figure_exists(c->p)) {
        buf_str(b, " \\[");
        wording_ratio(b, c->lo);
        buf_str(b, ", ");
        wording_ratio(b, c->hi);
        buf_str(b, "\\], ");
        quantity_p(b, c->p);
    }
    buf_printf(b, " %s", verdict_text(c->verdict));
}

static void head(Buf *b, const Table *t)
{
    buf_str(b, "| workload | metric | unit |");
    for (size_t k = 0; k < t->n_columns; k++) {
        buf_char(b, ' ');
        md_text(b, wording_column(t, k));
        buf_str(b, k == t->base ? " (base) |" : " | ratio |");
    }
    buf_str(b, "\n|---|---|---|");
    for (size_t k = 0; k < t->n_columns; k++)
        buf_str(b, k == t->base ? "---:|" : "---:|---|");
    buf_char(b, '\n');
}

static void row_line(Buf *b, const Table *t, const Row *row, Sources *sources)
{
    Buf text = buf_new(0);
    buf_str(b, "| ");
    wording_workload(&text, row);
    md_buf(b, &text);
    buf_str(b, " | ");
    text = buf_new(0);
    wording_metric(&text, row);
    md_buf(b, &text);
    buf_str(b, " | ");
    md_text(b, wording_unit(t, row).unit);
    buf_str(b, " |");
    for (size_t k = 0; k < t->n_columns; k++) {
        buf_char(b, ' ');
        value(b, t, row, &row->cells[k]);
        Buf refer = buf_new(0);
        sources_refer(sources, &refer, &row->cells[k]);
        if (refer.n)
            buf_char(b, ' ');
        md_buf(b, &refer);
        buf_str(b, " |");
        if (k != t->base) {
            buf_char(b, ' ');
            comparison(b, &row->comparisons[k]);
            buf_str(b, " |");
        }
    }
    buf_char(b, '\n');
}

static void render(Buf *b, Arena *a, const Table *t, const ReportOptions *o)
{
    Sources sources = sources_new(a);
    Buf answer = buf_new(0);
    wording_answer(&answer, t, false);
    Slice rest = buf_slice(&answer), line;
    while (slice_line(&rest, &line)) {
        md(b, line);
        buf_char(b, '\n');
    }
    buf_free(&answer);
    const char *group = NULL;
    size_t shown = 0;
    for (size_t i = 0; i < t->rows.n; i++) {
        const Row *row = &t->rows.v[i];
        if (!group || strcmp(group, row->group) != 0) {
            group = row->group;
            shown = 0;
            if (group[0]) {
                buf_str(b, "\n### ");
                md_text(b, group);
                buf_char(b, '\n');
            }
            buf_char(b, '\n');
            head(b, t);
        }
        if (o->most_rows && shown++ >= o->most_rows)
            continue;
        row_line(b, t, row, &sources);
    }
    if (o->whole && t->cautions.n) {
        buf_str(b, "\n#### Cautions\n\n");
        for (size_t i = 0; i < t->cautions.n; i++) {
            const Caution *c = &t->cautions.v[i];
            buf_printf(b, "- `%s` ", c->code);
            md_text(b, c->message);
            if (c->document[0]) {
                buf_str(b, " (");
                md_text(b, c->document);
                buf_printf(b, ":%u)", c->line);
            }
            buf_char(b, '\n');
        }
    }
    buf_str(b, "\nMethod: ");
    wording_method(b, t);
    buf_printf(b, ". plimsoll %s\n", o->version);
    buf_str(b, "\nSources:\n\n");
    for (size_t i = 0; i < sources.list.n; i++) {
        buf_printf(b, "- \\[%zu\\] ", i + 1);
        md_text(b, sources.list.v[i].document);
        buf_printf(b, ":%u\n", sources.list.v[i].line);
    }
}

const Renderer report_markdown = { "markdown", "pipe tables for forums and issue trackers", render };
