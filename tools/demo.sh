#!/bin/sh
# make demo: imports the sample logs of examples/ into an SQLite file, prints a comparison and a history, writes charts.
set -eu
program=build/plimsoll
db=build/demo.db
rm -f "$db"
say() { printf '\n$ plimsoll %s\n' "$*"; }
say "import --db $db examples/*.txt examples/*.log examples/composite.xml"
"$program" import --db "$db" examples/*.txt examples/*.log examples/composite.xml
say "list labels --db $db"
"$program" list labels --db "$db"
say "report --db $db tool:dd"
"$program" report --db "$db" tool:dd
say 'import --quiet --set release=N examples/history/release-N-session-?.txt     # 12 releases'
for release in 1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11; do
    "$program" import --quiet --db "$db" --set "release=$release" examples/history/release-$release-session-?.txt
done
say "track create demo --db $db --from-facts release --yes"
"$program" track create demo --db "$db" --from-facts release --yes
say "history --db $db --track demo metric:read.iops"
"$program" history --db "$db" --track demo metric:read.iops
if [ -x build/plimsoll-draw ]; then
    say "plot bar --db $db -o build/demo.svg 'document:dd-ioping-*' tool:dd"
    "$program" plot bar --db "$db" -o build/demo.svg 'document:dd-ioping-*' tool:dd
    say "plot history --db $db --track demo -o build/demo.png metric:read.iops"
    "$program" plot history --db "$db" --track demo -o build/demo.png metric:read.iops
    echo "charts: build/demo.svg build/demo.png"
else
    echo "no charts: built without PLplot (PLOT=0)"
fi
echo "database: $db"
