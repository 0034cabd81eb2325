#!/bin/sh
# Makes examples/history: the logs of twelve releases of a system that does not exist, three sessions
# each, in the shapes in which GNU dd and fio 3.x print them. Nothing in them was measured.
#
#   sh make-history.sh [OUTDIR] [SEED]
#
# Every session is up to 3 % (one standard deviation) off, as a machine is from one boot to the next,
# and every run in it 1.5 %. One thing is built in: from release 1.7 on the fio job "lookup" does 12 %
# fewer requests a second. The other three workloads never change. The same seed makes the same files.
set -eu
export LC_ALL=C
out=${1:-$(dirname "$0")/history} seed=${2:-20250110}
mkdir -p "$out"
awk -v out="$out" -v seed="$seed" '
# Park and Miller: exact in doubles, so every awk draws the same numbers.
function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
function normal(  i, sum) { for (i = sum = 0; i < 12; i++) sum += uniform(); return sum - 6 }
function spread(share) { return 1 + share * normal() }

# Like num2str of fio: four digits at most.
function digits(x) { return x < 10 ? sprintf("%.2f", x) : x < 100 ? sprintf("%.1f", x) : sprintf("%d", x) }
function count(x) { return x < 10000 ? sprintf("%d", x) : sprintf("%.1fk", x / 1000) }
function weekday(y, m, d) {
    y -= m < 3
    return (y + int(y / 4) - int(y / 100) + int(y / 400) + substr("032503514624", m, 1) + d) % 7
}
function date(month, day) {
    return sprintf("%s %s %d 09:%02d:%02d 2025", substr("SunMonTueWedThuFriSat", weekday(2025, month, day) * 3 + 1, 3),
                   substr("JanFebMarAprMayJunJulAugSepOctNovDec", month * 3 - 2, 3), day, uniform() * 60, uniform() * 60)
}

function dd(command, bytes, rate,  seconds) { # rate: bytes a second
    seconds = sprintf("%.6g", bytes / rate)
    print "$ dd " command > file
    print "1024+0 records in\n1024+0 records out" > file
    printf "%d bytes (1.1 GB, 1.0 GiB) copied, %s s, %s MB/s\n", bytes, seconds,
           bytes / seconds / 1e6 < 99.95 ? sprintf("%.1f", bytes / seconds / 1e6) : sprintf("%.0f", bytes / seconds / 1e6) > file
}

function fio(name, rw, iops,  io, ms, lat, kib, write) {
    write = rw == "randwrite"
    ms = 10000 + int(uniform() * 3)
    io = int(iops * ms / 1000)
    iops = io * 1000 / ms
    kib = iops * 4
    lat = 1e6 / iops - 0.4 # usec
    print "$ fio --name=" name " --rw=" rw " --bs=4k --size=1g --direct=1 --ioengine=psync --runtime=10 --time_based --clat_percentiles=0" > file
    print name ": (g=0): rw=" rw ", bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1" > file
    print "fio-3.33\nStarting 1 process\n" > file
    print name ": (groupid=0, jobs=1): err= 0: pid=" int(2000 + uniform() * 30000) ": " date(month, day) > file
    bw = sprintf("%sMiB/s (%sMB/s)", digits(kib / 1024), digits(kib * 1.024 / 1000))
    printf "  %s: IOPS=%s, BW=%s(%sMiB/%dmsec)%s\n", write ? "write" : "read", count(iops), bw, digits(io / 256), ms, write ? "; 0 zone resets" : "" > file
    printf "    clat (usec): min=%d, max=%d, avg=%.2f, stdev=%.2f\n", lat * .6, lat * (8 + 20 * uniform()), lat - .3, lat * (.2 + .1 * uniform()) > file
    printf "     lat (usec): min=%d, max=%d, avg=%.2f, stdev=%.2f\n", lat * .6 + 1, lat * 30, lat, lat * (.2 + .1 * uniform()) > file
    printf "   bw (  KiB/s): min=%5d, max=%5d, per=100.00%%, avg=%.2f, stdev=%.2f, samples=19\n", kib * .95, kib * 1.04, kib * (1 + .002 * uniform()), kib * .02 > file
    printf "   iops        : min=%5d, max=%5d, avg=%.2f, stdev=%.2f, samples=19\n", iops * .95, iops * 1.04, iops * (1 + .002 * uniform()), iops * .02 > file
    printf "  cpu          : usr=%.2f%%, sys=%.2f%%, ctx=%d, majf=0, minf=11\n", 1 + uniform(), 5 + 2 * uniform(), io + 30 * uniform() > file
    print "  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%" > file
    print "     submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%" > file
    print "     complete  : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%" > file
    printf "     issued rwts: total=%s short=0,0,0,0 dropped=0,0,0,0\n", write ? "0," io ",0,0" : io ",0,0,0" > file
    print "     latency   : target=0, window=0, percentile=100.00%, depth=1\n" > file
    print "Run status group 0 (all jobs):" > file
    split(bw, side, " ")
    printf "  %s: bw=%s, %s-%s (%s-%s), io=%sMiB (%sMB), run=%d-%dmsec\n\n", write ? "WRITE" : " READ", bw, side[1], side[1],
           substr(side[2], 2, length(side[2]) - 2), substr(side[2], 2, length(side[2]) - 2),
           digits(io / 256), digits(io * 4096 / 1e6), ms, ms > file
}

BEGIN {
    state = seed
    for (i = 0; i < 20; i++) uniform()
    for (r = 0; r < 12; r++) for (s = 1; s <= 3; s++) {
        month = r + 1; day = 10 + s
        file = out "/release-1." r "-session-" s ".txt"
        print "# Synthetic: made by examples/make-history.sh with seed " seed "; nothing here was measured.\n" > file
        write = spread(.03); read = spread(.03); lookup = spread(.03); update = spread(.03)
        for (i = 0; i < 2; i++) {
            dd("if=/dev/zero of=/mnt/data/testfile bs=1M count=1024 conv=fdatasync", 1073741824, 182e6 * write * spread(.015))
            dd("if=/mnt/data/testfile of=/dev/null bs=1M iflag=direct", 1073741824, 415e6 * read * spread(.015))
        }
        print "" > file
        fio("lookup", "randread", 8400 * (r < 7 ? 1 : .88) * lookup * spread(.015))
        fio("update", "randwrite", 5200 * update * spread(.015))
        close(file)
    }
}'
