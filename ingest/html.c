#include "ingest/html.h"

#include <string.h>

#include "base/xml.h"
#include "ingest/html_out.h"
#include "ingest/html_table.h"

/* --- is it a page? --- */

/* White space, comments and processing instructions in front of the first element. */
static Slice behind_preamble(Slice s)
{
    slice_skip(&s, SLICE("\xef\xbb\xbf"));
    for (;;) {
        s = slice_trim(s);
        if (slice_starts(s, SLICE("<!--"))) {
            if (!slice_skip_past(&s, SLICE("-->")))
                return s;
        } else if (slice_starts(s, SLICE("<?"))) {
            if (!slice_skip_past(&s, SLICE(">")))
                return s;
        } else {
            return s;
        }
    }
}

/* "<p>...</p>", "<div>...<br>...</div>": the source of a page without its head, and nothing else.
 */
static bool is_fragment(Slice bytes, Slice start)
{
    static const char *const names[] = { "div", "p",  "ul", "ol", "article",   "section",
                                         "h1",  "h2", "h3", "h4", "blockquote" };
    enum { LONGEST = 14 };
    Slice end = slice_trim(bytes), last = slice_from(end, end.n > LONGEST ? end.n - LONGEST : 0);
    size_t close = slice_rfind(last, SLICE("</"));
    if (close == SLICE_NONE || !slice_ends(last, SLICE(">")))
        return false;
    last = slice_from(last, close + 2);
    bool opens = false, closes = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Slice name = slice_of(names[i]), rest = start;
        opens = opens || (slice_skip(&rest, SLICE("<")) && slice_starts_nocase(rest, name) &&
                          rest.n > name.n && (rest.p[name.n] == '>' || rest.p[name.n] == ' '));
        closes = closes || (slice_starts_nocase(last, name) && last.n == name.n + 1);
    }
    return opens && closes;
}

bool html_is_page(Slice bytes)
{
    enum { LOOK_AT = 16384 };
    static const char *const starts[] = { "<!doctype html", "<html", "<head", "<body" };
    Slice s = behind_preamble(slice_first(bytes, LOOK_AT));
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        Slice start = slice_of(starts[i]);
        if (slice_starts_nocase(s, start) && s.n > start.n && !char_is_alnum(s.p[start.n]))
            return true;
    }
    return is_fragment(bytes, s);
}

const char *html_charset(Arena *a, Slice bytes)
{
    enum { LOOK_AT = 4096 };
    Slice s = slice_first(bytes, LOOK_AT), key = SLICE("charset=");
    for (size_t i = 0; i + key.n < s.n; i++) {
        if (!slice_starts_nocase(slice_from(s, i), key))
            continue;
        Slice rest = slice_from(s, i + key.n);
        while (rest.n && (rest.p[0] == '"' || rest.p[0] == '\'' || char_is_blank(rest.p[0])))
            rest = slice_from(rest, 1);
        size_t n = 0;
        while (n < rest.n && (char_is_alnum(rest.p[n]) || rest.p[n] == '-' || rest.p[n] == '_'))
            n++;
        return n ? arena_text(a, slice_first(rest, n)) : NULL;
    }
    return NULL;
}

/* --- what elements do --- */

typedef enum Role {
    ROLE_INLINE,
    ROLE_UNKNOWN, /* no element of HTML: text */
    ROLE_SKIP,
    ROLE_BREAK,     /* <br> */
    ROLE_BLOCK,     /* begins and ends a line */
    ROLE_PARAGRAPH, /* blank lines around it */
    ROLE_HEADING,
    ROLE_ITEM,
    ROLE_QUOTE,
    ROLE_PRE,
    ROLE_BOLD,
    ROLE_TABLE,
} Role;

/* clang-format off */
static const struct {
    const char *name;
    Role role;
} roles[] = {
    { "script", ROLE_SKIP },      { "style", ROLE_SKIP },       { "noscript", ROLE_SKIP },
    { "head", ROLE_SKIP },        { "template", ROLE_SKIP },    { "svg", ROLE_SKIP },
    { "iframe", ROLE_SKIP },      { "object", ROLE_SKIP },      { "select", ROLE_SKIP },
    { "br", ROLE_BREAK },         { "p", ROLE_PARAGRAPH },      { "div", ROLE_BLOCK },
    { "section", ROLE_BLOCK },    { "article", ROLE_PARAGRAPH }, { "header", ROLE_BLOCK },
    { "footer", ROLE_BLOCK },     { "main", ROLE_BLOCK },       { "nav", ROLE_BLOCK },
    { "aside", ROLE_BLOCK },      { "details", ROLE_BLOCK },    { "summary", ROLE_BLOCK },
    { "figure", ROLE_BLOCK },     { "figcaption", ROLE_BLOCK }, { "address", ROLE_BLOCK },
    { "center", ROLE_BLOCK },     { "fieldset", ROLE_BLOCK },   { "form", ROLE_BLOCK },
    { "ul", ROLE_PARAGRAPH },     { "ol", ROLE_PARAGRAPH },     { "dl", ROLE_PARAGRAPH },
    { "dt", ROLE_BLOCK },         { "dd", ROLE_BLOCK },         { "li", ROLE_ITEM },
    { "hr", ROLE_PARAGRAPH },     { "h1", ROLE_HEADING },       { "h2", ROLE_HEADING },
    { "h3", ROLE_HEADING },       { "h4", ROLE_HEADING },       { "h5", ROLE_HEADING },
    { "h6", ROLE_HEADING },       { "blockquote", ROLE_QUOTE }, { "pre", ROLE_PRE },
    { "textarea", ROLE_PRE },     { "listing", ROLE_PRE },      { "xmp", ROLE_PRE },
    { "b", ROLE_BOLD },           { "strong", ROLE_BOLD },      { "table", ROLE_TABLE },
    { "tr", ROLE_BLOCK },         { "td", ROLE_BLOCK },         { "th", ROLE_BLOCK },
    { "caption", ROLE_BLOCK },    { "mark", ROLE_INLINE },      { "time", ROLE_INLINE },
    { "wbr", ROLE_INLINE },       { "picture", ROLE_INLINE },   { "source", ROLE_INLINE },
    { "video", ROLE_INLINE },     { "audio", ROLE_INLINE },     { "canvas", ROLE_INLINE },
    { "output", ROLE_INLINE },    { "progress", ROLE_INLINE },  { "meter", ROLE_INLINE },
    { "ruby", ROLE_INLINE },      { "rt", ROLE_SKIP },          { "rp", ROLE_SKIP },
    { "data", ROLE_INLINE },      { "dialog", ROLE_BLOCK },     { "hgroup", ROLE_BLOCK },
    { "bdi", ROLE_INLINE },       { "search", ROLE_BLOCK },     { "slot", ROLE_INLINE },
    { "math", ROLE_INLINE },      { "embed", ROLE_SKIP },       { "nobr", ROLE_INLINE },
};
/* clang-format on */

