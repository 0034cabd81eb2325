#!/bin/sh
# make check-pg: a throw-away PostgreSQL from Debian's packages on a private socket; the store's unit
# tests and the golden commands on it, many importers at once, clients and servers that are killed,
# and what distributed engines ask of the schema. Last line "pg: N passed, N failed, N skipped".
# Usage: pg.sh PROGRAM TESTS (the folder with test_store). Skips, and says so, without a server.
set -u
[ $# = 2 ] || { echo "usage: pg.sh PROGRAM TESTS" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
tests=$(cd "$2" && pwd)
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/server.sh"
if ! server_can; then
    echo "skipped: PostgreSQL (not installed; Debian: postgresql-15)"
    echo "pg: 0 passed, 0 failed, 1 skipped"
    exit 0
fi
work=$(mktemp -d)
trap 'server_stop; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
passed=0 failed=0
good() { passed=$((passed + 1)); echo "ok: $1"; }
bad() { failed=$((failed + 1)); echo "FAILED pg $1"; }
same() { # WHAT GOT WANT
    if [ "$2" = "$3" ]; then good "$1"; else bad "$1: '$2', expected '$3'"; fi
}
server_start || exit 1
fresh() { # DATABASE: empty; sets uri
    ask postgres "DROP DATABASE IF EXISTS $1" && ask postgres "CREATE DATABASE $1"
    uri=$(uri_of "$1")
}
in_c() { LC_ALL=C TZ=UTC NO_COLOR=1 "$@"; }

# --- the same suites as on SQLite ---

unit_suite() {
    fresh suite
    for t in test_store test_store_batch test_store_change; do
        PLIMSOLL_TEST_PG=$(uri_of suite) "$tests/$t" >"$work/unit.log" 2>&1
        n=$(grep -c '^\[       OK' "$work/unit.log")
        wrong=$(grep -c '^\[  FAILED  \] [a-z]' "$work/unit.log")
        passed=$((passed + n))
        [ "$wrong" = 0 ] || { cat "$work/unit.log"; failed=$((failed + wrong)); }
        echo "unit $t: $n passed, $wrong failed"
        [ "$n" -gt 0 ] || bad "$t ran nothing"
    done
}

# Commands that speak of the database's file itself, or of SQLite's own words, are not asked here.
file_only="cli/misspelt cli/options store/database-refused store/list store/show-file store/sql"

golden_suite() {
    for cmd in "$top"/tests/golden/*/*/cmd; do
        name=$(dirname "${cmd#"$top/tests/golden/"}")
        case " $file_only " in *" $name "*) continue ;; esac
        grep -q 'plimsoll import\|plimsoll run\|plimsoll track\|plimsoll release' "$cmd" || continue
        fresh golden
        if PLIMSOLL_GOLDEN_DB=$uri sh "$top/tests/golden.sh" "$program" "$name" >"$work/golden.log" 2>&1; then
            good "golden $name"
        else
            head -n 40 "$work/golden.log"
            bad "golden $name"
        fi
    done
}

# --- many at once ---

# Small logs, no two the same; a few blocks of each stand in the next one, too.
make_logs() { # FOLDER COUNT
    mkdir -p "$1"
    i=0
    while [ $i -lt "$2" ]; do
        {
            for k in 0 1 2; do
                n=$((i * 2 + k + 1))
                echo "$ dd if=/dev/zero of=/mnt/d$((i % 3))/file bs=1M count=1024"
                echo "1024+0 records in"
                echo "1024+0 records out"
                echo "1073741824 bytes (1.1 GB, 1.0 GiB) copied, $((n % 7 + 1)).$((100000 + n * 137 % 900000)) s, $((n % 800 + 100)).$((n % 9)) MB/s"
            done
        } >"$1/log$i.txt"
        i=$((i + 1))
    done
}

