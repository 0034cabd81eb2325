/* A document stored, taken out again, compared and printed in every form. */
#include "analyze/lint.h"
#include "analyze/table.h"
#include "base/sha.h"
#include "fuzz.h"
#include "ingest/container.h"
#include "ingest/reader.h"
#include "report/found.h"
#include "plot/charts.h"
#include "report/report.h"
#include "schema/store.h"

static void store_and_take(Document *d, Arena *a, StoreRuns *out)
{
    const StoreQuery everything = { .copies = true, .samples = true, .notes = true };
    Store *s;
    Error err = { 0 };
    StorePut put;
    Sha *h = sha_new();
    sha_add(h, d->bytes);
    sha_end(h, d->sha256);
    FUZZ_MUST(store_open(&s, ":memory:", STORE_CREATE, "fuzz", &err));
    if (!store_put(s, d, "{}", &put, &err)) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    FUZZ_MUST(store_select(s, &everything, a, out, &err));
    FUZZ_MUST(out->runs.n == d->runs.n);
    for (size_t i = 0; i < d->runs.n; i++) {
        FUZZ_MUST(out->runs.v[i]->measures.n == d->runs.v[i]->measures.n);
        FUZZ_MUST(out->runs.v[i]->facts.n == d->runs.v[i]->facts.n);
    }
    store_close(s);
}

static void print_all(const Table *t, Arena *a)
{
    const ReportOptions o = { .whole = true, .version = "fuzz" };
    size_t n;
    const Renderer *const *renderers = report_renderers(&n);
    for (size_t i = 0; i < n; i++) {
        Buf page = buf_new(1 << 28);
        renderers[i]->render(&page, a, t, &o);
        FUZZ_MUST(!page.full);
        buf_free(&page);
    }
}

/* Every kind of chart, as far as the table has it; its text form reads back. */
static void draw_all(const Table *t, Arena *a)
{
    size_t n;
    const ChartBuilder *const *kinds = charts_kinds(&n);
    for (size_t i = 0; i < 2 * n; i++) {
        const ChartOptions o = { .ratio = i >= n };
        Chart *c, *again;
        Error err = { 0 };
        if (!kinds[i % n]->make || !kinds[i % n]->make(a, t, &o, &c, &err))
            continue;
        Buf text = buf_new(1 << 26);
        chart_write(&text, c);
        if (!chart_read(a, buf_slice(&text), &again, &err)) {
            fprintf(stderr, "%s: %s\n", kinds[i % n]->name, err.text);
            abort();
        }
        if (kinds[i % n]->ascii)
            chart_ascii(&text, c);
        buf_free(&text);
    }
}

static void compare(const StoreRuns *runs, Arena *a)
{
    TableOptions options = { .alpha = 0.05, .effect = 0.05, .power = 0.8 };
    VEC(Run *) counted = { 0 };
    Error err = { 0 };
    Table *t;
    for (size_t i = 0; i < runs->runs.n; i++)
        if (runs->runs.v[i]->counted)
            *VEC_PUSH(a, &counted) = runs->runs.v[i];
    if (counted.n && table_compare(a, (const Run *const *)counted.v, counted.n, &options, &t, &err)) {
        print_all(t, a);
        draw_all(t, a);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (container_kind((Slice){ (const char *)data, n }) != CONTAINER_NONE)
        return 0;
    Error err = { 0 };
    Document *d = fuzz_document(data, n);
    Arena *a = arena_new(1 << 30);
    if (reader_read(d, NULL, &err)) {
        StoreRuns runs;
        Buf found = buf_new(1 << 28);
        found_text(&found, d);
        found_tsv(&found, d);
        buf_free(&found);
        store_and_take(d, a, &runs);
        compare(&runs, a);
    }
    arena_free(a);
    document_free(d);
    return 0;
}
