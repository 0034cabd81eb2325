#include "report/page.h"

#include "base/safe.h"

size_t page_width(Slice text)
{
    Buf ascii = buf_new(0);
    safe_ascii(&ascii, text);
    size_t n = ascii.n;
    buf_free(&ascii);
    return n;
}

void page_cell(Buf *b, Slice text, size_t width, bool right)
{
    Buf ascii = buf_new(0);
    safe_ascii(&ascii, text);
    Slice s = buf_slice(&ascii);
    bool cut = s.n > width;
    if (cut)
        s = slice_first(s, width > 2 ? width - 2 : width);
    size_t used = s.n + (cut && width > 2 ? 2 : 0);
    if (right)
        buf_repeat(b, ' ', width - used);
    buf_add(b, s);
    if (cut && width > 2)
        buf_str(b, "..");
    if (!right)
        buf_repeat(b, ' ', width - used);
    buf_free(&ascii);
}

void page_wrap(Buf *b, size_t at, size_t indent, Slice text)
{
    Buf ascii = buf_new(0);
    safe_ascii(&ascii, text);
    Slice rest = buf_slice(&ascii), word;
    size_t column = at;
    bool first_word = true;
    while (slice_word(&rest, &word)) {
        if (!first_word && column + 1 + word.n > PAGE_COLUMNS) {
            buf_char(b, '\n');
            buf_repeat(b, ' ', indent);
            column = indent;
            first_word = true;
        }
        if (!first_word) {
            buf_char(b, ' ');
            column++;
        }
        buf_add(b, word);
        column += word.n;
        first_word = false;
    }
    buf_char(b, '\n');
    buf_free(&ascii);
}

static Slice without_end_blanks(Slice s)
{
    while (s.n && char_is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

/* One line of at most `room` columns off the front of s, cut at a blank where there is one. */
static Slice take_piece(Slice *s, size_t room)
{
    if (s->n <= room) {
        Slice all = *s;
        *s = slice_from(*s, s->n);
        return all;
    }
    size_t at = room;
    while (at > room / 3 && !char_is_blank(s->p[at]))
        at--;
    if (at <= room / 3)
        at = room;
    Slice piece = slice_first(*s, at);
    *s = slice_from(*s, at);
    slice_skip_blanks(s);
    return piece;
}

static void add_line(Buf *out, Slice line)
{
    size_t indent = 0;
    while (indent < line.n && line.p[indent] == ' ')
        indent++;
    bool guarded = slice_starts(line, SLICE(">")) || slice_starts(line, SLICE("From "));
    if (indent > PAGE_COLUMNS / 2)
        indent = PAGE_COLUMNS / 2;
    bool first = true;
    do {
        size_t lead = first ? (guarded ? 1 : 0) : indent + 2;
        buf_repeat(out, ' ', lead);
        buf_add(out, without_end_blanks(take_piece(&line, PAGE_COLUMNS - lead)));
        buf_char(out, '\n');
        first = false;
    } while (line.n);
}

void page_finish(Buf *out, Slice draft)
{
    Slice line;
    while (slice_line(&draft, &line)) {
        Buf ascii = buf_new(0);
        safe_ascii(&ascii, line);
        add_line(out, without_end_blanks(buf_slice(&ascii)));
        buf_free(&ascii);
    }
}
