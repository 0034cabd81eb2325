#include "ingest/peel.h"

#include <string.h>

#include "ingest/edit.h"

/* What a byte can ask for; a line whose bytes ask for nothing is left as it is at once. */
enum {
    ASK_CR = 1,
    ASK_CONTROL = 2, /* escapes, backspaces, NUL */
    ASK_HIGH = 4,    /* first byte of a character that has a plain spelling */
    ASK_ENTITY = 8,
    ASK_TAG = 16,  /* < or [ */
    ASK_MARK = 32, /* * or ` */
    ASK_CARET = 64,
    ASK_MIDDLE = ASK_CONTROL | ASK_HIGH | ASK_ENTITY | ASK_TAG,
};

/* clang-format off */
static const uint8_t asks[256] = {
    [0x00] = ASK_CONTROL, [0x01] = ASK_CONTROL, [0x02] = ASK_CONTROL, [0x03] = ASK_CONTROL,
    [0x04] = ASK_CONTROL, [0x05] = ASK_CONTROL, [0x06] = ASK_CONTROL, [0x07] = ASK_CONTROL,
    [0x08] = ASK_CONTROL, [0x0b] = ASK_CONTROL, [0x0c] = ASK_CONTROL, [0x0d] = ASK_CR,
    [0x0e] = ASK_CONTROL, [0x0f] = ASK_CONTROL, [0x10] = ASK_CONTROL, [0x11] = ASK_CONTROL,
    [0x12] = ASK_CONTROL, [0x13] = ASK_CONTROL, [0x14] = ASK_CONTROL, [0x15] = ASK_CONTROL,
    [0x16] = ASK_CONTROL, [0x17] = ASK_CONTROL, [0x18] = ASK_CONTROL, [0x19] = ASK_CONTROL,
    [0x1a] = ASK_CONTROL, [0x1b] = ASK_CONTROL, [0x1c] = ASK_CONTROL, [0x1d] = ASK_CONTROL,
    [0x1e] = ASK_CONTROL, [0x1f] = ASK_CONTROL, [0x7f] = ASK_CONTROL,
    [0xc2] = ASK_HIGH, [0xe2] = ASK_HIGH, [0xef] = ASK_HIGH,
    ['&'] = ASK_ENTITY, ['<'] = ASK_TAG, ['['] = ASK_TAG, ['\\'] = ASK_TAG,
    ['*'] = ASK_MARK, ['`'] = ASK_MARK, ['^'] = ASK_CARET,
};
/* clang-format on */

static unsigned asked_by(Slice s)
{
    unsigned all = 0;
    for (size_t i = 0; i < s.n; i++)
        all |= asks[(unsigned char)s.p[i]];
    return all;
}

static size_t escape_length(Slice s);

/* Blanks, escapes, an arrow that somebody put behind: nothing that a tool wrote over its line. */
static bool shows_nothing(Slice s)
{
    while (s.n && (char_is_blank(s.p[0]) || s.p[0] == 0x1b))
        s = slice_from(s, s.p[0] == 0x1b ? escape_length(s) : 1);
    return !s.n || slice_starts(s, SLICE("<--"));
}

/* What the terminal showed last: the text behind the last CR that is followed by something. */
static void peel_cr(Edit *e, Line *line)
{
    size_t last;
    while ((last = slice_rfind(e->text, SLICE("\r"))) != SLICE_NONE &&
           shows_nothing(slice_from(e->text, last + 1)))
        edit_cut_end(e, e->text.n - last);
    if (last == SLICE_NONE)
        return;
    edit_cut_front(e, last + 1);
    line->peeled |= PEEL_CR;
}

/* --- edits in the middle of a line: one pass over its bytes --- */

/* n bytes at the front of a rest become `to`. n 0: nothing to do here. */
typedef struct Cut {
    size_t n;
    Slice to;
    uint16_t peel;
} Cut;

/* Length of the escape sequence at the front of s (ESC first): CSI, OSC, or two bytes. */
static size_t escape_length(Slice s)
{
    enum { MOST = 4096 }; /* an OSC without its end must not swallow the document */
    if (s.n < 2)
        return s.n;
    size_t i = 2;
    if (s.p[1] == '[') {
        while (i < s.n && i < MOST && !(s.p[i] >= 0x40 && s.p[i] <= 0x7e))
            i++;
        return i < s.n ? i + 1 : i;
    }
    if (s.p[1] == ']') {
        while (i < s.n && i < MOST && s.p[i] != '\a' && s.p[i] != 0x1b)
            i++;
        if (i < s.n && s.p[i] == 0x1b)
            i++;
        return i < s.n ? i + 1 : i;
    }
    if (s.p[1] == '(' || s.p[1] == ')')
        return s.n < 3 ? s.n : 3;
    return 2;
}

