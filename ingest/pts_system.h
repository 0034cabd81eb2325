/*
 * pts_system.h - the machine of one configuration, as the Phoronix Test Suite describes it: "Processor:
 * ..., Memory: ..." lists and a JSON object, made into facts.
 */
#ifndef INGEST_PTS_SYSTEM_H
#define INGEST_PTS_SYSTEM_H

#include "base/xml.h"
#include "ingest/reader.h"

typedef struct PtsFact {
    const char *key, *value;
} PtsFact;

typedef struct PtsSystem {
    const char *names; /* the identifiers it stands for: one, or (until 2011) several with commas */
    const char *time;  /* ISO 8601, or "" */
    VEC(PtsFact) facts;
} PtsSystem;

/*
 * The first element of that name below n, but not inside another System, Result, Benchmark or Entry: where
 * an end tag is missing, what follows hangs below its element. NULL: none; n may be NULL.
 */
const XmlNode *pts_find(const XmlNode *n, const char *name);
PtsSystem pts_system_read(Arena *a, const XmlNode *n);
bool pts_system_is(const PtsSystem *s, const char *identifier);
/* "2024-03-01 10:20:30" -> "2024-03-01T10:20:30"; anything else: "". */
const char *pts_time(Arena *a, Slice text);

#endif
