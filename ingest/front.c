#include "ingest/front.h"

#include <string.h>

#include "ingest/command.h"

enum { FEWEST = 4, LONGEST = 120 };

static bool is_name(Slice name)
{
    bool letter = false;
    for (size_t i = 0; i < name.n; i++) {
        if (char_is_blank(name.p[i]) || strchr("()[]{}\"'<>=,;|", name.p[i]))
            return false;
        letter |= char_is_alpha(name.p[i]);
    }
    return letter || slice_find_char(name, '.') != SLICE_NONE; /* "10.0.0.7" */
}

/* "[pod/fio-7f/fio] " of kubectl logs --prefix, "[10.0.0.7] out: " of fabric */
static size_t bracket_front(Slice text)
{
    size_t close = slice_find_char(slice_first(text, LONGEST), ']');
    if (close == SLICE_NONE || !is_name(slice_first(slice_from(text, 1), close - 1)))
        return 0;
    Slice rest = slice_from(text, close + 1);
    if (!slice_skip(&rest, SLICE(" out:")))
        slice_skip(&rest, SLICE(" err:"));
    slice_skip(&rest, SLICE(" "));
    return text.n - rest.n;
}

/* "fio-1  | " of docker compose logs, "node7: " of pdsh and clush */
static size_t name_front(Slice text)
{
    Slice rest = text, name;
    if (!slice_word(&rest, &name))
        return 0;
    Slice bar = rest;
    slice_skip_blanks(&bar);
    if (slice_skip(&bar, SLICE("|")) && is_name(name)) {
        slice_skip(&bar, SLICE(" "));
        return text.n - bar.n;
    }
    if (!slice_ends(name, SLICE(":")) || !is_name(slice_first(name, name.n - 1)) ||
        command_is_benchmark(slice_first(name, name.n - 1)))
        return 0;
    slice_skip(&rest, SLICE(" "));
    return text.n - rest.n;
}

size_t front_run(const Line *lines, size_t n, size_t at, bool (*anchored)(Slice), size_t *end)
{
    Slice text = lines[at].text;
    *end = at + 1;
    if (!text.n || char_is_blank(text.p[0]))
        return 0;
    size_t length = text.p[0] == '[' ? bracket_front(text) : name_front(text);
    if (!length || length > LONGEST)
        return 0;
    Slice front = slice_first(text, length), bare = slice_trim(front);
    size_t count = 0, printed = 0;
    for (size_t i = at; i < n; i++) {
        Slice t = lines[i].text;
        if (!t.n && i - *end < 2)
            continue;
        if (!slice_starts(t, front) && !(slice_starts(t, bare) && t.n <= length))
            break;
        printed += t.n > length && anchored(slice_from(t, length));
        count++;
        *end = i + 1;
    }
    bool plain = slice_ends(bare, SLICE(":")); /* "note: ": a word of prose, maybe */
    return count >= FEWEST && printed > plain ? length : 0;
}
