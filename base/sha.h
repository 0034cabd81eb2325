/* sha.h - SHA-256 (libmd). */
#ifndef BASE_SHA_H
#define BASE_SHA_H

#include "base/slice.h"

typedef struct Sha Sha;

enum { SHA_BYTES = 32 };

Sha *sha_new(void);
void sha_add(Sha *s, Slice bytes);
void sha_add_text(Sha *s, const char *text); /* with its NUL, so that pieces do not run together */
void sha_end(Sha *s, uint8_t digest[SHA_BYTES]); /* frees s */
void sha_hex(char out[2 * SHA_BYTES + 1], const uint8_t *digest, size_t bytes);

#endif
