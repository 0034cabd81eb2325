#!/bin/sh
# make check-live: the installed fio, ioping, bonnie++ and dd run for a moment, and what we read from
# their output is held against what they themselves say elsewhere.
#   fio       twelve combinations of options with --output-format=normal,json: our reading of the text
#             against our reading of the JSON, and both against the raw JSON values
#   ioping    text against its raw statistics (-B), to the digits of the text
#   bonnie++  the figures of its CSV line; dd: bytes and seconds of its last line
# A tool that is not installed is skipped by name. Usage: live.sh PROGRAM
set -u
[ $# = 1 ] || { echo "usage: live.sh PROGRAM" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export LC_ALL=C PLIMSOLL_DB="$work/live.db"
passed=0 failed=0 skipped=0

good() { passed=$((passed + 1)); }
bad() { # WHAT
    failed=$((failed + 1))
    echo "FAILED live $1"
}
skip() { # TOOL
    skipped=$((skipped + 1))
    echo "skipped: $1 (not installed)"
}
has() { command -v "$1" >/dev/null 2>&1; }
read_tsv() { "$program" parse --format tsv "$1" 2>/dev/null; }

# METRIC of the first run in a file; scope first ("" for none).
figure() { # FILE SCOPE METRIC
    read_tsv "$1" | awk -F '\t' -v s="$2" -v m="$3" '$5 == s && $6 == m { print $7; exit }'
}

# Are two numbers within this relative distance, or within half a unit?
near() { # GOT WANT RELATIVE ABSOLUTE
    awk -v a="$1" -v b="$2" -v r="$3" -v u="$4" 'BEGIN {
        if (a == "" || b == "" || a == "NA") exit 1
        d = a - b; if (d < 0) d = -d
        m = b < 0 ? -b : b
        exit !(d <= r * m + u)
    }'
}

expect() { # WHAT GOT WANT RELATIVE ABSOLUTE
    if near "$2" "$3" "$4" "$5"; then good; else bad "$1: read '$2', expected '$3'"; fi
}

# --- fio ---

# The JSON is the part of the stream from "{" to "}" in the first column; the rest is the text.
split_streams() { # STREAM
    awk '/^\{/ { j = 1 } { print > (j ? "both.json" : "both.txt") } /^\}/ { j = 0 }' "$1"
}

# A number of the raw JSON: the first one behind "KEY" in the part that begins with "PART".
raw() { # PART KEY
    awk -v part="\"$1\" :" -v key="\"$2\" :" '
        index($0, part) { inside = 1 }
        inside && index($0, key) { sub(/.*: /, ""); sub(/,$/, ""); print; exit }' both.json
}

raw_value() { # NAME DIRECTION
    expect "fio $1: $2.bytes of the JSON" "$(figure both.json job0 "$2.bytes")" "$(raw "$2" io_bytes)" 0 0
    expect "fio $1: $2.bw of the JSON" "$(figure both.json job0 "$2.bw")" "$(raw "$2" bw_bytes)" 0 0
    expect "fio $1: $2.iops of the JSON" "$(figure both.json job0 "$2.iops")" "$(raw "$2" iops)" 1e-9 0
    expect "fio $1: $2.bw of the text" "$(figure both.txt job0 "$2.bw")" "$(raw "$2" bw_bytes)" 0.006 1
    expect "fio $1: $2.iops of the text" "$(figure both.txt job0 "$2.iops")" "$(raw "$2" iops)" 0.006 1
    expect "fio $1: $2.runtime of the text" "$(figure both.txt job0 "$2.runtime")" \
        "$(raw "$2" runtime | awk '{ print $1 / 1000 }')" 1e-9 0
}

# Every figure of the jobs and disks in the text against the same in the JSON. Text has three digits of
# rates, minima and maxima cut to a whole unit, percentiles rounded up: formats of fio, section 8.
text_against_json() { # NAME
    read_tsv both.txt >text.tsv
    read_tsv both.json >json.tsv
    awk -F '\t' -v name="$1" '
        function abs(x) { return x < 0 ? -x : x }
        NR == FNR { if ($5 ~ /^(job|disk)/) json[$5 "\t" $6] = $7; next }
        $5 ~ /^(job|disk)/ {
            key = $5 "\t" $6
            if (!(key in json)) { print "  " name ": " $5 " " $6 " is only in the text"; bad++; next }
            d = abs($7 - json[key]); m = abs(json[key])
            if ($6 ~ /\.(bw|iops|bytes)$/) room = 0.006 * m + ($6 ~ /iops/ ? 1 : 0)
            else if ($6 ~ /lat\./) room = m < 2e-6 ? 1e-8 : m < 2e-3 ? 1.01e-6 : m < 2.1 ? 1.01e-3 : 1.01
            else if ($6 ~ /cpu\.(usr|sys)|util|pct/) room = 1.01e-4
            else room = 0.011 * (m > 1024 ? 1024 : 1) + 1e-6 * m
            if (d > room) { print "  " name ": " $5 " " $6 " is " $7 " in the text, " json[key] " in the JSON"; bad++ }
            n++
        }
        END { if (n < 5) { print "  " name ": only " n + 0 " figures compared"; bad++ } exit bad > 0 }
    ' json.tsv text.tsv
}

