#!/bin/sh
# make demo-pg: a throw-away PostgreSQL on a private socket; the sample logs into it, the comparison out.
set -eu
. tests/server.sh
program=build/plimsoll
server_can || { echo "no PostgreSQL server here (Debian: postgresql-15)"; exit 1; }
trap server_stop EXIT
server_start
ask postgres "CREATE DATABASE demo"
PLIMSOLL_DB=$(uri_of demo)
export PLIMSOLL_DB
say() { printf '\n$ plimsoll %s\n' "$*"; }
echo "PLIMSOLL_DB=$PLIMSOLL_DB"
say import examples
"$program" import examples
say report tool:dd
"$program" report tool:dd
say list
"$program" list
say merge build/demo-pg.db
rm -f build/demo-pg.db
"$program" merge --db build/demo-pg.db "$PLIMSOLL_DB"
