#include "ingest/heading.h"

#include <string.h>

#include "base/number.h"

enum {
    MOST_WORDS_PLAIN = 12,
    MOST_WORDS_NUMBER = 20,
    MOST_WORDS_COLON = 30,
    MOST_WORDS_KEY = 4,
    MOST_WORDS_VALUE = 6,
};

int heading_rank(Shape shape, int level)
{
    switch (shape) {
    case SHAPE_MARKDOWN:
        return level;
    case SHAPE_NUMBER:
        return 19 + level;
    case SHAPE_RULED:
    case SHAPE_UNDER:
    case SHAPE_LETTER:
    case SHAPE_BOLD:
    case SHAPE_PAIR:
        return 20;
    case SHAPE_GROUP:
        return 40;
    case SHAPE_COLON:
        return 50;
    case SHAPE_PLAIN:
        return 60;
    case SHAPE_COMMENT:
        return 70;
    case SHAPE_NONE:
        break;
    }
    return 99;
}

const char *heading_shape_name(Shape shape)
{
    static const char *const names[] = { "",         "markdown", "ruled", "underlined",
                                         "numbered", "lettered", "bold",  "group",
                                         "pair",     "colon",    "plain", "comment" };
    return names[shape];
}

/* --- shapes --- */

char heading_rule(Slice text)
{
    Slice s = slice_trim(text);
    if (s.n < 4 || !strchr("-=*_~#:", s.p[0])) /* ":": more(1) between files */
        return 0;
    for (size_t i = 1; i < s.n; i++)
        if (s.p[i] != s.p[0])
            return 0;
    return s.p[0];
}

bool heading_separator(Slice text)
{
    Slice s = slice_trim(text);
    return heading_rule(s) || slice_is(s, "---") || slice_is(s, "***") || slice_is(s, "* * *") ||
           slice_is(s, "- - -") || slice_is(s, "--") || slice_is(s, "___");
}

static bool finish(HeadingText *out, Shape shape, int level, Slice name)
{
    out->shape = shape;
    out->level = level;
    out->name = heading_name(name);
    return out->name.n > 0;
}

/* "<h2>X</h2>", "h2. X" */
static bool tagged(Slice s, HeadingText *out)
{
    Slice rest = s;
    if (slice_skip(&rest, SLICE("<h")) && rest.n > 1 && rest.p[0] >= '1' && rest.p[0] <= '6') {
        int level = rest.p[0] - '0';
        Slice inner;
        if (!slice_skip_past(&rest, SLICE(">")))
            return false;
        if (!slice_until(&rest, SLICE("</h"), &inner))
            inner = rest;
        return finish(out, SHAPE_MARKDOWN, level, inner);
    }
    rest = s;
    if (slice_skip(&rest, SLICE("h")) && rest.n > 3 && rest.p[0] >= '1' && rest.p[0] <= '6' &&
        slice_starts(slice_from(rest, 1), SLICE(". ")))
        return finish(out, SHAPE_MARKDOWN, rest.p[0] - '0', slice_from(rest, 3));
    return false;
}

bool heading_markdown(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!s.n)
        return false;
    if (s.p[0] == '<' || s.p[0] == 'h')
        return tagged(s, out);
    size_t n = 0;
    while (n < s.n && s.p[n] == '#')
        n++;
    if (n >= 1 && n <= 6 && n < s.n && char_is_blank(s.p[n])) {
        Slice name = slice_trim(slice_from(s, n));
        while (name.n && name.p[name.n - 1] == '#')
            name.n--;
        return finish(out, SHAPE_MARKDOWN, (int)n, name);
    }
    n = 0;
    while (n < s.n && s.p[n] == '=')
        n++;
    if (n >= 2 && n <= 4 && n < s.n && char_is_blank(s.p[n])) { /* "== X ==", and without the end */
        Slice name = slice_from(s, n);
        size_t end = 0;
        while (end < name.n && name.p[name.n - 1 - end] == '=')
            end++;
        if (end && end != n)
            return false;
        name.n -= end;
        return heading_names_something(name) && heading_words(name) <= MOST_WORDS_NUMBER &&
               finish(out, SHAPE_MARKDOWN, (int)n, name);
    }
    return false;
}

bool heading_banner(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (slice_starts(s, SLICE("==> ")) &&
        slice_ends(s, SLICE(" <=="))) /* head and tail of several files */
        return finish(out, SHAPE_RULED, '>', slice_first(slice_from(s, 4), s.n - 8));
    if (s.n < 7 || !strchr("=-*#~+_", s.p[0]))
        return false;
    char sign = s.p[0];
    size_t front = 0, end = 0;
    while (front < s.n && s.p[front] == sign)
        front++;
    while (end < s.n - front && s.p[s.n - 1 - end] == sign)
        end++;
    Slice inner = slice_trim(slice_first(slice_from(s, front), s.n - front - end));
    if (front < 3 || end < 3 || !heading_names_something(inner) ||
        heading_words(inner) > MOST_WORDS_PLAIN || slice_ends(inner, SLICE("statistics")) ||
        slice_has(inner, SLICE("--")))
        return false;
    return finish(out, SHAPE_RULED, sign, inner);
}

