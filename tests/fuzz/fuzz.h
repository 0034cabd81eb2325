/*
 * fuzz.h - one function a target, for libFuzzer and for replay.c.
 *
 * A target reads whatever bytes it is given and stops the process when a promise is broken: FUZZ_MUST()
 * says which. What the sanitizers see needs no words.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define FUZZ_MUST(condition)                                                     \
    do {                                                                         \
        if (!(condition)) {                                                      \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                             \
        }                                                                        \
    } while (0)

/* A document of exactly these bytes, in memory of their size so that a read past the end is seen. */
static inline Document *fuzz_document(const uint8_t *data, size_t n)
{
    enum { MOST_BYTES = 1 << 30 };
    Document *d = document_new("fuzz", MOST_BYTES);
    d->bytes = (Slice){ (const char *)data, n };
    return d;
}

static inline void fuzz_span(const Document *d, Span s)
{
    FUZZ_MUST(s.start <= s.end);
    FUZZ_MUST(s.end <= d->text.n);
}

#endif
