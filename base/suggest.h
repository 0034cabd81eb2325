/*
 * suggest.h - what a misspelt word may have meant.
 */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

typedef struct Suggestion {
    const char *given, *best; /* best NULL: nothing is near */
    size_t distance;
} Suggestion;

Suggestion suggest_for(const char *given);
void suggest_try(Suggestion *s, const char *candidate); /* must live as long as s; the first of equals wins */

/* The nearest of a list that ends with NULL; NULL: none is near. */
const char *suggest_of(const char *given, const char *const *candidates);

#endif
