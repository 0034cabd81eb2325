#!/bin/sh
# A document, a file name, facts and releases that mean harm, through every command and every format: no
# control character, no bidirectional mark, no markup, no formula and no word of a shell comes out as such.
# Usage: outputs.sh --can | --needs | PROGRAM
set -u
case "${1:-}" in
--can) echo yes; exit 0 ;;
--needs) echo "nothing but a shell"; exit 0 ;;
esac
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
PLIMSOLL_DB="$work/evil.db" NO_COLOR=1 LC_ALL=C
export PLIMSOLL_DB NO_COLOR LC_ALL
failed=0 done=0
bad() { echo "FAILED $*"; failed=$((failed + 1)); }

# ESC ] and [, BEL, CSI as U+009B, RIGHT-TO-LEFT OVERRIDE, bytes that are no UTF-8; markup; a shell's words; formulas
evil=$(printf '\033]0;evil\007 \033[31mred \302\2335m \342\200\256rtl \377\376 <script>alert(1)</script> "\047 $(touch PWNED) `touch PWNED` &amp; ]]>')
valid=$(printf '%s' "$evil" | tr -d '\376\377') # else a document is taken for Windows-1252
i=0
for start in = + - @ plain; do
    for time in 0.5 0.52 0.51; do
        i=$((i + 1))
        printf '%scmd|x %s:\n\n$ dd if=/dev/zero of=x bs=1M\n1+0 records in\n1+0 records out\n1048576 bytes (1.0 MB) copied, %s s, 2.1 MB/s\n\n' "$start" "$valid" $time$i
    done
done >"$(printf '%s' "$evil" | tr / _).txt"
printf 'NFS read\n  %s\n           value  ------------- Distribution ------------- count\n               1 |                                         0\n               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 7\n               4 |                                         0\n' "$valid" >hist.txt
{ echo "bytes: $evil"; cat hist.txt; } >bytes.txt
"$program" import -q ./*.txt || bad import
"$program" label -q --set "os=$evil 6.1" --set "sum=@$evil" --all || bad label
"$program" label -q --set "release=6.1 $evil" tool:dd || bad 'label a release'
"$program" release add -q "6.1 $evil" --alias "alias $evil" --product "$evil" || bad release
"$program" release add -q "6.2 $evil" || bad release
"$program" track create -q --yes "t $evil" "6.1 $evil" "6.2 $evil" || bad track

# What a terminal, or a program that reads lines, must never see: C0 but for tab and newline, DEL, C1, marks.
is_clean() {
    ! LC_ALL=C grep -aq "$(printf '[\001-\010\013-\037\177]')" "$1" && ! LC_ALL=C grep -aq "$(printf '\302[\200-\237]')" "$1" &&
        ! LC_ALL=C grep -aq "$(printf '\342\200[\252-\256]')" "$1" && ! LC_ALL=C grep -aq "$(printf '\342\201[\246-\251]')" "$1" &&
        ! LC_ALL=C grep -aq "$(printf '[\376\377]')" "$1"
}
look() { # WORDS...: what came out of them is in out and err
    done=$((done + 1))
    is_clean out || bad "$*: $(LC_ALL=C grep -an "$(printf '[\001-\010\013-\037\177-\377]')" out | cat -v | head -n 1 | cut -c 1-300)"
    is_clean err || bad "$*: on standard error: $(cat -v err | head -n 1 | cut -c 1-300)"
    ! grep -aq 'Sanitizer\|runtime error' err || bad "$*: $(head -n 3 err)"
    case " $* " in
    *' html '* | *.html* | *.svg* | *junit*) ! grep -aq '<script>alert\|"alert(1)' out || bad "$*: lets a script through" ;;
    *' csv '*) ! grep -aEq '(^|,)"?[=+@]cmd' out || bad "$*: lets a formula through" ;;
    esac
}
say() { # ARGUMENTS...
    "$program" "$@" >out 2>err </dev/null
    case $? in 0 | 1 | 3 | 4) ;; *) bad "$*: exit $?: $(head -n 1 err)" ;; esac
    look "$@"
}
wrong() { # ARGUMENTS...: which no command takes
    "$program" "$@" >out 2>err </dev/null
    [ $? = 2 ] || bad "$*: taken"
    look "$@"
}
for command in 'list' 'list runs' 'list labels' 'list facts' 'list documents' 'list tracks'; do
    # shellcheck disable=SC2086
    say $command
    # shellcheck disable=SC2086
    for format in tsv csv json jsonl; do say $command --format $format; done
done
for format in text html markdown csv json; do
    say report --all --format $format
    say compare --format $format
    say compare --columns os --format $format
done
for format in csv jsonl benchfmt; do say export --format $format; done
for format in text json html; do say history --track "t $evil" --format $format; done
for format in text json junit; do say check --track "t $evil" --format $format; done
for format in text tsv json; do say parse --format $format ./*.txt; done
for format in text tsv csv json jsonl; do
    say release list --format $format
    say track show "t $evil" --format $format
    say sql --format $format "SELECT label, tool, value FROM v_results"
    say sql --format $format "SELECT * FROM import"
    say sql --format $format "SELECT * FROM edit"
done
say lint ./*.txt
say lint
say doctor
say show "$(printf '%s' "$evil" | tr / _).txt"
say show hist.txt:3
say label --as "=again $evil" tool:dtrace
say label --merge "$evil=$evil" --all
say rebuild
say import --dry-run --verbose ./*.txt
say import --verbose --session "$evil" --set "k=$evil" ./*.txt
say import "no such $evil"
say remove "no such $evil"
wrong list "filter:$evil"
wrong "$evil"
wrong list "--$evil"
wrong report "label:\"$evil\""
wrong label --set "$evil" --all
say plot bar --ascii
say plot box --ascii
for kind in bar box cdf histogram percentile history sweep heatmap; do
    "$program" plot $kind -o out.svg >out 2>err </dev/null && mv out.svg out && look plot $kind -o x.svg
    "$program" plot $kind -o out.chart >out 2>err </dev/null && mv out.chart out && look plot $kind -o x.chart
done
for kind in labels facts tracks releases keys metrics documents; do
    say completion --words $kind
    done=$((done + 1))
    ! grep -q 'touch PWNED\|[$`]' out || bad "completion --words $kind: a word of a shell"
done
# What bash makes of the words, at every place a user may press Tab.
if command -v bash >/dev/null; then
    "$program" completion bash >completion.bash
    mkdir bin empty && ln -s "$program" bin/plimsoll # the shell lists the files of a folder itself
    for line in 'plimsoll ' 'plimsoll list ' 'plimsoll show ' 'plimsoll remove ' 'plimsoll report --by ' 'plimsoll history --track ' \
        'plimsoll check --base ' 'plimsoll label --merge ' 'plimsoll track show ' 'plimsoll report label:' 'plimsoll report os:'; do
        (cd empty && PATH="$work/bin:$PATH" bash -c 'source ../completion.bash; COMP_LINE=$1; COMP_POINT=${#1}; read -ra COMP_WORDS <<<"$1"
            [[ $1 == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            f=$(complete -p plimsoll | sed "s/.*-F \([^ ]*\).*/\1/"); "$f" plimsoll "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf "%s\n" "${COMPREPLY[@]}"; eval "words=(${COMPREPLY[*]@Q})"' complete "$line") >out 2>err </dev/null
        done=$((done + 1))
        is_clean out || bad "completion of '$line': $(cat -v out | head -n 2)"
    done
fi
[ -z "$(find . -name 'PWNED*')" ] || bad 'a word of a paste was executed'
echo "$done outputs, $failed failed"
[ $failed = 0 ]
