#!/bin/sh
# Who may include whom, and each third-party header in one product source file. Usage: layers.sh DIR
set -eu
cd "${1:-.}"
bad=0
allow() { # FOLDER ALLOWED...: includes of our own folders
    folder=$1
    shift
    pattern=$(echo "$folder $*" | tr ' ' '|')
    found=$(grep -nE '^#include "(base|ingest|schema|analyze|report|plot|cli)/' "$folder"/*.[ch] 2>/dev/null |
        grep -vE "#include \"($pattern)/" | grep -v '#include "schema/sql.h"' || true)
    if [ -n "$found" ]; then
        echo "layers: $folder/ may include only: $folder $*"
        echo "$found"
        bad=1
    fi
}
allow base
allow ingest base
allow schema base
allow analyze base
allow report base analyze
allow plot base analyze
once() { # HEADER FILE: only FILE may include it
    found=$(grep -lE "^#include <$1" base/*.[ch] ingest/*.[ch] schema/*.[ch] analyze/*.[ch] report/*.[ch] plot/*.[ch] cli/*.[ch] 2>/dev/null |
        grep -vxF "$2" || true)
    if [ -n "$found" ]; then
        echo "layers: <$1> belongs to $2 alone"
        echo "$found"
        bad=1
    fi
}
once sqlite3.h schema/sqlite.c
once libpq-fe.h schema/postgres.c
once libxml/ base/xml.c
once plplot/ plot/draw.c
once Rmath.h analyze/distribution.c
once sha256.h base/sha.c
once gmime/ ingest/unpack.c
once archive ingest/unpack.c
printing=$(grep -nE '\b(printf|fprintf|puts|exit|perror|abort) *\(' ingest/*.[ch] schema/*.[ch] analyze/*.[ch] report/*.[ch] plot/*.[ch] 2>/dev/null |
    grep -vE '^(plot/draw|ingest/unpack)\.c' | grep -vE 'buf_printf|arena_printf|snprintf' | grep -vE '"[^"]*printf *\(' || true)
if [ -n "$printing" ]; then
    echo "layers: only cli/ prints and exits"
    echo "$printing"
    bad=1
fi
[ "$bad" = 0 ] && echo "layers: ok"
exit "$bad"
