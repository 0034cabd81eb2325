#!/bin/sh
# Runs fuzz targets for a time each, several beside each other, and says what they did.
# Usage: run.sh FOLDER SECONDS JOBS [TARGET...]; a target is NAME, or document:FOLDER-OF-SEEDS.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
bin=$1 seconds=$2 jobs=$3
shift 3
out="$top/build/fuzz-work"
mkdir -p "$out"

# One target: its corpus, what it may be as large as (a reader's time grows with that), its line in $work.said.
one() {
    name=${1%%:*}
    seeds=${1#"$name"}
    seeds=${seeds#:}
    target=$1
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
    case $name:$seeds in
    document:fio) most=16384 ;;
    document:* | report:) most=4096 ;;
    *) most=0 ;; # as the largest of the corpus
    esac
    # Not "entropic": weighing some ten thousand features at every execution took three quarters of the time.
    "$bin/$name" -entropic=0 -max_total_time="$seconds" -timeout=25 -rss_limit_mb=4096 -print_final_stats=1 -max_len=$most \
        -artifact_prefix="$work." ${FUZZ_OPTIONS:-} "$@" >"$work.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work.log" | tail -n 1)
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$work.log" | tail -n 1)
    said=$([ $status = 0 ] && echo "nothing found" || echo "STOPPED, see $work.log")
    echo "$target: ${runs:-0} executions, ${rate:-0} a second, $said" | tee "$work.said"
}

export ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=1" UBSAN_OPTIONS="print_stacktrace=1"
if [ "${FUZZ_ONE:-0}" = 1 ]; then
    one "$1"
    exit 0
fi
[ $# -gt 0 ] || set -- json filter number cell html output unpack records database chart document:dd document:ioping \
    document:bonnie document:fio document:dtrace document:tables document:time document:pts document:pastes report
rm -f "$out"/*.said
printf '%s\n' "$@" | FUZZ_ONE=1 xargs -P "$jobs" -n 1 sh "$0" "$bin" "$seconds" "$jobs"
cat "$out"/*.said | awk '{ all += $2; bad += /STOPPED/ } END {
    printf "%d targets, %d executions, %d stopped\n", NR, all, bad; exit bad > 0 }'
