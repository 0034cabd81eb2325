/*
 * history.h - one workload along an ordered track of releases.
 *
 * Runs of one release are grouped into sessions (a document, unless --session says otherwise). A
 * point is the median of the session medians, since runs of one session share its luck. A release
 * without usable runs is a gap and is never filled.
 *
 * Series: one workload, metric and setup. Of the label and the setup facts those tell series apart
 * that differ within one release; what differs only between releases is a mark on the line.
 *
 * From CHANGE_LEAST_POINTS points changes are sought (change.h), adjusted by Benjamini-Hochberg
 * over the first splits of all series; below that each release is compared with the one before and
 * with the first (Welch on session medians, Holm over all of them). Base units throughout; figures
 * that do not exist are FIGURE_NONE. Everything lives in the arena given; runs must outlive it.
 */
#ifndef ANALYZE_HISTORY_H
#define ANALYZE_HISTORY_H

#include "analyze/change.h"
#include "analyze/figure.h"
#include "analyze/filter.h"
#include "analyze/table.h"
#include "analyze/trend.h"

typedef struct HistoryRelease {
    const char *label;
    size_t n_aliases;
    const char *const *aliases;
} HistoryRelease;

typedef struct HistoryOptions {
    const char *track; /* its name */
    const char *key;   /* the fact that names the release: "release", "kernel", "label" */
    const HistoryRelease *releases; /* in order */
    size_t n_releases;
    const HistoryRelease *outside; /* of the track, but not to be looked at (--from, --to) */
    size_t n_outside;
    const Filter *filter; /* NULL: everything */
    bool all;             /* every metric, not only those marked headline */
    double alpha;         /* 0.05 */
    double threshold;     /* effects below it are none: 0.05; < 0: 0 */
} HistoryOptions;

typedef struct HistoryPoint {
    size_t release; /* index on the track */
    size_t n;       /* runs */
    size_t sessions;
    const double *session_medians; /* ascending */
    double median, mean;           /* of the session medians; of all values */
    double half_width;             /* of one value, for printing */
    const Run *run;                /* one of them */
} HistoryPoint;

typedef struct HistoryChange {
    size_t index;            /* in points: the first one after the change */
    size_t first, last;      /* plausible positions, likewise */
    double q, p, p_adjusted; /* p_adjusted: of the first split of a series only */
    double before, after;    /* mean of the points up to the neighbouring changes */
    double ratio, lo, hi;    /* after / before, 1 - alpha interval */
    Verdict verdict;         /* VERDICT_WITHIN below the threshold */
    const char *state;       /* "new", or as the user said: "confirmed", "ignored" ... */
} HistoryChange;

/* Short series: points[index] against points[against]. */
typedef struct HistoryStep {
    size_t index, against;
    double ratio, lo, hi, t, df, p, p_adjusted;
    Verdict verdict;
} HistoryStep;

/* Something besides the release was different from this point on. */
typedef struct HistoryMark {
    size_t index;
    const char *key, *from, *to; /* key "version": of the tool */
} HistoryMark;

typedef struct HistorySeries {
    const char *tool, *workload, *scope, *metric;
    const char *setup; /* "label | key=value"; "" when nothing tells series apart */
    Unit unit;
    Better better;
    const char *raw_unit;
    double raw_factor;
    VEC(HistoryPoint) points;
    VEC(size_t) gaps; /* releases of the track without usable runs */
    VEC(HistoryChange) changes;
    VEC(HistoryStep) steps;
    /* points[k] against the one before and against the first: ratio and interval only; from 1 on. */
    HistoryStep *previous, *first;
    VEC(HistoryMark) marks;
    Trend trend;
    double slope;       /* Theil-Sen, a release */
    bool drift;         /* no step, but a slow rise or fall that matters */
    bool came_and_went; /* a turn to the worse and back */
} HistorySeries;

typedef struct History {
    const HistoryOptions *options;
    double alpha, threshold;
    VEC(HistorySeries) series;
    size_t family;               /* first splits that were adjusted together */
    size_t n_runs;               /* that stand on the track */
    size_t n_without;            /* runs that name no release */
    VEC(const char *) off_track; /* releases that runs name and the track does not have */
} History;

/* find: look for changes and compare neighbours; false: points only. */
MUST_CHECK bool history_make(Arena *a, const Run *const *runs, size_t n,
                             const HistoryOptions *options, bool find, History **out, Error *err);

/* --- history_gather.c --- */

/* Series and points, without changes. */
MUST_CHECK bool history_gather(Arena *a, const Run *const *runs, size_t n, History *h, Error *err);
/* Releases have no names in common: the index of the one called so, SLICE_NONE. */
size_t history_release(const HistoryOptions *o, const char *name);

#endif
