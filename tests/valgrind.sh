#!/bin/sh
# The golden tests under valgrind: the same output, no error, nothing lost. Several beside each other.
# Usage: valgrind.sh PROGRAM [AREA/NAME...]
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/plimsoll" <<END
#!/bin/sh
exec valgrind -q --leak-check=full --errors-for-leak-kinds=definite --child-silent-after-fork=yes \\
    --suppressions="$top/tests/valgrind.supp" --log-file="$work/log.%p" "$program" "\$@"
END
chmod +x "$work/plimsoll"
for helper in "$program"-*; do ln -s "$helper" "$work/"; done # tests look for them beside it
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cd "$top/tests/golden" && for cmd in */*/cmd; do dirname "$cmd"; done)
printf '%s\n' "$@" | xargs -P "${JOBS:-$(nproc 2>/dev/null || echo 2)}" -n 4 sh "$top/tests/golden.sh" "$work/plimsoll" >"$work/said"
grep -v '^golden: ' "$work/said"
# With -q a log holds errors, and warnings about what the tests do on purpose (a closed descriptor).
n=$(ls "$work"/log.* 2>/dev/null | wc -l)
cat "$work"/log.* >"$work/all" 2>/dev/null
bad=$(grep '^==[0-9]*== [A-Z0-9]' "$work/all" | grep -cv '== Warning: ')
cat "$work/all"
awk -v n="$n" -v bad="$bad" '/^golden: / { passed += $2; failed += $4 } END {
    printf "valgrind: %d golden tests passed, %d failed; %d processes, %d errors\n", passed, failed, n, bad }' "$work/said"
[ "$bad" = 0 ] && ! grep -q '^FAILED' "$work/said"
