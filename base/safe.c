#include "base/safe.h"

#include <string.h>

#include "base/number.h"

enum { REPLACEMENT = 0xfffd };

size_t safe_utf8_next(Slice s, uint32_t *code_point)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (s.n == 0)
        return 0;
    unsigned char c = (unsigned char)s.p[0];
    if (c < 0x80) {
        *code_point = c;
        return 1;
    }
    size_t n = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 0;
    *code_point = REPLACEMENT;
    if (n == 0 || n > s.n)
        return 1;
    uint32_t v = c & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        unsigned char next = (unsigned char)s.p[i];
        if ((next & 0xc0) != 0x80)
            return 1;
        v = v << 6 | (next & 0x3f);
    }
    if (v < least[n] || v > 0x10ffff || (v >= 0xd800 && v <= 0xdfff))
        return 1;
    *code_point = v;
    return n;
}

static bool is_bidi(uint32_t c)
{
    return c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x2069) || c == 0xfeff;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

void safe_terminal(Buf *b, Slice s)
{
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if (c == REPLACEMENT && n == 1)
            buf_printf(b, "\\x%02x", (unsigned char)s.p[0]);
        else if (is_bidi(c) || (is_control(c) && c >= 0x80))
            buf_printf(b, "\\u{%04x}", c);
        else if (is_control(c) && c != '\t')
            buf_printf(b, "\\x%02x", c);
        else
            buf_add(b, slice_first(s, n));
    }
}

void safe_ascii(Buf *b, Slice s)
{
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if (c >= 0x20 && c < 0x7f)
            buf_char(b, (char)c);
        else if (c == '\t' || c == 0xa0 || c == 0x202f || c == 0x2009)
            buf_char(b, ' ');
        else if (c == 0xb5 || c == 0x3bc)
            buf_char(b, 'u');
        else if (c == 0x2013 || c == 0x2014 || c == 0x2212)
            buf_char(b, '-');
        else if (c == 0x2018 || c == 0x2019)
            buf_char(b, '\'');
        else if (c == 0x201c || c == 0x201d)
            buf_char(b, '"');
        else if (c == 0xb1)
            buf_str(b, "+-");
        else if (c == 0xd7)
            buf_char(b, 'x');
        else
            buf_char(b, '?');
    }
}

void safe_plain(Buf *b, Slice s)
{
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if (c == REPLACEMENT && n == 1)
            buf_str(b, "\xef\xbf\xbd");
        else if (c == '\n' || c == '\t' || !(is_control(c) || is_bidi(c)))
            buf_add(b, slice_first(s, n));
    }
}

void safe_json(Buf *b, Slice s)
{
    uint32_t c;
    buf_char(b, '"');
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if (c == '"' || c == '\\')
            buf_printf(b, "\\%c", (char)c);
        else if (c == '\n')
            buf_str(b, "\\n");
        else if (c == '\t')
            buf_str(b, "\\t");
        else if (is_control(c) || is_bidi(c))
            buf_printf(b, "\\u%04x", c);
        else if (c == REPLACEMENT && n == 1)
            buf_str(b, "\\ufffd");
        else
            buf_add(b, slice_first(s, n));
    }
    buf_char(b, '"');
}

void safe_csv(Buf *b, Slice s)
{
    Number n;
    bool formula = s.n && strchr("=+-@\t\r", s.p[0]) && !number_is(s, &n);
    bool quote = formula;
    for (size_t i = 0; i < s.n && !quote; i++)
        quote = strchr(",\"\n\r", s.p[i]) != NULL || (unsigned char)s.p[i] < 0x20;
    if (quote)
        buf_char(b, '"');
    if (formula)
        buf_char(b, '\'');
    uint32_t c;
    for (size_t k; (k = safe_utf8_next(s, &c)) > 0; s = slice_from(s, k)) {
        if (c == '"')
            buf_str(b, "\"\"");
        else if (is_control(c) || is_bidi(c) || (c == REPLACEMENT && k == 1))
            buf_char(b, ' ');
        else
            buf_add(b, slice_first(s, k));
    }
    if (quote)
        buf_char(b, '"');
}

void safe_tsv(Buf *b, Slice s)
{
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if (c == '\t')
            buf_str(b, "\\t");
        else if (c == '\n')
            buf_str(b, "\\n");
        else if (c == '\\')
            buf_str(b, "\\\\");
        else if (is_control(c) || is_bidi(c) || (c == REPLACEMENT && n == 1))
            buf_char(b, '?');
        else
            buf_add(b, slice_first(s, n));
    }
}

void safe_xml(Buf *b, Slice s)
{
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n)) {
        if (c == '<')
            buf_str(b, "&lt;");
        else if (c == '>')
            buf_str(b, "&gt;");
        else if (c == '&')
            buf_str(b, "&amp;");
        else if (c == '"')
            buf_str(b, "&quot;");
        else if (c == '\'')
            buf_str(b, "&#39;");
        else if (c == '\t' || c == '\n')
            buf_char(b, (char)c);
        else if (is_control(c) || is_bidi(c) || (c == REPLACEMENT && n == 1) || c == 0xfffe ||
                 c == 0xffff)
            buf_str(b, "\xef\xbf\xbd");
        else
            buf_add(b, slice_first(s, n));
    }
}

/* East Asian wide and full-width blocks; combining marks take no column. */
static size_t char_width(uint32_t c)
{
    if (c >= 0x300 && c <= 0x36f)
        return 0;
    bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
                (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
                (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
                (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
}

size_t safe_width(Slice s)
{
    size_t width = 0;
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n))
        width += char_width(c);
    return width;
}
