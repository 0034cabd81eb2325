# Stands for a benchmark: another figure at each turn, on standard error as dd does.
n=$(($(cat turns 2>/dev/null || echo 0) + 1))
echo $n >turns
printf '256+0 records in\n256+0 records out\n268435456 bytes (268 MB, 256 MiB) copied, 2.%d1766 s, 1%d3 MB/s\n' $n $((3 - n / 2)) >&2