static Cut cut_control(Slice s)
{
    if (s.p[0] == 0x1b)
        return (Cut){ escape_length(s), SLICE(""), PEEL_ESCAPE };
    return (Cut){ 1, SLICE(" "), PEEL_ESCAPE };
}

typedef struct Spelling {
    const char *from, *to;
    uint16_t peel;
} Spelling;

/* clang-format off */
static const Spelling spellings[] = {
    { "\xc2\xa0", " ", PEEL_BLANK },            /* no-break space */
    { "\xc2\xad", "", PEEL_BLANK },             /* soft hyphen */
    { "\xe2\x80\x82", " ", PEEL_BLANK }, { "\xe2\x80\x83", " ", PEEL_BLANK }, /* en, em space */
    { "\xe2\x80\xaf", " ", PEEL_BLANK },        /* narrow no-break space */
    { "\xe2\x80\x87", " ", PEEL_BLANK },        /* figure space */
    { "\xe2\x80\x88", " ", PEEL_BLANK }, { "\xe2\x80\x89", " ", PEEL_BLANK },
    { "\xe2\x80\x8a", " ", PEEL_BLANK },
    { "\xe2\x80\x8b", "", PEEL_BLANK },         /* zero width space */
    { "\xe2\x80\x8e", "", PEEL_BLANK }, { "\xe2\x80\x8f", "", PEEL_BLANK },
    { "\xe2\x81\xa0", "", PEEL_BLANK },         /* word joiner */
    { "\xef\xbb\xbf", "", PEEL_BLANK },         /* byte order mark */
    { "\xe2\x80\x98", "'", PEEL_QUOTES }, { "\xe2\x80\x99", "'", PEEL_QUOTES },
    { "\xe2\x80\x9c", "\"", PEEL_QUOTES }, { "\xe2\x80\x9d", "\"", PEEL_QUOTES },
    { "\xe2\x80\x9e", "\"", PEEL_QUOTES }, { "\xe2\x80\x9a", "'", PEEL_QUOTES },
    { "\xe2\x80\x90", "-", PEEL_QUOTES }, { "\xe2\x80\x91", "-", PEEL_QUOTES },
    { "\xe2\x88\x92", "-", PEEL_QUOTES },       /* minus sign */
    { "&gt;", ">", PEEL_ENTITY }, { "&lt;", "<", PEEL_ENTITY }, { "&amp;", "&", PEEL_ENTITY },
    { "&quot;", "\"", PEEL_ENTITY }, { "&nbsp;", " ", PEEL_ENTITY }, { "&#39;", "'", PEEL_ENTITY },
    { "&apos;", "'", PEEL_ENTITY }, { "&rsquo;", "'", PEEL_ENTITY }, { "&lsquo;", "'", PEEL_ENTITY },
    { "&ldquo;", "\"", PEEL_ENTITY }, { "&rdquo;", "\"", PEEL_ENTITY },
    { "&#160;", " ", PEEL_ENTITY }, { "&#xA0;", " ", PEEL_ENTITY }, { "&#xa0;", " ", PEEL_ENTITY },
    { "&#8217;", "'", PEEL_ENTITY }, { "&#8216;", "'", PEEL_ENTITY },
    { "&#8220;", "\"", PEEL_ENTITY }, { "&#8221;", "\"", PEEL_ENTITY },
    { "&#34;", "\"", PEEL_ENTITY }, { "&#60;", "<", PEEL_ENTITY }, { "&#62;", ">", PEEL_ENTITY },
    { "&#38;", "&", PEEL_ENTITY }, { "&#x27;", "'", PEEL_ENTITY }, { "&#x2F;", "/", PEEL_ENTITY },
    { "&micro;", "\xc2\xb5", PEEL_ENTITY }, { "&plusmn;", "\xc2\xb1", PEEL_ENTITY },
};
/* clang-format on */

static bool is_long_dash(Slice s)
{
    return slice_starts(s, SLICE("\xe2\x80\x93")) || slice_starts(s, SLICE("\xe2\x80\x94")) ||
           slice_starts(s, SLICE("\xe2\x80\x95"));
}

/*
 * En and em dash at the start of a word: what blog software made of "--" in front of an option, or
 * of "-" in front of a single letter; and of "---" around ioping's statistics line (ruled).
 */
static Cut cut_dash(Slice s, bool word_starts, bool ruled)
{
    if (!is_long_dash(s))
        return (Cut){ 0 };
    Slice rest = slice_from(s, 3);
    if (word_starts && is_long_dash(rest) && rest.n > 3 && char_is_alpha(rest.p[3]))
        return (Cut){ 6, SLICE("--"), PEEL_QUOTES };
    if (ruled && (word_starts || !rest.n) && (!rest.n || char_is_blank(rest.p[0])))
        return (Cut){ 3, SLICE("---"), PEEL_QUOTES };
    if (!word_starts || !rest.n || !char_is_alpha(rest.p[0]))
        return (Cut){ 0 };
    bool letter =
        rest.n == 1 || !(char_is_alnum(rest.p[1]) || rest.p[1] == '-' || rest.p[1] == '_');
    return (Cut){ 3, letter ? SLICE("-") : SLICE("--"), PEEL_QUOTES };
}

static Cut cut_spelling(Slice s, bool word_starts, bool ruled)
{
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        Slice from = slice_of(spellings[k].from);
        if (slice_starts(s, from))
            return (Cut){ from.n, slice_of(spellings[k].to), spellings[k].peel };
    }
    return cut_dash(s, word_starts, ruled);
}

/* "<b style=...>", "</b>", "[b]", "[/code]": formatting tags only; "<dev>" and "<20.00g" stay. */
static Cut cut_tag(Slice s)
{
    static const char *const names[] = {
        "b",    "i",      "u",     "em",   "strong", "span",    "font",    "code",       "tt",
        "pre",  "br",     "p",     "a",    "small",  "mark",    "sub",     "sup",        "div",
        "kbd",  "samp",   "big",   "size", "color",  "summary", "details", "blockquote", "section",
        "list", "center", "quote", "url",  "mono",   "spoiler", "heading", "h",
    };
    enum { MOST = 300 };
    if (slice_starts(s, SLICE("[*]")))
        return (Cut){ 3, SLICE("* "), PEEL_TAGS };
    Slice rest = slice_from(s, 1);
    char close = s.p[0] == '<' ? '>' : ']';
    slice_skip(&rest, SLICE("/"));
    size_t n = 0;
    while (n < rest.n && n < 16 && char_is_alpha(rest.p[n]))
        n++;
    Slice name = slice_first(rest, n);
    rest = slice_from(rest, n);
    if (slice_eq_nocase(name, SLICE("h"))) { /* "h1" to "h6" */
        if (!rest.n || rest.p[0] < '1' || rest.p[0] > '6')
            return (Cut){ 0 };
        rest = slice_from(rest, 1);
    }
    bool known = false;
    for (size_t i = 0; !known && i < sizeof names / sizeof *names; i++)
        known = slice_eq_nocase(name, slice_of(names[i]));
    if (!known || !rest.n)
        return (Cut){ 0 };
    if (rest.p[0] != close &&
        !(close == '>' ? rest.p[0] == ' ' || rest.p[0] == '/' : rest.p[0] == '='))
        return (Cut){ 0 };
    size_t end = slice_find_char(slice_first(rest, MOST), close);
    if (end == SLICE_NONE)
        return (Cut){ 0 };
    bool breaks = slice_eq_nocase(name, SLICE("br")) || slice_eq_nocase(name, SLICE("p")) ||
                  slice_eq_nocase(name, SLICE("div"));
    return (Cut){ s.n - rest.n + end + 1, breaks ? SLICE(" ") : SLICE(""), PEEL_TAGS };
}

