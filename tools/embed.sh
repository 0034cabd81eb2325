#!/bin/sh
# Prints a C header with one byte array a file: schema/sql/001_init.sql -> sql_001_init[].
set -eu
echo "/* Made by tools/embed.sh. */"
for f in "$@"; do
    [ -f "$f" ] || continue
    name=$(basename "$f" .sql | tr -c 'a-zA-Z0-9\n' '_')
    echo "static const char sql_${name}[] = {"
    od -An -v -tx1 "$f" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo "0 };"
done
