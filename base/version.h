/*
 * version.h - which of two releases came first, as far as their names say.
 *
 * Numbers compare as numbers (5.9 < 5.10), pre-releases come before their release and patches behind
 * it: dev < alpha < beta < pre < rc < nothing < patch, p, u, sp ("5.10-rc1" < "5.10" < "5.10.1").
 * Case and separators do not matter. Code names have no order.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#include "base/slice.h"

/* *order: < 0, 0, > 0 as of strcmp. false: the names do not say. */
bool version_compare(Slice a, Slice b, int *order);

/*
 * Sorts texts that have an order; one that has none with its neighbour stays behind it. Returns how
 * many neighbours of the result are without an order.
 */
size_t version_sort(const char **texts, size_t n);

#endif