/* "@n[b]: 12" of bpftrace; "  [b]      3" of dtrace: a row whose key is in brackets. */
static bool is_key(Slice text, size_t at)
{
    if (text.p[at] != '[')
        return false;
    size_t name = at;
    while (name > 0 && (char_is_alpha(text.p[name - 1]) || char_is_digit(text.p[name - 1]) ||
                        text.p[name - 1] == '_'))
        name--;
    if (name > 0 && text.p[name - 1] == '@')
        return true;
    Slice front = slice_trim(slice_first(text, at)), rest = slice_from(text, at), inner;
    if (front.n || !slice_until(&rest, SLICE("]"), &inner) || !slice_skip(&rest, SLICE("  ")))
        return false;
    uint64_t n;
    slice_skip_blanks(&rest);
    return slice_uint(&rest, &n) && !slice_trim(rest).n;
}

/* "\\<\\<\\<", "fsync\\_on": what editors of Markdown put in front of its signs; no shell needs it.
 */
static Cut cut_backslash(Slice s, bool escaped)
{
    if (s.n > 1 && escaped && strchr("nrt", s.p[1]))
        return (Cut){ 2, SLICE(" "), PEEL_BLANK };
    if (s.n < 2 || !strchr("<>_", s.p[1]))
        return (Cut){ 0 };
    return (Cut){ 1, SLICE(""), PEEL_TAGS };
}

/* What tools print in a string of JSON, as Ansible and its like show it: lines end in "\\n". */
static bool holds_escaped(Slice text)
{
    return (slice_has(text, SLICE("\\n")) &&
            (slice_has(text, SLICE("+0 ")) || slice_has(text, SLICE(" records ")) ||
             slice_has(text, SLICE("min/avg/max/mdev")))) ||
           slice_has(text, SLICE("real\\t")) || slice_has(text, SLICE("user\\t")) ||
           slice_has(text, SLICE("sys\\t"));
}

static size_t cut_at(const Edit *e, size_t at, bool ruled, bool escaped, Cut *cut)
{
    Slice s = slice_from(e->text, at);
    unsigned ask = asks[(unsigned char)s.p[0]];
    bool word_starts = at == 0 || char_is_blank(e->text.p[at - 1]);
    *cut = (Cut){ 0 };
    if (ask & ASK_CONTROL)
        *cut = cut_control(s);
    else if (ask & (ASK_HIGH | ASK_ENTITY))
        *cut = cut_spelling(s, word_starts, ruled);
    else if (s.p[0] == '\\' && (at == 0 || e->text.p[at - 1] != ':')) /* "C:\\>" */
        *cut = cut_backslash(s, escaped);
    else if (s.p[0] == '\\')
        return 0;
    else if ((ask & ASK_TAG) && !is_key(e->text, at))
        *cut = cut_tag(s);
    return cut->n;
}

static void peel_middle(Edit *e, Line *line)
{
    Rewrite w = { 0 };
    bool ruled = slice_has(e->text, SLICE("ioping statistics"));
    bool escaped = slice_find_char(e->text, '\\') != SLICE_NONE && holds_escaped(e->text);
    for (size_t i = 0; i < e->text.n;) {
        Cut cut;
        if (!(asks[(unsigned char)e->text.p[i]] & ASK_MIDDLE) ||
            cut_at(e, i, ruled, escaped, &cut) == 0) {
            edit_copy(e, &w, i++);
            continue;
        }
        if (e->text.p[i] == '\b') { /* overstruck text, turning bars */
            edit_drop_last(e, &w, i);
            cut.to = SLICE("");
        }
        edit_put(e, &w, i, cut.to);
        line->peeled |= cut.peel;
        i += cut.n;
    }
    edit_finish(e, &w);
}

/* --- the front of a line --- */

/* One quote mark at the front: its length, or 0. ">=64=0.0%" and ">= 100 |" are of tools. */
static size_t quote_mark(Slice s)
{
    Slice rest = s;
    while (rest.n && rest.p[0] == ' ' && s.n - rest.n < 2)
        rest = slice_from(rest, 1);
    if (!rest.n || rest.p[0] != '>')
        return 0;
    Slice value = rest;
    if (slice_skip(&value, SLICE(">="))) {
        slice_skip_blanks(&value);
        if (value.n && char_is_digit(value.p[0]))
            return 0;
    }
    return s.n - rest.n + 1;
}

/* ">> =64=0.0%": a mailer took the ">" of ">=64=0.0%" for a mark of its own. */
static bool lost_mark(Slice behind)
{
    Slice rest = slice_trim(behind), digits;
    return slice_skip(&rest, SLICE("=")) && slice_digits(&rest, &digits) &&
           slice_skip(&rest, SLICE("="));
}

