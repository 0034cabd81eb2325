/* The plain report for a mailing list. */
#include <string.h>

#include "base/key.h"
#include "report/page.h"
#include "report/report.h"
#include "report/sources.h"
#include "report/text_plot.h"
#include "report/text_table.h"
#include "report/wording.h"

enum { MOST_PLOTS = 3, MOST_CAUTIONS = 20 };

/* "dd, ioping" or the workload when there is one. */
static void subject(Buf *b, const Table *t)
{
    bool one = t->rows.n > 0;
    for (size_t i = 1; i < t->rows.n && one; i++)
        one = strcmp(t->rows.v[i].workload, t->rows.v[0].workload) == 0 &&
              strcmp(t->rows.v[i].tool, t->rows.v[0].tool) == 0;
    if (one) {
        wording_workload(b, &t->rows.v[0]);
        return;
    }
    const char *seen[8];
    size_t n = 0;
    for (size_t i = 0; i < t->rows.n; i++) {
        size_t k = 0;
        while (k < n && strcmp(seen[k], t->rows.v[i].tool) != 0)
            k++;
        if (k < n || n == 8)
            continue;
        seen[n++] = t->rows.v[i].tool;
        buf_printf(b, "%s%s", n > 1 ? ", " : "", t->rows.v[i].tool);
    }
}

static void title(Buf *b, const Table *t)
{
    Buf text = buf_new(0);
    subject(&text, t);
    if (t->n_columns == 2) {
        size_t other = 1 - t->base;
        char a[16], c[16];
        buf_printf(&text, ": %s (%s, base) against %s (%s)", wording_column(t, t->base),
                   wording_letter(a, t->base), wording_column(t, other), wording_letter(c, other));
        page_wrap(b, 0, 2, buf_slice(&text));
    } else {
        page_wrap(b, 0, 2, buf_slice(&text));
        for (size_t k = 0; k < t->n_columns; k++) {
            char letter[16];
            buf_printf(b, "  %-3s ", wording_letter(letter, k));
            text.n = 0;
            buf_str(&text, wording_column(t, k));
            if (k == t->base && t->n_columns > 1)
                buf_str(&text, " (base)");
            page_wrap(b, 6, 6, buf_slice(&text));
        }
    }
    buf_free(&text);
}

static void wrapped_lines(Buf *b, Slice lines)
{
    Slice line;
    while (slice_line(&lines, &line))
        page_wrap(b, 0, 0, line);
}

static void answer(Buf *b, const Table *t)
{
    Buf text = buf_new(0);
    wording_answer(&text, t, true);
    wrapped_lines(b, buf_slice(&text));
    buf_free(&text);
    buf_char(b, '\n');
}

static void condition_differs(Buf *b, const Table *t, const Condition *c)
{
    Buf text = buf_new(0);
    buf_printf(&text, "%s:", c->key);
    for (size_t k = 0; k < t->n_columns; k++) {
        char letter[16];
        buf_printf(&text, " %s ", wording_letter(letter, k));
        wording_fact(&text, c->key, c->value[k][0] ? c->value[k] : "-");
        buf_str(&text, k + 1 < t->n_columns ? ";" : "");
    }
    buf_str(b, "  ");
    page_wrap(b, 2, 4, buf_slice(&text));
    buf_free(&text);
}

/* What was asked for stands in the rows; as a difference of the columns it would only be noise. */
static bool stands_in_rows(const Table *t, const char *key)
{
    for (size_t i = 0; i < t->rows.n; i++)
        if (key_is_workload(key_role(t->rows.v[i].tool, key)))
            return true;
    return false;
}

static void conditions(Buf *b, const Table *t)
{
    bool any = false;
    for (size_t i = 0; i < t->conditions.n; i++) {
        if (t->conditions.v[i].same || stands_in_rows(t, t->conditions.v[i].key))
            continue;
        if (!any)
            buf_str(b, "Differs\n");
        any = true;
        condition_differs(b, t, &t->conditions.v[i]);
    }
    Buf text = buf_new(0);
    for (size_t i = 0; i < t->conditions.n; i++) {
        const Condition *c = &t->conditions.v[i];
        if (c->same) {
            buf_printf(&text, "%s%s ", text.n ? ", " : "", c->key);
            wording_fact(&text, c->key, c->value[0]);
        }
    }
    if (text.n) {
        buf_str(b, "Same  ");
        page_wrap(b, 6, 6, buf_slice(&text));
    }
    if (any || text.n)
        buf_char(b, '\n');
    buf_free(&text);
}

static void plots(Buf *b, const Table *t)
{
    size_t drawn = 0;
    for (size_t i = 0; i < t->rows.n && drawn < MOST_PLOTS; i++) {
        if (t->n_columns < 2 || !text_plot_possible(&t->rows.v[i], t->n_columns))
            continue;
        if (drawn++ == 0)
            buf_str(b, "Every run\n");
        text_plot(b, &t->rows.v[i], t->n_columns);
    }
    if (drawn)
        buf_char(b, '\n');
}

