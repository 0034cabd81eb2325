#!/bin/sh
# make check: everything under ASan and UBSan, warnings as errors; last line "N passed, N failed, N skipped".
set -u
cd "$(dirname "$0")/.." || exit 1
# What the libraries behind the charts keep until the process ends is theirs.
export LSAN_OPTIONS="suppressions=$PWD/tests/lsan.supp:print_suppressions=0"
export ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1" UBSAN_OPTIONS="print_stacktrace=1"
san=build/san
jobs=$(nproc 2>/dev/null || echo 2)
passed=0 failed=0 skipped=0
count() { # "NAME" "N passed" "N failed"
    passed=$((passed + $2))
    failed=$((failed + $3))
    echo "$1: $2 passed, $3 failed"
}
step() { # NAME COMMAND...: one test
    name=$1
    shift
    if "$@" >build/step.log 2>&1; then count "$name" 1 0; else cat build/step.log; count "$name" 0 1; fi
}
mkdir -p build
make -s -j"$jobs" BUILD=$san SAN=1 WERROR=1 all unit || { echo "0 passed, 1 failed, 0 skipped"; exit 1; }
for t in $(make -s BUILD=$san SAN=1 unit-list); do
    "$t" >build/unit.log 2>&1
    status=$?
    ok=$(grep -c '^\[       OK' build/unit.log)
    bad=$(grep -c '^\[  FAILED  \] [a-z]' build/unit.log)
    [ $status != 0 ] && [ "$bad" = 0 ] && bad=1
    [ "$bad" = 0 ] || cat build/unit.log
    count "unit $(basename "$t")" "$ok" "$bad"
done
step layers sh tools/layers.sh .
if sh tests/golden.sh $san/plimsoll >build/golden.log 2>&1; then :; else cat build/golden.log; fi
summary=$(tail -n 1 build/golden.log)
g_passed=$(echo "$summary" | sed -n 's/^golden: \([0-9]*\) passed.*/\1/p')
g_failed=$(echo "$summary" | sed -n 's/^golden: .* \([0-9]*\) failed$/\1/p')
count golden "${g_passed:-0}" "${g_failed:-1}"
for script in tests/steps/*.sh; do
    [ -f "$script" ] || continue
    if [ "$(sh "$script" --can 2>/dev/null)" = no ]; then
        echo "skipped: $(basename "$script" .sh) ($(sh "$script" --needs))"
        skipped=$((skipped + 1))
        continue
    fi
    step "$(basename "$script" .sh)" sh "$script" $san/plimsoll
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
