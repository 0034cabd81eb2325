/* Any document through every format: nothing but notes may come of it, and every place is a real one. */
#include <math.h>

#include "fuzz.h"
#include "ingest/container.h"
#include "ingest/reader.h"

static void check_measure(const Document *d, const Measure *m)
{
    FUZZ_MUST(m->scope && m->metric && m->raw && m->raw_unit);
    FUZZ_MUST(m->missing || !isnan(m->value));
    FUZZ_MUST(!(m->half_width < 0));
    fuzz_span(d, m->span);
}

static void check_run(const Document *d, const Run *run)
{
    FUZZ_MUST(run->tool && run->label && run->workload && run->command && run->time);
    FUZZ_MUST(run->last_line >= run->span.line);
    fuzz_span(d, run->span);
    for (size_t i = 0; i < run->measures.n; i++)
        check_measure(d, &run->measures.v[i]);
    for (size_t i = 0; i < run->facts.n; i++) {
        FUZZ_MUST(run->facts.v[i].key && run->facts.v[i].value && run->facts.v[i].scope);
        fuzz_span(d, run->facts.v[i].span);
    }
}

static void check_document(const Document *d)
{
    for (size_t i = 0; i < d->runs.n; i++)
        check_run(d, d->runs.v[i]);
    for (size_t i = 0; i < d->notes.n; i++) {
        FUZZ_MUST(code_find(d->notes.v[i].code));
        fuzz_span(d, d->notes.v[i].span);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const ReadOptions plain, turned = { .unit = UNIT_BYTES_PER_S, .unit_factor = 1e6,
                                               .unit_text = "MB/s", .transpose = true,
                                               .binary_units = true };
    /* Archives and mail start the helper: targets of their own. */
    if (container_kind((Slice){ (const char *)data, n }) != CONTAINER_NONE)
        return 0;
    /* With other options, one in four: each reading takes its time. */
    for (int i = 0; i < (n % 4 ? 1 : 2); i++) {
        Error err = { 0 };
        Document *d = fuzz_document(data, n);
        if (reader_read(d, i ? &turned : &plain, &err))
            check_document(d);
        else
            FUZZ_MUST(err.code != ERR_NONE && err.text[0]);
        document_free(d);
    }
    return 0;
}
