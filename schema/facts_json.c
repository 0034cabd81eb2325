#include "schema/facts_json.h"

#include <string.h>

#include "base/safe.h"

static void add_utf8(Buf *b, uint32_t c)
{
    if (c < 0x80) {
        buf_char(b, (char)c);
    } else if (c < 0x800) {
        buf_char(b, (char)(0xc0 | c >> 6));
        buf_char(b, (char)(0x80 | (c & 0x3f)));
    } else {
        buf_char(b, (char)(0xe0 | c >> 12));
        buf_char(b, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_char(b, (char)(0x80 | (c & 0x3f)));
    }
}

static bool hex4(Slice *s, uint32_t *out)
{
    static const char digits[] = "0123456789abcdef";
    *out = 0;
    if (s->n < 4)
        return false;
    for (size_t i = 0; i < 4; i++) {
        const char *at = memchr(digits, char_lower(s->p[i]), 16);
        if (!at)
            return false;
        *out = *out * 16 + (uint32_t)(at - digits);
    }
    *s = slice_from(*s, 4);
    return true;
}

static bool read_escape(Slice *s, Buf *b)
{
    if (!s->n)
        return false;
    char c = s->p[0];
    *s = slice_from(*s, 1);
    uint32_t code;
    if (c == 'u') {
        if (!hex4(s, &code))
            return false;
        add_utf8(b, code);
    } else {
        buf_char(b, c == 'n' ? '\n' : c == 't' ? '\t' : c);
    }
    return true;
}

static bool read_string(Arena *a, Slice *s, const char **out)
{
    Slice rest = *s;
    if (!slice_skip(&rest, SLICE("\"")))
        return false;
    Buf b = buf_new(0);
    bool ok = true, open = true;
    while (ok && open && rest.n) {
        char c = rest.p[0];
        rest = slice_from(rest, 1);
        if (c == '"')
            open = false;
        else if (c == '\\')
            ok = read_escape(&rest, &b);
        else
            buf_char(&b, c);
    }
    *out = arena_text(a, buf_slice(&b));
    buf_free(&b);
    if (!ok || open)
        return false;
    *s = rest;
    return true;
}

bool facts_json_read(Document *d, Slice json)
{
    if (!slice_skip(&json, SLICE("{")))
        return false;
    while (!slice_skip(&json, SLICE("}"))) {
        const char *key, *value;
        if (!read_string(d->arena, &json, &key) || !slice_skip(&json, SLICE(":")) ||
            !read_string(d->arena, &json, &value))
            return false;
        slice_skip(&json, SLICE(","));
        *VEC_PUSH(d->arena, &d->set) =
            (Fact){ .scope = "", .key = key, .value = value, .origin = ORIGIN_USER };
    }
    return true;
}

size_t facts_json_strings(Arena *a, Slice json, const char *const **out)
{
    VEC(const char *) found = { 0 };
    const char *text;
    if (slice_skip(&json, SLICE("[")))
        while (read_string(a, &json, &text)) {
            *VEC_PUSH(a, &found) = text;
            slice_skip(&json, SLICE(","));
        }
    *out = (const char *const *)found.v;
    return found.n;
}

const char *facts_json_list(Arena *a, const char *const *strings, size_t n)
{
    Buf b = buf_new(0);
    buf_char(&b, '[');
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_char(&b, ',');
        safe_json(&b, slice_of(strings[i]));
    }
    buf_char(&b, ']');
    const char *text = arena_text(a, buf_slice(&b));
    buf_free(&b);
    return text;
}
