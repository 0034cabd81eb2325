/* The filter language, asked about a run; and projections, which name keys likewise. */
#include "analyze/filter.h"
#include "analyze/projection.h"
#include "fuzz.h"

static Run *some_run(Arena *a)
{
    Run *run = ARENA_NEW(a, Run);
    Document *d = ARENA_NEW(a, Document);
    *d = (Document){ .arena = a, .name = "a.log", .session = "monday", .derivation = "" };
    *run = (Run){ .tool = "fio", .version = "3.33", .label = "ext4 | raid", .workload = "fio read",
                  .session = "", .time = "2024-01-01T00:00:00Z", .command = "", .document = d };
    *VEC_PUSH(a, &run->facts) = (Fact){ .scope = "", .key = "bs", .value = "64k" };
    *VEC_PUSH(a, &run->measures) =
        (Measure){ .scope = "job", .metric = "read.bw", .value = 1e6, .raw = "1", .raw_unit = "MB/s" };
    return run;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Slice text = { (const char *)data, n };
    Arena *a = arena_new(1 << 28);
    Run *run = some_run(a);
    Filter *f;
    Error err = { 0 };
    double number;
    filter_number(text, &number);
    if (filter_parse(a, text, &f, &err)) {
        bool any = filter_run(f, run);
        FUZZ_MUST(any || !filter_measure(f, run, &run->measures.v[0]));
        filter_mentions(f, "metric");
        FilterNeed *needs;
        size_t n_needs = filter_needs(f, a, &needs);
        for (size_t i = 0; i < n_needs; i++)
            filter_need_accepts(&needs[i], SLICE("64k"));
    } else {
        FUZZ_MUST(err.code != ERR_NONE && err.text[0]);
    }
    arena_free(a);
    return 0;
}
