/* worst.h - pastes that make a careless reader slow, each of about so many bytes. */
#ifndef TESTS_BENCH_WORST_H
#define TESTS_BENCH_WORST_H

#include <stdbool.h>

#include "blocks.h"

extern const char *const worst_names[]; /* ends with NULL */
uint64_t worst_bytes(const char *name); /* as large as the bench goes; 0: no such name */
bool worst_write(Gen *g, const char *name, uint64_t bytes);

#endif