static void peel_quote(Edit *e, Line *line)
{
    size_t n;
    while ((n = quote_mark(e->text)) > 0) {
        if (lost_mark(slice_from(e->text, n))) {
            edit_cut_front(e, n - 1);
            if (e->text.n > 1 && e->text.p[1] == ' ')
                edit_replace(e, 1, 1, SLICE(""));
            break;
        }
        edit_cut_front(e, n);
        line->depth++;
    }
    if (line->depth) {
        if (e->text.n && e->text.p[0] == ' ')
            edit_cut_front(e, 1);
        line->peeled |= PEEL_QUOTE;
    }
}

bool peel_quote_marks(Slice *text, uint16_t *depth)
{
    bool any = false;
    for (size_t n; (n = quote_mark(*text)) > 0; any = true) {
        *text = slice_from(*text, n);
        ++*depth;
    }
    if (any && text->n && text->p[0] == ' ')
        *text = slice_from(*text, 1);
    return any;
}

/* "* ", "- ", "• " in front of text. A rule of such signs is none, nor is a dash in a row of cells.
 */
static void peel_bullet(Edit *e, Line *line)
{
    Slice rest = e->text;
    size_t indent = slice_skip_blanks(&rest);
    if (indent > 12 || rest.n < 3)
        return;
    bool dash = rest.p[0] == '-';
    if (!slice_skip(&rest, SLICE("* ")) && !slice_skip(&rest, SLICE("- ")) &&
        !slice_skip(&rest, SLICE("\xe2\x80\xa2 ")) && !slice_skip(&rest, SLICE("\xc2\xb7 ")))
        return;
    if (dash && rest.n && (char_is_blank(rest.p[0]) || rest.p[0] == '-'))
        return;
    slice_skip_blanks(&rest);
    if (!rest.n || rest.p[0] == '*' || rest.p[0] == '-' || rest.p[0] == '|')
        return;
    edit_cut_front(e, e->text.n - rest.n);
    line->peeled |= PEEL_BULLET;
}

/* --- Markdown --- */

/* Removes pairs of `mark` that hug text, as Markdown wants them. */
static bool peel_pairs(Edit *e, Slice mark)
{
    if (!slice_has(e->text, mark))
        return false;
    Rewrite w = { 0 };
    bool any = false;
    size_t close = SLICE_NONE, last = slice_rfind(e->text, mark);
    for (size_t i = 0; i < e->text.n;) {
        Slice rest = slice_from(e->text, i);
        if (!slice_starts(rest, mark)) {
            edit_copy(e, &w, i++);
            continue;
        }
        Slice inner = slice_from(rest, mark.n);
        bool opens = close == SLICE_NONE && i < last && inner.n && !char_is_blank(inner.p[0]) &&
                     inner.p[0] != mark.p[0];
        size_t length = opens ? slice_find(inner, mark) : SLICE_NONE;
        if (i == close || (opens && length != SLICE_NONE)) {
            close = i == close ? SLICE_NONE : i + mark.n + length;
            edit_put(e, &w, i, SLICE(""));
            any = true;
        } else {
            for (size_t k = 0; k < mark.n; k++)
                edit_copy(e, &w, i + k);
        }
        i += mark.n;
    }
    edit_finish(e, &w);
    return any;
}

/* The whole line between two marks: "**Ext4**", "__Ext4__", "**Ext4**:", "<b>Ext4</b>",
 * "[b]Ext4[/b]". */
static bool all_bold(Slice whole, Slice raw)
{
    static const struct {
        const char *open, *close;
    } marks[] = {
        { "**", "**" },    { "__", "__" },    { "<b>", "</b>" }, { "<strong>", "</strong>" },
        { "[b]", "[/b]" }, { "[B]", "[/B]" }, { "*", "*" },      { "[h", "]" },
        { "[H", "]" }, /* "[h2]", "[heading=2]" */
    };
    if (slice_ends(whole, SLICE(":")))
        whole.n--;
    raw = slice_trim(raw);
    while (raw.n && (raw.p[0] == '>' || raw.p[0] == ' '))
        raw = slice_from(raw, 1);
    if (slice_ends(raw, SLICE(":")))
        raw.n--;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        Slice open = slice_of(marks[i].open), close = slice_of(marks[i].close);
        Slice s = open.p[0] == '*' || open.p[0] == '_' ? whole : raw;
        if (s.n <= open.n + close.n || !slice_starts(s, open) || !slice_ends(s, close))
            continue;
        Slice inner = slice_first(slice_from(s, open.n), s.n - open.n - close.n);
        if (!slice_has(inner, open) && inner.p[0] != '*' && inner.p[0] != '_')
            return true;
    }
    return false;
}

