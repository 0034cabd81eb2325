#!/bin/sh
# make bench-pg: rate of import and time of compare on a throw-away PostgreSQL, beside a file of SQLite on
# the same machine in the same minutes. Usage: bench_pg.sh PROGRAM FOLDER (with small/ and filled.db)
set -eu
program=$1 folder=$2
. tests/server.sh
server_can || { echo "no PostgreSQL server here (Debian: postgresql-15)"; exit 0; }
trap 'server_stop; rm -f "$folder/bench-pg.db"' EXIT
server_start "max_wal_size = 2GB" "shared_buffers = 256MB"
ask postgres "CREATE DATABASE small"
ask postgres "CREATE DATABASE filled"
small=$(uri_of small) filled=$(uri_of filled)
now() { date +%s%N; }
least() { # COMMAND...: ms of the fastest of five
    best=
    for _ in 1 2 3 4 5; do
        from=$(now)
        "$@" >/dev/null
        took=$((($(now) - from) / 1000000))
        if [ -z "$best" ] || [ $took -lt "$best" ]; then best=$took; fi
    done
    echo "$best"
}
rm -f "$folder/bench-pg.db"
documents=$(ls "$folder/small" | wc -l)
for where in "$folder/bench-pg.db" "$small"; do
    from=$(now)
    "$program" import -q --db "$where" "$folder/small"
    took=$((($(now) - from) / 1000000 + 1))
    case $where in postgresql:*) engine=PostgreSQL ;; *) engine=SQLite ;; esac
    echo "import, $documents small documents, $engine: $((documents * 1000 / took)) documents/s"
done
from=$(now)
"$program" merge -q --db "$filled" "$folder/filled.db"
echo "merge, 100000 runs, into PostgreSQL: $((100000 * 1000 / (($(now) - from) / 1000000 + 1))) runs/s"
ask filled "VACUUM ANALYZE"
for where in "$folder/filled.db" "$filled"; do
    case $where in postgresql:*) engine=PostgreSQL ;; *) engine=SQLite ;; esac
    echo "compare, all 100000 runs, $engine: $(least "$program" compare --db "$where") ms"
    echo "list labels, 100000 runs, $engine: $(least "$program" list labels --db "$where") ms"
done
ask filled "SELECT relname || ': ' || pg_total_relation_size(oid) || ' bytes, ' || reltuples || ' rows' FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 1000 ORDER BY relname"
