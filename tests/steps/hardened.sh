#!/bin/sh
# The programs as they are installed are hardened as SECURITY.md says: position-independent, all relocations
# read-only at the start, no stack or segment that is both written and run, canaries, checked copies.
# Usage: hardened.sh --can | --needs | PROGRAM (whose build is another one, with sanitizers)
set -u
case "${1:-}" in
--can) command -v readelf >/dev/null && [ "$(uname -m)" = x86_64 ] && echo yes || echo no; exit 0 ;;
--needs) echo "readelf (Debian: binutils), x86-64"; exit 0 ;;
esac
cd "$(dirname "$0")/../.." || exit 1
make -s BUILD=build all >build/hardened.log 2>&1 || { tail -n 20 build/hardened.log; exit 1; }
failed=0 done=0
has() { # PROGRAM WHAT WORDS COMMAND...
    name=$1 what=$2 words=$3
    shift 3
    done=$((done + 1))
    "$@" "$name" 2>&1 | grep -Eq "$words" || { echo "FAILED $name: $what"; failed=$((failed + 1)); }
}
for name in build/plimsoll build/plimsoll-unpack build/plimsoll-draw; do
    [ -x "$name" ] || continue
    has $name 'not position-independent' 'Type: *DYN' readelf -hW
    has $name 'not -pie' 'FLAGS_1.*PIE' readelf -dW
    has $name 'relocations are resolved late' 'FLAGS_1.*NOW' readelf -dW
    has $name 'relocations stay writable' 'GNU_RELRO' readelf -lW
    has $name 'the stack can be run' 'GNU_STACK.* RW  ' readelf -lW
    has $name 'no canaries' '__stack_chk_fail' readelf -sW --dyn-syms
    has $name 'copies are not checked' '_chk@' readelf -sW --dyn-syms
    done=$((done + 1))
    ! readelf -lW "$name" | grep -Eq 'LOAD .* RWE ' || { echo "FAILED $name: a segment is written and run"; failed=$((failed + 1)); }
    ! readelf -dW "$name" | grep -Eq 'RPATH|RUNPATH' || { echo "FAILED $name: looks for libraries in a place of its own"; failed=$((failed + 1)); }
done
echo "$done properties, $failed missing"
[ $failed = 0 ]
