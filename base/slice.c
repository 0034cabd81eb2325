#include "base/slice.h"

#include <string.h>

bool slice_eq(Slice a, Slice b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Most tables of words differ in the first letter: no strlen before that is known. */
static bool same_nocase(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (char_lower(a[i]) != char_lower(b[i]))
            return false;
    return true;
}

bool slice_eq_nocase(Slice a, Slice b)
{
    return a.n == b.n && same_nocase(a.p, b.p, a.n);
}

bool slice_starts_nocase(Slice s, Slice prefix)
{
    return s.n >= prefix.n && same_nocase(s.p, prefix.p, prefix.n);
}

bool slice_ends(Slice s, Slice suffix)
{
    return s.n >= suffix.n && slice_eq(slice_from(s, s.n - suffix.n), suffix);
}

size_t slice_find_char(Slice hay, char c)
{
    const char *at = hay.n ? memchr(hay.p, c, hay.n) : NULL;
    return at ? (size_t)(at - hay.p) : SLICE_NONE;
}

size_t slice_find(Slice hay, Slice needle)
{
    if (needle.n == 0)
        return 0;
    size_t from = 0;
    while (hay.n - from >= needle.n) {
        const char *at = memchr(hay.p + from, needle.p[0], hay.n - from - needle.n + 1);
        if (!at)
            return SLICE_NONE;
        if (memcmp(at, needle.p, needle.n) == 0)
            return (size_t)(at - hay.p);
        from = (size_t)(at - hay.p) + 1;
    }
    return SLICE_NONE;
}

size_t slice_rfind(Slice hay, Slice needle)
{
    if (needle.n > hay.n)
        return SLICE_NONE;
    for (size_t at = hay.n - needle.n + 1; at-- > 0;)
        if (memcmp(hay.p + at, needle.p, needle.n) == 0)
            return at;
    return SLICE_NONE;
}

bool slice_has(Slice hay, Slice needle)
{
    return slice_find(hay, needle) != SLICE_NONE;
}

bool slice_has_nocase(Slice hay, Slice needle)
{
    for (size_t at = 0; at + needle.n <= hay.n; at++)
        if (same_nocase(hay.p + at, needle.p, needle.n))
            return true;
    return false;
}

bool slice_has_word(Slice hay, Slice word)
{
    for (size_t at = 0; at + word.n <= hay.n; at++) {
        bool starts = at == 0 || !char_is_alnum(hay.p[at - 1]);
        bool ends = at + word.n == hay.n || !char_is_alnum(hay.p[at + word.n]);
        if (starts && ends && same_nocase(hay.p + at, word.p, word.n))
            return true;
    }
    return false;
}

int slice_compare(Slice a, Slice b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

Slice slice_trim(Slice s)
{
    while (s.n && (char_is_blank(s.p[0]) || s.p[0] == '\r' || s.p[0] == '\n'))
        s = slice_from(s, 1);
    while (s.n && (char_is_blank(s.p[s.n - 1]) || s.p[s.n - 1] == '\r' || s.p[s.n - 1] == '\n'))
        s.n--;
    return s;
}

bool slice_skip_nocase(Slice *s, Slice literal)
{
    if (!slice_starts_nocase(*s, literal))
        return false;
    *s = slice_from(*s, literal.n);
    return true;
}

bool slice_skip_past(Slice *s, Slice literal)
{
    size_t at = slice_find(*s, literal);
    if (at == SLICE_NONE)
        return false;
    *s = slice_from(*s, at + literal.n);
    return true;
}

size_t slice_skip_blanks(Slice *s)
{
    size_t n = 0;
    while (n < s->n && char_is_blank(s->p[n]))
        n++;
    *s = slice_from(*s, n);
    return n;
}

bool slice_skip_some_blanks(Slice *s)
{
    return slice_skip_blanks(s) > 0;
}

bool slice_word(Slice *s, Slice *word)
{
    Slice rest = *s;
    slice_skip_blanks(&rest);
    size_t n = 0;
    while (n < rest.n && !char_is_blank(rest.p[n]))
        n++;
    if (n == 0)
        return false;
    *word = slice_first(rest, n);
    *s = slice_from(rest, n);
    return true;
}

bool slice_until(Slice *s, Slice literal, Slice *head)
{
    size_t at = slice_find(*s, literal);
    if (at == SLICE_NONE)
        return false;
    *head = slice_first(*s, at);
    *s = slice_from(*s, at + literal.n);
    return true;
}

bool slice_digits(Slice *s, Slice *digits)
{
    size_t n = 0;
    while (n < s->n && char_is_digit(s->p[n]))
        n++;
    if (n == 0)
        return false;
    *digits = slice_first(*s, n);
    *s = slice_from(*s, n);
    return true;
}

bool slice_uint(Slice *s, uint64_t *value)
{
    Slice rest = *s, digits;
    if (!slice_digits(&rest, &digits))
        return false;
    uint64_t v = 0;
    for (size_t i = 0; i < digits.n; i++) {
        uint64_t d = (uint64_t)(digits.p[i] - '0');
        if (v > (UINT64_MAX - d) / 10)
            return false;
        v = v * 10 + d;
    }
    *value = v;
    *s = rest;
    return true;
}

bool slice_line(Slice *s, Slice *line)
{
    if (s->n == 0)
        return false;
    size_t at = slice_find_char(*s, '\n');
    if (at == SLICE_NONE) {
        *line = *s;
        *s = slice_from(*s, s->n);
    } else {
        *line = slice_first(*s, at);
        *s = slice_from(*s, at + 1);
    }
    return true;
}
