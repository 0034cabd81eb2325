#include "ingest/peel.h"

#include <string.h>

#include "ingest/edit.h"

/* Bytes that can ask for an edit. Lines without any of them are left as they are at once. */
static bool is_plain(Slice s)
{
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c >= 0x7f || c < 0x20 || strchr(">&<*`_^|+-:[]", c))
            return false;
    }
    return true;
}

/* What the terminal showed last: the text behind the last CR that is followed by something. */
static void peel_cr(Edit *e, Line *line)
{
    while (e->text.n && e->text.p[e->text.n - 1] == '\r')
        edit_cut_end(e, 1);
    size_t last = slice_rfind(e->text, SLICE("\r"));
    if (last == SLICE_NONE)
        return;
    edit_cut_front(e, last + 1);
    line->peeled |= PEEL_CR;
}

/* Length of the escape sequence at the front of s (ESC first): CSI, OSC, or two bytes. */
static size_t escape_length(Slice s)
{
    if (s.n < 2)
        return s.n;
    size_t i = 2;
    if (s.p[1] == '[') {
        while (i < s.n && !(s.p[i] >= 0x40 && s.p[i] <= 0x7e))
            i++;
        return i < s.n ? i + 1 : i;
    }
    if (s.p[1] == ']') {
        while (i < s.n && s.p[i] != '\a' && s.p[i] != 0x1b)
            i++;
        if (i < s.n && s.p[i] == 0x1b)
            i++;
        return i < s.n ? i + 1 : i;
    }
    if (s.p[1] == '(' || s.p[1] == ')')
        return s.n < 3 ? s.n : 3;
    return 2;
}

static void peel_escapes(Edit *e, Line *line)
{
    for (size_t at; (at = slice_find_char(e->text, 0x1b)) != SLICE_NONE;) {
        edit_replace(e, at, escape_length(slice_from(e->text, at)), SLICE(""));
        line->peeled |= PEEL_ESCAPE;
    }
    for (size_t i = 0; i < e->text.n; i++) {
        unsigned char c = (unsigned char)e->text.p[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f) {
            edit_replace(e, i, 1, SLICE(" "));
            line->peeled |= PEEL_ESCAPE;
        }
    }
}

/* One quote mark at the front: its length, or 0. ">=64=0.0%" is fio's. */
static size_t quote_mark(Slice s)
{
    Slice rest = s;
    while (rest.n && rest.p[0] == ' ' && s.n - rest.n < 2)
        rest = slice_from(rest, 1);
    if (!rest.n || rest.p[0] != '>')
        return 0;
    if (slice_starts(rest, SLICE(">=")) && rest.n > 2 && char_is_digit(rest.p[2]))
        return 0;
    return s.n - rest.n + 1;
}

static void peel_quote(Edit *e, Line *line)
{
    size_t n;
    while ((n = quote_mark(e->text)) > 0) {
        edit_cut_front(e, n);
        line->depth++;
    }
    if (line->depth) {
        if (e->text.n && e->text.p[0] == ' ')
            edit_cut_front(e, 1);
        line->peeled |= PEEL_QUOTE;
    }
}

typedef struct Replacement {
    const char *from, *to;
    uint16_t peel;
} Replacement;

/* clang-format off */
static const Replacement replacements[] = {
    { "\xc2\xa0", " ", PEEL_BLANK },            /* no-break space */
    { "\xe2\x80\xaf", " ", PEEL_BLANK },        /* narrow no-break space */
    { "\xe2\x80\x87", " ", PEEL_BLANK },        /* figure space */
    { "\xe2\x80\x88", " ", PEEL_BLANK },
    { "\xe2\x80\x89", " ", PEEL_BLANK },        /* thin space */
    { "\xe2\x80\x8a", " ", PEEL_BLANK },
    { "\xe2\x80\x8b", "", PEEL_BLANK },         /* zero width space */
    { "\xef\xbb\xbf", "", PEEL_BLANK },         /* byte order mark */
    { "\xe2\x80\x98", "'", PEEL_QUOTES }, { "\xe2\x80\x99", "'", PEEL_QUOTES },
    { "\xe2\x80\x9c", "\"", PEEL_QUOTES }, { "\xe2\x80\x9d", "\"", PEEL_QUOTES },
    { "&gt;", ">", PEEL_ENTITY }, { "&lt;", "<", PEEL_ENTITY }, { "&amp;", "&", PEEL_ENTITY },
    { "&quot;", "\"", PEEL_ENTITY }, { "&nbsp;", " ", PEEL_ENTITY }, { "&#39;", "'", PEEL_ENTITY },
    { "&apos;", "'", PEEL_ENTITY }, { "&rsquo;", "'", PEEL_ENTITY },
    { "&#160;", " ", PEEL_ENTITY }, { "&#xA0;", " ", PEEL_ENTITY },
    { "&micro;", "\xc2\xb5", PEEL_ENTITY }, { "&plusmn;", "\xc2\xb1", PEEL_ENTITY },
};
/* clang-format on */

