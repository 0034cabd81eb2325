# shellcheck shell=sh disable=SC2034
# A throw-away PostgreSQL on a private socket, for the scripts that source this. It runs as `nobody`
# where the caller is root, since the server refuses to.
#   server_can        is it installed?           server_start      sets socket, uri_of DATABASE
#   server_stop, server_kill (as by kill -9), server_again (starts it on the same data)
server_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
server_folder=

server_can() { [ -n "$server_bin" ] && [ -x "$server_bin/initdb" ]; }

as_server() {
    if [ "$(id -u)" = 0 ]; then
        (cd "$server_folder" && setpriv --reuid nobody --regid nogroup --clear-groups env HOME="$server_folder" "$@")
    else
        "$@"
    fi
}

server_again() {
    as_server "$server_bin/pg_ctl" -s -w -t 60 -D "$server_folder/data" -l "$server_folder/log" start
}

server_start() { # SETTING...
    server_folder=$(mktemp -d /tmp/plimsoll-pg-XXXXXX)
    chmod 755 "$server_folder"
    if [ "$(id -u)" = 0 ]; then chown nobody:nogroup "$server_folder"; fi
    as_server "$server_bin/initdb" -A trust -U plimsoll -E UTF8 --locale=C.UTF-8 -N -D "$server_folder/data" >"$server_folder.log" 2>&1 ||
        { cat "$server_folder.log"; return 1; }
    {
        echo "listen_addresses = ''"
        echo "unix_socket_directories = '$server_folder'"
        echo "shared_buffers = 64MB"
        for setting in "$@"; do echo "$setting"; done
    } | as_server tee -a "$server_folder/data/postgresql.conf" >/dev/null
    server_again || { as_server cat "$server_folder/log"; return 1; }
    socket=$server_folder
}

# kill -9 of the server and all that belongs to it, by the ids it wrote down.
server_kill() {
    postmaster=$(head -n 1 "$server_folder/data/postmaster.pid")
    children=$(ps -o pid= --ppid "$postmaster")
    # shellcheck disable=SC2086
    kill -9 "$postmaster" $children 2>/dev/null
    while kill -0 "$postmaster" 2>/dev/null; do sleep 0.1; done
    rm -f "$server_folder/data/postmaster.pid"
}

server_stop() {
    [ -n "$server_folder" ] || return 0
    as_server "$server_bin/pg_ctl" -s -w -m immediate -D "$server_folder/data" stop 2>/dev/null
    rm -rf "$server_folder" "$server_folder.log"
    server_folder=
}

uri_of() { # DATABASE [PARAMETERS]
    echo "postgresql:///$1?host=$socket&user=plimsoll${2:+&$2}"
}

ask() { # DATABASE SQL
    PGOPTIONS=-cclient_min_messages=warning "$server_bin/psql" -X -q -A -t -h "$socket" -U plimsoll -d "$1" -c "$2"
}
