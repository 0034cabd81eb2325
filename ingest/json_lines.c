#include "ingest/json_lines.h"

#include <string.h>

enum { MOST_NOISE = 3 };

/* Could a line of JSON begin like this? */
static bool begins_json(Slice t)
{
    static const char *const words[] = { "true", "false", "null", "none", "nan", "inf" };
    Slice behind = t;
    if (t.p[0] == '[' && slice_skip_past(&behind, SLICE("]"))) /* "[1.0] nvme0: reset" */
        return !slice_trim(behind).n || strchr(",]}", slice_trim(behind).p[0]);
    if (!char_is_alpha(t.p[0]))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        Slice rest = t;
        if (slice_skip_nocase(&rest, slice_of(words[i])) &&
            (!rest.n || strchr(",]}", slice_trim(rest).p[0])))
            return true;
    }
    return false;
}

/* The line behind words that are no JSON, when it goes on with a member there; else `at`. */
static size_t behind_noise(JsonLines *jl, size_t at)
{
    const Line *line;
    const Json *j = &jl->json;
    bool in_array = j->depth && j->level[j->depth - 1].is_array;
    size_t noise = 0;
    for (size_t i = at; (line = lines_at(jl->lines, i)) && noise <= MOST_NOISE; i++) {
        Slice t = slice_trim(line->text);
        if (t.n && noise && (strchr("\"'}]", t.p[0]) || (in_array && t.p[0] == '{')))
            return i;
        if (!t.n || begins_json(t))
            return at;
        noise++;
    }
    return at;
}

static bool next_line(void *context, Slice *chunk)
{
    JsonLines *jl = context;
    if (!chunk) {
        const Line *last = lines_at(jl->lines, jl->index);
        return !jl->end || last->raw.p + last->raw.n != jl->end;
    }
    size_t at = jl->json.in_string ? jl->index + 1 : behind_noise(jl, jl->index + 1);
    const Line *line = lines_at(jl->lines, at);
    if (!line)
        return false;
    jl->index = at;
    *chunk = line->text;
    return true;
}

void json_lines_open(JsonLines *jl, Arena *a, Lines *ls, size_t at, size_t offset, bool inside)
{
    jl->lines = ls;
    jl->end = NULL;
    jl->index = at;
    Slice first = slice_from(lines_at(ls, at)->text, offset);
    (inside ? json_open_inside : json_open)(&jl->json, a, first, next_line, jl);
}

const Line *json_lines_line(const JsonLines *jl)
{
    return lines_at(jl->lines, jl->index);
}
