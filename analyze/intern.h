/*
 * intern.h - small numbers for equal texts (or equal bytes): what grouping is built on.
 *
 * Numbers count from 0 in the order of first appearance, so that they also give an order. Bytes are
 * copied into the arena once. The hash is seeded anew in each process: a paste cannot choose its
 * collisions.
 */
#ifndef ANALYZE_INTERN_H
#define ANALYZE_INTERN_H

#include <stdint.h>

#include "base/arena.h"

typedef struct Intern Intern;

#define INTERN_NONE UINT32_MAX

Intern *intern_new(Arena *a);
uint32_t intern_bytes(Intern *in, const void *bytes, size_t n);
uint32_t intern_text(Intern *in, const char *text);
uint32_t intern_pair(Intern *in, uint32_t a, uint32_t b);
uint32_t intern_find(const Intern *in, const void *bytes, size_t n); /* INTERN_NONE: not there */
const char *intern_at(const Intern *in,
                      uint32_t id); /* NUL-terminated; lives as long as the arena */
uint32_t intern_count(const Intern *in);

#endif
