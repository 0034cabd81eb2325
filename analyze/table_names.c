/* Names of the enumerations of table.h, in print and in JSON. */
#include "analyze/table.h"

static const char *const evidence_names[] = {
    [EVIDENCE_NONE] = "",
    [EVIDENCE_REPLICATES] = "replicates",
    [EVIDENCE_SUMMARY] = "summary",
    [EVIDENCE_WITHIN_RUN] = "within-run",
    [EVIDENCE_MEAN_ONLY] = "mean-only",
    [EVIDENCE_SINGLE] = "single",
};

static const char *const evidence_texts[] = {
    [EVIDENCE_NONE] = "no value",
    [EVIDENCE_REPLICATES] = "separate runs",
    [EVIDENCE_SUMMARY] = "from summary",
    [EVIDENCE_WITHIN_RUN] = "one run with a spread over its requests",
    [EVIDENCE_MEAN_ONLY] = "a stated mean, spread not reported",
    [EVIDENCE_SINGLE] = "one run",
};

static const char *const verdict_names[] = {
    [VERDICT_CANNOT_TELL] = "cannot-tell",
    [VERDICT_BETTER] = "better",
    [VERDICT_WORSE] = "worse",
    [VERDICT_HIGHER] = "higher",
    [VERDICT_LOWER] = "lower",
    [VERDICT_NOT_SHOWN] = "not-shown",
    [VERDICT_WITHIN] = "within",
};

static const char *const verdict_texts[] = {
    [VERDICT_CANNOT_TELL] = "CANNOT TELL",
    [VERDICT_BETTER] = "BETTER",
    [VERDICT_WORSE] = "WORSE",
    [VERDICT_HIGHER] = "HIGHER",
    [VERDICT_LOWER] = "LOWER",
    [VERDICT_NOT_SHOWN] = "NO DIFFERENCE SHOWN",
    [VERDICT_WITHIN] = "WITHIN",
};

static const char *const adjust_names[] = {
    [ADJUST_HOLM] = "holm",
    [ADJUST_BH] = "bh",
    [ADJUST_NONE] = "none",
};
static const char *const scale_names[] = { [SCALE_RAW] = "raw", [SCALE_LOG] = "log" };

const char *evidence_name(Evidence e)
{
    return evidence_names[e];
}

const char *evidence_text(Evidence e)
{
    return evidence_texts[e];
}

const char *verdict_name(Verdict v)
{
    return verdict_names[v];
}

const char *verdict_text(Verdict v)
{
    return verdict_texts[v];
}

const char *adjust_name(Adjust a)
{
    return adjust_names[a];
}

const char *scale_name(Scale s)
{
    return scale_names[s];
}

bool adjust_named(Slice name, Adjust *out)
{
    for (Adjust a = ADJUST_HOLM; a <= ADJUST_NONE; a++)
        if (slice_is(name, adjust_names[a])) {
            *out = a;
            return true;
        }
    return false;
}

bool scale_named(Slice name, Scale *out)
{
    for (Scale s = SCALE_RAW; s <= SCALE_LOG; s++)
        if (slice_is(name, scale_names[s])) {
            *out = s;
            return true;
        }
    return false;
}
