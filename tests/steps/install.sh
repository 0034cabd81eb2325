#!/bin/sh
# make install puts everything under DESTDIR and PREFIX, the program finds its helpers from there, and make
# uninstall takes it all away.
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(dirname "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$top"
case $build in */san | san) san=1 ;; *) san=0 ;; esac
in_make() { make -s BUILD="$build" SAN=$san WERROR=1 DESTDIR="$work/image" PREFIX=/opt/plimsoll "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
in_make install
share=$work/image/opt/plimsoll/share
for file in man/man1/plimsoll.1 man/man1/plimsoll-report.1 man/man5/plimsoll-formats.5 man/man7/plimsoll-filter.7 \
    bash-completion/completions/plimsoll zsh/vendor-completions/_plimsoll fish/vendor_completions.d/plimsoll.fish \
    doc/plimsoll/tutorial.md doc/plimsoll/examples/paste.txt doc/plimsoll/examples/history/release-1.0-session-1.txt; do
    [ -s "$share/$file" ] || { echo "not installed: $file"; exit 1; }
done
outside=$(find "$work/image" -type f -not -path "$work/image/opt/plimsoll/*")
[ -z "$outside" ] || { echo "outside of PREFIX: $outside"; exit 1; }
cd "$work"
export HOME="$work" XDG_DATA_HOME="$work" PLIMSOLL_DB="$work/test.db" LC_ALL=C NO_COLOR=1
plimsoll=$work/image/opt/plimsoll/bin/plimsoll
gzip -c "$share/doc/plimsoll/examples/paste.txt" >paste.gz
if [ -x "$work/image/opt/plimsoll/libexec/plimsoll/plimsoll-unpack" ]; then
    "$plimsoll" parse paste.gz | grep -q 'dd 6 runs' || { echo "the unpacking helper was not found"; exit 1; }
fi
if [ -x "$work/image/opt/plimsoll/libexec/plimsoll/plimsoll-draw" ]; then
    "$plimsoll" plot bar -o chart.png "$share/doc/plimsoll/examples/paste.txt" || { echo "the drawing helper was not found"; exit 1; }
fi
cd "$top"
in_make uninstall
left=$(find "$work/image" -not -type d)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
