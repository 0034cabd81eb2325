#!/bin/sh
# make deb: a Debian package in build/deb, from a copy of the tracked files. Needs debhelper and dpkg-dev.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/#define PLIMSOLL_VERSION "\(.*\)"/\1/p' "$top/cli/version.h")
out=$top/build/deb
rm -rf "$out"
mkdir -p "$out/plimsoll-$version"
cd "$top"
git ls-files | grep -v '^tests/[^e]' | tar -cf - -T - | tar -xf - -C "$out/plimsoll-$version"
cd "$out/plimsoll-$version"
mv packaging/debian debian
date=$(LC_ALL=C date -u -R -d "@$(cd "$top" && git log -1 --format=%ct)")
cat >debian/changelog <<END
plimsoll ($version) unstable; urgency=low

  * Release $version.

 -- Plimsoll maintainers <maintainers@plimsoll.example>  $date
END
dpkg-buildpackage -b -us -uc >"$out/log" 2>&1 || { tail -n 30 "$out/log"; exit 1; }
ls "$out"/*.deb