static void peel_markdown(Edit *e, Line *line)
{
    Slice whole = slice_trim(e->text);
    if (slice_starts(whole, SLICE("```")))
        return;
    if (slice_has(whole, SLICE("**")) && peel_pairs(e, SLICE("**")))
        line->peeled |= PEEL_BOLD;
    if ((line->peeled & PEEL_ALL_BOLD) &&
        ((slice_starts(whole, SLICE("__")) && peel_pairs(e, SLICE("__"))) ||
         (slice_starts(whole, SLICE("*")) && peel_pairs(e, SLICE("*")))))
        line->peeled |= PEEL_BOLD;
    if (slice_find_char(e->text, '`') != SLICE_NONE) {
        bool doubled = peel_pairs(e, SLICE("``")), single = peel_pairs(e, SLICE("`"));
        if (doubled || single)
            line->peeled |= PEEL_CODE;
    }
}

/* --- the end of a line --- */

/* "<------------------", "<== slow", "<--- cached" behind text, and lines made of carets. */
static void peel_arrow(Edit *e, Line *line)
{
    static const char *const arrows[] = { "<--", "<==", "\xe2\x86\x90" };
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        size_t at = slice_find(e->text, slice_of(arrows[i]));
        if (at == SLICE_NONE || (at > 0 && !char_is_blank(e->text.p[at - 1])) ||
            slice_starts(e->text, SLICE("==> "))) /* "==> FILE <==" */
            continue;
        edit_cut_end(e, e->text.n - at);
        line->peeled |= PEEL_ARROW;
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

/* ASCII that begins with a letter, so that there is no mark of quoting either. */
static bool is_bare(Slice raw)
{
    if (!raw.n || !char_is_alpha(raw.p[0]))
        return false;
    for (size_t i = 0; i < raw.n; i++)
        if ((unsigned char)raw.p[i] >= 0x80)
            return false;
    return true;
}

void peel_prose(Arena *a, Line *line)
{
    if (is_bare(line->raw))
        line->text = slice_trim(line->raw);
    else
        peel_line(a, line);
}

/* `        "256+0 records in",`: an item of a list of strings, as Ansible prints what a command
 * printed. */
static void peel_item(Edit *e, Line *line)
{
    Slice s = e->text;
    size_t indent = slice_skip_blanks(&s), n = s.n - slice_ends(s, SLICE(","));
    if (indent < 2 || n < 2 || s.p[0] != '"' || s.p[n - 1] != '"')
        return;
    for (size_t i = 1; i + 1 < n; i++)
        if (s.p[i] == '"' && s.p[i - 1] != '\\')
            return; /* a member, or a row of cells */
    edit_cut_end(e, s.n - n + 1);
    edit_cut_front(e, indent + 1);
    line->peeled |= PEEL_QUOTES;
}

void peel_line(Arena *a, Line *line)
{
    Edit e = edit_new(a, line->raw);
    unsigned asked = asked_by(line->raw);
    if (asked & ASK_CR)
        peel_cr(&e, line);
    if (asked & ASK_MIDDLE)
        peel_middle(&e, line);
    peel_quote(&e, line);
    Slice whole = slice_trim(e.text);
    bool marked = whole.n > 2 && (whole.p[0] == '*' || whole.p[0] == '_');
    if ((marked || (line->peeled & PEEL_TAGS)) && all_bold(whole, line->raw))
        line->peeled |= PEEL_ALL_BOLD;
    peel_bullet(&e, line);
    if ((asked & ASK_MARK) || (line->peeled & PEEL_ALL_BOLD))
        peel_markdown(&e, line);
    if (asked & (ASK_TAG | ASK_CARET | ASK_HIGH | ASK_ENTITY))
        peel_arrow(&e, line);
    while (e.text.n && char_is_blank(e.text.p[e.text.n - 1]))
        edit_cut_end(&e, 1);
    peel_item(&e, line);
    line->text = e.text;
    line->map = e.map;
}
