#!/bin/sh
# Full disks, limits, permissions, things that are no files, closed and full outputs: a clear line, the
# right exit status, and the database as it was.
# Usage: resources.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) echo yes; exit 0 ;;
--needs) echo "nothing but a shell; a small tmpfs and another user when root" ; exit 0 ;;
esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
place=/tmp
[ -d /dev/shm ] && [ -w /dev/shm ] && place=/dev/shm
work=$(mktemp -d "$place/plimsoll-res.XXXXXX")
mounted=
trap '[ -z "$mounted" ] || umount "$mounted"; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
export PLIMSOLL_DB="$work/test.db"
failed=0 done=0
printf '43.1\n44.0\n' >small.txt
i=0
while [ $i -lt 3000 ]; do
    i=$((i + 1))
    echo "$i.5"
done >large.txt
yes 1.5 | head -n 200000 >huge.txt
printf '5\n6\n' >more.txt
printf '7\n8\n' >small2.txt
"$program" import -q small.txt || exit 1
state() { "$program" sql -f csv 'SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM run), (SELECT count(*) FROM measure)' | tail -n 1; }
before=$(state)
bad() { echo "FAILED $*"; failed=$((failed + 1)); }
# NAME EXIT WORDS COMMAND...: it ends so, says so in one line, and the database is as before
expect() {
    name=$1 status=$2 words=$3
    shift 3
    "$@" >out 2>err </dev/null
    got=$?
    done=$((done + 1))
    [ "$got" = "$status" ] || bad "$name: exit $got, not $status: $(head -n 2 err)"
    [ -z "$words" ] || grep -q -- "$words" err || bad "$name: does not say '$words': $(head -n 2 err)"
    grep -q '^==\|runtime error' err && bad "$name: $(head -n 3 err)"
    [ "$(state)" = "$before" ] || bad "$name: the database changed: $(state), not $before"
}
limited() { (ulimit "$1" "$2" && shift 2 && "$@"); }
to_full() { "$@" >/dev/full; }
to_closed() { "$@" >&-; }

# --- quota, memory, output ---
expect 'limit on file size' 3 'disk is full\|I/O error' limited -f 256 "$program" import -q large.txt
expect 'limit on file size, new database' 3 'disk is full\|I/O error' limited -f 8 "$program" import -q --db new.db large.txt
rm -f new.db new.db-journal
mkdir many
for n in 1 2 3 4 5 6 7; do sed "s/\$/$n/" large.txt >many/$n.txt; done
expect 'limit on file size, many documents' 3 'many/3.txt: not stored: .*\(disk is full\|I/O error\)' \
    limited -f 256 "$program" import -q many
grep -q '4 more documents are not stored either' err && [ "$(wc -l <err)" = 4 ] || bad "many documents: $(cat err)"
expect 'memory of one document' 3 'max-memory' "$program" import -q --max-memory 100K large.txt
expect 'size of one document' 3 'max-input' "$program" import -q --max-input 1000 large.txt
expect 'limit of --max-input' 2 'max-input' "$program" import -q --max-input 5G large.txt
expect 'standard output is full' 3 'cannot write: No space' to_full "$program" list runs
expect 'standard output is closed' 0 '' to_closed "$program" list runs
expect 'report to a full device' 3 'No space' "$program" report -o /dev/full small.txt large.txt
if ! grep -q __asan_init "$program"; then
    expect 'little memory' 3 'memory' limited -v 100000 "$program" import -q huge.txt
fi
"$program" list runs | :
done=$((done + 1))

# --- what is no file ---
mkfifo fifo
ln -s fifo link
ln -s link2 link2
mkdir folder
ln -s /etc/hostname folder/elsewhere
mkfifo folder/fifo
expect 'a FIFO' 3 'not a regular file' "$program" import fifo
expect 'a link to a FIFO' 3 'not a regular file' "$program" import link
expect 'a link to itself' 3 'symbolic links' "$program" import link2
expect 'a device' 3 'not a regular file' "$program" import /dev/zero
expect 'a folder of links and FIFOs' 3 'no file' "$program" import folder
expect 'nothing' 3 'No such file' "$program" import nothing
truncate -s 1100000000 big 2>/dev/null && expect 'more than a gigabyte' 3 '1000000000 bytes' "$program" import big
rm -f big
expect 'the database is a FIFO' 3 '' timeout 20 "$program" import -q --db fifo more.txt
expect 'the database is a folder' 3 'unable to open' "$program" import -q --db folder more.txt
expect 'the database is a text' 3 'not a database' "$program" import -q --db large.txt more.txt
expect 'the folder is not there' 3 'unable to open' "$program" import -q --db none/x.db more.txt
printf 'SQLite format 3\0 and no more of it, but this' >forged.db
expect 'a forged database' 3 'database' "$program" list runs --db forged.db
expect 'a database given as a log' 3 'merge' "$program" import test.db

