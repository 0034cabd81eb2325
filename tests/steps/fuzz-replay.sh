#!/bin/sh
# Every fuzz target over what once broke it, its corpus, and the samples of the formats.
# Usage: fuzz-replay.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) echo yes; exit 0 ;;
--needs) echo "nothing but a compiler"; exit 0 ;;
esac
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(dirname "$1")
cd "$top" || exit 1
make -s -j"$(nproc 2>/dev/null || echo 2)" BUILD="$build" SAN=1 WERROR=1 fuzz-build || exit 1
failed=0
for source in tests/fuzz/fuzz_*.c; do
    name=${source#tests/fuzz/fuzz_}
    name=${name%.c}
    set --
    for folder in tests/fuzz/corpus/"$name" tests/fuzz/corpus/"$name"-*; do
        [ ! -d "$folder" ] || set -- "$@" "$folder"
    done
    case $name in
    document) set -- "$@" tests/corpus tests/fuzz/corpus/html ;;
    report) set -- "$@" tests/corpus/pastes tests/fuzz/corpus/document-* ;;
    cell) set -- "$@" tests/corpus/tables ;;
    esac
    if said=$("$build/fuzz/$name" "$@" 2>build/replay.log); then
        echo "$name: $said"
    else
        echo "$name: failed"
        tail -n 40 build/replay.log
        failed=1
    fi
done
exit $failed
