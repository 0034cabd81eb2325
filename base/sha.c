#include "base/sha.h"

#include <sha256.h>

#include "base/arena.h"

struct Sha {
    SHA2_CTX context;
};

Sha *sha_new(void)
{
    Sha *s = malloc(sizeof *s);
    if (!s)
        arena_give_up(0);
    SHA256Init(&s->context);
    return s;
}

void sha_add(Sha *s, Slice bytes)
{
    SHA256Update(&s->context, (const uint8_t *)bytes.p, bytes.n);
}

void sha_add_text(Sha *s, const char *text)
{
    sha_add(s, (Slice){ text, strlen(text) + 1 });
}

void sha_end(Sha *s, uint8_t digest[SHA_BYTES])
{
    SHA256Final(digest, &s->context);
    free(s);
}

void sha_hex(char out[2 * SHA_BYTES + 1], const uint8_t *digest, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}
