/*
 * filter.h - which runs and measures are meant: the selection language of benchstat.
 *
 *     filter = or;  or = and { "OR" and };  and = not { ["AND"] not };
 *     not = ["-" | "NOT"] not | "(" or ")" | match
 *     match = key ":" value | key ":" "(" value { "OR" value } ")" | key (">=" "<=" ">" "<" "="
 * "!=") value
 *
 * Values with blanks or operators stand in double quotes. A value may hold * and ? (any text, any
 * character); without them it must be equal. "=" is as ":". >= and the like compare as numbers,
 * with size and time suffixes on either side (64k, 1M, 1MiB, 4G, 300us, 2s); text that is no number
 * never matches. Keys: tool, label, workload, metric, scope, document (file), session, version,
 * state, copy, time; any other is a fact of the measure's scope or of its run.
 */
#ifndef ANALYZE_FILTER_H
#define ANALYZE_FILTER_H

#include "base/error.h"
#include "base/model.h"

typedef struct Filter Filter;

/* An empty text selects everything. On failure err says the character where it stopped. */
MUST_CHECK bool filter_parse(Arena *a, Slice text, Filter **out, Error *err);

/* Several filters, all of which must hold. n 0: everything. */
const Filter *filter_all(Arena *a, const Filter *const *filters, size_t n);

/* May any measure of the run be selected? (What depends on metric or scope counts as yes.) */
bool filter_run(const Filter *f, const Run *run);
/* Is every measure of it? Then they need not be asked one by one. */
bool filter_whole_run(const Filter *f, const Run *run);
bool filter_measure(const Filter *f, const Run *run, const Measure *m);

/* Does the filter ask about this key? */
bool filter_mentions(const Filter *f, const char *key);

/* The keys it asks about, each once, and those that are no facts (ends with NULL). */
size_t filter_keys(const Filter *f, Arena *a, const char ***out);
const char *const *filter_own_keys(void);

/* The value of a key as filters and projections see it; NULL when there is none. m may be NULL. */
const char *filter_value(const Run *run, const Measure *m, const char *key);

/*
 * What every selected run has: a fact `key` (in whatever scope), or a tool, whose value the need
 * accepts. Less than the whole filter; for asking a database before runs are read.
 */
typedef struct FilterNeed {
    const char *key;
    const Filter *part;
} FilterNeed;

size_t filter_needs(const Filter *f, Arena *a, FilterNeed **out); /* the array is in the arena */
bool filter_need_accepts(const FilterNeed *need, Slice value);

/* "64k" as a number in base units. */
bool filter_number(Slice text, double *value);

#endif
