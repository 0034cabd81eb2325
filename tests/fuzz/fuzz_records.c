/*
 * What the helper says, should the helper itself be taken over: its records are not trusted. As of an
 * archive or a mail, and as of a mailbox, whose messages are read one by one into memory of their own.
 */
#include "ingest/container.c"

#include "fuzz.h"
#include "ingest/mail.h"

static void read_whole(Slice all)
{
    Arena *a = arena_new(1 << 29);
    Contents out = { .arena = a };
    Records r = { .arena = a, .rest = all, .out = &out };
    while (take_record(&r))
        continue;
    for (size_t i = 0; i < out.messages.n; i++)
        mail_text(a, &out.messages.v[i], NULL);
    arena_free(a);
}

static void read_one_by_one(Slice all)
{
    Arena *a = arena_new(1 << 29);
    Contents out = { .arena = a, .rest = all };
    for (bool more = true; more;) {
        Message m;
        Arena *own = arena_new(1 << 29);
        more = container_next(&out, own, &m);
        if (more)
            mail_text(own, &m, NULL);
        arena_free(own);
    }
    for (size_t i = 0; i < out.members.n; i++)
        FUZZ_MUST(strlen(out.members.v[i].name) + out.members.v[i].bytes.n <= 2 * all.n + 2);
    for (size_t i = 0; i < out.problems.n; i++)
        FUZZ_MUST(strlen(out.problems.v[i]) < all.n + 64);
    arena_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Slice all = { (const char *)data, n };
    container_kind(all);
    read_whole(all);
    read_one_by_one(all);
    return 0;
}