/* Two distributions of requests, bucket by bucket: within these runs, never of two systems. */
static void distribution(Buf *b, const HistogramRow *row, size_t column)
{
    const HistogramTest *test = &row->tests[column];
    char letter[16];
    Buf text = buf_new(0);
    buf_printf(&text, "%s%s%s %s: %s, ", row->scope, row->scope[0] ? " " : "", row->tool, row->metric,
               wording_letter(letter, column));
    if (!test->edges_agree) {
        buf_str(&text, "other bucket edges: not compared");
    } else {
        if (test->n_second > 1)
            buf_printf(&text, "n %.0f+%.0f, ", test->n_first, test->n_second);
        buf_printf(&text, "cumulative shares differ by %.2g at most", test->ks);
        if (figure_exists(test->p)) {
            buf_str(&text, ", chi-square ");
            quantity_p(&text, test->p);
        }
    }
    buf_str(b, "  ");
    page_wrap(b, 2, 4, buf_slice(&text));
    buf_free(&text);
}

static void distributions(Buf *b, const Table *t, size_t most)
{
    size_t shown = 0;
    for (size_t i = 0; i < t->histograms.n; i++)
        for (size_t k = 0; k < t->n_columns; k++) {
            const HistogramRow *row = &t->histograms.v[i];
            if (!row->histogram[k] || k == t->base || !row->histogram[t->base] || (most && shown >= most))
                continue;
            if (shown++ == 0)
                buf_str(b, "Distributions of requests within these runs\n");
            distribution(b, row, k);
        }
    if (shown)
        buf_char(b, '\n');
}

static bool one_document(const Table *t)
{
    const char *name = NULL;
    for (size_t i = 0; i < t->cautions.n; i++) {
        const char *document = t->cautions.v[i].document;
        if (document[0] && name && strcmp(name, document) != 0)
            return false;
        if (document[0])
            name = document;
    }
    return true;
}

static void caution_line(Buf *b, const Caution *c, size_t same, bool one)
{
    Buf text = buf_new(0);
    buf_printf(&text, "%s", c->message);
    if (c->line && one)
        buf_printf(&text, " (line %u)", c->line);
    else if (c->line)
        buf_printf(&text, " (%s:%u)", c->document, c->line);
    if (same > 1)
        buf_printf(&text, "; %zu of this kind", same);
    size_t width = strcspn(c->code, ":");
    buf_printf(b, "  %-16.*s", (int)width, c->code);
    if (width >= 16)
        buf_str(b, "\n                  ");
    page_wrap(b, 18, 18, buf_slice(&text));
    buf_free(&text);
}

/* One code, its first message, and how many more of it there are. */
static void cautions(Buf *b, const Table *t, size_t most)
{
    size_t shown = 0;
    bool one = one_document(t);
    for (size_t i = 0; i < t->cautions.n; i++) {
        const Caution *c = &t->cautions.v[i];
        size_t same = 0;
        bool first = true;
        for (size_t k = 0; k < t->cautions.n; k++)
            if (strcmp(t->cautions.v[k].code, c->code) == 0) {
                first = first && k >= i;
                same++;
            }
        if (!first || (most && shown == most))
            continue;
        if (shown++ == 0)
            buf_str(b, "Cautions\n");
        caution_line(b, c, same, one);
    }
    if (shown)
        buf_char(b, '\n');
}

static void method(Buf *b, const Table *t, const ReportOptions *o)
{
    Buf text = buf_new(0);
    wording_method(&text, t);
    if (t->n_copies)
        buf_printf(&text, "; %zu duplicate block%s not counted", t->n_copies,
                   t->n_copies == 1 ? "" : "s");
    buf_printf(&text, ". plimsoll %s", o->version);
    buf_str(b, "Method  ");
    page_wrap(b, 8, 8, buf_slice(&text));
    buf_free(&text);
}

/* Verdicts in colour; the words say the same without it. */
static void colour(Buf *b, Slice page)
{
    static const struct {
        Slice word;
        const char *code;
    } words[] = {
        { { "BETTER", 6 }, "32" }, { { "WORSE", 5 }, "31" }, { { "CANNOT TELL", 11 }, "33" },
    };
    while (page.n) {
        size_t k = 0, n = sizeof words / sizeof *words;
        while (k < n && !slice_starts(page, words[k].word))
            k++;
        size_t take = k < n ? words[k].word.n : 1;
        if (k < n)
            buf_printf(b, "\x1b[1;%sm", words[k].code);
        buf_add(b, slice_first(page, take));
        if (k < n)
            buf_str(b, "\x1b[0m");
        page = slice_from(page, take);
    }
}

static void render(Buf *b, Arena *a, const Table *t, const ReportOptions *o)
{
    Buf draft = buf_new(0);
    Sources sources = sources_new(a);
    title(&draft, t);
    answer(&draft, t);
    text_tables(&draft, t, o, &sources);
    if (o->whole) {
        plots(&draft, t);
        distributions(&draft, t, o->most_rows);
        conditions(&draft, t);
        cautions(&draft, t, o->most_rows ? MOST_CAUTIONS : 0);
    }
    method(&draft, t, o);
    buf_str(&draft, "Sources\n");
    sources_list(&sources, &draft, 2);
    if (o->color) {
        Buf plain = buf_new(0);
        page_finish(&plain, buf_slice(&draft));
        colour(b, buf_slice(&plain));
        buf_free(&plain);
    } else {
        page_finish(b, buf_slice(&draft));
    }
    buf_free(&draft);
}

const Renderer report_text = { "text", "72 columns of plain ASCII, for mail and terminals", render };
