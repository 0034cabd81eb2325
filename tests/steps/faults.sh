#!/bin/sh
# The short form of make check-faults: every 61st place at which something can go wrong.
# Usage: faults.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) echo yes; exit 0 ;;
--needs) echo "nothing but SQLite"; exit 0 ;;
esac
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(dirname "$1")
cd "$top" || exit 1
make -s BUILD="$build" SAN=1 WERROR=1 "$build/faults" || exit 1
sh tests/faults/run.sh "$build/faults" 61
