#include "analyze/scope.h"

#include <string.h>

#include "base/key.h"

bool scope_tool_has_key(const char *tool, const char *key)
{
    size_t n;
    const KeyInfo *keys = key_table(&n);
    for (size_t i = 0; i < n; i++)
        if (keys[i].tool && keys[i].key[0] == key[0] && strcmp(keys[i].key, key) == 0 &&
            strcmp(keys[i].tool, tool) == 0)
            return true;
    return false;
}

bool scope_is_cell(const Run *run)
{
    return scope_tool_has_key(run->tool, "row");
}

/* "ROW | COLUMN" of a table whose rows are the configurations: the run is named in front. */
static bool named_in_front(const Run *run, Slice scope, Slice *name, Slice *rest)
{
    const char *column = run_fact(run, "", "column");
    if (!column || !slice_starts(scope, slice_of(column)))
        return false;
    *name = slice_of(column);
    *rest = slice_from(scope, name->n);
    return slice_skip(rest, SLICE(" | ")) && !slice_eq(*rest, *name);
}

bool scope_cell(const Run *run, const char *scope, Slice *row, Slice *column)
{
    Slice text = slice_of(scope);
    size_t bar = slice_rfind(text, SLICE(" | "));
    if (bar == SLICE_NONE || !scope_is_cell(run))
        return false;
    if (named_in_front(run, text, column, row))
        return true;
    *row = slice_first(text, bar);
    *column = slice_from(text, bar + 3);
    return true;
}

bool scope_is_numbered(Slice scope, Slice *word, uint64_t *index)
{
    size_t letters = 0;
    while (letters < scope.n && char_is_alpha(scope.p[letters]))
        letters++;
    *word = slice_first(scope, letters);
    Slice rest = slice_from(scope, letters);
    return letters > 0 && slice_uint(&rest, index) && rest.n == 0;
}
