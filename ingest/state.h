/*
 * state.h - commands that change what is measured: "echo none > /sys/block/sda/queue/scheduler",
 * "zfs set sync=disabled tank", "mount -o noatime", "blockdev --setra 4096 /dev/sda".
 *
 * Never drop_caches: it is how one measures, not what.
 */
#ifndef INGEST_STATE_H
#define INGEST_STATE_H

#include "ingest/command.h"

typedef struct Setting {
    const char *key;   /* short: "scheduler", "sync", "mount" */
    const char *value; /* "none" */
} Setting;

enum { MOST_SETTINGS = 8 }; /* of one command */

/* What a command sets. Returns how many; strings live in the arena. */
size_t state_settings(Arena *a, const Command *c, Setting out[MOST_SETTINGS]);
/* The key whose value a command prints ("cat /sys/block/sda/queue/scheduler", "uname -r"); NULL. */
const char *state_printed_key(Arena *a, const Command *c);
/* The value in a line that was printed: "[none] mq-deadline" is none. */
const char *state_printed_value(Arena *a, Slice line);

#endif
