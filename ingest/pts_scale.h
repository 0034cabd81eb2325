/*
 * pts_scale.h - what a test of the Phoronix Test Suite counts in ("Scale"), in base units.
 */
#ifndef INGEST_PTS_SCALE_H
#define INGEST_PTS_SCALE_H

#include "base/unit.h"

typedef struct PtsScale {
    const char *metric; /* "bw", "iops", "rate", "time", "bytes", "share", or "value": kept as printed */
    Unit unit;
    double factor; /* base units in one of it */
    Better better; /* where the result does not say */
} PtsScale;

/* Blanks and case do not matter. A scale that is not known is "value" with a factor of 1. */
PtsScale pts_scale(Slice text);

#endif