static Role role_of(const char *name)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(roles[i].name, name) == 0)
            return roles[i].role;
    /* "<relative-time>" and the like are elements that a script defines. */
    if (xml_html_knows(name) || strchr(name, '-') || strchr(name, ':'))
        return ROLE_INLINE;
    return ROLE_UNKNOWN;
}

/* The only thing in its block, so that it looks like a heading. */
static bool stands_alone(const XmlNode *n)
{
    const XmlNode *parent = xml_parent(n);
    for (const XmlNode *k = parent ? xml_child(parent) : NULL; k; k = xml_next(k)) {
        const char *name = xml_name(k);
        if (k == n || (name && strcmp(name, "br") == 0))
            continue;
        if (name || (xml_is_text(k) && slice_trim(xml_text(k)).n))
            return false;
    }
    for (const XmlNode *k = xml_child(n); k; k = xml_next(k))
        if (xml_name(k))
            return false;
    return parent && xml_child(n);
}

static void write_unknown(Arena *a, HtmlOut *out, const XmlNode *n)
{
    const char *name, *value;
    html_out_text(out, slice_of(arena_printf(a, "<%s", xml_name(n))));
    for (size_t i = 0; xml_attribute_at(a, n, i, &name, &value); i++)
        html_out_text(out, slice_of(value[0] ? arena_printf(a, " %s=\"%s\"", name, value)
                                             : arena_printf(a, " %s", name)));
    html_out_text(out, SLICE(">"));
}

/* false: leave its children out. */
static bool enter(Arena *a, HtmlOut *out, const XmlNode *n)
{
    const char *name = xml_name(n);
    if (!name) {
        html_out_text(out, xml_text(n));
        return true;
    }
    Role role = out->pre && role_of(name) == ROLE_BOLD ? ROLE_INLINE : role_of(name);
    switch (role) {
    case ROLE_SKIP:
        return false;
    case ROLE_UNKNOWN:
        write_unknown(a, out, n);
        break;
    case ROLE_BREAK:
        html_out_newline(out);
        break;
    case ROLE_BLOCK:
        html_out_end_line(out);
        break;
    case ROLE_PARAGRAPH:
        html_out_blank_line(out);
        break;
    case ROLE_HEADING:
        html_out_blank_line(out);
        html_out_mark(out, &"###### "['6' - name[1]]);
        break;
    case ROLE_ITEM:
        html_out_end_line(out);
        html_out_mark(out, "* ");
        break;
    case ROLE_QUOTE:
        html_out_quote(out, 1);
        break;
    case ROLE_PRE:
        html_out_pre(out, true);
        break;
    case ROLE_BOLD:
        if (stands_alone(n))
            html_out_mark(out, "**");
        break;
    case ROLE_TABLE:
        html_out_blank_line(out);
        return !html_table_write(a, out, n);
    case ROLE_INLINE:
        break;
    }
    return true;
}

static void leave(HtmlOut *out, const XmlNode *n)
{
    const char *name = xml_name(n);
    if (!name)
        return;
    switch (role_of(name)) {
    case ROLE_BLOCK:
    case ROLE_ITEM:
        html_out_end_line(out);
        break;
    case ROLE_PARAGRAPH:
    case ROLE_HEADING:
    case ROLE_TABLE:
        html_out_blank_line(out);
        break;
    case ROLE_QUOTE:
        html_out_quote(out, -1);
        break;
    case ROLE_PRE:
        html_out_pre(out, false);
        break;
    case ROLE_BOLD:
        if (!out->pre && stands_alone(n))
            html_out_close(out, "**");
        break;
    default:
        break;
    }
}

/* Without recursion: pages may be nested deeply on purpose. */
static void walk(Arena *a, HtmlOut *out, const XmlNode *root)
{
    const XmlNode *n = root;
    while (n) {
        const XmlNode *child = enter(a, out, n) ? xml_child(n) : NULL;
        if (child) {
            n = child;
            continue;
        }
        leave(out, n);
        while (n && n != root && !xml_next(n)) {
            n = xml_parent(n);
            if (n)
                leave(out, n);
        }
        n = !n || n == root ? NULL : xml_next(n);
    }
}

bool html_read(Arena *a, Slice html, Slice *text)
{
    XmlDocument *d = xml_html(html);
    const XmlNode *root = d ? xml_root(d) : NULL;
    if (!root) {
        xml_free(d);
        return false;
    }
    HtmlOut out = html_out_new(a, html.n);
    walk(a, &out, root);
    xml_free(d);
    *text = html_out_end(&out);
    return text->n > 0;
}
