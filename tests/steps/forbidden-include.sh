#!/bin/sh
# make layers must fail when a layer sees what it must not, when a second file includes a third-party
# header, and when a file outside cli/ prints.
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in base ingest schema analyze report plot cli tools; do [ ! -d "$top/$folder" ] || cp -r "$top/$folder" "$work/"; done
sh "$top/tools/layers.sh" "$work" || { echo "the tree itself breaks the layers"; exit 1; }
must_fail() { # FILE LINE
    cp "$work/$1" "$work/kept"
    printf '%s\n' "$2" >>"$work/$1"
    if sh "$top/tools/layers.sh" "$work" >/dev/null; then
        echo "not noticed in $1: $2"
        exit 1
    fi
    mv "$work/kept" "$work/$1"
}
must_fail ingest/reader.c '#include "analyze/table.h"'
must_fail analyze/sample.c '#include "ingest/reader.h"'
must_fail base/slice.c '#include "report/page.h"'
must_fail report/page.c '#include "cli/cli.h"'
must_fail cli/cli.c '#include <sqlite3.h>'
must_fail ingest/reader.c 'void shout(void) { printf("x"); }'
