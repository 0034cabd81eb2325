#!/bin/sh
# What a network and a server can do to a client, at every message of every change to a shared database: what
# is left must be what was there before, or what should be there after, and be told right.
# Usage: faults.sh PROGRAM PROXY STRIDE. STRIDE 1 tries every message, 7 every seventh. The last line sums up:
# "server: N faults, lost: N, N passed, N failed, N skipped".
set -u
[ $# = 3 ] || { echo "usage: faults.sh PROGRAM PROXY STRIDE" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
proxy=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
stride=$3
top=$(cd "$(dirname "$0")/../../.." && pwd)
. "$top/tests/server.sh"
if ! server_can; then
    echo "skipped: PostgreSQL (not installed; Debian: postgresql-15)"
    echo "server: 0 faults, lost: 0, 0 passed, 0 failed, 1 skipped"
    exit 0
fi
work=$(mktemp -d)
proxy_pid=
disk=
cleanup() {
    [ -z "$proxy_pid" ] || kill "$proxy_pid" 2>/dev/null
    server_stop
    [ -z "$disk" ] || umount "$disk" 2>/dev/null
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM
passed=0 failed=0 faults=0 lost=0
good() { passed=$((passed + 1)); echo "ok: $1"; }
bad() { failed=$((failed + 1)); echo "FAILED server $1"; }
server_start "fsync = off" || exit 1
mkdir "$work/door"
"$proxy" "$work/door/.s.PGSQL.5432" "$socket/.s.PGSQL.5432" "$work/rule" &
proxy_pid=$!
through="postgresql:///work?host=$work/door&user=plimsoll"

# --- what is in a database ---

# All but who and when; and but the hashes of descriptions, which go on from edit to edit, also of the same
# one again: equal ones are equal, and that is all they say. Tables without rows are as good as none: making
# them is a transaction of its own.
state_of() { # DATABASE
    if [ -z "$(ask "$1" "SELECT 1 FROM pg_tables WHERE schemaname = 'public' AND tablename = 'run'")" ]; then
        echo nothing
        return
    fi
    ask "$1" "SELECT coalesce(md5(string_agg(row, ' ' ORDER BY row)), 'nothing') FROM (
        SELECT 'd' || (to_jsonb(t) - 'added_at')::text AS row FROM document t
        UNION ALL SELECT 'i' || (to_jsonb(t) - 'imported_at' - 'added' - 'added_by')::text FROM import t
        UNION ALL SELECT 'e' || (to_jsonb(t) - 'edited_at' - 'edited_by' - 'added')::text FROM edit t
        UNION ALL SELECT 'l' || (to_jsonb(t) - 'added_at' - 'added')::text FROM release t
        UNION ALL SELECT 'k' || (to_jsonb(t) - 'added_at' - 'added')::text FROM track t
        UNION ALL SELECT 't' || to_jsonb(t)::text FROM document_text t
        UNION ALL SELECT 'r' || (to_jsonb(t) - 'form_hash' - 'fact_hash')::text FROM run t
        UNION ALL SELECT 'm' || to_jsonb(t)::text FROM measure t
        UNION ALL SELECT 's' || to_jsonb(t)::text FROM series t
        UNION ALL SELECT 'h' || to_jsonb(t)::text FROM histogram t
        UNION ALL SELECT 'f' || to_jsonb(t)::text FROM fact t
        UNION ALL SELECT 'g' || to_jsonb(t)::text FROM document_fact t
        UNION ALL SELECT 'n' || to_jsonb(t)::text FROM note t) all_rows"
}
fresh() { # FROM: work is a copy of it
    ask postgres "DROP DATABASE IF EXISTS work WITH (FORCE)" && ask postgres "CREATE DATABASE work TEMPLATE $1"
}

# --- scenarios: NAME, and what is done to $uri ---

printf '$ dd if=/dev/zero of=/a/x bs=1M count=10\n10+0 records in\n10+0 records out\n10485760 bytes (10 MB, 10 MiB) copied, 0.5 s, 21.0 MB/s\n' >"$work/one.log"
{ cat "$work/one.log"; printf '| fs | read MB/s |\n|---|---|\n| ext4 | 120 |\n| xfs | 130 |\n'; } >"$work/two.log"
printf '%s\n' 43.1 44.0 45.2 >"$work/three.log"
"$program" import -q --db "$work/other.db" "$work/two.log" "$work/three.log" || exit 1
# Series, histograms and notes, too.
few="$top/tests/corpus/dtrace/05_quantize_by_key_no_unit.txt $top/tests/corpus/ioping/v0.9-p3-mixed-raw-and-human.txt"

in_time() { LC_ALL=C timeout -s KILL 200 "$@"; }
act_large() { in_time "$program" import -q --db "$1" "$work/large.log"; }
base_of() { case $1 in first) echo template0 ;; rebuild) echo stale ;; *) echo base ;; esac; }
act() { # NAME URI
    case $1 in
    first | import) in_time "$program" import -q --db "$2" "$work/two.log" ;;
    label) in_time "$program" label -q --db "$2" --as other --set fs=zfs --all ;;
    rebuild) in_time "$program" rebuild -q --db "$2" ;;
    remove) in_time "$program" remove -q --db "$2" one.log ;;
    merge) in_time "$program" merge -q --db "$2" "$work/other.db" ;;
    track) in_time "$program" track create -q --db "$2" --yes kernel 6.1 6.2 ;;
    release) in_time "$program" release add -q --db "$2" 6.2 --alias six-two ;;
    esac
}

