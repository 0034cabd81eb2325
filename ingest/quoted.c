#include "ingest/quoted.h"

#include "base/spool.h"

static int hex_digit(char c) /* RFC 2045: capitals only; "=3d" is common all the same */
{
    if (char_is_digit(c))
        return c - '0';
    c = char_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Length of the line end behind "=" at the front of s ("=\n", "=\r\n", "=  \n"); 0: no soft break.
 */
static size_t soft_break(Slice s)
{
    size_t n = 1;
    while (n < s.n && char_is_blank(s.p[n]))
        n++;
    if (n < s.n && s.p[n] == '\r')
        n++;
    return n < s.n && s.p[n] == '\n' ? n + 1 : 0;
}

/* The byte that "=XX" at the front of s stands for; -1. */
static int escaped(Slice s)
{
    if (s.n < 3)
        return -1;
    int high = hex_digit(s.p[1]), low = hex_digit(s.p[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* "=C2=B5": how many signs at the front of s make one character of UTF-8 beyond ASCII; 0 for none.
 */
static size_t escaped_character(Slice s)
{
    int lead = escaped(s);
    size_t n = lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (lead > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++) {
        Slice next = slice_from(s, i * 3);
        int byte = next.n && next.p[0] == '=' ? escaped(next) : -1;
        if (byte < 0x80 || byte > 0xbf)
            return 0;
    }
    return n;
}

/* The next "=" at or after i; text.n: none. */
static size_t next_sign(Slice text, size_t i)
{
    while (i < text.n) {
        spool_passed(text.p + i);
        Slice piece = slice_first(slice_from(text, i), SPOOL_WINDOW_BYTES);
        size_t at = slice_find_char(piece, '=');
        if (at != SLICE_NONE)
            return i + at;
        i += piece.n;
    }
    return text.n;
}

/* Is there a header that says so? *body: behind the lines of it, which may hold "charset=utf-8". */
static bool find_header(Slice text, size_t *body)
{
    enum { LOOK_AT = 65536 };
    Slice key = SLICE("content-transfer-encoding: quoted-printable");
    Slice rest = slice_first(text, LOOK_AT), line;
    for (bool found = false; slice_line(&rest, &line);) {
        found = found || slice_starts_nocase(slice_trim(line), key);
        *body = (size_t)(rest.p - text.p);
        if (found && !slice_trim(line).n)
            return true;
    }
    *body = 0;
    return slice_has_nocase(slice_first(text, LOOK_AT), key);
}

/*
 * In quoted-printable a plain "=" is always "=3D", lines are cut behind column 72 or so, and what
 * is not ASCII is escaped. "bs=64k" in some other text looks escaped too, so every sign counts:
 * nearly all must be good, and two of them (one below a header that says so) such as no other text
 * has.
 */
static bool is_quoted(Slice text)
{
    enum { SHORTEST_CUT = 60 };
    size_t good = 0, sure = 0, bad = 0, body = 0;
    bool header = find_header(text, &body);
    for (size_t i = body; (i = next_sign(text, i)) < text.n; i++) {
        Slice rest = slice_from(text, i);
        int byte = escaped(rest);
        size_t character = escaped_character(rest);
        bool cut = soft_break(rest) > 0;
        size_t line = i;
        while (cut && line > 0 && i - line < SHORTEST_CUT && text.p[line - 1] != '\n')
            line--;
        if (byte == '=' || (cut && i - line >= SHORTEST_CUT) || character)
            sure++;
        if (byte == '=' || byte == ' ' || byte == '\t' || byte == '\r' || byte >= 0x80 || cut)
            good++;
        else
            bad++;
        if (character)
            i += 3 * character - 1;
    }
    return good > bad * (header ? 1 : 8) && sure >= (header ? 1 : 2);
}

bool quoted_decode(Arena *a, Slice text, Slice *out)
{
    if (!is_quoted(text))
        return false;
    char *decoded = arena_alloc(a, text.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.n;) {
        Slice rest = slice_from(text, i);
        size_t gap = rest.p[0] == '=' ? soft_break(rest) : 0;
        int byte = rest.p[0] == '=' && !gap ? escaped(rest) : -1;
        if (gap) {
            i += gap;
        } else if (byte > 0) {
            decoded[n++] = (char)byte;
            i += 3;
        } else {
            decoded[n++] = rest.p[0];
            i++;
        }
    }
    *out = (Slice){ decoded, n };
    return true;
}
