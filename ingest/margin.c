#include "ingest/margin.h"

#include "ingest/dispatch.h"
#include "ingest/prefix.h"

#define BAR SLICE("\xe2\x94\x82") /* U+2502 */

bool margin_cut_frame(Line *line)
{
    Slice frame = BAR, text = line->text;
    if (text.n <= frame.n || !slice_ends(text, frame))
        return false;
    text.n -= frame.n;
    size_t other = slice_find(text, frame); /* a row of a table has more of them */
    if (other != SLICE_NONE && (other > 2 || slice_rfind(text, frame) != other))
        return false;
    while (text.n && char_is_blank(text.p[text.n - 1]))
        text.n--;
    line->text = text;
    return true;
}

/* Where a margin may end within the first n bytes: behind a blank, a bar, or a quote mark. */
static size_t boundary(Slice text, size_t n)
{
    while (n > 0 && !char_is_blank(text.p[n - 1]) && text.p[n - 1] != '|' &&
           !slice_ends(slice_first(text, n), BAR))
        n--;
    while (n > 1 && char_is_blank(text.p[n - 1]) && char_is_blank(text.p[n - 2]))
        n--; /* the indent of what is behind */
    return n;
}

static size_t common(Slice a, Slice b, size_t most)
{
    size_t n = 0;
    while (n < most && n < a.n && n < b.n && a.p[n] == b.p[n])
        n++;
    return n;
}

/* "bench |" where others have "bench | ": a line that holds nothing but the margin. */
static bool is_bare(Slice text, Slice first)
{
    return slice_starts(first, text) && text.n < first.n && char_is_blank(first.p[text.n]);
}

/* "bench-1  | ", "[pod/x] ", "<joe> ", a bar: a shape that says what it is. */
static bool has_shape(Slice margin)
{
    Slice m = slice_trim(margin);
    return slice_ends(m, SLICE("|")) || slice_ends(m, BAR) ||
           (slice_starts(m, SLICE("[")) && slice_ends(m, SLICE("]"))) ||
           (slice_starts(m, SLICE("<")) && slice_ends(m, SLICE(">")));
}

/* Is a tool at work behind it, and not in the lines as they stand? */
static bool is_margin(const Line *lines, size_t at, size_t end, size_t width)
{
    Slice margin = slice_trim(slice_first(lines[at].text, width));
    bool shape = has_shape(margin), bar = slice_ends(margin, SLICE("|")), any = false, all = bar;
    for (size_t i = at; i <= end; i++) {
        Slice text = lines[i].text, rest = slice_from(text, width);
        if (prefix_begins_printed(text))
            return false;
        all = all && (!rest.n || slice_has(rest, SLICE(" | ")));
        any = any || (rest.n && (prefix_is_of_tool(rest) || (shape && dispatch_anchored(rest))));
    }
    return any && !all; /* "ext4 | read | 12 MB/s": rows of a table */
}

size_t margin_run(const Line *lines, size_t n, size_t at, size_t *length)
{
    enum { LONGEST = 120 };
    Slice first = lines[at].text;
    size_t width = boundary(first, first.n < LONGEST ? first.n : LONGEST), end = at, full = 0;
    *length = 0;
    if (slice_ends(first, SLICE("|")) && slice_starts(first, SLICE("|")))
        return at; /* a row of a table */
    for (size_t i = at; i < n && i <= end + 2; i++) {
        Slice t = lines[i].text;
        if (!t.n)
            continue;
        if (is_bare(t, first) && t.n < width && slice_trim(t).n) {
            width = t.n + 1;
            end = i;
            continue;
        }
        size_t shared = boundary(first, common(first, t, width));
        if (slice_trim(slice_first(first, shared)).n == 0)
            break;
        width = shared;
        end = i;
        full++;
    }
    size_t fewest = has_shape(slice_first(first, width)) ? 2 : 3;
    if (full < fewest || lines[at].depth != lines[end].depth)
        return end;
    if (is_margin(lines, at, end, width))
        *length = width;
    return end + 1;
}