# --- one fault ---

serial=0
injected=0 told=0 stayed=0 complete=0
# SCENARIO KIND N: false when there is no Nth message
inject() {
    serial=$((serial + 1))
    fresh "$(base_of "$1")" || { bad "no copy of the database"; return 1; }
    echo "$serial $2 $3" >"$work/rule.new" && mv "$work/rule.new" "$work/rule"
    act "$1" "$through" >"$work/out" 2>&1
    status=$?
    [ -e "$work/rule.$serial" ] || return 1
    rm -f "$work/rule.$serial"
    injected=$((injected + 1)) faults=$((faults + 1))
    state=$(state_of work)
    why=
    case $status:$state in
    0:"$after") complete=$((complete + 1)) ;;
    0:*) why="reported as done, and is not there" ;;
    3:"$before")
        told=$((told + 1)) stayed=$((stayed + 1))
        grep -q '^plimsoll: ' "$work/out" || why="an error was not told" ;;
    3:"$after")
        told=$((told + 1)) complete=$((complete + 1))
        grep -q '^plimsoll: ' "$work/out" || why="an error was not told" ;;
    3:*) why="neither as before nor as after" ;;
    *) why="exit $status" ;;
    esac
    [ -z "$why" ] || { lost=$((lost + 1)); echo "LOST $1, $2 at $3: $why: $(head -n 2 "$work/out")"; }
    return 0
}

measure() { # SCENARIO: before, after; how often the client and the server speak is not asked
    fresh "$(base_of "$1")"
    before=$(state_of work)
    act "$1" "$(uri_of work)" >"$work/out" 2>&1 || bad "$1 without faults: $(cat "$work/out")"
    after=$(state_of work)
    [ "$before" != "$after" ] || bad "$1 changes nothing"
}

sweep() { # KIND STRIDE SCENARIO...
    kind=$1 step=$2
    shift 2
    injected=0 told=0 stayed=0 complete=0
    for scenario in "$@"; do
        measure "$scenario"
        at=1
        while inject "$scenario" "$kind" $at; do at=$((at + step)); done
    done
    printf '%-14s %6d injected, %6d told, %6d as before, %6d complete\n' "$kind" $injected $told $stayed $complete
}

ask postgres "CREATE DATABASE base"
# shellcheck disable=SC2086
"$program" import -q --db "$(uri_of base)" "$work/one.log" $few || exit 1
"$program" release add -q --db "$(uri_of base)" 6.1
ask postgres "CREATE DATABASE stale TEMPLATE base"
ask stale "UPDATE run SET version = 'old'; UPDATE measure SET value = value * 2"
all="import label rebuild remove merge track release first"
# shellcheck disable=SC2086
for kind in client-cut client-half answer-cut server-cut server-half server-wrong; do sweep $kind "$stride" $all; done
sweep stall $((stride * 13)) import

# --- what the server itself does; each counts as one fault ---

# WHAT WORDS COMMAND...: exit 3, says so, all as before
expect() {
    what=$1 words=$2
    shift 2
    faults=$((faults + 1))
    "$@" >"$work/out" 2>&1
    status=$?
    now=$(state_of work)
    if [ $status != 3 ]; then bad "$what: exit $status: $(head -n 2 "$work/out")"
    elif ! grep -q -- "$words" "$work/out"; then bad "$what: does not say '$words': $(head -n 2 "$work/out")"
    elif [ "$now" != "$before" ]; then lost=$((lost + 1)); bad "$what: neither as before"
    else good "$what"; fi
}
goes_on() { # WHAT: and then it works
    "$program" import -q --db "$(uri_of work)" "$work/two.log" >"$work/out" 2>&1
    status=$?
    if [ $status = 0 ] && [ "$(state_of work)" = "$after" ]; then good "$1, and then it works"
    else bad "$1, and then: exit $status: $(head -n 2 "$work/out")"; fi
}
setting() { ask postgres "ALTER DATABASE work $1" >/dev/null; }
direct=$(uri_of work)
measure import

