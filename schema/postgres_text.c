#include "schema/postgres_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/safe.h"

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* --- parameters --- */

typedef struct NamesSeen {
    Slice *v;
    size_t n;
    Arena *arena;
    size_t cap;
} NamesSeen;

static size_t number_of(NamesSeen *seen, Slice name)
{
    for (size_t i = 0; i < seen->n; i++)
        if (slice_eq(seen->v[i], name))
            return i + 1;
    *VEC_PUSH(seen->arena, seen) = name;
    return seen->n;
}

/* From an opening quote to behind the closing one. */
static const char *quoted_end(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote)
        p++;
    return *p ? p + 1 : p;
}

size_t postgres_parameters(Buf *out, const char *sql)
{
    NamesSeen seen = { .arena = arena_new(0) };
    const char *p = sql;
    while (*p) {
        const char *from = p;
        if (*p == '\'' || *p == '"') {
            p = quoted_end(p);
            buf_add(out, (Slice){ from, (size_t)(p - from) });
        } else if (*p == ':' && is_name(p[1]) && (p == sql || p[-1] != ':')) {
            while (is_name(*++p))
                ;
            buf_printf(out, "$%zu", number_of(&seen, (Slice){ from + 1, (size_t)(p - from - 1) }));
        } else {
            buf_char(out, *p++);
        }
    }
    size_t n = seen.n;
    arena_free(seen.arena);
    return n;
}

/* --- values --- */

/* Length of the character at `at`; 0: the server would refuse it. */
static size_t good_character(Slice s, size_t at)
{
    uint32_t c;
    size_t n = safe_utf8_next((Slice){ s.p + at, s.n - at }, &c);
    return n == 1 && (s.p[at] == '\0' || (unsigned char)s.p[at] >= 0x80) ? 0 : n;
}

bool postgres_text(Slice s, Buf *out)
{
    size_t good = 0, n;
    while (good < s.n && (n = good_character(s, good)) > 0)
        good += n;
    if (good == s.n)
        return true;
    for (size_t at = 0; at < s.n; at += n ? n : 1) {
        n = good_character(s, at);
        buf_add(out, n ? (Slice){ s.p + at, n } : SLICE("\xef\xbf\xbd")); /* U+FFFD */
    }
    return false;
}

void postgres_number(char out[32], const Value *v)
{
    if (v->kind == VALUE_INT)
        snprintf(out, 32, "%lld", (long long)v->number);
    else if (isnan(v->real))
        snprintf(out, 32, "NaN");
    else if (isinf(v->real))
        snprintf(out, 32, "%s", v->real > 0 ? "Infinity" : "-Infinity");
    else
        snprintf(out, 32, "%.17g", v->real);
}

static void copy_text(Buf *out, Slice s)
{
    size_t from = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c != '\\' && c != '\n' && c != '\r' && c != '\t')
            continue;
        buf_add(out, (Slice){ s.p + from, i - from });
        buf_char(out, '\\');
        buf_char(out, c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : '\\');
        from = i + 1;
    }
    buf_add(out, (Slice){ s.p + from, s.n - from });
}

static void copy_bytes(Buf *out, Slice s)
{
    static const char digits[] = "0123456789abcdef";
    buf_str(out, "\\\\x");
    for (size_t i = 0; i < s.n; i++) {
        buf_char(out, digits[(unsigned char)s.p[i] >> 4]);
        buf_char(out, digits[(unsigned char)s.p[i] & 15]);
    }
}

static void copy_value(Buf *out, const Value *v)
{
    char number[32];
    Buf mended = buf_new(0);
    switch (v->kind) {
    case VALUE_NULL:
        buf_str(out, "\\N");
        break;
    case VALUE_BLOB:
        copy_bytes(out, v->bytes);
        break;
    case VALUE_TEXT:
        copy_text(out, postgres_text(v->bytes, &mended) ? v->bytes : buf_slice(&mended));
        break;
    case VALUE_INT:
    case VALUE_DOUBLE:
        postgres_number(number, v);
        buf_str(out, number);
        break;
    }
    buf_free(&mended);
}

void postgres_copy_row(Buf *out, const Value *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_char(out, '\t');
        copy_value(out, &values[i]);
    }
    buf_char(out, '\n');
}

/* --- where --- */

bool postgres_has_password(const char *uri)
{
    const char *host = strstr(uri, "://"), *query = strchr(uri, '?');
    host = host ? host + 3 : uri;
    const char *end = host + strcspn(host, "/?"), *at = memchr(host, '@', (size_t)(end - host));
    return (at && memchr(host, ':', (size_t)(at - host))) ||
           (query && (strstr(query, "password=") || strstr(query, "passw%")));
}
