#!/bin/sh
# Every ```sh block of README.md and docs/*.md that calls plimsoll runs, command by command, in a copy
# of tests/examples and examples; one folder and database a document. A command ends with 0 unless it
# says "# exit N". Usage: docs.sh PROGRAM [FOLDER]: the documents and examples that are installed there.
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/plimsoll"
export PATH="$work/bin:$PATH" HOME="$work" XDG_DATA_HOME="$work" LC_ALL=C NO_COLOR=1 PLIMSOLL_DB=docs.db
failed=0 commands=0 promises=0

# The blocks, one after the other; those without plimsoll are for something else (make, apt). What stands indented
# below a block is what it prints: "#expect TEXT", on one line.
blocks() {
    awk 'function flush() { if (text != "") print "#expect" text; text = "" }
         /^```sh$/ { flush(); inside = 1; block = ""; wanted = 0; next }
         /^```$/ && inside { inside = 0; if (wanted) printf "#block\n%s", block; may = wanted; next }
         inside { block = block $0 "\n"; if ($0 ~ /^ *plimsoll /) wanted = 1; next }
         may && /^    / { for (i = 1; i <= NF; i++) text = text " " $i; next }
         /./ { flush(); may = 0 }
         END { flush() }' "$1"
}

run() { # FILE COMMAND
    commands=$((commands + 1))
    expected=$(echo "$2" | sed -n 's/.*# exit \([0-9]*\)$/\1/p' | tail -n 1)
    status=0
    (cd "$work/run" && sh -c "$2" >"$work/log" 2>&1 </dev/null) || status=$?
    cat "$work/log" >>"$work/printed"
    [ "$status" = "${expected:-0}" ] && return
    echo "$1: exit $status instead of ${expected:-0}: $2"
    cat "$work/log"
    failed=1
}

installed=${2:-}
if [ -n "$installed" ]; then set -- "$installed"/*.md; else set -- "$top/README.md" "$top"/docs/*.md; fi
promised() { # FILE TEXT: the block printed it, whatever the line ends
    promises=$((promises + 1))
    tr -s ' \n' '  ' <"$work/printed" | grep -qF -- "$2" && return
    echo "$1: not printed as the text says: $2"
    cat "$work/printed"
    failed=1
}

for file in "$@"; do
    rm -rf "$work/run"
    if [ -n "$installed" ]; then
        cp -r "$installed/examples" "$work/run"
    else
        cp -r "$top/tests/examples" "$work/run"
        cp -r "$top"/examples/* "$work/run"
    fi
    blocks "$file" >"$work/blocks"
    command=
    while IFS= read -r line; do
        case $line in
        '#block') : >"$work/printed"; continue ;;
        '#expect '*) promised "${file#"$top/"}" "${line#'#expect '}"; continue ;;
        esac
        command=$command${command:+
}$line
        case $line in *\\) continue ;; esac
        sh -n -c "$command" 2>/dev/null || continue # a loop that goes on
        case $command in '' | '#'*) ;; *) run "${file#"$top/"}" "$command" ;; esac
        command=
    done <"$work/blocks"
    [ -z "$command" ] || { echo "${file#"$top/"}: not a command: $command"; failed=1; }
done
echo "$commands commands, $promises outputs"
[ "$commands" -ge 40 ] || { echo "too few: were the blocks found?"; failed=1; }
exit $failed