fio_case() { # NAME DIRECTION[+DIRECTION] OPTIONS...
    name=$1 directions=$2
    shift 2
    rm -f both.txt both.json
    if ! fio --filename=file --size=8m "$@" --name=live --output-format=normal,json >stream 2>&1; then
        bad "fio $name: fio itself failed"
        tail -n 3 stream
        return
    fi
    split_streams stream
    if text_against_json "$name"; then good; else bad "fio $name: text against JSON"; fi
    for direction in $(echo "$directions" | tr + ' '); do
        raw_value "$name" "$direction"
    done
    expect "fio $name: runs in the stream" "$(read_tsv stream | awk -F '\t' '
        $4 == "fio" && $5 !~ /^[!@]/ && !seen[$3]++ { n++ } END { print n + 0 }')" 1 0 0
}

live_fio() {
    fio_case read read --rw=read --bs=64k --ioengine=psync
    fio_case randread read --rw=randread --bs=4k --ioengine=psync --runtime=1
    fio_case write-fsync write --rw=write --bs=16k --ioengine=psync --fsync=32 --size=2m
    fio_case randwrite-fdatasync write --rw=randwrite --bs=4k --ioengine=sync --fdatasync=64 --size=1m
    fio_case randrw-mix read+write --rw=randrw --rwmixread=70 --bs=4k --ioengine=psync
    fio_case group-reporting read --rw=randread --bs=4k --ioengine=psync --numjobs=3 --group_reporting
    fio_case gtod-reduce read --rw=randread --bs=4k --ioengine=psync --gtod_reduce=1
    fio_case threads read --rw=randread --bs=8k --ioengine=psync --thread --iodepth=4
    fio_case percentiles read --rw=randread --bs=4k --ioengine=psync --percentile_list=50:99:99.999 \
        --slat_percentiles=0 --lat_percentiles=1
    fio_case bs-range read+write --rw=rw --bsrange=4k-64k --ioengine=psync
    fio_case samples write --rw=write --bs=4k --ioengine=psync --time_based --runtime=2 --rate=2m
    fio_case null-trim trim --rw=trim --bs=4k --ioengine=null
}

# --- the others ---

live_ioping() {
    ioping -c 5 -i 0.05 . >ioping.txt 2>&1 || { bad "ioping itself failed"; return; }
    requests=$(sed -n 's/^\([0-9]*\) requests completed in.*/\1/p' ioping.txt)
    figures=$(read_tsv ioping.txt | awk -F '\t' '$4 == "ioping" && $5 == "" && $6 ~ /^(iops|lat.mean|bw)$/ { print $6, $7 }')
    expect "ioping: requests of its summary" "$(echo "$requests" | wc -l)" 1 0 0
    mean=$(echo "$figures" | awk '$1 == "lat.mean" { print $2 }')
    printed=$(sed -n 's|^min/avg/max/mdev = [^/]* / \([^/]*\) / .*|\1|p' ioping.txt | awk '
        { f = $2 == "ns" ? 1e-9 : $2 == "us" ? 1e-6 : $2 == "ms" ? 1e-3 : 1; print $1 * f }')
    expect "ioping: mean latency" "$mean" "$printed" 1e-6 0
    iops=$(echo "$figures" | awk '$1 == "iops" { print $2 }')
    expect "ioping: iops is one over the mean" "$iops" "$(awk -v m="$printed" 'BEGIN { print 1 / m }')" 0.02 1
}

live_bonnie() {
    mkdir -p bonnie
    bonnie++ -d bonnie -s 16m -r 8 -n 1 -m box -u "$(id -un)" >bonnie.txt 2>/dev/null ||
        { bad "bonnie++ itself failed"; return; }
    csv=$(grep '^1\.9[0-9],' bonnie.txt)
    wanted=$(echo "$csv" | awk -F , '{ print $12 ~ /^[0-9]/ ? $12 * 1024 : "NA" }') # block output, KiB/s
    got=$(figure bonnie.txt "" write_block.bw)
    if [ "$wanted" = NA ]; then
        if [ "${got:-NA}" = NA ]; then good; else bad "bonnie++: write_block.bw is '$got', printed '+++++'"; fi
    else
        expect "bonnie++: write_block.bw" "$got" "$wanted" 1e-6 0
    fi
    expect "bonnie++: runs" "$(read_tsv bonnie.txt | awk -F '\t' '
        $4 == "bonnie++" && $5 !~ /^[!@]/ && !seen[$3]++ { n++ } END { print n + 0 }')" 1 0 0
}

live_dd() {
    dd if=/dev/zero of=dd.out bs=64k count=64 conv=fsync 2>dd.txt || { bad "dd itself failed"; return; }
    seconds=$(sed -n 's/.* copied, \([0-9.e-]*\) s.*/\1/p' dd.txt)
    expect "dd: bytes" "$(figure dd.txt "" bytes)" 4194304 0 0
    expect "dd: time" "$(figure dd.txt "" time)" "$seconds" 1e-9 0
    expect "dd: bw" "$(figure dd.txt "" bw)" "$(awk -v s="$seconds" 'BEGIN { print 4194304 / s }')" 1e-3 0
}

if has fio; then live_fio; else skip fio; fi
if has ioping; then live_ioping; else skip ioping; fi
if has bonnie++; then live_bonnie; else skip bonnie++; fi
if has dd; then live_dd; else skip dd; fi
echo "live: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
