#include "base/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

Buf buf_new(size_t max_bytes)
{
    return (Buf){ .max = max_bytes ? max_bytes : SIZE_MAX / 2 };
}

void buf_free(Buf *b)
{
    free(b->text);
    *b = (Buf){ .max = b->max };
}

static bool reserve(Buf *b, size_t more)
{
    if (b->full || more > b->max - b->n) {
        b->full = true;
        return false;
    }
    size_t need = b->n + more + 1;
    if (need <= b->cap)
        return true;
    size_t cap = b->cap ? b->cap : 256;
    while (cap < need)
        cap *= 2;
    char *grown = realloc(b->text, cap);
    if (!grown)
        arena_give_up(0);
    b->text = grown;
    b->cap = cap;
    return true;
}

void buf_add(Buf *b, Slice s)
{
    if (!reserve(b, s.n))
        return;
    if (s.n)
        memcpy(b->text + b->n, s.p, s.n);
    b->n += s.n;
    b->text[b->n] = '\0';
}

void buf_str(Buf *b, const char *text)
{
    buf_add(b, slice_of(text));
}

void buf_char(Buf *b, char c)
{
    buf_add(b, (Slice){ &c, 1 });
}

void buf_repeat(Buf *b, char c, size_t times)
{
    if (!times || !reserve(b, times))
        return;
    memset(b->text + b->n, c, times);
    b->n += times;
    b->text[b->n] = '\0';
}

void buf_printf(Buf *b, const char *format, ...)
{
    char text[256]; /* most are short: then nothing is written twice */
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(text, sizeof text, format, again);
    va_end(again);
    if (n > 0 && (size_t)n < sizeof text) {
        buf_add(b, (Slice){ text, (size_t)n });
    } else if (n > 0 && reserve(b, (size_t)n)) {
        vsnprintf(b->text + b->n, (size_t)n + 1, format, args);
        b->n += (size_t)n;
    }
    va_end(args);
}

Slice buf_slice(const Buf *b)
{
    return (Slice){ b->text ? b->text : "", b->n };
}
