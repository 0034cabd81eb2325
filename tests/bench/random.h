/* random.h - numbers for generated inputs: the same on every machine for one seed (splitmix64). */
#ifndef TESTS_BENCH_RANDOM_H
#define TESTS_BENCH_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* From least to most, both included. */
static inline unsigned random_in(uint64_t *state, unsigned least, unsigned most)
{
    return least + (unsigned)(random_next(state) % (most - least + 1));
}

#endif
