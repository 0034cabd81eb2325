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

/* "ROW | COLUMN" of tools that have a fact `row` (base/key.c): the column is a label, the row a
 * workload. */
bool scope_is_cell(const Run *run);
bool scope_cell(Slice scope, Slice *row, Slice *column);

/* "job0" -> word "job", index 0. */
bool scope_is_numbered(Slice scope, Slice *word, uint64_t *index);

#endif
