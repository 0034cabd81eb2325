/*
 * lookup.h - what a word on the command line means in the database: a document or a run.
 *
 * A document: its name, the end of it behind a '/', or the first digits of its sha256. A run: the
 * first digits of its uid. Four digits at least.
 */
#ifndef CLI_LOOKUP_H
#define CLI_LOOKUP_H

#include "cli/cli.h"
#include "schema/store.h"

enum { LOOKUP_SHORT = 8 }; /* digits that list prints */

/* Every import of the documents that the word means (ids). Returns how many. */
size_t lookup_imports(const StoreImports *all, const char *word, Arena *a, int64_t **ids);
/* The runs whose uid begins so. Returns how many. */
size_t lookup_runs(const StoreRuns *all, const char *word, Arena *a, Run ***runs);

/* The first digits, in the arena. */
const char *lookup_short(Arena *a, const uint8_t *hash);

/* "FILE:LINE": cuts the line off. false: it does not end so. */
bool lookup_line(Arena *a, const char *word, const char **file, uint32_t *line);

#endif
