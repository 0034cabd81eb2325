/* pack.h - doubles and 32-bit numbers as bytes, little-endian whatever the machine. */
#ifndef SCHEMA_PACK_H
#define SCHEMA_PACK_H

#include "base/arena.h"

Slice pack_doubles(Arena *a, const double *values, size_t n);
/* NULL when packed is not n of them long. */
const double *unpack_doubles(Arena *a, Slice packed, size_t n);
Slice pack_numbers(Arena *a, const uint32_t *values, size_t n);
const uint32_t *unpack_numbers(Arena *a, Slice packed, size_t n);

#endif
