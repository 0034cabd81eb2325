/*
 * environment_line.h - what one line says of the machine.
 *
 *   os, os_version, kernel    os-release, lsb_release, hostnamectl, uname, version banners
 *   cpu, cpus, memory         lscpu, /proc/meminfo, virsh dominfo; memory in bytes
 *   fs, device, mount_options mount, /proc/mounts, df (with a mount point)
 *   raid, pool, mtu, drive, virtualization, and sysctl and zfs get values under their own names
 */
#ifndef INGEST_ENVIRONMENT_LINE_H
#define INGEST_ENVIRONMENT_LINE_H

#include "base/arena.h"

typedef struct EnvironmentFact {
    const char *key, *value;
    const char *mount_point; /* NULL: of the machine */
} EnvironmentFact;

enum { MOST_ENVIRONMENT_FACTS = 4, MOST_ENVIRONMENT_KEYS = 48 };

/* What the lines above have said, as far as it matters for the next. */
typedef struct EnvironmentMemory {
    size_t os_line; /* line index + 1 of the last line of an os block; 0: none */
} EnvironmentMemory;

/*
 * command: what printed the line; "" when it is plain text. Returns how many facts; strings live in
 * the arena.
 */
size_t environment_line(Arena *a, Slice line, const char *command, size_t index,
                        EnvironmentMemory *memory, EnvironmentFact out[MOST_ENVIRONMENT_FACTS]);

#endif
