#include "ingest/charset.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "base/safe.h"
#include "base/spool.h"

static const char fallback[] = "windows-1252";

/* Names in the wild that iconv does not know, or knows as less than what is meant. */
/* clang-format off */
static const struct {
    const char *name, *iconv;
} aliases[] = {
    { "latin1", "windows-1252" },       { "latin-1", "windows-1252" },
    { "iso-8859-1", "windows-1252" },   { "iso8859-1", "windows-1252" },
    { "us-ascii", "windows-1252" },     { "ascii", "windows-1252" },
    { "euc-kr", "cp949" },              { "ks_c_5601-1987", "cp949" },
    { "ks_c_5601", "cp949" },           { "ksc5601", "cp949" },
    { "windows-949", "cp949" },         { "ms949", "cp949" },
    { "shift_jis", "cp932" },           { "shift-jis", "cp932" },
    { "x-sjis", "cp932" },              { "sjis", "cp932" },
    { "windows-31j", "cp932" },         { "x-euc-jp", "euc-jp" },
    { "gb2312", "gb18030" },            { "gbk", "gb18030" },
    { "x-gbk", "gb18030" },             { "cp936", "gb18030" },
    { "big5", "big5-hkscs" },           { "koi8-u", "koi8-u" },
    { "x-mac-roman", "macintosh" },     { "unicode-1-1-utf-8", "utf-8" },
    { "utf8", "utf-8" },                { "utf-16", "utf-16le" },
    { "iso-8859-9", "windows-1254" },   { "iso-8859-8-i", "iso-8859-8" },
};
/* clang-format on */

static const char *iconv_name(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (slice_eq_nocase(slice_of(name), slice_of(aliases[i].name)))
            return aliases[i].iconv;
    return name;
}

typedef int8_t Bytes __attribute__((vector_size(16)));

/* How many bytes at the front, by 64, are ASCII and not NUL. */
static size_t plain_bytes(Slice s)
{
    size_t i = 0;
    for (Bytes b[4]; i + sizeof b <= s.n; i += sizeof b) {
        memcpy(b, s.p + i, sizeof b);
        Bytes other = (b[0] <= 0) | (b[1] <= 0) | (b[2] <= 0) | (b[3] <= 0); /* NUL, or beyond ASCII */
        uint64_t half[2];
        memcpy(half, &other, sizeof half);
        if (half[0] | half[1])
            break;
    }
    return i;
}

bool charset_is_utf8(Slice s)
{
    size_t i = 0, plain_until = 0;
    while (i < s.n) {
        if (i >= plain_until) {
            spool_passed(s.p + i);
            i += plain_bytes(slice_first(slice_from(s, i), SPOOL_WINDOW_BYTES));
            plain_until = i + 64; /* byte by byte, then try again */
            if (i == s.n)
                break;
        }
        unsigned char c = (unsigned char)s.p[i];
        if (c == 0)
            return false;
        if (c < 0x80) {
            i++;
            continue;
        }
        uint32_t code_point;
        size_t n = safe_utf8_next(slice_from(s, i), &code_point);
        if (n < 2) /* invalid ones have length 1 */
            return false;
        i += n;
    }
    return true;
}

const char *charset_of_mark(Slice s)
{
    enum { LOOK_AT = 512 };
    if (slice_starts(s, SLICE("\xff\xfe\0\0")))
        return "utf-32le";
    if (slice_starts(s, SLICE("\0\0\xfe\xff")))
        return "utf-32be";
    if (slice_starts(s, SLICE("\xff\xfe")))
        return "utf-16le";
    if (slice_starts(s, SLICE("\xfe\xff")))
        return "utf-16be";
    size_t n = s.n < LOOK_AT ? s.n : LOOK_AT, even = 0, odd = 0;
    for (size_t i = 0; i < n; i++) {
        even += i % 2 == 0 && s.p[i] == '\0';
        odd += i % 2 == 1 && s.p[i] == '\0';
    }
    if (n >= 16 && even == 0 && odd * 5 > n * 2)
        return "utf-16le";
    if (n >= 16 && odd == 0 && even * 5 > n * 2)
        return "utf-16be";
    return NULL;
}

