/*
 * slice.h - a piece of somebody else's text: pointer and length, no ending NUL.
 *
 * A Slice never owns memory; it is valid as long as the text it points into. The cursor functions
 * (those that take a Slice *) advance on success and leave the slice alone on failure, so that a
 * layout can be written as a chain of && that reads like the line it matches.
 * Nothing here depends on the locale; "blank" is space and tab only.
 */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Slice {
    const char *p;
    size_t n;
} Slice;

#define SLICE(literal) ((Slice){ "" literal, sizeof(literal) - 1 })
#define SLICE_ARG(s) (int)(s).n, (s).p /* for "%.*s" */
#define SLICE_NONE SIZE_MAX

bool slice_eq(Slice a, Slice b);
bool slice_eq_nocase(Slice a, Slice b); /* ASCII case only */
bool slice_starts_nocase(Slice s, Slice prefix);
bool slice_ends(Slice s, Slice suffix);
size_t slice_find(Slice hay, Slice needle);      /* offset, or SLICE_NONE */
size_t slice_rfind(Slice hay, Slice needle);     /* last one */
size_t slice_find_char(Slice hay, char c);
bool slice_has(Slice hay, Slice needle);
bool slice_has_nocase(Slice hay, Slice needle);
bool slice_has_word(Slice hay, Slice word);      /* not inside a longer word; ASCII case ignored */
int slice_compare(Slice a, Slice b);             /* bytewise, as memcmp */

Slice slice_trim(Slice s);                       /* blanks and line ends off both ends */

/* Cursors. */
bool slice_skip_nocase(Slice *s, Slice literal);
bool slice_skip_past(Slice *s, Slice literal);   /* to behind the first occurrence */
size_t slice_skip_blanks(Slice *s);              /* how many */
bool slice_skip_some_blanks(Slice *s);           /* one or more */
bool slice_word(Slice *s, Slice *word);          /* the next run of non-blanks, blanks before skipped */
bool slice_until(Slice *s, Slice literal, Slice *head); /* head = text before literal; skips both */
bool slice_digits(Slice *s, Slice *digits);      /* one or more of 0-9 */
bool slice_uint(Slice *s, uint64_t *value);      /* decimal; fails on overflow */
bool slice_line(Slice *s, Slice *line);          /* next line without its "\n"; false at the end */

/* --- small ones that are called for every byte or word: in line --- */

static inline bool char_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ASCII */
static inline bool char_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool char_is_alnum(char c)
{
    return char_is_digit(c) || char_is_alpha(c);
}

static inline bool char_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline char char_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* NULL gives an empty slice */
static inline Slice slice_of(const char *text)
{
    return (Slice){ text ? text : "", text ? strlen(text) : 0 };
}

/* all from offset on; empty past the end */
static inline Slice slice_from(Slice s, size_t offset)
{
    if (offset > s.n)
        offset = s.n;
    return (Slice){ s.p ? s.p + offset : NULL, s.n - offset };
}

/* the first n bytes at most */
static inline Slice slice_first(Slice s, size_t n)
{
    return (Slice){ s.p, n < s.n ? n : s.n };
}

static inline bool slice_starts(Slice s, Slice prefix)
{
    if (s.n < prefix.n)
        return false; /* most differ in the first byte: no call then */
    return prefix.n == 0 || (s.p[0] == prefix.p[0] && memcmp(s.p, prefix.p, prefix.n) == 0);
}

/* With a literal its length is known when this is compiled. */
static inline bool slice_is(Slice a, const char *text)
{
    if (!a.n || a.p[0] != text[0]) /* most differ there */
        return !a.n && !text[0];
    size_t n = strlen(text);
    return a.n == n && memcmp(a.p, text, n) == 0;
}

static inline bool slice_skip(Slice *s, Slice literal)
{
    if (!slice_starts(*s, literal))
        return false;
    *s = slice_from(*s, literal.n);
    return true;
}

#endif
