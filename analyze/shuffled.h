/*
 * shuffled.h - eight shuffles of a sequence at a time, each asked whether one of its splits reaches Q
 * (analyze/change.h). A lane of a vector is a shuffle; every lane does the same additions in the same
 * order as one shuffle alone would, so the answers are equal to the last bit on every machine.
 */
#ifndef ANALYZE_SHUFFLED_H
#define ANALYZE_SHUFFLED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { SHUFFLED_LANES = 8, SHUFFLED_LEAST_SIDE = 2 };

typedef struct Shuffled Shuffled;

/* z: n points, copied. */
Shuffled *shuffled_new(Arena *a, const double *z, size_t n);

/*
 * Eight more shuffles from state `start`. reach[i]: does some split of shuffle i have a Q of at least
 * `enough`? random[i]: the state of the generator after it; the last one is where to go on.
 */
void shuffled_next(Shuffled *s, double enough, uint64_t start, bool reach[SHUFFLED_LANES],
                   uint64_t random[SHUFFLED_LANES]);

#endif
