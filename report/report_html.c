/* The report as one HTML file: no network, readable without script, every figure a link. */
#include <string.h>

#include "base/number.h"
#include "base/safe.h"
#include "report/html_parts.h"
#include "report/quantity.h"
#include "report/report.h"
#include "report/wording.h"

typedef struct Page {
    Buf *b;
    const Table *t;
    HtmlDocuments docs;
} Page;

static void escaped(Buf *b, Buf *text)
{
    safe_xml(b, buf_slice(text));
    buf_free(text);
}

static void answer(Page *p)
{
    Buf text = buf_new(0);
    wording_answer(&text, p->t, false);
    Slice rest = buf_slice(&text), line;
    buf_str(p->b, "<div class=\"answer\">\n");
    while (slice_line(&rest, &line)) {
        buf_str(p->b, "<p>");
        safe_xml(p->b, line);
        buf_str(p->b, "</p>\n");
    }
    buf_str(p->b, "</div>\n");
    buf_free(&text);
}

/* The cautions whose lines hold a source of this cell, once each. */
static void cell_cautions(Page *p, const Cell *cell)
{
    const char *last = "";
    for (size_t i = 0; i < p->t->cautions.n; i++) {
        const Caution *c = &p->t->cautions.v[i];
        if (!c->line || strcmp(c->code, last) == 0)
            continue;
        for (size_t k = 0; k < cell->n_sources; k++) {
            const Source *s = &cell->sources[k];
            uint32_t from = s->run->span.line, to = s->run->last_line > from ? s->run->last_line : from;
            if (strcmp(c->document, s->document) != 0 || c->line < from || c->line > to)
                continue;
            buf_str(p->b, "<span class=\"caution\" title=\"");
            html_text(p->b, c->message);
            buf_str(p->b, "\">");
            html_text(p->b, c->code);
            buf_str(p->b, "</span>");
            last = c->code;
            break;
        }
    }
}

static void value_cell(Page *p, const Row *row, const Cell *cell)
{
    char digits[NUMBER_TEXT_BYTES];
    Buf *b = p->b;
    DisplayUnit unit = wording_unit(p->t, row);
    if (cell->evidence == EVIDENCE_NONE) {
        buf_str(b, "<td class=\"n\" data-v=\"\">");
        if (cell->n_sources)
            html_source_link(b, &p->docs, &cell->sources[0]);
        buf_str(b, cell->missing ? missing_name(cell->missing) : "");
        buf_str(b, cell->n_sources ? "</a></td>" : "</td>");
        return;
    }
    buf_printf(b, "<td class=\"n\" data-v=\"%s\">", number_text(digits, cell->mean));
    Buf text = buf_new(0);
    if (figure_exists(cell->sd))
        quantity_print_spread(&text, cell->mean, cell->sd, cell->half_width, unit, " ± ");
    else if (cell->n_values > 1 || cell->evidence == EVIDENCE_SUMMARY)
        quantity_print_mean(&text, cell->mean, cell->half_width, unit);
    else
        quantity_print(&text, cell->mean, cell->half_width, unit);
    if (cell->n_sources)
        html_source_link(b, &p->docs, &cell->sources[0]);
    escaped(b, &text);
    if (cell->n_sources)
        buf_str(b, "</a>");
    if (cell->n_sources > 1) {
        buf_str(b, "<br/><span class=\"dim\">n=");
        buf_printf(b, "%zu:", cell->n);
        for (size_t i = 0; i < cell->n_sources && i < 20; i++) {
            buf_char(b, ' ');
            html_source_link(b, &p->docs, &cell->sources[i]);
            buf_printf(b, "%zu</a>", i + 1);
        }
        buf_str(b, "</span>");
    }
    cell_cautions(p, cell);
    buf_str(b, "</td>");
}

static void comparison_cells(Page *p, const Comparison *c)
{
    Buf *b = p->b;
    if (!c->exists) {
        buf_str(b, "<td class=\"n\" data-v=\"\"></td><td></td>");
        return;
    }
    char digits[NUMBER_TEXT_BYTES];
    buf_printf(b, "<td class=\"n\" data-v=\"%s\">",
               figure_exists(c->ratio) ? number_text(digits, c->ratio) : "");
    wording_ratio(b, c->ratio);
    if (figure_exists(c->p) && figure_exists(c->lo)) {
        buf_str(b, "<br/><span class=\"dim\">[");
        wording_ratio(b, c->lo);
        buf_str(b, ", ");
        wording_ratio(b, c->hi);
        buf_str(b, "] ");
        Buf test = buf_new(0);
        quantity_p(&test, c->p_adjusted);
        escaped(b, &test);
        buf_str(b, "</span>");
    }
    const char *class = c->verdict == VERDICT_BETTER ? " class=\"better\""
                        : c->verdict == VERDICT_WORSE ? " class=\"worse\""
                                                      : "";
    buf_printf(b, "</td><td><span%s>%s</span>", class, verdict_text(c->verdict));
    for (size_t i = 0; i < c->n_notes; i++) {
        buf_str(b, "<br/><span class=\"dim\">");
        html_text(b, c->notes[i]);
        buf_str(b, "</span>");
    }
    buf_str(b, "</td>");
}

static void table_head(Page *p, const Row *row)
{
    Buf *b = p->b;
    buf_str(b, "<div class=\"scroll\"><table class=\"sort\">\n<caption>");
    if (row->group[0]) {
        html_text(b, row->group);
        buf_str(b, ": ");
    }
    html_text(b, row->tool);
    buf_str(b, "</caption>\n<thead><tr><th>workload</th><th>metric</th><th>unit</th>");
    for (size_t k = 0; k < p->t->n_columns; k++) {
        buf_str(b, "<th class=\"n\">");
        html_text(b, wording_column(p->t, k));
        if (k == p->t->base)
            buf_str(b, " (base)</th>");
        else
            buf_str(b, "</th><th class=\"n\">ratio</th><th>verdict</th>");
    }
    buf_str(b, "</tr></thead>\n<tbody>\n");
}

