/* The history as one HTML page: a section for each series with its chart, levels and changes. */
#include <string.h>

#include "analyze/change.h"
#include "base/safe.h"
#include "report/history_report.h"
#include "report/html_parts.h"
#include "report/quantity.h"
#include "report/wording.h"

static DisplayUnit unit_of(const HistorySeries *s)
{
    return quantity_display(s->unit, s->raw_unit, s->raw_factor, s->points.n ? s->points.v[0].median : 0);
}

static const char *release_of(const History *h, const HistorySeries *s, size_t point)
{
    return h->options->releases[s->points.v[point].release].label;
}

static void relation(Buf *b, const HistoryStep *step)
{
    buf_str(b, "<td class=\"n\">");
    if (step && figure_exists(step->ratio)) {
        wording_change(b, step->ratio);
        if (figure_exists(step->lo) && figure_exists(step->hi)) {
            buf_str(b, " <span class=\"dim\">[");
            wording_change(b, step->lo);
            buf_str(b, ", ");
            wording_change(b, step->hi);
            buf_str(b, "]</span>");
        }
    }
    buf_str(b, "</td>");
}

static void point_row(Buf *b, const History *h, const HistorySeries *s, size_t k, HtmlDocuments *docs)
{
    const HistoryPoint *p = &s->points.v[k];
    Source source = { p->run->document ? p->run->document->name : "", p->run->span.line, p->run, NULL };
    buf_str(b, "<tr><td>");
    html_text(b, release_of(h, s, k));
    buf_printf(b, "</td><td class=\"n\">%zu</td><td class=\"n\">%zu</td><td class=\"n\">", p->sessions, p->n);
    if (p->run->document)
        html_source_link(b, docs, &source);
    quantity_print_mean(b, p->median, p->half_width, unit_of(s));
    buf_str(b, p->run->document ? "</a></td>" : "</td>");
    relation(b, k ? &s->previous[k] : NULL);
    relation(b, k ? &s->first[k] : NULL);
    buf_str(b, "</tr>\n");
}

static void points(Buf *b, const History *h, const HistorySeries *s, HtmlDocuments *docs)
{
    buf_str(b, "<div class=\"scroll\"><table class=\"sort\">\n<thead><tr><th>release</th><th class=\"n\">sessions"
               "</th><th class=\"n\">runs</th><th class=\"n\">median, ");
    html_text(b, unit_of(s).unit);
    buf_str(b, "</th><th class=\"n\">to the one before</th><th class=\"n\">to the first</th></tr></thead>\n<tbody>\n");
    for (size_t k = 0; k < s->points.n; k++)
        point_row(b, h, s, k, docs);
    buf_str(b, "</tbody></table></div>\n");
    if (!s->gaps.n)
        return;
    buf_str(b, "<p class=\"dim\">Not measured:");
    for (size_t i = 0; i < s->gaps.n; i++) {
        buf_char(b, ' ');
        html_text(b, h->options->releases[s->gaps.v[i]].label);
    }
    buf_str(b, "</p>\n");
}

static void change(Buf *b, const History *h, const HistorySeries *s, const HistoryChange *c)
{
    const char *class = c->verdict == VERDICT_BETTER  ? " class=\"better\""
                        : c->verdict == VERDICT_WORSE ? " class=\"worse\""
                                                      : "";
    double half = s->points.v[c->index].half_width;
    buf_printf(b, "<li><span%s>%s</span> at ", class, verdict_text(c->verdict));
    html_text(b, release_of(h, s, c->index));
    if (c->first != c->last) {
        buf_str(b, " (between ");
        html_text(b, release_of(h, s, c->first));
        buf_str(b, " and ");
        html_text(b, release_of(h, s, c->last));
        buf_char(b, ')');
    }
    buf_str(b, ": ");
    quantity_print_mean(b, c->before, half, unit_of(s));
    buf_str(b, " to ");
    quantity_print_mean(b, c->after, half, unit_of(s));
    buf_char(b, ' ');
    html_text(b, unit_of(s).unit);
    buf_str(b, ", ");
    wording_change(b, c->ratio);
    buf_str(b, ", ");
    Buf p = buf_new(0);
    quantity_p(&p, figure_exists(c->p_adjusted) ? c->p_adjusted : c->p);
    safe_xml(b, buf_slice(&p));
    buf_free(&p);
    if (strcmp(c->state, "new") != 0) {
        buf_str(b, " (");
        html_text(b, c->state);
        buf_char(b, ')');
    }
    buf_str(b, "</li>\n");
}

static void section(Buf *b, const History *h, const HistorySeries *s, const HistoryShow *show, Slice chart,
                    HtmlDocuments *docs)
{
    Buf name = buf_new(0);
    history_name(&name, s);
    buf_str(b, "<h2>");
    safe_xml(b, buf_slice(&name));
    buf_str(b, "</h2>\n");
    buf_free(&name);
    if (chart.n) {
        buf_str(b, "<figure>");
        buf_add(b, chart);
        buf_str(b, "</figure>\n");
    }
    buf_str(b, s->changes.n                          ? "<ul>\n"
               : s->points.n < CHANGE_LEAST_POINTS ? "<p>Fewer than 8 releases with runs: no change point is "
                                                     "claimed.</p>\n"
                                                   : "<p>No change found.</p>\n");
    for (size_t i = 0; i < s->changes.n; i++)
        if (history_shows_change(s, &s->changes.v[i], show))
            change(b, h, s, &s->changes.v[i]);
    buf_str(b, s->changes.n ? "</ul>\n" : "");
    points(b, h, s, docs);
}

void history_html(Buf *b, Arena *a, const History *h, const HistoryShow *show, const Slice *charts,
                  const char *version)
{
    HtmlDocuments docs = { .arena = a };
    Buf title = buf_new(0);
    buf_printf(&title, "History%s%s", h->options->track[0] ? ": track " : "", h->options->track);
    html_open(b, title.text);
    buf_str(b, "<h1>");
    safe_xml(b, buf_slice(&title));
    buf_str(b, "</h1>\n");
    buf_free(&title);
    buf_printf(b, "<p class=\"dim\">%zu releases, %zu runs. A point is the median of the session medians.</p>\n",
               h->options->n_releases, h->n_runs);
    size_t shown = 0;
    for (size_t i = 0; i < h->series.n && (!show->most || shown < show->most); i++) {
        if (!history_shows(&h->series.v[i], show))
            continue;
        section(b, h, &h->series.v[i], show, charts ? charts[i] : (Slice){ 0 }, &docs);
        shown++;
    }
    if (!shown)
        buf_str(b, "<p>Nothing of that kind.</p>\n");
    html_appendix(b, &docs);
    html_close(b, version);
}
