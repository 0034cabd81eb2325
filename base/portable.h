/*
 * portable.h - the few calls beyond POSIX that we want, each with a way to do without it: glibc, musl and the
 * BSDs have different ones. (tests/steps/portable.sh compiles all files against POSIX alone.)
 */
#ifndef BASE_PORTABLE_H
#define BASE_PORTABLE_H

#include <stdbool.h>
#include <stddef.h>

/* A pipe whose ends no program that is started inherits. false: errno. */
bool portable_pipe(int ends[2]);

/* Descriptors from this one on are closed. Async-signal-safe. */
void portable_close_from(int first);

/* A file without a name, in memory where that can be, closed on exec. -1: errno. */
int portable_scratch_file(void);

/* The same on a disk: in TMPDIR, else /var/tmp, else /tmp. */
int portable_disk_file(void);

/* A private mapping of all of fd, only read, leaves memory; it comes back when it is looked at again. */
void portable_let_go(char *map, size_t bytes, int fd);

/* Renames, but never over a file that is there (EEXIST). false: errno. */
bool portable_rename_new(const char *from, const char *to);

/* The path of this program; false: the system does not say. */
bool portable_own_path(char *path, size_t size);

#endif
