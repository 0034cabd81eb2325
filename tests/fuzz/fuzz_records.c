/* What the helper says, should the helper itself be taken over: its records are not trusted. */
#include "ingest/container.c"

#include "fuzz.h"
#include "ingest/mail.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Contents out = { 0 };
    Arena *a = arena_new(1 << 29);
    Slice all = { (const char *)data, n };
    container_kind(all);
    Records r = { .arena = a, .rest = all, .out = &out };
    while (take_record(&r))
        continue;
    for (size_t i = 0; i < out.messages.n; i++)
        mail_text(a, &out.messages.v[i], NULL);
    arena_free(a);
    return 0;
}
