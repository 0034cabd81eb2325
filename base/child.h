/*
 * child.h - runs one of our helper programs at arm's length: limits, no descriptors, no environment.
 *
 * Helpers hold libraries that are heavy or face hostile files. A crash of one is one failed document.
 */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include "base/error.h"
#include "base/spool.h"

typedef struct ChildLimits {
    size_t memory_bytes;
    unsigned cpu_s, wall_s;
    size_t output_bytes;
    size_t file_bytes; /* of any file that it writes */
    bool threads; /* a library of its starts some; then there is no limit of processes */
} ChildLimits;

/*
 * Is the helper there: beside our own program, one folder above it, or in ../libexec/plimsoll?
 * path may be NULL.
 */
enum { CHILD_PATH_BYTES = 4096 };
bool child_find(const char *name, char path[CHILD_PATH_BYTES]);

/*
 * Runs it with input on its standard input (a file that can be read anywhere) and appends what it
 * writes to *out. args ends with NULL, without the name. false: it is not there, was stopped by a
 * limit, or failed; *out then holds what came before.
 */
MUST_CHECK bool child_run(const char *name, const char *const *args, Slice input,
                          const ChildLimits *limits, Spool *out, Error *err);

/*
 * Between fork() and exec(), with standard input, output and error in place: sets the limits, closes all
 * other descriptors, and becomes the helper, with next to no environment.
 */
enum { CHILD_NOT_STARTED = 127 };
_Noreturn void child_become(const char *path, char *const *argv, const ChildLimits *limits);

#endif
