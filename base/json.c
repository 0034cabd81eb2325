#include "base/json.h"

#include <stdio.h>
#include <string.h>

void json_open(Json *j, Arena *a, Slice first, JsonMore *more, void *context)
{
    memset(j, 0, sizeof *j);
    j->arena = a;
    j->more = more;
    j->context = context;
    j->rest = first;
    j->ended = JSON_END;
}

void json_open_inside(Json *j, Arena *a, Slice first, JsonMore *more, void *context)
{
    json_open(j, a, first, more, context);
    j->started = true;
    j->depth = 1;
}

static bool refill(Json *j)
{
    return j->more && j->more(j->context, &j->rest);
}

static bool is_space(char c)
{
    return char_is_blank(c) || c == '\n' || c == '\r';
}

/* To the next byte that is no blank (and no comma); false at the end of the text. */
static bool skip_space(Json *j, bool commas)
{
    for (;;) {
        size_t n = 0;
        while (n < j->rest.n && (is_space(j->rest.p[n]) || (commas && j->rest.p[n] == ',')))
            n++;
        j->rest = slice_from(j->rest, n);
        if (j->rest.n)
            return true;
        if (!refill(j))
            return false;
    }
}

/* Bytes up to the closing quote; SLICE_NONE when it is not in this chunk. */
static size_t string_length(Slice s, char quote)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\')
            i++;
        else if (s.p[i] == quote)
            return i;
    }
    return SLICE_NONE;
}

/* The rest of a string that goes on in the next chunks, glued with one blank as mailers wrap. */
static bool wrapped_string(Json *j, char quote, Slice *out)
{
    VEC(char) text = { 0 };
    for (;;) {
        size_t n = string_length(j->rest, quote);
        bool closed = n != SLICE_NONE;
        Slice part = slice_trim(closed ? slice_first(j->rest, n) : j->rest);
        if (text.n && part.n)
            *VEC_PUSH(j->arena, &text) = ' ';
        for (size_t i = 0; i < part.n; i++)
            *VEC_PUSH(j->arena, &text) = part.p[i];
        if (closed) {
            j->rest = slice_from(j->rest, n + 1);
            *out = (Slice){ text.v, text.n };
            return true;
        }
        j->in_string = true;
        bool more = refill(j);
        j->in_string = false;
        if (!more)
            return false;
    }
}

static bool read_string(Json *j, Slice *out)
{
    char quote = j->rest.p[0];
    j->rest = slice_from(j->rest, 1);
    size_t n = string_length(j->rest, quote);
    if (n == SLICE_NONE)
        return wrapped_string(j, quote, out);
    *out = slice_first(j->rest, n);
    j->rest = slice_from(j->rest, n + 1);
    return true;
}

typedef struct JsonWord {
    const char *word;
    JsonKind kind;
} JsonWord;

static const JsonWord words[] = {
    { "none", JSON_NULL }, { "true", JSON_TRUE },    { "false", JSON_FALSE }, { "null", JSON_NULL },
    { "nan", JSON_NAN },   { "infinity", JSON_NAN }, { "inf", JSON_NAN },
};

static bool read_word(Json *j, JsonValue *v)
{
    Slice rest = j->rest;
    bool sign = slice_skip(&rest, SLICE("-")) || slice_skip(&rest, SLICE("+"));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        Slice after = rest;
        if ((sign && words[i].kind != JSON_NAN) ||
            !slice_skip_nocase(&after, slice_of(words[i].word)) ||
            (after.n && char_is_alnum(after.p[0])))
            continue;
        v->kind = words[i].kind;
        v->text = slice_first(j->rest, j->rest.n - after.n);
        j->rest = after;
        return true;
    }
    return false;
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

static bool end_with(Json *j, JsonValue *v, JsonKind kind)
{
    j->done = true;
    j->ended = kind;
    *v = (JsonValue){ .kind = kind, .text = slice_first(j->rest, 0) };
    return false;
}

static bool open_bracket(Json *j, JsonValue *v)
{
    if (j->depth == JSON_DEPTH)
        return end_with(j, v, JSON_BAD);
    bool is_array = j->rest.p[0] == '[';
    v->kind = is_array ? JSON_ARRAY : JSON_OBJECT;
    v->text = slice_first(j->rest, 1);
    j->level[j->depth++] = (JsonLevel){ .is_array = is_array, .open = v->key };
    j->rest = slice_from(j->rest, 1);
    return true;
}

static bool close_bracket(Json *j, JsonValue *v)
{
    bool is_array = j->rest.p[0] == ']';
    if (j->depth == 0 || j->level[j->depth - 1].is_array != is_array)
        return end_with(j, v, JSON_BAD);
    Slice key = j->level[--j->depth].open;
    *v = (JsonValue){ .kind = is_array ? JSON_ARRAY_END : JSON_OBJECT_END,
                      .key = key,
                      .text = slice_first(j->rest, 1),
                      .depth = j->depth };
    j->rest = slice_from(j->rest, 1);
    return true;
}

