#!/bin/sh
# The completion scripts load and complete: bash, and zsh and fish where they are installed.
set -eu
case ${1:-} in --can) if command -v bash >/dev/null; then echo yes; else echo no; fi; exit ;; --needs) echo bash; exit ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/files"
ln -s "$program" "$work/bin/plimsoll"
export PATH="$work/bin:$PATH" HOME="$work" XDG_DATA_HOME="$work" XDG_CONFIG_HOME="$work" PLIMSOLL_DB="$work/test.db" LC_ALL=C NO_COLOR=1 TERM=dumb
plimsoll import -q --set release=1.0 "$top/tests/examples/paste.txt"
plimsoll track create nightly 1.0 >/dev/null
cd "$work/files"
touch "a log.txt" other.txt
mkdir folder
for shell in bash zsh fish; do plimsoll completion $shell >"$work/$shell"; done
cp "$work/zsh" "$work/_plimsoll"
failed=0 checks=0

cat >"$work/bash.sh" <<'END'
. "$1/bash"
complete -p plimsoll >/dev/null
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
_plimsoll
printf '%s\n' "${COMPREPLY[@]}"
END
cat >"$work/zsh.sh" <<'END'
# An interactive zsh of its own, since completion works in the line editor only.
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= RPS1= ; unsetopt zle_bracketed_paste prompt_cr prompt_sp; fpath=($1 \$fpath); autoload -U compinit; compinit -u -d $1/zdump; zstyle ':completion:*' list-prompt ''; zstyle ':completion:*:default' list-colors ''; LISTMAX=9999; bindkey '^I' list-choices; cd $1/files; print READY"
while zpty -r z line && [[ $line != *READY* || $line == *print* ]]; do :; done
zpty -n -w z "$2"$'\t'
sleep 2
zpty -n -w z $'\C-u'"print DONE"$'\n'
while zpty -r z line; do print -r -- "$line"; [[ $line == *DONE* && $line != *print* ]] && break; done
zpty -d z
END
ask() { # SHELL LINE
    case $1 in
    bash) bash "$work/bash.sh" "$work" "$2" ;;
    fish) fish -c 'source $argv[1]; complete -C $argv[2]' "$work/fish" "$2" ;;
    zsh) timeout 60 zsh -f "$work/zsh.sh" "$work" "$2" | tr -d '\r' ;;
    esac >"$work/said" 2>&1 || true
}
offers() { # SHELL LINE WORD: among what it offers
    checks=$((checks + 1))
    ask "$1" "$2"
    grep -qF -- "$3" "$work/said" && return
    echo "$1: '$2' does not offer '$3', but"
    head -n 12 "$work/said"
    failed=1
}
lacks() { # SHELL LINE WORD
    checks=$((checks + 1))
    ask "$1" "$2"
    grep -qF -- "$3" "$work/said" || return 0
    echo "$1: '$2' offers '$3'"
    failed=1
}
for shell in bash fish zsh; do
    command -v $shell >/dev/null || { echo "$shell: not installed, not looked at"; continue; }
    offers $shell 'plimsoll rep' report
    offers $shell 'plimsoll report --form' --format
    offers $shell 'plimsoll report --format=ma' markdown
    offers $shell 'plimsoll report --format ma' markdown
    offers $shell 'plimsoll plot perc' percentile
    offers $shell 'plimsoll history --track ' nightly
    offers $shell 'plimsoll check --against ' 1.0
    offers $shell 'plimsoll compare --col rel' release
    offers $shell 'plimsoll compare --metric byt' bytes
    offers $shell 'plimsoll compare too' tool:dd
    offers $shell 'plimsoll import oth' other.txt
    offers $shell 'plimsoll --db oth' other.txt
    offers $shell 'plimsoll --quiet rep' report
    offers $shell 'plimsoll help form' formats
    lacks $shell 'plimsoll completion ' other.txt
done
# Where a word breaks in bash, only what follows is put in.
offers bash 'plimsoll compare label:' '"New array"'
offers bash 'plimsoll --quiet compare tool:d' dd
lacks bash 'plimsoll compare tool:d' tool:dd
offers fish 'plimsoll compare label:' 'label:"New array"'
echo "$checks checks"
exit $failed
