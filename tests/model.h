/* model.h - documents made by hand, for tests of what is done with them. */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include <string.h>

#include "base/model.h"

static inline Run *model_run(Document *d, const char *tool, const char *label, const char *workload)
{
    Run *r = ARENA_NEW(d->arena, Run);
    *r = (Run){ .tool = tool,
                .version = "",
                .command = "",
                .time = "",
                .counted = true,
                .label = label,
                .workload = workload,
                .session = "",
                .document = d };
    r->ordinal = (uint32_t)d->runs.n;
    r->span.line = r->last_line = 10 * (r->ordinal + 1);
    *VEC_PUSH(d->arena, &d->runs) = r;
    return r;
}

static inline Measure *model_measure(Run *r, const char *scope, const char *metric, Unit unit,
                                     Better better, double value, double half)
{
    Measure *m = VEC_PUSH(r->document->arena, &r->measures);
    *m = (Measure){ .scope = scope,
                    .metric = metric,
                    .value = value,
                    .half_width = half,
                    .unit = unit,
                    .better = better,
                    .headline = true,
                    .raw = "x",
                    .raw_unit = "",
                    .raw_factor = 1,
                    .span = r->span };
    return m;
}

static inline Measure *model_bw(Run *r, double value)
{
    return model_measure(r, "", "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, value, 0);
}

static inline void model_fact(Run *r, const char *scope, const char *key, const char *value)
{
    *VEC_PUSH(r->document->arena, &r->facts) = (Fact){ scope, key, value, ORIGIN_PARSED, r->span };
}

static inline void model_set(Run *r, const char *key, const char *value)
{
    *VEC_PUSH(r->document->arena, &r->facts) = (Fact){ "", key, value, ORIGIN_USER, r->span };
}

static inline void model_note(Document *d, Run *r, const char *code, const char *message)
{
    *VEC_PUSH(d->arena, &d->notes) = (Note){ code, message, r ? r->span : (Span){ 1, 0, 0 }, r };
}

#endif
