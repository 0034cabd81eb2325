/* content.h - all that a database holds, as one number; times of writing are left out. */
#ifndef TESTS_CONTENT_H
#define TESTS_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

/* false: it cannot be read, or integrity_check or foreign_key_check complain; why says which. */
bool content_of(const char *path, uint64_t *hash, char why[256]);

#endif
