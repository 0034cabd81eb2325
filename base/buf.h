/*
 * buf.h - bytes that grow while something is written, born with their maximum size.
 *
 * Past the maximum everything further is dropped and `full` is set: check it once at the end. When
 * the system has no memory, this ends as an arena does (arena.h). text is NUL-terminated whenever it is not NULL.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

typedef struct Buf {
    char *text;
    size_t n, cap, max;
    bool full;
} Buf;

Buf buf_new(size_t max_bytes); /* 0: SIZE_MAX / 2 */
void buf_free(Buf *b);
void buf_add(Buf *b, Slice s);
void buf_str(Buf *b, const char *text);
void buf_char(Buf *b, char c);
void buf_repeat(Buf *b, char c, size_t times);
void buf_printf(Buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
Slice buf_slice(const Buf *b);

#endif
