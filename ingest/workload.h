/*
 * workload.h - what a run was asked to do, in words: "dd write bs=16k count=16384".
 *
 * Made of the facts whose role is workload (base/key.h): hard ones make another test, amounts only
 * say how much of it. A run of several jobs has a workload for each; what all of them share is that
 * of the run.
 */
#ifndef INGEST_WORKLOAD_H
#define INGEST_WORKLOAD_H

#include "ingest/reader.h"

typedef struct WorkloadPart {
    const char *key, *value;
    bool hard;
    size_t order; /* in the table of keys */
} WorkloadPart;

typedef struct Workload {
    const char *tool;
    size_t n;
    WorkloadPart *part; /* ordered as in the table of keys */
} Workload;

/* Of the run: facts of the whole run, and those that every scope with such a fact shares. */
Workload workload_of(Arena *a, const Run *run);
/* Of one scope: n facts of it over those of the run. */
Workload workload_of_facts(Arena *a, const Run *run, const Workload *whole,
                           const Fact *const *facts, size_t n);
/* As text. hard_only: without amounts. skip: keys to leave out, ends with NULL; may be NULL. */
const char *workload_text(Arena *a, const Workload *w, bool hard_only, const char *const *skip);
/* "16k" for 16384 of a key that counts bytes; else the value. */
const char *workload_value(Arena *a, const char *key, const char *value);
const char *workload_get(const Workload *w, const char *key); /* NULL */
/* Does the text of the run say what was asked for, beyond what its figures show? */
bool workload_is_known(const Run *run, const Workload *w);

#endif
