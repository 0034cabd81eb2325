#include "ingest/quoted.h"

static int hex_digit(char c) /* RFC 2045: capitals only; "=3d" is common all the same */
{
    if (char_is_digit(c))
        return c - '0';
    c = char_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Length of the line end behind "=" at the front of s ("=\n", "=\r\n", "=  \n"); 0: no soft break. */
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

/*
 * In quoted-printable a plain "=" is always "=3D". "bs=64k" in some other text looks escaped too, so
 * every sign counts: most must be "=3D", "=20", a soft break, or a byte that is not ASCII.
 */
static bool is_quoted(Slice text)
{
    size_t good = 0, literal = 0, bad = 0;
    for (size_t i = slice_find_char(text, '='); i < text.n; i++) {
        if (text.p[i] != '=')
            continue;
        Slice rest = slice_from(text, i);
        int byte = escaped(rest);
        literal += byte == '=';
        if (byte == '=' || byte == ' ' || byte == '\t' || byte >= 0x80 || soft_break(rest))
            good++;
        else
            bad++;
    }
    bool header = slice_has_nocase(slice_first(text, 65536), SLICE("content-transfer-encoding: quoted-printable"));
    return good > bad * 8 && literal > 0 && (header || literal >= 2);
}

bool quoted_decode(Arena *a, Slice text, Slice *out)
{
    if (!slice_has(text, SLICE("=3D")) && !slice_has(text, SLICE("=3d")))
        return false;
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
