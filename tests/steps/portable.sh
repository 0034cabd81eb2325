#!/bin/sh
# No call beyond POSIX without a way to do without it: every product file is compiled (no code made) with
# POSIX.1-2008 and XSI alone, with all our warnings by clang, and against musl, where these are there (Debian: clang,
# musl-tools).
set -eu
case ${1:-} in --can) echo yes; exit ;; --needs) echo nothing; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$(dirname "$1")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$top"
packages="sqlite3 libxml-2.0 libRmath libpq gmime-3.0 libarchive plplot"
flags="-fsyntax-only -std=c17 -DMATHLIB_STANDALONE -I. -I$build -Wall -Wextra -Werror -Wno-missing-field-initializers -include base/banned.h"
ls base/*.c ingest/*.c schema/*.c analyze/*.c report/*.c plot/*.c cli/*.c >"$work/files"
failed=0
compile() { # NAME COMPILER FLAG...: all files
    name=$1
    shift
    if xargs -P 2 -n 12 "$@" $flags <"$work/files" >"$work/log" 2>&1; then
        echo "$name: $(wc -l <"$work/files") files"
    else
        grep -E 'error|warning' "$work/log" | head -20 || head -20 "$work/log"
        failed=1
    fi
}
# shellcheck disable=SC2046
compile POSIX "${CC:-cc}" -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 $(pkg-config --cflags $packages)
if command -v clang >/dev/null; then
    # shellcheck disable=SC2046
    compile clang clang -D_GNU_SOURCE $(pkg-config --cflags $packages) -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wvla \
        -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings -Wundef -Wformat=2 -Wcast-qual -Wpointer-arith
fi
if command -v musl-gcc >/dev/null; then
    # Headers of the libraries, but none of glibc's: only what a file names itself.
    mkdir "$work/include"
    for header in sqlite3.h libpq-fe.h postgres_ext.h pg_config_ext.h Rmath.h sha256.h sha2.h archive.h archive_entry.h; do
        for folder in /usr/include /usr/include/postgresql /usr/share/R/include /usr/include/"$(cc -print-multiarch)"; do
            [ ! -f "$folder/$header" ] || ln -sf "$folder/$header" "$work/include/"
        done
    done
    ln -s /usr/include/libxml2/libxml "$work/include/libxml"
    [ ! -d /usr/include/unicode ] || ln -s /usr/include/unicode "$work/include/unicode"
    grep -vxE 'plot/draw.c|plot/paint.c|ingest/unpack.c' "$work/files" >"$work/some" # GLib's headers are glibc's
    mv "$work/some" "$work/files"
    compile musl musl-gcc -D_GNU_SOURCE -isystem "$work/include"
else
    echo "musl: not looked at (no musl-gcc)"
fi
exit $failed
