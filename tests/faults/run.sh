#!/bin/sh
# Usage: run.sh PROGRAM STRIDE. In memory where there is such a place: nothing here waits for a disk.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
place=/tmp
[ -d /dev/shm ] && [ -w /dev/shm ] && place=/dev/shm
work=$(mktemp -d "$place/plimsoll-faults.XXXXXX")
trap 'rm -rf "$work"' EXIT
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
"$program" "$work" "$2"
