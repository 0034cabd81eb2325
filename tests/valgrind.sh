#!/bin/sh
# The golden tests under valgrind: no error, nothing lost. Usage: valgrind.sh PROGRAM [AREA/NAME...]
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
sh "$top/tests/golden.sh" "$work/plimsoll" "$@"
n=$(ls "$work"/log.* 2>/dev/null | wc -l)
cat "$work"/log.* >"$work/all" 2>/dev/null
bad=$(grep -c '==.*\(Invalid\|uninitialised\|definitely lost\)' "$work/all")
cat "$work/all"
echo "valgrind: $n processes, $bad errors"
[ "$bad" = 0 ]
