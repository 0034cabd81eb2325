/*
 * key.h - the keys of facts and the part each plays in a comparison.
 *
 * workload: what was asked for (splits rows). hard: another value is another test; amount: only how
 * much of it. setup: what it ran on (makes columns). axis: what is tracked over time (os, release).
 * info: never splits anything. A key that is not in the table is setup.
 */
#ifndef BASE_KEY_H
#define BASE_KEY_H

#include <stdbool.h>
#include <stddef.h>

typedef enum KeyRole { ROLE_SETUP, ROLE_HARD, ROLE_AMOUNT, ROLE_AXIS, ROLE_INFO } KeyRole;

typedef struct KeyInfo {
    const char *key;
    const char *tool; /* NULL: any; a row with the tool wins */
    KeyRole role;
    const char *meaning;
} KeyInfo;

KeyRole key_role(const char *tool, const char *key);
bool key_is_workload(KeyRole role);
const char *key_role_name(KeyRole role); /* "setup", "workload", "axis", "info" */
const KeyInfo *key_table(size_t *n);

#endif
