#include <string.h>

#include "base/number.h"
#include "base/safe.h"
#include "report/found.h"

void found_tsv_header(Buf *b)
{
    buf_str(b, "source\tline\trun\ttool\tscope\tmetric\tvalue\tunit\tlabel\tworkload\n");
}

static void cell(Buf *b, const char *text)
{
    buf_char(b, '\t');
    safe_tsv(b, slice_of(text));
}

/* The cells up to the scope. number 0: no run. */
static void row(Buf *b, const Document *d, uint32_t line, size_t number, const char *tool)
{
    safe_tsv(b, slice_of(d->name));
    buf_printf(b, "\t%u\t", line);
    if (number)
        buf_printf(b, "%zu", number);
    cell(b, tool);
}

static void tail(Buf *b, const Run *run)
{
    cell(b, run ? run->label : "");
    cell(b, run ? run->workload : "");
    buf_char(b, '\n');
}

static void fact_row(Buf *b, const Document *d, const Run *run, size_t number, const Fact *f)
{
    row(b, d, f->span.line, number, run ? run->tool : "");
    buf_str(b, "\t@");
    safe_tsv(b, slice_of(f->scope));
    cell(b, f->key);
    cell(b, f->value);
    cell(b, "");
    tail(b, run);
}

static void measure_row(Buf *b, const Document *d, const Run *run, size_t number, const Measure *m)
{
    char text[NUMBER_TEXT_BYTES];
    row(b, d, m->span.line, number, run->tool);
    cell(b, m->scope);
    cell(b, m->metric);
    cell(b, m->missing ? "NA" : number_text(text, m->value));
    cell(b, unit_name(m->unit));
    cell(b, run->label);
    cell(b, m->workload ? m->workload : run->workload);
    buf_char(b, '\n');
}

/* Samples of a series stand as measures METRIC.K, K as printed or from 1. */
static void series_rows(Buf *b, const Document *d, const Run *run, size_t number, const Series *s)
{
    for (size_t i = 0; i < s->n; i++) {
        char name[128], text[NUMBER_TEXT_BYTES];
        snprintf(name, sizeof name, "%s.%zu", s->metric, s->number ? s->number[i] : i + 1);
        row(b, d, s->span.line, number, run->tool);
        cell(b, s->scope);
        cell(b, name);
        cell(b, number_text(text, s->value[i]));
        cell(b, unit_name(s->unit));
        tail(b, run);
    }
}

static void run_rows(Buf *b, const Document *d, const Run *run, size_t number)
{
    if (run->version[0]) {
        Fact version = { "", "version", run->version, ORIGIN_PARSED, run->span };
        fact_row(b, d, run, number, &version);
    }
    for (size_t i = 0; i < run->facts.n; i++)
        fact_row(b, d, run, number, &run->facts.v[i]);
    for (size_t i = 0; i < run->measures.n; i++)
        measure_row(b, d, run, number, &run->measures.v[i]);
    for (size_t i = 0; i < run->series.n; i++)
        series_rows(b, d, run, number, &run->series.v[i]);
}

enum { MOST_TOOLS = 32 };

/* Runs are numbered for each tool by itself. */
typedef struct Counters {
    const char *tool[MOST_TOOLS];
    size_t count[MOST_TOOLS], n;
} Counters;

static size_t next_number(Counters *c, const char *tool)
{
    size_t k = 0;
    while (k < c->n && strcmp(c->tool[k], tool) != 0)
        k++;
    if (k == c->n && c->n < MOST_TOOLS)
        c->tool[c->n++] = tool;
    return k < c->n ? ++c->count[k] : 0;
}

void found_tsv(Buf *b, const Document *d)
{
    Counters counters = { .n = 0 };
    for (size_t i = 0; i < d->facts.n; i++)
        fact_row(b, d, NULL, 0, &d->facts.v[i]);
    for (size_t i = 0; i < d->runs.n; i++) {
        const Run *run = d->runs.v[i];
        if (!run->counted)
            continue;
        run_rows(b, d, run, next_number(&counters, run->tool));
    }
    for (size_t i = 0; i < d->notes.n; i++) {
        const Note *n = &d->notes.v[i];
        row(b, d, n->span.line, 0, n->run ? n->run->tool : "");
        buf_str(b, "\t!");
        cell(b, n->code);
        cell(b, n->message);
        cell(b, "");
        tail(b, n->run);
    }
}
