#include "base/unit.h"

#include <string.h>

static const char *const unit_names[UNIT_END] = {
    [UNIT_UNKNOWN] = "",  [UNIT_BYTES] = "B", [UNIT_BYTES_PER_S] = "B/s",
    [UNIT_SECONDS] = "s", [UNIT_PER_S] = "1/s", [UNIT_RATIO] = "ratio",
    [UNIT_COUNT] = "count",
};

const char *unit_name(Unit u)
{
    return u < UNIT_END ? unit_names[u] : "";
}

Unit unit_named(Slice name)
{
    for (Unit u = UNIT_BYTES; u < UNIT_END; u++)
        if (slice_is(name, unit_names[u]))
            return u;
    return UNIT_UNKNOWN;
}

const char *better_name(Better b)
{
    return b == BETTER_HIGHER ? "higher" : b == BETTER_LOWER ? "lower" : "neither";
}

bool better_named(Slice name, Better *out)
{
    static const Better all[] = { BETTER_NEITHER, BETTER_HIGHER, BETTER_LOWER };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (slice_is(name, better_name(all[i]))) {
            *out = all[i];
            return true;
        }
    return false;
}

const UnitWord *unit_word(const UnitWord *table, Slice word)
{
    for (; table->word; table++)
        if (slice_is(word, table->word))
            return table;
    return NULL;
}

const UnitWord *unit_skip(const UnitWord *table, Slice *s)
{
    const UnitWord *best = NULL;
    size_t best_length = 0;
    for (; table->word; table++) {
        size_t n = strlen(table->word);
        if (n > best_length && slice_starts(*s, slice_of(table->word))) {
            best = table;
            best_length = n;
        }
    }
    if (best)
        *s = slice_from(*s, best_length);
    return best;
}