static void table_row(Page *p, const Row *row)
{
    Buf *b = p->b, text = buf_new(0);
    wording_workload(&text, row);
    buf_str(b, "<tr><td>");
    escaped(b, &text);
    buf_str(b, "</td><td>");
    text = buf_new(0);
    wording_metric(&text, row);
    escaped(b, &text);
    buf_str(b, "</td><td>");
    DisplayUnit unit = wording_unit(p->t, row);
    html_text(b, unit.unit);
    if (unit.spelled[0])
        buf_printf(b, " <span class=\"dim\">%s</span>", unit.spelled);
    buf_str(b, "</td>");
    for (size_t k = 0; k < p->t->n_columns; k++) {
        value_cell(p, row, &row->cells[k]);
        if (k != p->t->base)
            comparison_cells(p, &row->comparisons[k]);
    }
    buf_str(b, "</tr>\n");
}

static void tables(Page *p)
{
    const Row *open = NULL;
    for (size_t i = 0; i < p->t->rows.n; i++) {
        const Row *row = &p->t->rows.v[i];
        if (!open || strcmp(open->group, row->group) != 0 || strcmp(open->tool, row->tool) != 0) {
            if (open)
                buf_str(p->b, "</tbody></table></div>\n");
            table_head(p, row);
            open = row;
        }
        table_row(p, row);
    }
    if (open)
        buf_str(p->b, "</tbody></table></div>\n");
}

static void conditions(Page *p)
{
    Buf *b = p->b;
    if (!p->t->conditions.n)
        return;
    buf_str(b, "<h2>Conditions</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>fact</th>");
    for (size_t k = 0; k < p->t->n_columns; k++) {
        buf_str(b, "<th>");
        html_text(b, wording_column(p->t, k));
        buf_str(b, "</th>");
    }
    buf_str(b, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->t->conditions.n; i++) {
        const Condition *c = &p->t->conditions.v[i];
        buf_str(b, "<tr><td>");
        html_text(b, c->key);
        buf_str(b, "</td>");
        if (c->same) {
            buf_printf(b, "<td colspan=\"%zu\">", p->t->n_columns);
            html_text(b, c->value[0]);
            buf_str(b, "</td>");
        }
        for (size_t k = 0; k < p->t->n_columns && !c->same; k++) {
            buf_str(b, "<td>");
            html_text(b, c->value[k]);
            buf_str(b, "</td>");
        }
        buf_str(b, "</tr>\n");
    }
    buf_str(b, "</tbody></table></div>\n");
}

/* One code with one message: its lines together. */
static void caution_item(Page *p, size_t first)
{
    Buf *b = p->b;
    const Caution *c = &p->t->cautions.v[first];
    buf_str(b, "<li><code>");
    html_text(b, c->code);
    buf_str(b, "</code> ");
    html_text(b, c->message);
    const char *document = "";
    for (size_t i = first; i < p->t->cautions.n; i++) {
        const Caution *same = &p->t->cautions.v[i];
        if (strcmp(same->code, c->code) != 0 || strcmp(same->message, c->message) != 0 || !same->line)
            continue;
        buf_str(b, " <span class=\"dim\">");
        if (strcmp(document, same->document) != 0) {
            html_text(b, same->document);
            document = same->document;
        }
        buf_printf(b, ":%u</span>", same->line);
    }
    if (c->info) {
        buf_str(b, " <span class=\"dim\">");
        html_text(b, c->info->mend);
        buf_str(b, "</span>");
    }
    buf_str(b, "</li>\n");
}

static void cautions(Page *p)
{
    if (!p->t->cautions.n)
        return;
    buf_str(p->b, "<h2>Cautions</h2>\n<ul>\n");
    for (size_t i = 0; i < p->t->cautions.n; i++) {
        bool first = true;
        for (size_t k = 0; k < i && first; k++)
            first = strcmp(p->t->cautions.v[k].code, p->t->cautions.v[i].code) != 0 ||
                    strcmp(p->t->cautions.v[k].message, p->t->cautions.v[i].message) != 0;
        if (first)
            caution_item(p, i);
    }
    buf_str(p->b, "</ul>\n");
}

static void render(Buf *b, Arena *a, const Table *t, const ReportOptions *o)
{
    Page p = { b, t, { .arena = a } };
    Buf title = buf_new(0);
    for (size_t k = 0; k < t->n_columns; k++)
        buf_printf(&title, "%s%s", k ? " against " : "", wording_column(t, k));
    html_open(b, title.n ? title.text : "plimsoll report");
    buf_str(b, "<h1>");
    escaped(b, &title);
    buf_str(b, "</h1>\n");
    answer(&p);
    for (size_t i = 0; i < o->n_charts; i++) {
        buf_str(b, "<figure>");
        buf_add(b, o->charts[i]);
        buf_str(b, "</figure>\n");
    }
    tables(&p);
    conditions(&p);
    cautions(&p);
    Buf method = buf_new(0);
    wording_method(&method, t);
    buf_str(b, "<h2>Method</h2>\n<p>");
    escaped(b, &method);
    if (t->n_copies)
        buf_printf(b, "; %zu duplicate blocks not counted", t->n_copies);
    buf_str(b, ".</p>\n");
    html_appendix(b, &p.docs);
    html_close(b, o->version);
}

const Renderer report_html = { "html", "one self-contained page, every figure a link to its line", render };