bool charset_is_known(const char *charset)
{
    iconv_t to_utf8 = iconv_open("utf-8", iconv_name(charset));
    if (to_utf8 == (iconv_t)-1)
        return false;
    iconv_close(to_utf8);
    return true;
}

bool charset_convert(Arena *a, Slice bytes, const char *charset, Slice *out)
{
    iconv_t to_utf8 = iconv_open("utf-8", iconv_name(charset));
    if (to_utf8 == (iconv_t)-1)
        return false;
    /* No charset needs more than four bytes of UTF-8 for one of its own; U+FFFD needs three. */
    size_t room = bytes.n * 4 + 16;
    char *text = malloc(room), *to = text;
    if (!text)
        arena_give_up(0); /* rather than be read as something else */
    char *from = (char *)(uintptr_t)bytes.p;
    size_t left = bytes.n;
    while (left && room >= 4) {
        if (iconv(to_utf8, &from, &left, &to, &room) != (size_t)-1 || errno == E2BIG)
            break;
        if (room < 4)
            break;
        memcpy(to, "\xef\xbf\xbd", 3);
        to += 3;
        room -= 3;
        from++;
        left--;
    }
    iconv_close(to_utf8);
    Slice whole = { text, (size_t)(to - text) };
    slice_skip(&whole, SLICE("\xef\xbb\xbf"));
    char *kept = arena_alloc(a, whole.n + 1);
    memcpy(kept, whole.p, whole.n);
    *out = (Slice){ kept, whole.n };
    free(text);
    return true;
}

/* Charsets whose bytes are all ASCII: they look like UTF-8. */
static bool hides_in_ascii(const char *charset)
{
    return charset && (slice_starts_nocase(slice_of(charset), SLICE("iso-2022-")) ||
                       slice_eq_nocase(slice_of(charset), SLICE("hz-gb-2312")));
}

typedef struct Count {
    size_t right, wrong; /* characters of several bytes; bytes that are no UTF-8 */
} Count;

static Count count_bytes(Slice bytes)
{
    Count count = { 0 };
    uint32_t code_point;
    for (size_t i = 0, n; (n = safe_utf8_next(slice_from(bytes, i), &code_point)) > 0; i += n) {
        count.right += n > 1;
        count.wrong += n == 1 && (unsigned char)bytes.p[i] >= 0x80;
    }
    return count;
}

/* Mostly UTF-8, with islands of Latin-1: pages that were put together from several. */
static Slice mend(Arena *a, Slice bytes)
{
    char *text = arena_alloc(a, 2 * bytes.n + 1);
    size_t to = 0;
    uint32_t code_point;
    for (size_t i = 0, n; (n = safe_utf8_next(slice_from(bytes, i), &code_point)) > 0; i += n) {
        unsigned char c = (unsigned char)bytes.p[i];
        if (n == 1 && c >= 0x80) {
            text[to++] = (char)(0xc0 | c >> 6);
            text[to++] = (char)(0x80 | (c & 0x3f));
        } else {
            memcpy(text + to, bytes.p + i, n);
            to += n;
        }
    }
    return (Slice){ text, to };
}

const char *charset_to_utf8(Arena *a, Slice bytes, const char *given, const char *declared,
                            Slice *out, bool *guessed)
{
    const char *mark = charset_of_mark(bytes);
    *out = bytes;
    *guessed = false;
    if (given && charset_convert(a, bytes, given, out))
        return slice_starts_nocase(slice_of(iconv_name(given)), SLICE("utf-8")) ? "" : given;
    if (mark && charset_convert(a, bytes, mark, out))
        return mark;
    if (hides_in_ascii(declared) && charset_convert(a, bytes, declared, out))
        return declared;
    if (charset_is_utf8(bytes))
        return "";
    if (declared && !slice_eq_nocase(slice_of(iconv_name(declared)), SLICE("utf-8")) &&
        charset_convert(a, bytes, declared, out))
        return declared;
    Count count = count_bytes(bytes);
    if (count.wrong == 0)
        return ""; /* only NULs are odd about it */
    if (count.right > count.wrong) {
        *out = mend(a, bytes);
        return "utf-8 and latin-1";
    }
    *guessed = true;
    return charset_convert(a, bytes, fallback, out) ? fallback : "";
}
