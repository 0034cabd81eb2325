/*
 * Lines that look like results of a known tool and that no format read: said, so that nothing is lost in
 * silence. Cheap and conservative: words that only a tool prints together, with a figure, outside
 * sentences and outside the output of other commands.
 */
#include <string.h>

#include "ingest/passes.h"

enum { MOST_NOTES = 20, LONGEST_LINE = 400 };

/* Both stand in the line, in this order. */
typedef struct Shape {
    const char *first, *second;
} Shape;

/* clang-format off */
static const Shape shapes[] = {
    { "+", "records in" },      { "+", "records out" },
    { "bytes", "copied," },     { "bytes", "transferred in" },
    { "io=", "bw=" },           { "IOPS=", "BW=" },
    { "bw=", "iops=" },         { "bw=", "run=" },
    { "lat (", "min=" },        { "requests completed in", "iops" },
    { "min/avg/max", " / " },   { "request=", "time=" },
    { "|@", "@" },              { " -> ", "|**" },
};
/* clang-format on */

/* What no shape can do without; most prose ends here. */
static bool may_have_shape(Slice text)
{
    bool digit = false, sign = false;
    for (size_t i = 0; i < text.n && !(digit && sign); i++) {
        digit |= char_is_digit(text.p[i]);
        sign |= strchr("=|+/", text.p[i]) || slice_starts(slice_from(text, i), SLICE("bytes"));
    }
    return digit && sign;
}

static bool has_shape(Slice text)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        Slice first = slice_of(shapes[i].first);
        size_t at = slice_find(text, first);
        if (at != SLICE_NONE && slice_has(slice_from(text, at + first.n), slice_of(shapes[i].second)))
            return true;
    }
    return false;
}

/* Words without figures outnumber those with one by far. */
static bool is_sentence(Slice text)
{
    size_t plain = 0, figures = 0;
    Slice word;
    while (slice_word(&text, &word)) {
        bool digit = false, letters = true;
        for (size_t i = 0; i < word.n; i++) {
            digit |= char_is_digit(word.p[i]);
            letters &= char_is_alpha(word.p[i]) || (i + 1 == word.n && i > 0);
        }
        figures += digit;
        plain += letters && !digit;
    }
    return figures == 0 || plain > 2 * figures + 3;
}

void not_understood_note(Reader *r)
{
    size_t found = 0;
    const Line *last = NULL;
    for (size_t i = 0; i < r->events.n; i++) {
        const Event *e = &r->events.v[i];
        unsigned signs = lines_signs(r->lines, e->first);
        if (e->kind != EVENT_TEXT || e->line->text.n > LONGEST_LINE || (signs & SIGN_PROSE) || !(signs & SIGN_DIGIT))
            continue;
        Slice text = slice_trim(lines_at(r->lines, e->first)->text);
        if (!may_have_shape(text) || !has_shape(text) || is_sentence(text))
            continue;
        if (++found <= MOST_NOTES)
            reader_note(r, NULL, "not-understood", e->line, "looks like a result and was not read");
        last = e->line;
    }
    if (found > MOST_NOTES)
        reader_note(r, NULL, "not-understood", last, "%zu lines more look like results and were not read",
                    found - MOST_NOTES);
}
