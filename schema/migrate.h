/*
 * migrate.h - from whatever schema a database has to the newest one.
 *
 * Each step is one transaction that ends with its version written and every reference checked. A
 * database that already holds something is copied first, to PATH.v<version>.backup (one of an earlier
 * attempt is replaced). What is interrupted goes on from the last step that was finished.
 */
#ifndef SCHEMA_MIGRATE_H
#define SCHEMA_MIGRATE_H

#include "schema/engine.h"

enum { MIGRATE_APPLICATION_ID = 0x506c696d }; /* "Plim" */

/* steps[i] takes a database from version i to i + 1. */
bool migrate(Engine *e, const char *path, const char *const *steps, size_t n, bool may_write,
             Error *err);
bool migrate_to_newest(Engine *e, const char *path, bool may_write, Error *err);

#endif
