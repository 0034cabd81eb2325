/*
 * scenarios.h - what is done to a database while something goes wrong.
 *
 * Each works in a folder that holds work.db (as before), other.db (for merging) and may leave other
 * files there. run returns false when an error was reported; err then says which.
 */
#ifndef TESTS_SCENARIOS_H
#define TESTS_SCENARIOS_H

#include "base/error.h"

typedef struct Scenario {
    const char *name;
    const char *base; /* what work.db is copied from: "base.db", "old.db", NULL: it does not exist */
    bool (*run)(Error *err);
    const char *copy; /* a database that holds what work.db held before, or is not there; NULL: none */
} Scenario;

extern const Scenario scenarios[];
extern const unsigned scenarios_n;

/* Makes base.db, old.db and other.db. */
void scenarios_prepare(void);
/* Opens work.db as the program would, which mends what was interrupted, and closes it again. */
bool scenarios_open(const Scenario *s, Error *err);

#endif
