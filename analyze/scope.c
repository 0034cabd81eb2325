#include "analyze/scope.h"

#include <string.h>

#include "base/key.h"

bool scope_tool_has_key(const char *tool, const char *key)
{
    size_t n;
    const KeyInfo *keys = key_table(&n);
    for (size_t i = 0; i < n; i++)
        if (keys[i].tool && strcmp(keys[i].key, key) == 0 && strcmp(keys[i].tool, tool) == 0)
            return true;
    return false;
}

bool scope_is_cell(const Run *run)
{
    return scope_tool_has_key(run->tool, "row");
}

bool scope_cell(Slice scope, Slice *row, Slice *column)
{
    size_t bar = slice_rfind(scope, SLICE(" | "));
    if (bar == SLICE_NONE)
        return false;
    *row = slice_first(scope, bar);
    *column = slice_from(scope, bar + 3);
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
