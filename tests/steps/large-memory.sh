#!/bin/sh
# A large mailbox is read mail by mail: the memory it takes is a small multiple of its size at most, not
# that of all that is found in it. A large text stays in its file: it takes less than it has.
# 50 MB; 15 MB under sanitizers, which are slow.
set -eu
case ${1:-} in
--can) [ -r /proc/self/status ] && echo yes || echo no; exit ;;
--needs) echo "/proc"; exit ;;
esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
bytes=50000000 most_kb=300000 text_most_kb=40000
if nm "$program" 2>/dev/null | grep -q __asan_init; then
    bytes=15000000 most_kb=150000 text_most_kb=48000 # 36 MB of which the sanitizer takes 20
    export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=4"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v bytes=$bytes 'BEGIN {
    for (mail = 1; written < bytes; mail++) {
        text = "From a@example.org Mon Nov 30 08:00:00 2026\nFrom: A <a@example.org>\nSubject: mail " mail "\n" \
            "Date: Mon, 30 Nov 2026 08:00:00 +0000\nMessage-ID: <" mail "@example.org>\n\n"
        for (i = 1; i <= 200; i++)
            text = text "Line " i " of a long mail about disks, in which nothing at all is measured.\n"
        text = text sprintf("\n1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.%06d s, 144 MB/s\n\n", mail)
        printf "%s", text
        written += length(text)
    }
    print mail - 1 > "/dev/stderr"
}' >"$work/big.mbox" 2>"$work/mails"
peak_of() { # FILE FOUND: sets peak, in kB
    "$program" parse --format tsv "$1" >"$2" &
    pid=$! peak=0
    while now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status" 2>/dev/null) && [ -n "$now" ]; do
        peak=$now
        sleep 0.1
    done
    wait "$pid"
}
peak_of "$work/big.mbox" "$work/found"
found=$(grep -c 'bw\.printed' "$work/found")
echo "    $found results in $(cat "$work/mails") mails, $peak kB"
[ "$found" -eq "$(cat "$work/mails")" ] && [ "$peak" -gt 0 ] && [ "$peak" -lt $most_kb ]

awk -v bytes=$bytes 'BEGIN {
    for (results = 1; written < bytes; results++) {
        written += 4000 * 74
        printf "Test %d:\n\n1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.%06d s, 144 MB/s\n\n", results, results
        for (i = 1; i <= 4000; i++)
            print "Line " i " of a long text about disks, in which nothing at all is measured."
    }
    print results - 1 > "/dev/stderr"
}' >"$work/big.txt" 2>"$work/results"
peak_of "$work/big.txt" "$work/found"
found=$(grep -c 'bw\.printed' "$work/found")
echo "    $found of $(cat "$work/results") results in $bytes bytes of text, $peak kB"
[ "$found" -eq "$(cat "$work/results")" ] && [ "$peak" -gt 0 ] && [ "$peak" -lt $text_most_kb ]
