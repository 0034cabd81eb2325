/*
 * vfs.h - a file system for SQLite that fails when told to. A shim over the default one.
 *
 * Calls are counted by kind; at the chosen call of the chosen kind the fault happens. It also keeps
 * what a power cut would take: writes that were not yet synced, deletions whose folder was not.
 */
#ifndef TESTS_VFS_H
#define TESTS_VFS_H

#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
#define VFS_FAULTS(X)                                                          \
    X(WRITE_FAILS, "write fails (EIO)")                                        \
    X(DISK_FULL, "disk full from here on")                                     \
    X(SYNC_FAILS, "sync fails")                                                \
    X(READ_FAILS, "read fails")                                                \
    X(OPEN_FAILS, "open fails")                                                \
    X(DELETE_FAILS, "delete fails")                                            \
    X(TRUNCATE_FAILS, "truncate fails")                                        \
    X(LOCK_FAILS, "lock is busy")                                              \
    X(KILL, "killed at a write, sync, delete or truncate")                     \
    X(TORN_KILL, "killed in the middle of a write")                            \
    X(POWER_ALL, "power cut, no unsynced write kept")                          \
    X(POWER_SOME, "power cut, some unsynced writes kept")
/* clang-format on */

typedef enum VfsFault {
    VFS_NONE,
#define X(name, text) VFS_##name,
    VFS_FAULTS(X)
#undef X
        VFS_END
} VfsFault;

enum { VFS_KILLED = 86 }; /* exit status of the process after a kill or power cut */

const char *vfs_fault_text(VfsFault f);
void vfs_install(void);                              /* as the default one */
void vfs_arm(VfsFault f, size_t at, unsigned seed); /* at: from 1 */
bool vfs_fired(void);
/* The machine loses power now: takes back what was not synced. fault: POWER_ALL or POWER_SOME. */
void vfs_power_cut(VfsFault f);

#endif
