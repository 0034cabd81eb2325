#!/bin/sh
# Line coverage of all that make check and make check-pg run, a folder a line, and the files that are reached
# least (gcov). Usage: coverage.sh BUILD
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
for step in tests/steps/*.sh; do
    case $step in */faults.sh | */fuzz-replay.sh | */hardened.sh) continue ;; esac
    [ "$(sh "$step" --can 2>/dev/null)" != yes ] || timeout 900 sh "$step" "$build/plimsoll" >"$build/step.log" 2>&1 ||
        echo "$(basename "$step" .sh): $(tail -n 1 "$build/step.log")"
done
sh tests/pg.sh "$build/plimsoll" "$build/tests" | tail -n 1
sh tests/faults/server/faults.sh "$build/plimsoll" "$build/proxy" 101 | tail -n 1
for area in base ingest schema analyze report plot cli; do
    # "Lines executed:93.55% of 62"
    gcov -n -o "$build/$area" "$build/$area"/*.gcda 2>/dev/null | awk -v area="$area" '
        /^File/ { name = substr($2, 2, length($2) - 2); mine = index($2, "\x27" area "/") == 1 && index($2, ".c\x27") }
        /^Lines executed:/ && mine {
            split($0, part, /[:%]/)
            n = $NF; covered += part[2] * n / 100; all += n
            if (part[2] < 85) low = low sprintf("         %s %.0f %% of %d\n", name, part[2], n)
            mine = 0
        }
        END { printf "%-8s %5.1f %% of %d lines\n%s", area, all ? 100 * covered / all : 0, all, low }'
done
