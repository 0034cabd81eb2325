#!/bin/sh
# Every line of the plain report on every sample: at most 72 bytes of 0x20..0x7e, no trailing blank,
# no line that starts with ">" or "From ". Two quote levels then still fit in 78.
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$1
out=$(mktemp)
trap 'rm -f "$out"' EXIT
reports=0 failed=0
for f in "$top"/tests/corpus/*/*.txt "$top"/tests/corpus/*/*.json "$top"/tests/corpus/*/*.csv "$top"/tests/corpus/*/*.tsv \
    "$top"/tests/corpus/*/*.html; do
    case $f in *.expected.tsv | *.question.txt) continue ;; esac
    for all in "" --all; do
        # shellcheck disable=SC2086
        "$program" report $all "$f" >"$out" 2>/dev/null || continue
        reports=$((reports + 1))
        if LC_ALL=C grep -nE '^.{73,}|[^ -~]| $|^>|^From ' "$out"; then
            echo "    in report $all $f"
            failed=1
        fi
    done
done
echo "$reports reports"
[ "$reports" -gt 100 ] && [ $failed = 0 ]
