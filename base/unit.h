/*
 * unit.h - base units, and tables that read one dialect of unit words.
 *
 * Only base units are stored: B, B/s, s, 1/s, ratio (0..1), count. What a letter means depends on
 * the tool and its version (fio 2 "KB/s" is 1024, dd "MB/s" is 10^6), so each format brings its own
 * table of words; there is no global one.
 */
#ifndef BASE_UNIT_H
#define BASE_UNIT_H

#include "base/slice.h"

typedef enum Unit {
    UNIT_UNKNOWN, /* the paste does not say: kept as printed */
    UNIT_BYTES,
    UNIT_BYTES_PER_S,
    UNIT_SECONDS,
    UNIT_PER_S,
    UNIT_RATIO,
    UNIT_COUNT,
    UNIT_END
} Unit;

typedef enum Better { BETTER_NEITHER = 0, BETTER_HIGHER = 1, BETTER_LOWER = -1 } Better;

/* One word of a dialect; a table ends with { NULL }. */
typedef struct UnitWord {
    const char *word;
    double factor; /* base units in one of it */
    Unit unit;
} UnitWord;

const char *unit_name(Unit u);              /* "B/s"; "" for UNIT_UNKNOWN */
Unit unit_named(Slice name);                /* UNIT_UNKNOWN when it is none of ours */
const char *better_name(Better b);          /* "higher", "lower", "neither" */
bool better_named(Slice name, Better *out);

const UnitWord *unit_word(const UnitWord *table, Slice word); /* exact; NULL when it is not there */
/* The longest word of the table at the front of s; advances behind it. */
const UnitWord *unit_skip(const UnitWord *table, Slice *s);

/* Factors of binary and decimal prefixes, for tables. */
#define KILO 1e3
#define MEGA 1e6
#define GIGA 1e9
#define TERA 1e12
#define PETA 1e15
#define KIBI 1024.0
#define MEBI 1048576.0
#define GIBI 1073741824.0
#define TEBI 1099511627776.0
#define PEBI 1125899906842624.0

#endif
