#!/bin/sh
# Scripts pass shellcheck, words pass codespell (tests/spelling.words: names, other languages and slips made on
# purpose). What people pasted is not looked at.
set -eu
case ${1:-} in
--can) if command -v shellcheck >/dev/null && command -v codespell >/dev/null; then echo yes; else echo no; fi; exit ;;
--needs) echo "shellcheck and codespell"; exit ;;
esac
cd "$(dirname "$0")/../.."
list() { # tracked files, or those of an unpacked archive
    git ls-files 2>/dev/null | grep . || find . -type f -not -path './build/*' | sed 's|^\./||'
}
failed=0
list | grep -E '\.sh$|^\.ci/run$' | grep -v '^tests/golden/' | xargs shellcheck -S warning || failed=1
list | grep -E '^tests/golden/.*/cmd$|^tests/golden/.*\.sh$' | xargs shellcheck -s sh -S error || failed=1
list | grep -vE '^(LICENSE|tests/(corpus|golden|fuzz/corpus|examples|seeds)/|examples/.*\.(txt|log)$|examples/history/)' |
    xargs codespell -q 3 -I tests/spelling.words || failed=1
exit $failed
