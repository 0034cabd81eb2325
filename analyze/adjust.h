/*
 * adjust.h - p values of several tests that are read together.
 *
 * Holm keeps the chance of any false claim below alpha; Benjamini-Hochberg keeps the share of false
 * claims below it. adjusted[i] belongs to p[i]; it may be the same array. Equal p get equal
 * answers.
 */
#ifndef ANALYZE_ADJUST_H
#define ANALYZE_ADJUST_H

#include "base/arena.h"

void adjust_holm(Arena *a, const double *p, size_t n, double *adjusted);
void adjust_benjamini_hochberg(Arena *a, const double *p, size_t n, double *adjusted);

#endif
