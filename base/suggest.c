#include "base/suggest.h"

#include <string.h>

#include "base/slice.h"

enum { LONGEST = 62, FAR = 99 };

/* Letters put in, left out, replaced, or two of them swapped; case does not matter. */
static size_t distance_of(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b), rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    if (na > LONGEST || nb > LONGEST)
        return FAR;
    for (size_t j = 0; j <= nb; j++)
        above[j] = before[j] = j;
    for (size_t i = 1; i <= na; i++) {
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            char x = char_lower(a[i - 1]), y = char_lower(b[j - 1]);
            size_t least = above[j - 1] + (x != y);
            least = above[j] + 1 < least ? above[j] + 1 : least;
            least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
            if (i > 1 && j > 1 && x == char_lower(b[j - 2]) && char_lower(a[i - 2]) == y && before[j - 2] + 1 < least)
                least = before[j - 2] + 1;
            row[j] = least;
        }
        size_t *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[nb];
}

Suggestion suggest_for(const char *given)
{
    size_t n = strlen(given);
    return (Suggestion){ given, NULL, n < 3 ? 2 : n < 8 ? 3 : 4 }; /* what is nearer than that */
}

/* The beginning of a word, three letters or more, is as near as one slip. */
static bool is_beginning(const char *given, const char *candidate)
{
    Slice g = slice_of(given);
    return g.n >= 3 && slice_starts_nocase(slice_of(candidate), g);
}

void suggest_try(Suggestion *s, const char *candidate)
{
    size_t d = distance_of(s->given, candidate);
    if (d > 1 && is_beginning(s->given, candidate))
        d = 1;
    if (d >= s->distance || d >= strlen(candidate))
        return;
    s->distance = d;
    s->best = candidate;
}

const char *suggest_of(const char *given, const char *const *candidates)
{
    Suggestion s = suggest_for(given);
    for (; *candidates; candidates++)
        suggest_try(&s, *candidates);
    return s.best;
}