# --- files that mean harm ---
printf '<!DOCTYPE html [<!ENTITY a SYSTEM "file://%s/small.txt"><!ENTITY b "&a;&a;">]><html><body><pre>&a;&b;\n</pre></body></html>' "$work" >entity.html
expect 'an external entity' 3 'no benchmark output' "$program" import -q entity.html
# 10^9 times "ha", a file, and a server that nobody must be seen to ask for
{
    printf '<?xml version="1.0"?>\n<!DOCTYPE PhoronixTestSuite SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY f SYSTEM "file://%s/small.txt">' "$work"
    printf '<!ENTITY %% p SYSTEM "file://%s/small.txt"> %%p; <!ENTITY a "ha">' "$work"
    before_it=a
    for it in b c d e f g h i j; do
        printf '<!ENTITY x%s "' $it
        printf '&%s;' $before_it $before_it $before_it $before_it $before_it
        printf '&%s;' $before_it $before_it $before_it $before_it $before_it
        printf '">'
        before_it=x$it
    done
    printf ']>\n'
    sed '1d; s|<Title>|<Title>\&xj;\&f;|; s|<Identifier>|<Identifier>\&xj;\&f;|; s|Kernel: |Kernel: \&xj;\&f;|' "$top/examples/composite.xml"
} >laughs.xml
timeout 20 "$program" parse -q -f tsv laughs.xml >out 2>err
got=$?
done=$((done + 1))
[ $got = 0 ] && ! grep -q 'haha\|43\.1' out err && [ "$(wc -c <out)" -lt 200000 ] || bad "entities of XML: exit $got: $(head -n 2 err)"
# Figures that are none: no 0 comes of them.
nines=$(head -c 400 /dev/zero | tr '\0' 9)
{
    for odd in 0x1p3 0X10 1e999 -nan inf Infinity "$nines" "0.$nines" "-$nines" 1e-999 ++1 --1 1.2.3; do
        printf '1048576 bytes (1.0 MB) copied, %s s, %s MB/s\n%s bytes (%s MB) copied, 1 s, 1 MB/s\n' $odd $odd $odd $odd
        printf 'a: (g=0): rw=read, bs=%s, ioengine=sync, iodepth=%s\nfio-3.33\n\na: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov 30 11:47:43 2026\n  read: IOPS=%s, BW=%sMiB/s (%sMB/s)(%sMiB/%smsec)\n' $odd $odd $odd $odd $odd $odd $odd
        printf '| fs | MB/s |\n|---|---|\n| a | %s |\n| b | 5 |\n\n' $odd
        printf '4 KiB from /mnt (ext4 /dev/sda1): request=1 time=%s us\nmin/avg/max/mdev = %s us / %s ms / %s s / %s us\n\n' $odd $odd $odd $odd $odd
        printf '{"fio version":"fio-3.33","jobs":[{"jobname":"a","read":{"io_bytes":%s,"bw":%s,"iops":%s}}]}\n' $odd $odd $odd
    done
} >odd.txt
"$program" parse -q -f tsv odd.txt >out 2>err
got=$?
done=$((done + 1))
zeros=$(awk -F '\t' 'substr($5, 1, 1) !~ /[@!]/ && ($7 == "0" || $7 == "-0" || tolower($7) ~ /inf|nan/)' out)
[ $got = 0 ] && [ -z "$zeros" ] || bad "odd figures: exit $got: $(head -n 3 err) $zeros"
many() { yes "$1" | head -n 1000000 | tr -d '\n'; }
# NAME WORDS FILE...: in time that grows as they do
nested() {
    what=$1
    expect "a million $what" 3 'no benchmark output' timeout 60 "$program" import -q "$2"
}
many '>' >quotes.txt && nested 'quotes' quotes.txt
many '> ' >quotes.txt && nested 'quotes with blanks' quotes.txt
many '[' >brackets.txt && nested 'brackets' brackets.txt
many '[quote]' >bb.txt && nested 'tags of a forum' bb.txt
{ printf '<html><body>'; many '<div>'; } >deep.html && nested 'tags' deep.html
{ printf '<html><body>'; many '<table><tr><td>'; } >deep.html && nested 'tables' deep.html
{ printf '<?xml version="1.0"?><PhoronixTestSuite>'; many '<Result>'; } >deep.xml && nested 'elements' deep.xml
{ printf '{"fio version":"fio-3.33","jobs":'; many '['; } >deep.json && nested 'lists of JSON' deep.json
many '{"a":' >deep.json && nested 'objects of JSON' deep.json
rm -f deep.* bb.txt brackets.txt quotes.txt
head -c 3000000 /dev/zero | tr '\0' 'a' >line.txt
expect 'a line of three megabytes' 3 'no benchmark output' timeout 60 "$program" import -q line.txt
head -c 100000 /dev/zero >nul.txt
expect 'NUL bytes' 3 'no benchmark output' "$program" import -q nul.txt
if [ -x "$(dirname "$program")/plimsoll-unpack" ]; then
    head -c 60000000 /dev/zero | tr '\0' a | gzip >bomb.gz
    expect 'a bomb' 3 'grows too much' timeout 60 "$program" import -q bomb.gz
    mkdir in
    printf '1048576 bytes (1.0 MB) copied, 0.5 s, 2.1 MB/s\n' >in/x
    (cd in && tar -P --transform 's|^|../../|' -cf ../up.tar x)
    expect 'a path upwards in an archive' 0 '' "$program" parse -q up.tar
    [ ! -e ../../x ] || bad 'an archive wrote a file'
