#!/bin/sh
# Installs the Debian packages that are missing: names them, one apt call, sudo when not root.
set -eu
packages="gcc libc6-dev make pkg-config libsqlite3-dev libxml2-dev libcmocka-dev r-mathlib libmd-dev"
[ "${PLOT:-1}" = 0 ] || packages="$packages libplplot-dev plplot-driver-cairo fonts-dejavu-core"
[ "${UNPACK:-1}" = 0 ] || packages="$packages libarchive-dev libgmime-3.0-dev"
[ "${PG:-1}" = 0 ] || packages="$packages libpq-dev"
packages="$packages ${EXTRA:-}"
missing=
for p in $packages; do
    dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
echo "installing:$missing"
if [ "$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing
