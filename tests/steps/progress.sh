#!/bin/sh
# Progress of long work: on a terminal after a second, gone at the end; nothing else where, with --quiet, or
# for short work.
# Usage: progress.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) if command -v script >/dev/null; then echo yes; else echo no; fi; exit 0 ;;
--needs) echo "script (bsdutils)"; exit 0 ;;
esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export PLIMSOLL_DB="$work/test.db" TERM=xterm
failed=0
check() { # NAME STATUS
    if [ "$2" = 0 ]; then echo "ok: $1"; else echo "FAILED $1"; failed=1; fi
}
# What a terminal saw, one line a write; standard input lets a second pass.
on_terminal() { # COMMAND
    script -qec "(sleep 1.4; printf '3.5\n3.6\n') | $1" /dev/null </dev/null >seen 2>&1
    status=$?
    tr '\r' '\n' <seen >lines
    return $status
}
erase=$(printf '\033')'\[K'
gone() { tail -n +"$(grep -n " MB  " lines | tail -n 1 | cut -d: -f1)" lines | tail -n +2 | grep -q "^$erase"; }
printf '1.5\n1.6\n' >one.txt
yes 2.5 | head -n 20000 >two.txt

on_terminal "$program import one.txt - two.txt"
check "import on a terminal ends well" $?
grep -q "^${erase}import  [0-9.]* of [0-9.]* MB  [0-9]* %  [0-9.]* MB/s  [0-9].* left" lines
check "import says how far, at what rate, how long" $?
gone
check "the line is gone at the end" $?
grep -q "^\($erase\)*one.txt: 2 runs" lines
check "what import says stands on lines of its own" $?

rm -f "$PLIMSOLL_DB"
on_terminal "$program import one.txt - nosuch.txt"
[ "$(grep -c "^${erase}plimsoll: nosuch.txt" lines)" = 1 ] || grep -q "^plimsoll: nosuch.txt" lines
check "a complaint takes the line away first" $?

rm -f "$PLIMSOLL_DB"
on_terminal "$program import --quiet one.txt - two.txt"
[ ! -s seen ]
check "nothing with --quiet" $?

rm -f "$PLIMSOLL_DB"
(sleep 1.4; printf '3.5\n3.6\n') | "$program" import one.txt - two.txt >out 2>err
[ ! -s err ]
check "nothing where standard error is a file" $?

rm -f "$PLIMSOLL_DB"
started=$(date +%s%N)
"$program" import -q two.txt
took=$((($(date +%s%N) - started) / 1000000 + 1)) # ms; this many lines take some two seconds:
yes 3.5 | head -n $((20000 * 2000 / took)) >large.txt
"$program" import -q large.txt
on_terminal "$program rebuild"
grep -q "^${erase}rebuild  [0-9.]* of [0-9.]* MB  [0-9]* %  [0-9.]* MB/s  [0-9].* left" lines && gone
check "rebuild says it, too" $?

rm -f "$PLIMSOLL_DB"
script -qec "$program import one.txt" /dev/null </dev/null >seen
! grep -q " MB" seen
check "nothing for short work" $?
exit $failed