bool heading_number(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text), rest = s;
    bool paren = slice_skip(&rest, SLICE("("));
    int level = 0;
    while (level < 3) {
        uint64_t value;
        Slice digits, probe = rest;
        if (!slice_digits(&probe, &digits) || digits.n > 2 || !slice_uint(&rest, &value))
            break;
        out->number[level++] = (uint32_t)value;
        if (!(rest.n > 1 && rest.p[0] == '.' && char_is_digit(rest.p[1])))
            break;
        rest = slice_from(rest, 1);
    }
    if (level == 0)
        return false;
    bool dot = slice_skip(&rest, SLICE("."));
    bool close = !dot && slice_skip(&rest, SLICE(")"));
    if ((paren && !close) || (level == 1 && !dot && !close) || !slice_skip_some_blanks(&rest))
        return false;
    if (!heading_names_something(rest) || heading_words(rest) > MOST_WORDS_NUMBER)
        return false;
    if (level == 1 && heading_starts_with_figure(s))
        return false;
    return finish(out, SHAPE_NUMBER, level, rest);
}

bool heading_letter(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    slice_skip(&s, SLICE("("));
    if (s.n < 4 || !char_is_alpha(s.p[0]) || s.p[1] != ')' || !char_is_blank(s.p[2]))
        return false;
    Slice rest = slice_from(s, 3);
    return heading_names_something(rest) && heading_words(rest) <= MOST_WORDS_PLAIN &&
           finish(out, SHAPE_LETTER, 0, rest);
}

/* Cuts "Key : Value", "Key: Value", "Key = Value". */
static bool split_pair(Slice text, Slice *key, Slice *value)
{
    Slice s = slice_trim(text);
    if (slice_find_char(s, ':') == SLICE_NONE && slice_find_char(s, '=') == SLICE_NONE)
        return false;
    size_t at = slice_find(s, SLICE(": ")), equal = slice_find(s, SLICE(" = "));
    if (at == SLICE_NONE)
        at = slice_find(s, SLICE(":\t"));
    bool is_equal = at == SLICE_NONE || (equal != SLICE_NONE && equal < at);
    if (is_equal)
        at = equal;
    if (at == SLICE_NONE || at == 0)
        return false;
    *key = slice_trim(slice_first(s, at));
    *value = slice_trim(slice_from(s, at + (is_equal ? 3 : 1)));
    return key->n && value->n && heading_has_letter(*key);
}

bool heading_pair(Slice text, HeadingText *out)
{
    Slice key, value;
    if (!split_pair(text, &key, &value) || heading_words(key) > MOST_WORDS_KEY ||
        heading_words(value) > MOST_WORDS_VALUE || slice_ends(value, SLICE(":")))
        return false;
    if (!char_is_alpha(key.p[0]) && (unsigned char)key.p[0] < 0x80)
        return false;
    for (size_t i = 0; i < key.n; i++)
        if (strchr("/\\|<>{}\"'", key.p[i]))
            return false;
    out->key = key;
    if (heading_starts_with_figure(value) &&
        !heading_word_among(key, (const char *const[]){ "mtu", "bs", "ram", "size", NULL }))
        return false;
    return finish(out, SHAPE_PAIR, 0, value);
}

bool heading_figure(Slice text, HeadingText *out)
{
    Slice key, value;
    if (!split_pair(text, &key, &value) || heading_words(key) > MOST_WORDS_VALUE ||
        !heading_starts_with_figure(value) || heading_words(value) > 6)
        return false;
    return finish(out, SHAPE_COLON, 0, key);
}

bool heading_test(Slice text, HeadingText *out)
{
    Slice key, value;
    if (!split_pair(text, &key, &value) || heading_words(key) > 3 ||
        heading_words(value) > MOST_WORDS_PLAIN)
        return false;
    char last = key.p[key.n - 1];
    bool numbered = char_is_digit(last) || (key.n > 2 && char_is_blank(key.p[key.n - 2]) &&
                                            char_is_alpha(last) && last >= 'A' && last <= 'Z');
    if (!numbered || char_is_digit(key.p[0]) || heading_words(key) < 2)
        return false;
    return finish(out, SHAPE_COLON, 0, slice_trim(text));
}

bool heading_colon(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!slice_ends(s, SLICE(":")) || slice_ends(s, SLICE("::")))
        return false;
    Slice last = heading_last_sentence(s);
    if (!heading_names_something(last) || heading_words(last) > MOST_WORDS_COLON)
        return false;
    return finish(out, SHAPE_COLON, 0, last);
}

bool heading_plain(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!heading_names_something(s) || heading_words(s) > MOST_WORDS_PLAIN ||
        strchr("{}|$<>[", s.p[0]) || slice_starts(s, SLICE("^C")))
        return false;
    if (strchr(".!?", s.p[s.n - 1]))
        return false; /* a sentence: a remark on what was above as often as a name of what follows
                       */
    return finish(out, SHAPE_PLAIN, 0, s);
}

bool heading_comment(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!slice_skip(&s, SLICE("//"))) {
        if (!slice_skip(&s, SLICE("#")) || slice_starts(s, SLICE("!")))
            return false;
        while (slice_skip(&s, SLICE("#")))
            ;
    }
    slice_skip_blanks(&s);
    if (!heading_has_letter(s) || heading_words(s) > MOST_WORDS_PLAIN ||
        slice_starts(s, SLICE("/")))
        return false;
    return finish(out, SHAPE_COMMENT, 0, s);
}
