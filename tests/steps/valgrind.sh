#!/bin/sh
# The short form of make check-valgrind: a few golden tests from reading to printing, of the build without
# sanitizers. Usage: valgrind.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) command -v valgrind >/dev/null && echo yes || echo no; exit 0 ;;
--needs) echo "valgrind"; exit 0 ;;
esac
cd "$(dirname "$0")/../.." || exit 1
make -s BUILD=build all >build/valgrind.log 2>&1 || { tail -n 20 build/valgrind.log; exit 1; }
exec sh tests/valgrind.sh build/plimsoll store/repost parse/folder-and-archives \
    report/html-hostile seeds/wrapped-fio-with-arrows
