/* What was read from a document, for a person at a terminal: label -> lines -> figures. */
#include <string.h>

#include "base/safe.h"
#include "report/found.h"
#include "report/quantity.h"

enum { MOST_TOOLS = 16, MOST_FIGURES = 6 };

typedef struct ToolCount {
    const char *tool;
    size_t runs, copies;
} ToolCount;

static size_t count_tools(const Document *d, ToolCount counts[MOST_TOOLS])
{
    size_t n = 0;
    for (size_t i = 0; i < d->runs.n; i++) {
        const Run *run = d->runs.v[i];
        size_t k = 0;
        while (k < n && strcmp(counts[k].tool, run->tool) != 0)
            k++;
        if (k == MOST_TOOLS)
            continue;
        if (k == n)
            counts[n++] = (ToolCount){ run->tool, 0, 0 };
        if (run->counted)
            counts[k].runs++;
        else
            counts[k].copies++;
    }
    return n;
}

static void summary(Buf *b, const Document *d)
{
    ToolCount counts[MOST_TOOLS];
    size_t n = count_tools(d, counts);
    safe_terminal(b, slice_of(d->name));
    buf_str(b, n ? ":" : ": nothing found");
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "%s %s %zu run%s", i ? "," : "", counts[i].tool, counts[i].runs,
                   counts[i].runs == 1 ? "" : "s");
        if (counts[i].copies)
            buf_printf(b, " (%zu cop%s not counted)", counts[i].copies,
                       counts[i].copies == 1 ? "y" : "ies");
    }
    buf_char(b, '\n');
}

static void figures(Buf *b, const Run *run)
{
    size_t shown = 0, headlines = 0;
    for (size_t i = 0; i < run->measures.n; i++)
        headlines += run->measures.v[i].headline;
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        if (headlines && !m->headline)
            continue;
        if (shown++ == MOST_FIGURES) {
            buf_str(b, " ...");
            break;
        }
        buf_str(b, shown > 1 ? ", " : "");
        if (m->scope[0]) {
            safe_terminal(b, slice_of(m->scope));
            buf_char(b, ' ');
        }
        safe_terminal(b, slice_of(m->metric));
        buf_char(b, ' ');
        if (m->missing) {
            buf_printf(b, "(%s)", missing_name(m->missing));
            continue;
        }
        DisplayUnit scale = quantity_display(m->unit, m->raw_unit, m->raw_factor, m->value);
        quantity_print(b, m->value, m->half_width, scale);
        if (scale.unit[0]) {
            buf_char(b, ' ');
            safe_terminal(b, slice_of(scale.unit));
        }
    }
}

static void run_lines(Buf *b, const Run *run)
{
    size_t start = b->n;
    if (run->last_line > run->span.line)
        buf_printf(b, "  %u-%u", run->span.line, run->last_line);
    else
        buf_printf(b, "  %u", run->span.line);
    buf_repeat(b, ' ', b->n - start < 12 ? 12 - (b->n - start) : 1);
    safe_terminal(b, slice_of(run->workload[0] ? run->workload : run->tool));
    if (run->state != RUN_OK)
        buf_printf(b, " [%s]", run_state_name(run->state));
    buf_str(b, "\n              ");
    figures(b, run);
    buf_char(b, '\n');
}

/* Where the label comes from: "  (heading line 12, target line 14)". */
static void label_reasons(Buf *b, const Run *run)
{
    bool any = false;
    for (size_t i = 0; i < run->label_parts.n; i++) {
        const LabelPart *p = &run->label_parts.v[i];
        if (!p->line)
            continue;
        buf_str(b, any ? ", " : "  (");
        safe_terminal(b, slice_of(p->component));
        buf_printf(b, " line %u", p->line);
        any = true;
    }
    if (any)
        buf_char(b, ')');
}

/* In the order of the text: a new heading wherever the label changes. */
static void by_label(Buf *b, const Document *d)
{
    const char *label = NULL;
    for (size_t i = 0; i < d->runs.n; i++) {
        const Run *run = d->runs.v[i];
        if (!run->counted)
            continue;
        if (!label || strcmp(label, run->label) != 0) {
            label = run->label;
            buf_str(b, "\nlabel ");
            safe_terminal(b, label[0] ? slice_of(label) : SLICE("(none)"));
            label_reasons(b, run);
            buf_char(b, '\n');
        }
        run_lines(b, run);
    }
}

void found_text(Buf *b, const Document *d)
{
    summary(b, d);
    by_label(b, d);
    if (d->notes.n)
        buf_str(b, "\nnotes\n");
    for (size_t i = 0; i < d->notes.n; i++) {
        const Note *n = &d->notes.v[i];
        buf_str(b, "  ");
        safe_terminal(b, slice_of(d->name));
        if (n->span.line)
            buf_printf(b, ":%u", n->span.line);
        buf_str(b, ": ");
        safe_terminal(b, slice_of(n->message));
        buf_printf(b, " [%s]\n", n->code);
    }
}