static void peel_replace(Edit *e, Line *line)
{
    for (size_t i = 0; i < e->text.n; i++) {
        unsigned char c = (unsigned char)e->text.p[i];
        if (c != '&' && c < 0xc2)
            continue;
        Slice rest = slice_from(e->text, i);
        for (size_t k = 0; k < sizeof replacements / sizeof *replacements; k++) {
            Slice from = slice_of(replacements[k].from);
            if (!slice_starts(rest, from))
                continue;
            Slice to = slice_of(replacements[k].to);
            edit_replace(e, i, from.n, to);
            line->peeled |= replacements[k].peel;
            i -= to.n == 0;
            break;
        }
    }
}

/* "<b style=...>", "</b>", "[b]", "[/code]": formatting tags only; "<dev>" and "<20.00g" stay. */
static size_t tag_length(Slice s)
{
    static const char *const names[] = {
        "b",   "i",    "u",    "em",     "strong", "span", "font", "code", "tt",
        "pre", "br",   "p",    "a",      "small",  "mark", "sub",  "sup",  "div",
        "kbd", "samp", "summary", "details", "blockquote",
    };
    Slice rest = slice_from(s, 1);
    char close = s.p[0] == '<' ? '>' : ']';
    slice_skip(&rest, SLICE("/"));
    size_t n = 0;
    while (n < rest.n && char_is_alpha(rest.p[n]))
        n++;
    Slice name = slice_first(rest, n);
    rest = slice_from(rest, n);
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        known = known || slice_eq_nocase(name, slice_of(names[i]));
    if (!known || !rest.n ||
        !(rest.p[0] == close || (close == '>' && (rest.p[0] == ' ' || rest.p[0] == '/'))))
        return 0;
    size_t end = slice_find_char(rest, close);
    return end == SLICE_NONE || end > 300 ? 0 : s.n - rest.n + end + 1;
}

static void peel_tags(Edit *e, Line *line)
{
    for (size_t i = 0; i < e->text.n; i++) {
        if (e->text.p[i] != '<' && e->text.p[i] != '[')
            continue;
        size_t n = tag_length(slice_from(e->text, i));
        if (n == 0)
            continue;
        edit_replace(e, i, n, SLICE(""));
        line->peeled |= PEEL_TAGS;
        i--;
    }
}

/* Removes pairs of `mark` that hug text, as Markdown wants them. */
static bool peel_pairs(Edit *e, Slice mark)
{
    bool any = false;
    for (size_t from = 0;;) {
        size_t open = slice_find(slice_from(e->text, from), mark);
        if (open == SLICE_NONE)
            return any;
        open += from;
        Slice inner = slice_from(e->text, open + mark.n);
        size_t length = slice_find(inner, mark);
        if (length == SLICE_NONE)
            return any;
        if (length == 0 || char_is_blank(inner.p[0]) || inner.p[0] == mark.p[0]) {
            from = open + mark.n;
            continue;
        }
        edit_replace(e, open + mark.n + length, mark.n, SLICE(""));
        edit_replace(e, open, mark.n, SLICE(""));
        from = open + length;
        any = true;
    }
}

static void peel_markdown(Edit *e, Line *line)
{
    Slice whole = slice_trim(e->text);
    if (whole.n > 4 && ((slice_starts(whole, SLICE("**")) && slice_ends(whole, SLICE("**"))) ||
                        (slice_starts(whole, SLICE("__")) && slice_ends(whole, SLICE("__")))))
        line->peeled |= PEEL_ALL_BOLD;
    if (peel_pairs(e, SLICE("**")) || ((line->peeled & PEEL_ALL_BOLD) && peel_pairs(e, SLICE("__"))))
        line->peeled |= PEEL_BOLD;
    if (!slice_starts(whole, SLICE("```")) && slice_find_char(e->text, '`') != SLICE_NONE &&
        peel_pairs(e, SLICE("`")))
        line->peeled |= PEEL_CODE;
}

/* "<------------------" at the end, and lines made of carets. */
static void peel_arrow(Edit *e, Line *line)
{
    size_t at = slice_rfind(e->text, SLICE("<--"));
    if (at != SLICE_NONE) {
        size_t i = at + 1;
        while (i < e->text.n && (e->text.p[i] == '-' || char_is_blank(e->text.p[i])))
            i++;
        if (i == e->text.n) {
            edit_cut_end(e, e->text.n - at);
            line->peeled |= PEEL_ARROW;
        }
    }
    Slice t = slice_trim(e->text);
    size_t carets = 0;
    while (carets < t.n && (t.p[carets] == '^' || char_is_blank(t.p[carets])))
        carets++;
    if (t.n > 2 && carets == t.n) {
        edit_cut_end(e, e->text.n);
        line->peeled |= PEEL_ARROW;
    }
}

void peel_line(Arena *a, Line *line)
{
    Edit e = edit_new(a, line->raw);
    if (!is_plain(line->raw)) {
        peel_cr(&e, line);
        peel_escapes(&e, line);
        peel_quote(&e, line);
        peel_replace(&e, line);
        if (slice_find_char(e.text, '<') != SLICE_NONE || slice_find_char(e.text, '[') != SLICE_NONE)
            peel_tags(&e, line);
        peel_markdown(&e, line);
        peel_arrow(&e, line);
    }
    while (e.text.n && char_is_blank(e.text.p[e.text.n - 1]))
        edit_cut_end(&e, 1);
    line->text = e.text;
    line->map = e.map;
}
