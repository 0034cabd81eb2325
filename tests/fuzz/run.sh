#!/bin/sh
# Runs fuzz targets for a time each and says what they did.
# Usage: run.sh FOLDER SECONDS [TARGET...]; a target is NAME, or document:FOLDER-OF-SEEDS.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
bin=$1 seconds=$2
shift 2
[ $# -gt 0 ] || set -- document:dd document:ioping document:bonnie document:fio document:dtrace document:tables \
    document:time document:pts document:pastes report json filter number cell html output unpack records database chart
out="$top/build/fuzz-work"
mkdir -p "$out"
export ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=1" UBSAN_OPTIONS="print_stacktrace=1"
bad=0
for target in "$@"; do
    name=${target%%:*}
    seeds=${target#"$name"}
    seeds=${seeds#:}
    work="$out/$name${seeds:+-$seeds}"
    mkdir -p "$work"
    set -- "$work" "$here/corpus/$name${seeds:+-$seeds}"
    [ -z "$seeds" ] || set -- "$@" "$top/tests/corpus/$seeds"
    case $name in
    report) set -- "$@" "$top/tests/corpus/dd" "$top/tests/corpus/tables" "$top/tests/corpus/pastes" ;;
    chart) set -- "$@" "$top"/tests/golden/plot/* ;;
    cell) set -- "$@" "$top/tests/corpus/tables" ;;
    esac
    for folder in "$@"; do
        shift
        [ ! -d "$folder" ] || set -- "$@" "$folder"
    done
    "$bin/$name" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$work." ${FUZZ_OPTIONS:-} "$@" >"$work.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work.log" | tail -n 1)
    echo "$target: ${runs:-0} executions, $([ $status = 0 ] && echo "nothing found" || echo "STOPPED, see $work.log")"
    [ $status = 0 ] || bad=$((bad + 1))
done
echo "$bad targets stopped"
[ $bad = 0 ]
