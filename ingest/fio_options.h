/*
 * fio_options.h - what was asked for: options of the command line, of JSON, of the banner, as
 * facts.
 *
 * Only options that say something about the test become facts; one table gives the fact's key and
 * how its value is normalised (bytes, seconds, flags as 1 and 0). Values of bs are bytes: "4096",
 * "4096-16384", "4096,8192" (read, write).
 */
#ifndef INGEST_FIO_OPTIONS_H
#define INGEST_FIO_OPTIONS_H

#include "ingest/command.h"

typedef struct FioFact {
    const char *key, *value;
} FioFact;

typedef struct FioFacts {
    VEC(FioFact) list;
} FioFacts;

const char *fio_options_get(const FioFacts *facts, const char *key); /* NULL */
void fio_options_set(Arena *a, FioFacts *facts, const char *key, const char *value);

/* One option as written ("readwrite" "randrw"); ignored when it says nothing of the test. */
void fio_options_add(Arena *a, FioFacts *facts, Slice name, Slice value);

/*
 * The options of a command for the job of this name: what stands in front of the first --name, and
 * what stands behind --name=NAME.
 */
void fio_options_command(Arena *a, FioFacts *facts, const Command *c, const char *job);
/* Does the command start a job of this name? (Also true when it names none: a job file.) */
bool fio_options_names(const Command *c, const char *job);

#endif
