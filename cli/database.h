/*
 * database.h - which database a command speaks to, and opening it.
 *
 * --db, else $PLIMSOLL_DB, else $XDG_DATA_HOME/plimsoll/plimsoll.db, else
 * ~/.local/share/plimsoll/plimsoll.db.
 */
#ifndef CLI_DATABASE_H
#define CLI_DATABASE_H

#include "cli/cli.h"
#include "schema/store.h"

/* In c->arena. NULL: neither HOME nor anything else says. */
const char *database_path(Cli *c);
bool database_is_there(const char *path);

/* STORE_CREATE makes the folder, too. false: *status is set and the reason was printed. */
bool database_open(Cli *c, StoreMode mode, Store **out, int *status);

#endif
