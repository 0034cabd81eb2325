/* A page as text; and the charsets it may say it has. */
#include "fuzz.h"
#include "ingest/charset.h"
#include "ingest/html.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Slice bytes = { (const char *)data, n }, text, page;
    Arena *a = arena_new(1 << 29);
    bool guessed;
    html_is_page(bytes);
    charset_to_utf8(a, bytes, NULL, html_charset(a, bytes), &text, &guessed);
    FUZZ_MUST(charset_is_utf8(text) || memchr(text.p, 0, text.n));
    if (html_read(a, text, &page))
        FUZZ_MUST(page.n == 0 || page.p);
    arena_free(a);
    return 0;
}
