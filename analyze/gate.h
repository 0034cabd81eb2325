/*
 * gate.h - is the new release worse? For scripts: what cannot be told never reads as "no".
 *
 * The k session medians of the level before (since the last change point) against those of the new
 * release: two-sample t with pooled variance, for one new session t = (y - mean) / (s sqrt(1 +
 * 1/k)), df k - 1. Holm over the series that could be tested. k < 3, or no spread at all: cannot
 * tell.
 */
#ifndef ANALYZE_GATE_H
#define ANALYZE_GATE_H

#include "analyze/history.h"

enum { GATE_LEAST_SESSIONS = 3 };

typedef enum GateVerdict {
    GATE_WORSE,
    GATE_BETTER,
    GATE_HIGHER, /* metrics without direction */
    GATE_LOWER,
    GATE_NOT_SHOWN,
    GATE_WITHIN, /* a difference, but below the threshold */
    GATE_CANNOT_TELL,
    GATE_MISSING, /* measured before, not in the new release */
    GATE_NEW,     /* not measured before */
} GateVerdict;

typedef struct GateThreshold {
    const char *metric; /* may hold * and ?; "": all */
    double share;
} GateThreshold;

typedef struct GateOptions {
    size_t newest; /* index of the new release on the track */
    size_t base;   /* the only old release; SLICE_NONE: the level before */
    double alpha;  /* 0.05 */
    size_t n_thresholds;
    const GateThreshold *thresholds; /* the last that fits holds; none: 0.05 */
} GateOptions;

typedef struct GateFinding {
    const HistorySeries *series;
    size_t k, m;          /* sessions before and new */
    size_t from, to;      /* points before: [from, to) */
    double before, after; /* means of the session medians */
    double ratio, t, df, p, p_adjusted, threshold;
    GateVerdict verdict;
    const char *why; /* of CANNOT_TELL; "" */
} GateFinding;

typedef struct Gate {
    const History *history;
    const GateOptions *options;
    VEC(GateFinding) findings; /* one a series, in the order of the history */
    size_t family;
    size_t worse, missing, judged;
} Gate;

/* h: made without looking for changes. */
Gate *gate_check(Arena *a, const History *h, const GateOptions *options);
/* 0 nothing is worse, 1 something is, 4 cannot tell. */
int gate_status(const Gate *g);
const char *gate_verdict_name(GateVerdict v); /* "worse", "cannot-tell" ... */

#endif
