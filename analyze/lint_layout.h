/*
 * lint_layout.h - which figures of a run belong together, worked out once for all runs that print
 * alike.
 *
 * "read.clat.mean" ends in ENDING_MEAN; beside it stand "read.clat.min", ".max", ".sd" of the same
 * scope. Checks ask for these of every run: a hundred thousand runs of one tool have a handful of
 * layouts (the same scopes and metrics in the same order), so names are compared once a layout.
 */
#ifndef ANALYZE_LINT_LAYOUT_H
#define ANALYZE_LINT_LAYOUT_H

#include "analyze/cell.h"

typedef enum Ending {
    ENDING_MEAN,
    ENDING_MIN,
    ENDING_MAX,
    ENDING_SD,
    ENDING_N,
    ENDING_P50,
    ENDING_P99,
    ENDING_BW,         /* "bw", ".bw" */
    ENDING_BW_PRINTED, /* "bw.printed" */
    ENDING_BYTES,
    ENDING_TIME,
    ENDING_RUNTIME,
    ENDING_IOPS,
    ENDING_SAMPLES_MEAN, /* "bw_samples.mean" */
    ENDING_SAMPLES_N,    /* "bw_samples.n" */
    ENDINGS
} Ending;

typedef struct Layout Layout;
typedef struct Layouts Layouts;

Layouts *layouts_new(Arena *a, MeasureIndex *index);
/* The layout of a run; valid as long as the arena. */
const Layout *layouts_of(Layouts *all, const Run *run);

/* Does the metric of measure i end so? stem (may be NULL): what stands in front, without the dot.
 */
bool layout_ends(const Layout *y, size_t i, Ending e, Slice *stem);
/* The figure whose metric has the stem of measure i (which ends in `own`) and another ending. */
const Measure *layout_beside(const Layout *y, const Run *run, size_t i, Ending own, Ending other);

#endif