fi

# --- nothing of a paste comes out as it is ---
printf '## \033]0;evil\007 <script>alert(1)</script> =cmd|x\n$ dd if=/dev/zero of=x\n1048576 bytes (1.0 MB) copied, 0.5 s, 2.1 MB/s\n' >evil.txt
for how in 'report' 'report -f html' 'report -f markdown' 'report -f csv' 'report -f json' 'parse' 'parse -f tsv' 'parse -f json' 'compare' 'lint'; do
    # shellcheck disable=SC2086
    "$program" $how evil.txt >out 2>err
    done=$((done + 1))
    ! grep -q "$(printf '[\033\007]')" out err || bad "$how lets an escape through"
    case $how in *html) ! grep -q '<script>alert' out || bad "$how lets a script through" ;; esac
done

# --- what draws is a program at arm's length; another one in its place says what it was given (3 and 10 are its shell's) ---
if [ -x "$(dirname "$program")/plimsoll-draw" ]; then
    mkdir apart
    cp "$program" apart/plimsoll
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho $(ulimit -t) $(ulimit -f) $(ulimit -c) $(ulimit -n) fds $(echo /proc/$$/fd/*) home ${HOME:-none} ${SECRET:-none}\n' >apart/plimsoll-draw
    chmod +x apart/plimsoll-draw
    exec 7<small.txt
    SECRET=word apart/plimsoll plot bar -o limits.png small.txt large.txt >out 2>err
    got=$?
    exec 7<&-
    done=$((done + 1))
    [ $got = 0 ] && grep -Eq '^60 2048 0 16 fds (/proc/[0-9]+/fd/(0|1|2|3|10) )+home none none$' limits.png ||
        bad "what draws is given more: exit $got: $(cat err limits.png)"
    rm -rf apart
fi

# --- a file that goes away, SIGPIPE in the middle ---
cp large.txt gone.txt
(sleep 0.01; rm -f gone.txt) &
"$program" parse -q gone.txt >out 2>err
case $? in 0 | 3) ;; *) bad "a file that goes away: exit $?" ;; esac
wait

# --- permissions, as somebody who is not root ---
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as() { setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"; }
else
    as() { "$@"; }
fi
if as test -x "$program"; then
    mkdir locked
    cp test.db locked/
    chmod 444 locked/test.db
    chmod 555 locked
    chmod 755 "$work"
    chmod 644 ./*.txt
    expect 'a read-only database' 3 'readonly\|read-only' as "$program" import -q --db locked/test.db more.txt
    expect 'reading a read-only database' 0 '' as "$program" list runs --db locked/test.db
    expect 'a read-only folder' 3 'unable to open' as "$program" import -q --db locked/new.db more.txt
    chmod 000 more.txt
    expect 'a file that may not be read' 3 'Permission denied' as "$program" parse more.txt
    chmod 644 more.txt
    expect 'a backup to where nothing may be written' 3 'cannot write' as "$program" backup --db locked/test.db locked/copy.db
fi

# --- a small disk ---
mkdir disk
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=400k tmpfs disk 2>/dev/null; then
    mounted="$work/disk"
    cp test.db disk/
    PLIMSOLL_DB="$work/disk/test.db"
    expect 'a full disk' 3 'full\|I/O error' "$program" import -q large.txt
    expect 'a backup to a full disk' 3 'cannot write' sh -c "head -c 300000 /dev/zero >disk/fill; '$program' backup disk/copy.db"
    [ ! -e disk/copy.db ] && [ ! -e disk/copy.db.part ] || bad 'half a backup was left'
    rm -f disk/fill
    expect 'a report to a full disk' 3 'cannot write' sh -c "head -c 400000 /dev/zero >disk/fill 2>/dev/null; '$program' report -f html -o disk/r.html small.txt large.txt"
    [ ! -s disk/r.html ] || bad 'half a report was left'
    rm -f disk/fill
    yes 'prose that says nothing' | head -c 10000000 >prose.txt
    expect 'no room for a large input' 3 'prose.txt: no room for a large input' env TMPDIR="$work/disk" "$program" import -q prose.txt
    rm -f prose.txt
    # What is too large does not take along what is not.
    "$program" import -q large.txt small2.txt huge.txt 2>err
    got=$?
    done=$((done + 1))
    [ $got = 3 ] && [ "$(grep -c 'not stored' err)" = 2 ] && ! grep -q small2 err &&
        [ "$("$program" list -q | grep -c small2)" = 1 ] || bad "a disk that is full for some: exit $got: $(cat err)"
    "$program" import -q more.txt || bad 'no import after the disk was full'
    "$program" doctor >doctor.out 2>&1 || bad "doctor: $(cat doctor.out)"
    PLIMSOLL_DB="$work/test.db"
fi
"$program" doctor >doctor.out 2>&1 || bad "doctor: $(cat doctor.out)"
echo "$done cases, $failed failed"
[ $failed = 0 ]
