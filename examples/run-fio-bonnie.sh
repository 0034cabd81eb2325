#!/bin/sh
# Compares two directories with fio and bonnie++, five runs a side, the sides taking turns, so that
# whatever drifts meanwhile hits both. Writes one log a side and tool:
#   sh run-fio-bonnie.sh NAME_A DIR_A NAME_B DIR_B [OUT]
#   plimsoll compare OUT/fio-NAME_A.txt OUT/fio-NAME_B.txt
# The logs beside this script are from two small ext4 file systems on one disk, data=ordered and data=journal.
set -eu
if [ $# -lt 4 ]; then
    sed -n '2,6s/^# //p' "$0"
    exit 2
fi
name_a=$1 dir_a=$2 name_b=$3 dir_b=$4 out=${5:-.}
runs=${RUNS:-5}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# The command as typed, then what it prints.
typed() { # LOG COMMAND...
    log=$1
    shift
    echo "\$ $*" >>"$log"
    "$@" >>"$log" 2>&1
    echo >>"$log"
}

turn() { # NAME DIR
    (
        cd "$2"
        typed "$out/fio-$1.txt" fio --name=update --rw=randwrite --bs=4k --size=64m --ioengine=psync \
            --fdatasync=1 --runtime=2 --time_based
        typed "$out/fio-$1.txt" fio --name=stream --rw=write --bs=128k --size=96m --ioengine=psync \
            --end_fsync=1
        rm -f update.0.0 stream.0.0
        typed "$out/bonnie-$1.txt" bonnie++ -d . -s 192m -r 96 -n 2 -m "$1" -u "$(id -un)"
    )
}

for name in "$name_a" "$name_b"; do
    : >"$out/fio-$name.txt"
    : >"$out/bonnie-$name.txt"
done
run=1
while [ "$run" -le "$runs" ]; do
    turn "$name_a" "$dir_a"
    turn "$name_b" "$dir_b"
    run=$((run + 1))
done
