/* pack.h - doubles as bytes, little-endian whatever the machine. */
#ifndef SCHEMA_PACK_H
#define SCHEMA_PACK_H

#include "base/arena.h"

Slice pack_doubles(Arena *a, const double *values, size_t n);
/* NULL when packed is not n doubles long. */
const double *unpack_doubles(Arena *a, Slice packed, size_t n);

#endif
