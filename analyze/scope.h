/*
 * scope.h - what the scope of a measure says by itself.
 *
 * Scopes are matched between runs by name and parameters, never by index: "job0" of one run and
 * "job1" of another are the same part when their job names are.
 */
#ifndef ANALYZE_SCOPE_H
#define ANALYZE_SCOPE_H

#include "base/model.h"

/* Does the table of keys (base/key.c) know this key of this very tool? */
bool scope_tool_has_key(const char *tool, const char *key);

/* Tools whose scopes are "ROW | COLUMN" (those with a fact `row` in base/key.c). */
bool scope_is_cell(const Run *run);
/*
 * The two names of a cell: row is the workload, column the configuration. Where rows are the
 * configurations (the run's fact `column` stands in front), row is what stands behind. false: no
 * cell.
 */
bool scope_cell(const Run *run, const char *scope, Slice *row, Slice *column);

/* "job0" -> word "job", index 0. */
bool scope_is_numbered(Slice scope, Slice *word, uint64_t *index);

#endif
