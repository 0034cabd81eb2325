#!/bin/sh
# Walks the table of commands: each command and option has its place in the manual, in each completion
# and in a golden test; the pages pass mandoc where it is installed.
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$top"
sh tools/man.sh "$program" "$work/man"
for shell in bash zsh fish; do "$program" completion $shell >"$work/$shell"; done
cat tests/golden/*/*/cmd tests/steps/*.sh tests/live.sh >"$work/tests"
failed=0 commands=0 options=0
missing() { echo "$*"; failed=1; }
"$program" help >"$work/overview"
"$program" help help | sed -n 's/.*--\([a-z-]*\).*/\1/p' | sed 's/^format$//' >"$work/common"
names=$(sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p' "$work/overview")
for command in $names; do
    "$program" help "$command" | sed -n '/^options:/,/^examples:/s/^  .*--\([a-z-]*\).*/\1/p'
done | sort | uniq -c | awk '$1 >= 2 { print $2 }' >"$work/shared" # one golden test of any command will do
for command in $names; do
    commands=$((commands + 1))
    page=$work/man/plimsoll-$command.1
    grep -qx ".It Cm $command" "$work/man/plimsoll.1" || missing "plimsoll.1 lacks $command"
    grep -qE "plimsoll\"? +$command|\\\$program\"? $command" "$work/tests" || missing "no golden test of $command"
    for shell in bash zsh fish; do grep -qw -- "$command" "$work/$shell" || missing "$shell completion lacks $command"; done
    "$program" help "$command" | sed -n '/^options:/,/^examples:/s/^  .*--\([a-z-]*\).*/\1/p' >"$work/options"
    while IFS= read -r option; do
        options=$((options + 1))
        grep -qE "Fl ..?$(echo "$option" | sed 's/-/..?/g')( |$)" "$page" || missing "plimsoll-$command.1 lacks --$option"
        grep -q -- "--$option" "$work/bash" || missing "bash completion lacks --$option"
        grep -q -- "--$option" "$work/zsh" || missing "zsh completion lacks --$option"
        grep -q -- "-l $option" "$work/fish" || missing "fish completion lacks --$option"
        grep -qx -- "$option" "$work/common" && continue
        letter=$("$program" help "$command" | sed -n "s/^  -\(.\), --${option}[= ].*/\1/p")
        if grep -qx -- "$option" "$work/shared"; then
            grep -E 'plimsoll|\$program' "$work/tests" | grep -qE -- "--$option([= ]|\$)${letter:+| -[a-zA-Z]*$letter }" ||
                missing "no golden test of --$option"
            continue
        fi
        grep -E "plimsoll\"? +$command|\\\$program\"? $command|plimsoll .*$command" "$work/tests" |
            grep -qE -- "--$option([= ]|\$)${letter:+| -[a-zA-Z]*$letter}" || missing "no golden test of $command --$option"
    done <"$work/options"
done
# Each kind of chart has a golden text form, a golden picture and a command in docs.
kinds=$("$program" plot nosuch 2>&1 | sed -n 's/.*there are \([a-z, ]*\);.*/\1/p' | tr -d ,)
charts=0
for kind in $kinds; do
    charts=$((charts + 1))
    grep -qx "kind $kind" "tests/golden/plot/$kind/stdout" || missing "no golden chart of the kind $kind"
    grep -qE "^== $kind: [1-9][0-9]* shapes" tests/golden/plot/svg-kinds/stdout || missing "no golden picture of the kind $kind"
    grep -q "^plimsoll plot $kind " docs/*.md || missing "no example of plot $kind in docs"
done
[ $charts -ge 8 ] || missing "only $charts kinds of chart found"
if command -v mandoc >/dev/null; then
    for page in "$work"/man/*; do
        mandoc -Tlint -W warning "$page" >"$work/lint" || { cat "$work/lint"; failed=1; }
    done
fi
echo "$commands commands, $options options, $charts kinds of chart"
[ $failed = 0 ]