fresh base
ask work "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON import FOR EACH ROW EXECUTE FUNCTION slow()"
setting "SET statement_timeout = '300ms'"
expect "statement_timeout" "statement timeout" act import "$direct"
setting "RESET statement_timeout"
ask work "DROP TRIGGER slow ON import"
goes_on "statement_timeout"

fresh base
setting "SET lock_timeout = '200ms'"
(echo "BEGIN; LOCK TABLE document IN EXCLUSIVE MODE; SELECT pg_sleep(3);" |
    "$server_bin/psql" -X -q -h "$socket" -U plimsoll -d work >/dev/null 2>&1) &
locker=$!
sleep 0.5
expect "lock_timeout" "lock timeout" act import "$direct"
wait $locker
setting "RESET lock_timeout"
goes_on "lock_timeout"

fresh base
(echo "BEGIN; LOCK TABLE document IN EXCLUSIVE MODE; SELECT pg_sleep(2);" |
    "$server_bin/psql" -X -q -h "$socket" -U plimsoll -d work >/dev/null 2>&1) &
locker=$!
sleep 0.5
goes_on "a lock of two seconds"
wait $locker

# A backend told to go in the middle of every statement there is time for.
fresh base
ask work "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON import FOR EACH ROW EXECUTE FUNCTION slow();
    CREATE TRIGGER slow BEFORE INSERT ON document FOR EACH ROW EXECUTE FUNCTION slow()"
act import "$direct" >"$work/out" 2>&1 &
client=$!
for _ in 1 2 3; do
    sleep 0.25
    ask postgres "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'plimsoll'" >/dev/null
    faults=$((faults + 1))
done
wait $client && [ "$(state_of work)" = "$after" ] && good "pg_terminate_backend: it goes on" || bad "pg_terminate_backend: $(cat "$work/out")"

fresh base
setting "SET default_transaction_read_only = on"
expect "a server that only reads" "read-only" act import "$direct"
setting "RESET default_transaction_read_only"
goes_on "a server that only reads"

fresh base
ask postgres "CREATE ROLE guest LOGIN"
setting "CONNECTION LIMIT 0"
expect "no connection left" "too many connections" in_time "$program" import -q --db "$(echo "$direct" | sed 's/user=plimsoll/user=guest/')" "$work/two.log"
setting "CONNECTION LIMIT -1"
goes_on "no connection left"

# The server is shut down and stays away: the client gives up within its time.
fresh base
ask work "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON import FOR EACH ROW EXECUTE FUNCTION slow()"
act import "$direct" >"$work/out" 2>&1 &
client=$!
sleep 0.6
as_server "$server_bin/pg_ctl" -s -w -m fast -D "$server_folder/data" stop
wait $client
status=$?
faults=$((faults + 1))
server_again
ask work "DROP TRIGGER slow ON import"
[ $status = 3 ] && grep -q 'not stored' "$work/out" && [ "$(state_of work)" = "$before" ] && good "a shutdown for good" ||
    bad "a shutdown for good: exit $status: $(cat "$work/out")"
goes_on "a shutdown for good"

# --- the server's disk is full ---

mkdir "$work/disk"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=15m tmpfs "$work/disk" 2>/dev/null; then
    disk="$work/disk"
    chmod 755 "$work"
    chown nobody:nogroup "$disk"
    ask postgres "CREATE TABLESPACE small LOCATION '$disk'"
    ask postgres "DROP DATABASE work WITH (FORCE)"
    ask postgres "CREATE DATABASE work TEMPLATE base TABLESPACE small"
    awk 'BEGIN { srand(7); for (i = 0; i < 120000; i++) print 100 + i % 977 + int(rand() * 1e6) / 1e6 }' >"$work/large.log"
    head -c 1000000 /dev/zero >"$disk/ballast"
    expect "the server's disk is full" "No space left\|could not extend" act_large "$direct"
    rm -f "$disk/ballast"
    ask work "VACUUM" # what was rolled back lies on the disk until then
    goes_on "the server's disk is full"
    ask postgres "DROP DATABASE work WITH (FORCE)"
    ask postgres "DROP TABLESPACE small"
else
    echo "skipped: the server's disk is full (needs root and a tmpfs)"
fi

echo "server: $faults faults, lost: $lost, $passed passed, $failed failed, 0 skipped"
[ "$lost" = 0 ] && [ "$failed" = 0 ]
