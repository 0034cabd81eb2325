#!/bin/sh
# What compare says of a file must not depend on whether the file went through the database first.
# Usage: database-equals-files.sh --can | --needs | PROGRAM
set -u
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PLIMSOLL_DB="$work/test.db"
i=0 compared=0
for file in "$top"/tests/corpus/*/*.txt; do
    i=$((i + 1))
    [ $((i % 3)) = 0 ] || continue
    rm -f "$PLIMSOLL_DB"
    "$program" import -q "$file" 2>/dev/null || continue
    for all in --all ""; do
        "$program" compare $all "$file" >"$work/file" 2>&1
        "$program" compare $all >"$work/database" 2>&1
        compared=$((compared + 1))
        if ! cmp -s "$work/file" "$work/database"; then
            echo "$file: the database says something else (compare $all)"
            diff "$work/file" "$work/database" | head
            exit 1
        fi
    done
done
echo "$compared compared"
[ $compared -gt 20 ]
