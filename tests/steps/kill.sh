#!/bin/sh
# kill -9 in the middle of an import: the database is as it was, or holds the whole document.
# Usage: kill.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) echo yes; exit 0 ;;
--needs) echo "nothing but a shell"; exit 0 ;;
esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export PLIMSOLL_DB="$work/test.db"
printf '43.1\n44.0\n' >small.txt
i=0
while [ $i -lt 20000 ]; do
    i=$((i + 1))
    echo "$i.5"
done >large.txt
"$program" import -q small.txt || exit 1
started=0 whole=0 none=0
for delay in 0.01 0.03 0.05 0.08 0.12 0.18 0.25 0.35 0.5 0.7; do
    "$program" import -q large.txt &
    pid=$!
    sleep $delay
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    started=$((started + 1))
    runs=$("$program" sql -f csv 'SELECT count(*) FROM run' | tail -n 1)
    case "$runs" in
    2) none=$((none + 1)) ;;
    20002) whole=$((whole + 1)); "$program" remove large.txt >/dev/null || exit 1 ;;
    *) echo "after kill -9 at $delay s: $runs runs, not 2 and not 20002"; exit 1 ;;
    esac
    "$program" doctor >doctor.out 2>&1 || { cat doctor.out; exit 1; }
done
"$program" import -q large.txt || { echo "cannot import after all"; exit 1; }
echo "$started killed: $none without a trace, $whole complete"
[ $none -gt 0 ]
