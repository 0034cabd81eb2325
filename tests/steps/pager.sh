#!/bin/sh
# Long output on a terminal goes through the pager and on nothing else; the exit status is the command's own.
set -eu
case ${1:-} in
--can) if script -qec true /dev/null </dev/null >/dev/null 2>&1; then echo yes; else echo no; fi; exit ;;
--needs) echo "script, of util-linux (Debian: bsdutils)"; exit ;;
esac
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/plimsoll"
printf '#!/bin/sh\nsed "s/^/less: /"; echo "LESS=$LESS"\n' >"$work/bin/less"
chmod +x "$work/bin/less"
export PATH="$work/bin:$PATH" HOME="$work" XDG_DATA_HOME="$work" PLIMSOLL_DB="$work/test.db" LC_ALL=C NO_COLOR=1 TERM=xterm
unset PAGER PLIMSOLL_PAGER LESS
cd "$top/tests/examples"
checks=0
expect() { # WHAT PATTERN COMMAND: a line of what the terminal of 20 rows shows
    checks=$((checks + 1))
    script -qec "stty rows 20 cols 80; $3" /dev/null </dev/null | tr -d '\r' >"$work/seen"
    if grep -qx -- "$2" "$work/seen"; then return; fi
    echo "$1: no line '$2' in"
    cat "$work/seen"
    exit 1
}
refuse() { # WHAT PATTERN COMMAND: no such line
    checks=$((checks + 1))
    script -qec "stty rows 20 cols 80; $3" /dev/null </dev/null | tr -d '\r' >"$work/seen"
    if grep -q -- "$2" "$work/seen"; then
        echo "$1: a line '$2' in"
        cat "$work/seen"
        exit 1
    fi
}
report='plimsoll report paste.txt'
mark='sed s/^/paged:/'
expect 'PAGER is used' 'paged:Sources' "PAGER='$mark' $report"
expect 'PLIMSOLL_PAGER goes before it' 'paged:Sources' "PAGER=false PLIMSOLL_PAGER='$mark' $report"
expect 'less is the default' 'less: Sources' "$report"
expect 'less is told to show colours and to leave what fits' 'LESS=FRX' "$report"
expect 'what the user told less stands' 'LESS=S' "LESS=S $report"
expect 'an empty PAGER is none' 'Sources' "PAGER= $report"
expect 'cat is none' 'Sources' "PAGER=cat $report"
expect '--no-pager' 'Sources' "PAGER='$mark' $report --no-pager"
expect '--no-pager in front of the command' 'Sources' "PAGER='$mark' plimsoll --no-pager report paste.txt"
expect 'what fits the screen is not paged' 'release  product  date  aliases' \
    "plimsoll import -q paste.txt; PAGER='$mark' plimsoll release"
expect 'a dumb terminal has no pager' 'Sources' "TERM=dumb PAGER='$mark' $report"
expect 'a pager that is not there' 'Sources' "PAGER=/nonexistent/pager $report"
expect 'the status is that of the command' 'status 1' "PAGER='$mark' plimsoll compare --exit-code paste.txt; echo status \$?"
expect 'a pager that fails changes nothing' 'status 0' "PAGER='cat; false #' $report; echo status \$?"
# More than a pipe holds (64 KiB), and the pager ends after one line.
i=0
while [ $i -lt 400 ]; do cat paste.txt; i=$((i + 1)); done >"$work/long.txt"
expect 'a pager that quits early is no failure' 'status 0' "PAGER='head -n 1' plimsoll show $work/long.txt; echo status \$?"
refuse 'a pager that quits early is no reason to complain' 'cannot\|[Bb]roken' "PAGER='head -n 1' plimsoll show $work/long.txt"
checks=$((checks + 1))
PAGER="$mark" plimsoll report paste.txt | grep -qx Sources || { echo "a pipe was paged"; exit 1; }
echo "$checks checks"
