#include "ingest/json_lines.h"

static bool next_line(void *context, Slice *chunk)
{
    JsonLines *jl = context;
    const Line *line = lines_at(jl->lines, jl->index + 1);
    if (!line)
        return false;
    jl->index++;
    *chunk = line->text;
    return true;
}

void json_lines_open(JsonLines *jl, Arena *a, Lines *ls, size_t at, size_t offset, bool inside)
{
    jl->lines = ls;
    jl->index = at;
    Slice first = slice_from(lines_at(ls, at)->text, offset);
    (inside ? json_open_inside : json_open)(&jl->json, a, first, next_line, jl);
}

const Line *json_lines_line(const JsonLines *jl)
{
    return lines_at(jl->lines, jl->index);
}