/* Reads `"key" :` of a member. */
static bool read_key(Json *j, JsonLevel *level, JsonValue *v)
{
    if (!is_quote(j->rest.p[0]))
        return end_with(j, v, JSON_BAD);
    if (!read_string(j, &level->key) || !skip_space(j, false))
        return end_with(j, v, JSON_CUT);
    if (j->rest.p[0] != ':')
        return end_with(j, v, JSON_BAD);
    j->rest = slice_from(j->rest, 1);
    level->has_key = true;
    return true;
}

static bool read_value(Json *j, JsonValue *v)
{
    char c = j->rest.p[0];
    if (c == '{' || c == '[')
        return open_bracket(j, v);
    if (is_quote(c)) {
        v->kind = JSON_STRING;
        return read_string(j, &v->text) || end_with(j, v, JSON_CUT);
    }
    if (number_read(&j->rest, &v->number)) {
        v->kind = JSON_NUMBER;
        v->text = v->number.text;
        bool broken_off = j->depth > 0 && !j->rest.n && j->more && !j->more(j->context, NULL);
        return broken_off ? end_with(j, v, JSON_CUT) : true;
    }
    return read_word(j, v) || end_with(j, v, JSON_BAD);
}

bool json_next(Json *j, JsonValue *v)
{
    *v = (JsonValue){ .kind = j->ended };
    if (j->done)
        return false;
    if (j->started && j->depth == 0)
        return end_with(j, v, JSON_END);
    for (;;) {
        if (!skip_space(j, j->depth > 0))
            return end_with(j, v, JSON_CUT);
        if (j->rest.p[0] == '}' || j->rest.p[0] == ']')
            return close_bracket(j, v);
        JsonLevel *level = j->depth ? &j->level[j->depth - 1] : NULL;
        if (level && !level->is_array && !level->has_key) {
            if (!read_key(j, level, v))
                return false;
            continue;
        }
        j->started = true;
        v->depth = j->depth;
        if (level) {
            v->key = level->is_array ? SLICE("") : level->key;
            v->index = level->n++;
            level->has_key = false;
        }
        return read_value(j, v);
    }
}

bool json_skip(Json *j, const JsonValue *v)
{
    if (v->kind != JSON_OBJECT && v->kind != JSON_ARRAY)
        return true;
    size_t depth = v->depth;
    for (JsonValue inner; json_next(j, &inner);)
        if ((inner.kind == JSON_OBJECT_END || inner.kind == JSON_ARRAY_END) && inner.depth == depth)
            return true;
    return false;
}

const char *json_path(const Json *j, char buf[JSON_PATH_BYTES])
{
    size_t n = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < j->depth && n + 24 < JSON_PATH_BYTES; i++) {
        const JsonLevel *level = &j->level[i];
        int wrote = 0;
        if (level->is_array) {
            if (level->n)
                wrote = snprintf(buf + n, JSON_PATH_BYTES - n, "[%zu]", level->n - 1);
        } else if (level->key.p) {
            Slice key = slice_first(level->key, 40);
            wrote = snprintf(buf + n, JSON_PATH_BYTES - n, "%s%.*s", n ? "." : "", SLICE_ARG(key));
        }
        if (wrote > 0)
            n += (size_t)wrote;
        if (n >= JSON_PATH_BYTES)
            n = JSON_PATH_BYTES - 1;
    }
    return buf;
}

static int hex_digit(char c)
{
    c = char_lower(c);
    return char_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four hexadecimal digits at the front. */
static bool read_hex4(Slice *s, uint32_t *out)
{
    if (s->n < 4)
        return false;
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++) {
        int digit = hex_digit(s->p[i]);
        if (digit < 0)
            return false;
        value = value << 4 | (uint32_t)digit;
    }
    *out = value;
    *s = slice_from(*s, 4);
    return true;
}

static size_t put_utf8(char *to, uint32_t c)
{
    if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
        c = '?';
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (char)(0xc0 | c >> 6);
        to[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (char)(0xe0 | c >> 12);
        to[1] = (char)(0x80 | (c >> 6 & 0x3f));
        to[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | c >> 18);
    to[1] = (char)(0x80 | (c >> 12 & 0x3f));
    to[2] = (char)(0x80 | (c >> 6 & 0x3f));
    to[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* Behind "\u": one escape, or a pair of them. */
static uint32_t read_unicode(Slice *s)
{
    uint32_t high, low;
    if (!read_hex4(s, &high))
        return '?';
    Slice rest = *s;
    if (high < 0xd800 || high > 0xdbff || !slice_skip(&rest, SLICE("\\u")) ||
        !read_hex4(&rest, &low) || low < 0xdc00 || low > 0xdfff)
        return high;
    *s = rest;
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

const char *json_string(Arena *a, Slice text)
{
    static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
    char *out = arena_alloc(a, text.n + 1); /* an escape is never shorter than what it stands for */
    size_t n = 0;
    while (text.n) {
        char c = text.p[0];
        text = slice_from(text, 1);
        if (c != '\\' || !text.n) {
            out[n++] = c == '\0' ? '?' : c;
            continue;
        }
        c = text.p[0];
        text = slice_from(text, 1);
        const char *at = c ? strchr(from, c) : NULL;
        if (c == 'u')
            n += put_utf8(out + n, read_unicode(&text));
        else
            out[n++] = at ? to[at - from] : c ? c : '?';
    }
    out[n] = '\0';
    return out;
}
