#include "schema/pack.h"

#include <string.h>

Slice pack_doubles(Arena *a, const double *values, size_t n)
{
    unsigned char *bytes = ARENA_ARRAY(a, unsigned char, 8 * n + 1);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (size_t k = 0; k < 8; k++)
            bytes[8 * i + k] = (unsigned char)(bits >> (8 * k));
    }
    return (Slice){ (const char *)bytes, 8 * n };
}

const double *unpack_doubles(Arena *a, Slice packed, size_t n)
{
    if (packed.n / 8 != n || packed.n % 8 != 0)
        return NULL;
    double *values = ARENA_ARRAY(a, double, n + 1);
    const unsigned char *bytes = (const unsigned char *)packed.p;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;
        for (size_t k = 0; k < 8; k++)
            bits |= (uint64_t)bytes[8 * i + k] << (8 * k);
        memcpy(&values[i], &bits, sizeof bits);
    }
    return values;
}

Slice pack_numbers(Arena *a, const uint32_t *values, size_t n)
{
    unsigned char *bytes = ARENA_ARRAY(a, unsigned char, 4 * n + 1);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 4; k++)
            bytes[4 * i + k] = (unsigned char)(values[i] >> (8 * k));
    return (Slice){ (const char *)bytes, 4 * n };
}

const uint32_t *unpack_numbers(Arena *a, Slice packed, size_t n)
{
    if (packed.n / 4 != n || packed.n % 4 != 0)
        return NULL;
    uint32_t *values = ARENA_ARRAY(a, uint32_t, n + 1);
    const unsigned char *bytes = (const unsigned char *)packed.p;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 4; k++)
            values[i] |= (uint32_t)bytes[4 * i + k] << (8 * k);
    return values;
}
