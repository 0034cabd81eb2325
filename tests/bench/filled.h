/* filled.h - a database of 60 releases: runs with 10 measures and 5 facts each. */
#ifndef TESTS_BENCH_FILLED_H
#define TESTS_BENCH_FILLED_H

#include <stdbool.h>

#include "base/error.h"

enum { FILLED_RELEASES = 60, FILLED_RUNS = 100000 };

bool filled_make(const char *path, unsigned runs, Error *err);

#endif
