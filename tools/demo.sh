#!/bin/sh
# make demo: imports the sample logs of examples/ into an SQLite file, prints the comparison, writes charts.
set -eu
program=build/plimsoll
db=build/demo.db
rm -f "$db"
say() { printf '\n$ plimsoll %s\n' "$*"; }
say import examples
"$program" import --db "$db" examples
say "report --db $db tool:dd"
"$program" report --db "$db" tool:dd
say "list --db $db"
"$program" list --db "$db"
if [ -x build/plimsoll-draw ]; then
    for kind in svg png; do
        say "plot bar --db $db tool:dd -o build/demo.$kind"
        "$program" plot bar --db "$db" tool:dd -o "build/demo.$kind"
    done
    echo "charts: build/demo.svg build/demo.png"
else
    echo "no charts: built without PLplot (PLOT=0)"
fi
echo "database: $db"
