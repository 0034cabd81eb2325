#!/bin/sh
# Every example of `plimsoll help COMMAND` runs, in a folder that has the files they speak of.
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/plimsoll"
export PATH="$work/bin:$PATH" HOME="$work" XDG_DATA_HOME="$work" LC_ALL=C NO_COLOR=1
failed=0
for command in $(plimsoll help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
    plimsoll help "$command" | sed '1,/^examples:$/d' | grep -v '^#' >"$work/examples" || true
    [ -s "$work/examples" ] || continue
    rm -rf "$work/run"
    cp -r "$top/tests/examples" "$work/run"
    while IFS= read -r line; do
        status=0
        (cd "$work/run" && PLIMSOLL_DB=$work/run/examples.db sh -c "$line" >"$work/log" 2>&1 </dev/null) || status=$?
        case $line in *'|| '*) ;; *) [ "$status" = 0 ] || { echo "exit $status: $line"; cat "$work/log"; failed=1; } ;; esac
    done <"$work/examples"
done
exit $failed
