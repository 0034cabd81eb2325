#!/bin/sh
# The manual into a folder: pages of commands and formats from the program's own tables, the rest from docs/man.
set -eu
program=$1 out=$2
mkdir -p "$out"
date=$(LC_ALL=C date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" '+%B %e, %Y' 2>/dev/null || LC_ALL=C date -u '+%B %e, %Y')
page() { sed "s/^\.Dd .*/.Dd $date/" >"$out/$1"; }
"$program" help --format mdoc | page plimsoll.1
for command in $("$program" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
    "$program" help --format mdoc "$command" | page "plimsoll-$command.1"
done
"$program" help formats | page plimsoll-formats.5
for f in docs/man/*.[0-9]; do page "$(basename "$f")" <"$f"; done
