#!/bin/sh
# Line coverage of the unit, golden and replayed tests, a folder a line (gcov). Usage: coverage.sh BUILD
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1
find "$build" -name '*.gcda' -delete
for t in $(make -s BUILD="$build" unit-list); do "$t" >/dev/null 2>&1 || echo "failed: $t"; done
sh tests/golden.sh "$build/plimsoll" | tail -n 1
for t in "$build"/fuzz/*; do
    [ -x "$t" ] || continue
    name=$(basename "$t")
    set --
    for folder in tests/fuzz/corpus/"$name" tests/fuzz/corpus/"$name"-*; do [ ! -d "$folder" ] || set -- "$@" "$folder"; done
    case $name in document | report) set -- "$@" tests/corpus ;; esac
    "$t" "$@" >/dev/null 2>&1
done
[ ! -x "$build/faults" ] || sh tests/faults/run.sh "$build/faults" 29 | tail -n 1
for area in base ingest schema analyze report plot cli; do
    # "Lines executed:93.55% of 62"
    gcov -n -o "$build/$area" "$build/$area"/*.gcda 2>/dev/null | awk -v area="$area" '
        /^File/ { mine = index($2, "\x27" area "/") == 1 && index($2, ".c\x27") }
        /^Lines executed:/ && mine {
            split($0, part, /[:%]/)
            n = $NF; covered += part[2] * n / 100; all += n
            if (part[2] < 80) low = low " " name "(" part[2] "%)"
            mine = 0
        }
        END { printf "%-8s %5.1f %% of %d lines\n", area, all ? 100 * covered / all : 0, all }'
done
