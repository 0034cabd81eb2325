#!/bin/sh
# cppcheck, clang-tidy and gcc -fanalyzer over the sources; prints what they say beyond what is known.
# Usage: static.sh [FILE...]
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- base/*.c ingest/*.c schema/*.c analyze/*.c report/*.c plot/*.c cli/*.c
make -s build/schema/sql.h
flags="-std=c17 -D_GNU_SOURCE -DMATHLIB_STANDALONE -I. -Ibuild -include base/banned.h
    $(pkg-config --cflags sqlite3 libxml-2.0 libRmath libpq plplot gmime-3.0 libarchive 2>/dev/null)"
out=build/static.log
: >$out
cppcheck --enable=warning,portability --std=c11 -q -I. --suppress=missingInclude --suppress=internalAstError "$@" >>$out 2>&1
for f in "$@"; do
    # VEC_PUSH of pointers: sizeof of a pointer is meant. The rest are matters of style (.clang-format, HACKING.md).
    # shellcheck disable=SC2086
    clang-tidy --quiet --checks='-*,clang-analyzer-*,bugprone-*,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions,-bugprone-sizeof-expression,-bugprone-implicit-widening-of-multiplication-result,-bugprone-branch-clone,-bugprone-reserved-identifier,-bugprone-assignment-in-if-condition,-clang-analyzer-security.insecureAPI.*' \
        "$f" -- $flags >>$out 2>/dev/null
    # shellcheck disable=SC2086
    gcc $flags -O1 -fanalyzer -c -o /dev/null "$f" >>$out 2>&1
done
grep -E '(warning|error):' $out | sort -u >build/static.said
while read -r line; do
    case $line in
    '' | '#'*) continue ;;
    esac
    grep -vE "$line" build/static.said >build/static.rest
    mv build/static.rest build/static.said
done <tests/static.known
cat build/static.said
echo "$(wc -l <build/static.said) not explained"
[ ! -s build/static.said ]
