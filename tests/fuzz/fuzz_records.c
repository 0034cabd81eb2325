/* What the helper says, should the helper itself be taken over: its records are not trusted. */
#include "ingest/container.c"

#include "fuzz.h"
#include "ingest/mail.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Arena *a = arena_new(1 << 29);
    Contents out = { .arena = a };
    Slice all = { (const char *)data, n };
    container_kind(all);
    Records r = { .arena = a, .rest = all, .out = &out };
    while (take_record(&r))
        continue;
    for (size_t i = 0; i < out.messages.n; i++)
        mail_text(a, &out.messages.v[i], NULL);
    out.rest = all; /* the same, mail by mail */
    for (Message m; container_next(&out, a, &m);)
        mail_text(a, &m, NULL);
    arena_free(a);
    return 0;
}
