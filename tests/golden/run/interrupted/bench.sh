# The third turn stops the program that runs it, and prints what dd prints when it is stopped.
echo x >>turns
n=$(wc -l <turns)
[ "$n" -lt 3 ] || trap 'echo "$((n * 100))+0 records in"; echo "$((n * 100))+0 records out"; echo "$((n * 409600)) bytes ($((n * 410)) kB, $((n * 400)) KiB) copied, 0.1 s, $((n * 4)) MB/s"; exit 130' TERM
[ "$n" -lt 3 ] || { kill -TERM "$PPID"; i=0; while [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done; }
printf '256+0 records in\n256+0 records out\n1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.0%s61%s1 s, 65 MB/s\n' "$n" "$n"
