#!/bin/sh
# Instructions that three fixed pieces of work take, against tests/bench/instructions.txt, 3 % apart at most.
# Usage: instructions.sh PROGRAM [--update]
#
# Counted by callgrind, and only those in our own program and in SQLite: the C library chooses other
# functions on other processors, the linker's work depends on names, but these two do the same on every
# x86-64. Another compiler or SQLite would give other numbers: then this is skipped.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
update=${2:-}
top=$(cd "$(dirname "$0")/../.." && pwd)
stored=$top/tests/bench/instructions.txt
percent=3
skip() { echo "skipped: instructions ($*)"; echo "instructions: 0 passed, 0 failed, 1 skipped"; exit 0; }
command -v valgrind >/dev/null || skip "valgrind is not installed"
[ "$(uname -m)" = x86_64 ] || skip "x86-64 only"
with="$(${CC:-cc} -dumpfullversion 2>/dev/null) $("$program" --version | sed -n 's/.*SQLite \([0-9.]*\).*/\1/p')"
[ "$update" ] || [ "$(sed -n 's/^# with: //p' "$stored")" = "$with" ] || skip "other gcc or SQLite: $with"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cp "$top/tests/bench/instructions/mixed.txt" .
export PLIMSOLL_DB=test.db LC_ALL=C TZ=UTC
unset PLIMSOLL_PAGER PAGER NO_COLOR GLIBC_TUNABLES

# The self cost of all functions of an object; the line behind calls= is the cost of what was called.
of_object() { # NAME-OF-OBJECT FILE
    awk -v name="/$1" '/^ob=/ { here = index($0, name) > 0 }
        /^calls=/ { called = 1; next }
        /^[0-9+*-]/ { if (!called && here) n += $2; called = 0 }
        END { print n + 0 }' "$2"
}
measure() { # NAME ARGUMENTS...
    name=$1
    shift
    if ! valgrind --tool=callgrind --callgrind-out-file=counts --compress-strings=no --compress-pos=no \
        "$program" "$@" >/dev/null 2>valgrind.log; then
        cat valgrind.log
        echo "$name 0 0"
        return
    fi
    echo "$name $(of_object plimsoll counts) $(of_object libsqlite3 counts)"
}
{
    measure parse parse --format tsv mixed.txt
    measure import import mixed.txt
    measure compare compare --all
} >measured

if [ "$update" ]; then
    {
        sed -n '/^# with:/!{/^#/p}' "$stored"
        echo "# with: $with"
        column -t measured
    } >new
    cp new "$stored"
    cat "$stored"
    exit 0
fi
awk -v percent=$percent 'NR == FNR { if ($1 !~ /^#/) { own[$1] = $2; sql[$1] = $3 } next }
    function apart(now, was) { return now + was < 100000 ? 0 : was ? 100 * (now - was) / was : 100 }
    { a = apart($2, own[$1]); b = apart($3, sql[$1])
      bad = !($1 in own) || a > percent || a < -percent || b > percent || b < -percent
      printf "%s: %-8s %12d (%+.1f %%) in SQLite %12d (%+.1f %%)\n", bad ? "FAILED" : "ok", $1, $2, a, $3, b
      failed += bad; seen++ }
    END { if (failed) print "more or less on purpose: make bench-instructions-update"
          printf "instructions: %d passed, %d failed, 0 skipped\n", seen - failed, failed
          exit failed > 0 }' "$stored" measured