counts() { # DATABASE: documents, imports, runs, measures, those that stand twice
    ask "$1" "SELECT (SELECT count(*) FROM document) || ' ' || (SELECT count(*) FROM import) || ' ' ||
        (SELECT count(*) FROM run) || ' ' || (SELECT count(*) FROM measure) || ' ' ||
        (SELECT count(*) - count(DISTINCT uid) FROM run)"
}
expected() { # FOLDER: the same of an SQLite file
    rm -f "$work/one.db"
    "$program" import -q --db "$work/one.db" "$1" >/dev/null 2>&1
    in_c "$program" sql -f csv --db "$work/one.db" "SELECT (SELECT count(*) FROM document) || ' ' ||
        (SELECT count(*) FROM import) || ' ' || (SELECT count(*) FROM run) || ' ' ||
        (SELECT count(*) FROM measure) || ' 0' AS counts" | tail -n 1
}
counted() { # DATABASE: how many blocks count, and how many different ones there are
    ask "$1" "SELECT count(*) || ' ' || count(DISTINCT block) FROM run WHERE counted = 1"
}

importers() { # N: all take the same folder, each in an order of its own
    fresh many
    i=0 pids=
    while [ $i -lt "$1" ]; do
        # shellcheck disable=SC2046
        "$program" import -q --db "$uri" $(ls "$work"/logs/* | if [ $((i % 2)) = 0 ]; then cat; else sort -r; fi) \
            >"$work/import$i.log" 2>&1 &
        pids="$pids $!"
        i=$((i + 1))
    done
    wrong=0
    for pid in $pids; do wait "$pid" || wrong=$((wrong + 1)); done
    [ $wrong = 0 ] || cat "$work"/import?.log
    same "$1 importers at once: all end well" "$wrong" 0
    same "$1 importers at once: documents, imports, runs, measures, doubled" "$(counts many)" "$want"
    n=$(counted many)
    same "$1 importers at once: every block counts once ($n)" "${n% *}" "${n#* }"
}

documents() { # DATABASE
    ask "$1" "SELECT count(*) FROM document" 2>/dev/null || echo 0
}
wait_for() { # DATABASE COUNT PID: until so many documents are there, or the client has ended
    while [ "$(documents "$1")" -lt "$2" ] && kill -0 "$3" 2>/dev/null; do :; done
}

killed_clients() {
    fresh killed
    "$program" doctor --db "$uri" >/dev/null
    for goal in 1 6 12 25 40; do
        "$program" import -q --db "$uri" "$work/logs" >/dev/null 2>&1 &
        pid=$!
        wait_for killed $goal $pid
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        echo "  client killed at $goal: $(documents killed) documents"
    done
    half=$(ask killed "SELECT count(*) FROM import WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.import_id = import.import_id)")
    same "clients killed: no import without its runs" "$half" 0
    "$program" import -q --db "$uri" "$work/logs" || bad "import after killed clients"
    same "clients killed: then all, once" "$(counts killed)" "$want"
}

# The server goes in the middle of an import and comes again; the same import goes on.
server_gone() { # WORD HOW...
    word=$1
    shift
    fresh gone
    "$program" doctor --db "$uri" >/dev/null
    "$program" import -q --db "$uri" "$work/logs" >"$work/gone.log" 2>&1 &
    pid=$!
    wait_for gone 5 $pid
    before=$(documents gone)
    "$@"
    wait $pid
    status=$?
    [ $status = 0 ] || cat "$work/gone.log"
    same "$word: the import goes on" $status 0
    same "$word: nothing lost, nothing doubled (at $before documents)" "$(counts gone)" "$want"
}
kill_and_again() { server_kill; sleep 0.3; server_again; }
restart() { as_server "$server_bin/pg_ctl" -s -w -m fast -D "$server_folder/data" -l "$server_folder/log" restart; }
cut_connections() {
    for n in 1 2 3; do
        ask postgres "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'plimsoll'" >/dev/null
        sleep 0.1
    done
}

two_first_clients() {
    fresh first
    for i in 1 2 3 4; do "$program" doctor --db "$uri" >"$work/first$i.log" 2>&1 & done
    wait
    same "four clients at an empty database: one schema" "$(ask first "SELECT count(*) || ' ' || max(version) FROM plimsoll_schema")" "1 1"
    same "four clients at an empty database: all well" "$(cat "$work"/first?.log | grep -c '^integrity  ok')" 4
}

# --- what distributed engines ask for ---

citus_rows() { # "TABLE COLUMN" of the distributed ones
    sed -n "s/^SELECT create_distributed_table('\([a-z_]*\)', '\([a-z_]*\)'.*/\1 \2/p" "$top/docs/sql/citus.sql"
}

distribution() {
    fresh spread
    "$program" doctor --db "$uri" >/dev/null
    wrong=
    for row in $(citus_rows | tr ' ' :); do
        table=${row%:*} column=${row#*:}
        wrong="$wrong$(ask spread "SELECT indexrelid::regclass FROM pg_index WHERE indrelid = '$table'::regclass AND indisunique
            AND NOT (SELECT attnum FROM pg_attribute WHERE attrelid = '$table'::regclass AND attname = '$column') = ANY (indkey)")"
    done
    same "every unique key of a distributed table holds its column" "$wrong" ""
    ask spread "CREATE TABLE spread (t regclass, c text)"
    citus_rows | while read -r table column; do ask spread "INSERT INTO spread VALUES ('$table', '$column')"; done
    same "no foreign key crosses shards" "$(ask spread "SELECT string_agg(conname, ' ') FROM pg_constraint
        JOIN spread there ON there.t = confrelid LEFT JOIN spread here ON here.t = conrelid
        WHERE contype = 'f' AND (here.t IS NULL OR here.c <> there.c
            OR NOT EXISTS (SELECT 1 FROM unnest(conkey, confkey) AS k(a, b)
                JOIN pg_attribute x ON x.attrelid = conrelid AND x.attnum = a AND x.attname = here.c
                JOIN pg_attribute y ON y.attrelid = confrelid AND y.attnum = b AND y.attname = there.c))")" ""
    ask spread "DROP TABLE spread"
    same "every table has its line in citus.sql" "$(sed -n "s/^SELECT create_[a-z]*_table('\([a-z_]*\)'.*/\1/p" "$top/docs/sql/citus.sql" | sort | tr '\n' ' ')" \
        "$(ask spread "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE \"C\"" | tr '\n' ' ')"
    same "no sequences, no identity columns, no triggers of ours" "$(ask spread "SELECT (SELECT count(*) FROM pg_class WHERE relkind = 'S') +
        (SELECT count(*) FROM pg_attribute WHERE attidentity <> '') + (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal)")" 0
    same "LIMIT only with ORDER BY, or where any row will do" "$(tr -d '\n' <"$top/schema/statements.c" | tr ';[' '\n\n' |
        grep LIMIT | grep -v 'ORDER BY' | grep -vc 'SELECT 1 FROM')" 0
    # A file has a row id more, for its own blobs.
    awk '/^CREATE TABLE/ { t = $3 } /^    [a-z]/ { print t "." $1 }' "$top/schema/sql/001_init.sql" |
        grep -vx document_text.text_id | LC_ALL=C sort >"$work/columns.file"
    ask spread "SELECT table_name || '.' || column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> 'plimsoll_schema' AND table_name !~ '^v_'" | LC_ALL=C sort >"$work/columns.pg"
    same "the same $(wc -l <"$work/columns.pg") columns as a file" "$(diff "$work/columns.file" "$work/columns.pg")" ""
}

# Rows rewritten in an order that has nothing to do with how they came: what is printed stays.
shuffled() {
    fresh shuffle
    "$program" import -q --db "$uri" "$top/examples" "$work/logs" >/dev/null 2>&1
    say_all >"$work/before"
    for t in document import run measure series histogram fact document_fact note release; do
        ask shuffle "CREATE TABLE keep AS SELECT * FROM $t ORDER BY md5($t::text); ALTER TABLE keep OWNER TO plimsoll;
            SET session_replication_role = replica; DELETE FROM $t; INSERT INTO $t SELECT * FROM keep; DROP TABLE keep" >/dev/null
    done
    ask shuffle "ANALYZE; ALTER DATABASE shuffle SET enable_indexscan = off"
    say_all >"$work/after"
    same "rows in another order: the same output ($(wc -l <"$work/before") lines)" "$(diff "$work/before" "$work/after" | head -n 5)" ""
}
say_all() {
    for command in list "list runs" "list labels" "list facts" "report --all" "export" "export --format jsonl"; do
        # shellcheck disable=SC2086
        in_c "$program" $command --db "$uri" 2>&1
    done
}

# --- roles, passwords, merging ---

roles() {
    fresh roles
    ask postgres "DROP ROLE IF EXISTS dash_role" && ask postgres "DROP ROLE IF EXISTS bench_role"
    "$program" doctor --db "$uri" >/dev/null
    sed -e 's/plimsoll_reader/dash_role/g' -e 's/plimsoll_writer/bench_role/g' -e 's/NOLOGIN/LOGIN/' "$top/docs/sql/roles.sql" >"$work/roles.sql"
    "$server_bin/psql" -X -q -v ON_ERROR_STOP=1 -h "$socket" -U plimsoll -d roles -f "$work/roles.sql" || bad "roles.sql"
    writer=$(echo "$uri" | sed 's/user=plimsoll/user=bench_role/') reader=$(echo "$uri" | sed 's/user=plimsoll/user=dash_role/')
    "$program" import -q --db "$writer" "$work/logs/log1.txt" && good "the writer imports" || bad "the writer imports"
    "$program" label -q --db "$writer" --as mine --all && good "the writer labels" || bad "the writer labels"
    same "who imported is kept" "$(ask roles "SELECT DISTINCT added_by FROM import")" bench_role
    same "who edited is kept" "$(ask roles "SELECT DISTINCT edited_by FROM edit")" bench_role
    same "the reader reads" "$("$program" sql -f csv --db "$reader" "SELECT count(*) AS n FROM run" | tail -n 1)" 3
    "$program" import -q --db "$reader" "$work/logs/log2.txt" >"$work/reader.log" 2>&1
    same "the reader writes nothing" "$(grep -c 'permission denied' "$work/reader.log")" 1
    "$program" list --db "postgresql://me:secret@localhost/x" >"$work/word.log" 2>&1
    "$program" list --db "postgresql:///x?host=$socket&password=secret" >>"$work/word.log" 2>&1
    "$program" doctor --db "postgresql://me:secret@localhost/x" >>"$work/word.log" 2>&1
    same "passwords are refused and not shown" "$(grep -c 'does not belong' "$work/word.log") $(grep -c secret "$work/word.log")" "3 0"
}

merging() {
    fresh merge_a
    a=$uri
    "$program" import -q --db "$a" "$work/logs/log1.txt" "$work/logs/log2.txt"
    "$program" label -q --db "$a" --set fs=zfs --all
    rm -f "$work/m.db" "$work/back.db"
    "$program" import -q --db "$work/m.db" "$work/logs/log2.txt" "$work/logs/log3.txt"
    same "file into server" "$("$program" merge --db "$a" "$work/m.db" | sed 's/.*: //')" "1 document with 3 runs added, 1 known; 0 edits, 0 releases, 0 tracks"
    same "file into server again: only what is missing" "$("$program" merge --db "$a" "$work/m.db" | sed 's/.*: //')" "0 documents with 0 runs added, 2 known; 0 edits, 0 releases, 0 tracks"
    "$program" merge -q --db "$work/back.db" "$a"
    fresh merge_b
    "$program" merge -q --db "$uri" "$a"
    for where in "$work/back.db" "$uri"; do
        same "what came out of the server is what is in it" "$(in_c "$program" export --db "$where" | sort | cksum)" "$(in_c "$program" export --db "$a" | sort | cksum)"
    done
}

odd_text() {
    fresh odd
    printf '$ dd if=/dev/zero of=\377\376\t\\N bs=1M\n1024+0 records in\n1024+0 records out\n1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.01766 s, 532 MB/s\n' >"$work/odd\\name.txt"
    "$program" import -q --db "$uri" "$work/odd\\name.txt" && good "bytes that are no text" || bad "bytes that are no text"
    same "backslashes stay" "$("$program" sql -f csv --db "$uri" "SELECT name FROM import" | tail -n 1)" "$work/odd\\name.txt"
}

make_logs "$work/logs" 60
want=$(expected "$work/logs")
echo "60 logs: documents, imports, runs, measures, doubled: $want"
unit_suite
golden_suite
two_first_clients
importers 2
importers 8
killed_clients
server_gone "server killed" kill_and_again
server_gone "server restarted" restart
server_gone "connections cut" cut_connections
distribution
shuffled
roles
merging
odd_text
echo "pg: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
