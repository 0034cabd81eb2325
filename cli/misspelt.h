/*
 * misspelt.h - why nothing matched: a key that no run has, a metric that none gives; and what was meant.
 */
#ifndef CLI_MISSPELT_H
#define CLI_MISSPELT_H

#include "analyze/filter.h"
#include "cli/cli.h"
#include "schema/store.h"

/*
 * Complains of the first key of the filter that neither a run of the documents nor (s not NULL) one of the
 * database has. false: each is known.
 */
bool misspelt_key(Cli *c, const Filter *f, Document *const *documents, size_t n, Store *s);

/* Complains of a --metric that no run gives. false: each is given, or holds a wildcard. */
bool misspelt_metric(Cli *c, const Run *const *runs, size_t n);

#endif
