#!/bin/sh
# Measures directories with dd and ioping and leaves one log for each, as a terminal would show it.
#
#   run-dd-ioping.sh [-n ROUNDS] [-o OUTDIR] NAME=DIR NAME=DIR ...
#
# for example   run-dd-ioping.sh ram=/mnt/ram disk=/mnt/disk
# and then      plimsoll report dd-ioping-ram.log dd-ioping-disk.log
#
# The directories take turns in every round, so that a machine that warms up or fills up does so for
# all of them alike. Five rounds are the fewest that can tell two sides apart with any certainty.
set -eu
export LC_ALL=C
rounds=5 out=.
while getopts n:o: option; do
    case $option in
    n) rounds=$OPTARG ;;
    o) out=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# Shows a command behind a prompt, then what it prints, both in the log.
run() {
    printf '$ %s\n' "$1"
    sh -c "$1" 2>&1 || true
}

for side; do
    {
        run 'uname -sm'
        run 'dd --version | head -n 1'
        run 'ioping -v'
        run "df -hT ${side#*=}"
    } > "$out/dd-ioping-${side%%=*}.log"
done

round=1
while [ "$round" -le "$rounds" ]; do
    for side; do
        dir=${side#*=} log=$out/dd-ioping-${side%%=*}.log
        {
            echo
            run "dd if=/dev/zero of=$dir/testfile bs=1M count=256 conv=fdatasync"
            run "dd if=$dir/testfile of=/dev/null bs=1M iflag=direct"
            run "rm $dir/testfile"
            run "ioping -c 10 -i 0.1 -D $dir"
        } >> "$log"
    done
    round=$((round + 1))
done
