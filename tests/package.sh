#!/bin/sh
# make check-package: the Debian package as a user gets it. It is installed with apt in a bare Debian 12 (debootstrap,
# as root); there the documents' commands run with the documents and examples of the package, the manual pages are
# found, the helpers work, the completion loads; then it is purged, and nothing is left.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
deb=$(ls "$top"/build/deb/plimsoll_*.deb)
root=$top/build/package/root
command -v debootstrap >/dev/null || { echo "needs debootstrap"; exit 1; }
lintian --fail-on error,warning,info --display-info "${deb%.deb}.changes" || { echo "lintian complains"; exit 1; }
echo "lintian: nothing to say"
if [ ! -x "$root/usr/bin/apt-get" ]; then
    mkdir -p "$root"
    debootstrap --variant=minbase --include=man-db,bash-completion bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
        { tail "$root.log"; exit 1; }
fi
mount --bind /proc "$root/proc" 2>/dev/null || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside() { chroot "$root" env -i HOME=/root TERM=xterm LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
cp "$deb" "$root/tmp/plimsoll.deb"
cp "$top/tests/steps/docs.sh" "$root/tmp/docs.sh"
# A Debian image may leave out documents; who installs a package on a desk has them.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/*nodoc* "$root"/etc/dpkg/dpkg.cfg.d/docker*
inside apt-get update -qq
inside apt-get install -y -qq --reinstall --allow-downgrades /tmp/plimsoll.deb >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
for unwanted in libqt5gui5 libwxgtk3.2-1 plplot-driver-qt; do
    ! inside dpkg -s "$unwanted" >/dev/null 2>&1 || { echo "the package draws in $unwanted"; exit 1; }
done
inside plimsoll --version
inside plimsoll doctor
inside plimsoll doctor | grep -q '^charts *svg ok, png ok, pdf ok$'
inside plimsoll doctor | grep -q '^unpack */usr/libexec'
inside sh /tmp/docs.sh /usr/bin/plimsoll /usr/share/doc/plimsoll
for page in plimsoll plimsoll-report plimsoll-formats plimsoll-filter; do inside man -w "$page" >/dev/null; done
inside bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader plimsoll; complete -p plimsoll' >/dev/null
inside sh -c 'cd /tmp && gzip -c /usr/share/doc/plimsoll/examples/paste.txt >p.gz && plimsoll parse p.gz' | head -n 1
inside apt-get purge -y -qq plimsoll >"$root.log" 2>&1
left=$(inside find / -xdev -name '*plimsoll*' -not -path '/proc/*' -not -path '/tmp/*' -not -path '/root/*' \
    -not -path '/var/log/*' -not -path '/var/cache/*' -not -path '/var/lib/dpkg/*')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "package: installed, used, removed"
