/* spawn.h - a command runs; what it took. */
#ifndef TESTS_BENCH_SPAWN_H
#define TESTS_BENCH_SPAWN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Spent {
    bool ok;
    double cpu, wall;     /* seconds; cpu: user and system */
    uint64_t peak_bytes;  /* resident */
    char said[256];       /* first line of its output */
} Spent;

/* argv ends with NULL. Output beyond the first line is thrown away. */
Spent spawn(const char *const *argv);

#define SPAWN(...) spawn((const char *const[]){ __VA_ARGS__, NULL })

#endif
