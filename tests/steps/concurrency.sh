#!/bin/sh
# Eight processes import documents at once while others read: nobody fails, every document is there.
# Usage: concurrency.sh --can | --needs | PROGRAM [DOCUMENTS-PER-PROCESS]
set -u
case "${1:-}" in
--can) echo yes; exit 0 ;;
--needs) echo "nothing but a shell"; exit 0 ;;
esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
each=${2:-20}
place=/tmp
[ -d /dev/shm ] && [ -w /dev/shm ] && place=/dev/shm
work=$(mktemp -d "$place/plimsoll-many.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export PLIMSOLL_DB="$work/test.db"
for p in 1 2 3 4 5 6 7 8; do
    mkdir $p
    i=0
    while [ $i -lt "$each" ]; do
        i=$((i + 1))
        echo "$p.$i" >$p/$i.txt
        echo "1$p.$i" >>$p/$i.txt
    done
done
pids=
for p in 1 2 3 4 5 6 7 8; do
    ("$program" import -q $p >$p.out 2>&1 || echo "import $p: exit $?" >>failed) &
    pids="$pids $!"
done
(
    while [ ! -f stop ]; do
        [ -s test.db ] || continue
        "$program" list documents >read.out 2>&1 || [ "$(grep -c 'is empty' read.out)" = 1 ] ||
            { echo "reading while importing: exit $?"; cat read.out; } >>failed
    done
) &
reader=$!
for pid in $pids; do wait "$pid"; done
: >stop
wait $reader
# while one backs up, another imports
"$program" backup copy.db &
echo 5 >more.txt
"$program" import -q more.txt || echo "import during a backup: exit $?" >>failed
wait $! || echo "backup: exit $?" >>failed
documents=$("$program" sql -f csv 'SELECT count(*) FROM document' | tail -n 1)
runs=$("$program" sql -f csv 'SELECT count(*) FROM run' | tail -n 1)
"$program" doctor >doctor.out 2>&1 || { cat doctor.out; echo "doctor" >>failed; }
cat ./*.out | grep -v '^$' | head -n 3
[ ! -f failed ] || { cat failed; exit 1; }
echo "8 processes, $documents documents, $runs runs"
[ "$documents" = $((8 * each + 1)) ]
