#!/bin/sh
# Golden tests: each folder of tests/golden/AREA/NAME holds cmd (a shell line that calls plimsoll), its
# inputs, and stdout, stderr, exit as expected.
# PLIMSOLL_GOLDEN_DB names another database than a file of the test's own. Usage: golden.sh [--update] PROGRAM [AREA/NAME...]
set -u
update=0
[ "${1:-}" = --update ] && { update=1; shift; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/plimsoll"
passed=0 failed=0
for cmd in "$top"/tests/golden/*/*/cmd; do
    [ -f "$cmd" ] || continue
    dir=$(dirname "$cmd")
    name=${dir#"$top/tests/golden/"}
    if [ $# -gt 0 ]; then case " $* " in *" $name "*) ;; *) continue ;; esac; fi
    rm -rf "$work/run"
    cp -r "$dir" "$work/run"
    (cd "$work/run" && rm -f stdout stderr exit &&
        PATH="$work/bin:$PATH" LC_ALL=C TZ=UTC HOME="$work/run" XDG_DATA_HOME="$work/run" PLIMSOLL_DB="${PLIMSOLL_GOLDEN_DB:-$work/run/test.db}" \
        NO_COLOR=1 TOP="$top" PROGRAM="$program" sh ./cmd >"$work/stdout" 2>"$work/stderr" </dev/null
        echo $? >"$work/exit")
    if [ $update = 1 ]; then
        cp "$work/stdout" "$dir/stdout"
        if [ -s "$work/stderr" ]; then cp "$work/stderr" "$dir/stderr"; else rm -f "$dir/stderr"; fi
        if [ "$(cat "$work/exit")" != 0 ]; then cp "$work/exit" "$dir/exit"; else rm -f "$dir/exit"; fi
        passed=$((passed + 1))
        continue
    fi
    ok=1
    for part in stdout stderr exit; do
        expected="$dir/$part"
        if [ ! -f "$expected" ]; then
            expected="$work/none"
            : >"$expected"
            [ $part = exit ] && echo 0 >"$expected"
        fi
        if ! cmp -s "$expected" "$work/$part"; then
            [ $ok = 1 ] && echo "FAILED golden $name"
            ok=0
            diff -u "$expected" "$work/$part" | sed "s|^|    $part: |" | head -30
        fi
    done
    if [ $ok = 1 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "golden: $passed passed, $failed failed"
[ $failed = 0 ]
