# shellcheck shell=bash disable=SC2034,SC1003
# Shared by the scripts: messages, packages, building, PostgreSQL clusters.
# To be sourced; sourcing changes nothing. Text for an operator is Spanish, like the program.

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
TTY=''
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then TTY=1; fi
STEP_PID=''

RUN_PACKAGES=(g++ cmake ninja-build ccache mold pkg-config libboost1.81-dev libsoci-dev libpq-dev libssl-dev libfmt-dev libxml2-dev zlib1g-dev
    postgresql-15 curl ca-certificates)
TEST_PACKAGES=(libboost-test1.81-dev clang-14 libclang-rt-14-dev clang-format-14 faketime haproxy hledger nginx-light openssl pgbouncer prometheus
    shellcheck slowhttptest libxml2-utils unzip wrk nghttp2-client python3)

# --- messages ---------------------------------------------------------------------------------------------------------

say() { printf '%s\n' "$*"; }
warn() { printf 'gestor: %s\n' "$*" >&2; }
# die TEXT: one line that says what to do, and the end.
die() {
    warn "$*"
    exit 1
}

# show_tail LOG: the last lines of a log and where the rest is.
show_tail() {
    tail -n 20 -- "$1" 2>/dev/null | sed 's/^/    /' >&2
    warn "el registro completo está en $1"
}

# step TEXT LOG COMMAND…: runs a command with its output in LOG. A terminal sees a spinner and, when the command is ninja, its
# [done/total]; anything else sees one line. Fails as the command fails, after showing the end of the log.
# The command is a process group of its own, so that Ctrl-C reaches this script first, which then ends it in order.
step() {
    local text=$1 log=$2 status=0 start=$SECONDS frames='|/-\' i=0 progress
    shift 2
    mkdir -p -- "$(dirname -- "$log")"
    [ "$TTY" ] || say "$text..."
    set -m
    "$@" >"$log" 2>&1 </dev/null 9>&- &
    STEP_PID=$!
    set +m
    while [ "$TTY" ] && kill -0 "$STEP_PID" 2>/dev/null; do
        progress=$(tail -c 4096 -- "$log" 2>/dev/null | tr '\r' '\n' | sed -n 's/^\(\[[0-9]*\/[0-9]*\]\).*/\1/p' | tail -n 1)
        printf '\r\033[K%s %s %s %ds' "${frames:i++ % 4:1}" "$text" "$progress" $((SECONDS - start))
        sleep 0.1
    done
    wait "$STEP_PID" || status=$?
    STEP_PID=''
    if [ "$TTY" ]; then printf '\r\033[K'; fi
    if [ "$status" != 0 ]; then
        warn "falló: $text"
        show_tail "$log"
    elif [ "$TTY" ]; then
        say "$text: listo ($((SECONDS - start)) s)"
    fi
    return "$status"
}

# step_abort: ends the step that is running, if any. dpkg must not be cut in the middle, so an installation is waited for.
step_abort() {
    [ "$STEP_PID" ] || return 0
    if [ "${INSTALLING:-}" ]; then
        warn "se espera a que apt termine"
    else
        kill -TERM -- "-$STEP_PID" 2>/dev/null || true
    fi
    wait "$STEP_PID" 2>/dev/null || true
    STEP_PID=''
}

# --- the machine ------------------------------------------------------------------------------------------------------

is_root() { [ "$(id -u)" = 0 ]; }

# need_space DIR MEGABYTES: ends with one line when the disk that holds DIR has less than that.
need_space() {
    local free
    free=$(df -Pm -- "$1" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$2" ] || die "no hay espacio en disco: $1 tiene $free MB libres y se necesitan $2; libere espacio${3:+ o $3}"
}

# port_busy PORT: does something listen there already?
port_busy() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# random_text BYTES: fresh secret of letters, digits, - and _.
random_text() { head -c "$1" /dev/urandom | base64 -w0 | tr '+/' '-_' | tr -d '='; }

# short_hash TEXT: eight characters that name a directory in a short path.
short_hash() { printf '%s' "$1" | sha256sum | cut -c1-8; }

# Runs as root, in a shell of its own (see install_packages). Services of what we install are not started, and PostgreSQL's
# package does not create its "main" cluster: gestor has its own. A machine that already has PostgreSQL is left as it is.
apt_install() {
    local policy=/usr/sbin/policy-rc.d clusters=/etc/postgresql-common/createcluster.d services=() s
    local apt=(apt-get -y -q -o DPkg::Lock::Timeout=300)
    export DEBIAN_FRONTEND=noninteractive
    if [ ! -e "$policy" ]; then
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
    fi
    if ! dpkg-query -W postgresql-15 >/dev/null 2>&1 && [ ! -e "$clusters/gestor.conf" ]; then
        mkdir -p "$clusters"
        printf '# gestor runs a private cluster; remove this file to have "main" created.\ncreate_main_cluster = false\n' >"$clusters/gestor.conf"
    fi
    for s in haproxy nginx pgbouncer prometheus; do [ -e "/lib/systemd/system/$s.service" ] || services+=("$s"); done
    "${apt[@]}" install --no-install-recommends "$@" ||
        { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; } || return 1
    for s in "${services[@]}"; do
        if [ -d /run/systemd/system ] && [ -e "/lib/systemd/system/$s.service" ]; then systemctl --quiet disable "$s" || true; fi
    done
}

# install_packages LOG PACKAGE…: installs those that are missing, and only those.
install_packages() {
    local log=$1 p missing=() installed sudo=() text
    shift
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || die "se necesita Debian 12: aquí no hay apt-get"
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for p; do grep -qxF "installed $p" <<<"$installed" || missing+=("$p"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    if ! is_root; then
        if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
            die "faltan paquetes y no hay permiso para instalarlos; como root: apt-get install --no-install-recommends ${missing[*]}"
        fi
        sudo=(sudo -n)
    fi
    need_space / 2000
    INSTALLING=1
    text="Instalando ${#missing[@]} paquetes de Debian"
    [ ${#missing[@]} -gt 3 ] || text="Instalando ${missing[*]}"
    step "$text" "$log" \
        "${sudo[@]}" bash -c "$(declare -f apt_install); apt_install \"\$@\"" apt_install "${missing[@]}" || exit 1
    INSTALLING=''
}

# install_node LOG: Node and npm, unless some Node is already here (Debian's npm conflicts with other distributions of Node).
install_node() {
    command -v node >/dev/null || install_packages "$1" nodejs
    command -v npm >/dev/null || install_packages "$1" npm
}

# install_npm LOGS: the packages of tests/http, as their lock file has them, unless they are there.
install_npm() {
    install_node "$1/apt-node.log"
    [ -d "$ROOT/tests/http/node_modules" ] ||
        step "Instalando las herramientas de npm" "$1/npm-ci.log" npm --prefix "$ROOT/tests/http" ci --no-audit --no-fund
}

# --- building ---------------------------------------------------------------------------------------------------------

# jobs: as many compilers as cores, but no more than memory allows (Boost takes about 1 GB per file).
jobs_for_machine() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/MemAvailable/ { print int($2 / 1000000) }' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

# build PRESET LOG: configures build/PRESET once and builds it; when nothing changed this is ninja finding nothing to do.
build() {
    local dir=$ROOT/build/$1 home
    cd -- "$ROOT" || return 1
    if [ -e "$dir/CMakeCache.txt" ]; then
        home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$dir/CMakeCache.txt")
        if [ "$home" != "$ROOT" ]; then
            say "El directorio cambió de lugar: se compila de nuevo"
            rm -rf -- "$dir"
        fi
    fi
    if [ ! -e "$dir/build.ninja" ]; then
        need_space "$ROOT" 1500
        step "Configurando ($1)" "${2%.log}-cmake.log" cmake --preset "$1" || return 1
    fi
    if ninja -C "$dir" -n 2>/dev/null | tail -n 1 | grep -q 'no work to do'; then return 0; fi
    step "Compilando ($1)" "$2" cmake --build "$dir" -j "$(jobs_for_machine)"
}

# sanitized COMMAND…: all that the sanitizers can see, on an address layout that those of clang 14 know.
sanitized() {
    local prefix=()
    if setarch -R true 2>/dev/null; then prefix=(setarch -R); fi
    ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
        LSAN_OPTIONS=suppressions=$ROOT/tests/lsan.supp:print_suppressions=0 TSAN_OPTIONS=halt_on_error=1 "${prefix[@]}" "$@"
}

# --- PostgreSQL clusters ----------------------------------------------------------------------------------------------
# One cluster at a time per script, in these variables; cluster_at sets them, the other functions use them.
#   PG_DATA data directory   PG_SOCKET directory of its socket (short: the path ends at 107 bytes)   PG_PORT names the socket
#   PG_LOG its log           PG_AS command prefix that becomes the cluster's user, since PostgreSQL refuses root
#   PG_BIN its programs      PG_PID the postmaster, when this script started it   PG_GUESTS group that may use the socket too, if any

# cluster_at DATA SOCKET PORT LOG
cluster_at() {
    PG_DATA=$1 PG_SOCKET=$2 PG_PORT=$3 PG_LOG=$4 PG_PID='' PG_AS=()
    if is_root; then PG_AS=(setpriv --reuid postgres --regid postgres --init-groups); fi
    local version=15
    if [ -r "$PG_DATA/PG_VERSION" ]; then version=$(<"$PG_DATA/PG_VERSION"); fi
    PG_BIN=/usr/lib/postgresql/$version/bin
    [ -x "$PG_BIN/postgres" ] || die "falta PostgreSQL $version: apt-get install --no-install-recommends postgresql-$version"
    [ ${#PG_SOCKET} -le 90 ] || die "la ruta del socket es demasiado larga: $PG_SOCKET"
}

# cluster_as COMMAND…: as the cluster's user, from a directory it can read.
cluster_as() { (cd / && exec "${PG_AS[@]}" "$@"); }

# cluster_private_dir DIR: a directory only the cluster's user (and root) can enter; refuses one somebody else prepared in /tmp.
cluster_private_dir() {
    local user
    user=$(cluster_as id -un)
    mkdir -p -m 700 -- "$1" || return 1
    if [ -L "$1" ]; then die "$1 es un enlace: bórrelo"; fi
    if is_root; then chown "$user" -- "$1"; fi
    chmod 700 -- "$1"
    [ "$(stat -c %U -- "$1")" = "$user" ] || die "$1 es de otro usuario: bórrelo"
}

# cluster_create SUPERUSER AUTH PASSWORD INITDB-OPTION…: a new cluster, in place only when complete. The settings of
# postgresql.conf come from standard input. PASSWORD may be empty with AUTH trust.
cluster_create() {
    local superuser=$1 auth=$2 password=$3 fresh=$PG_DATA.nuevo secret=$PG_SOCKET/.clave
    shift 3
    rm -rf -- "$fresh"
    cluster_private_dir "$fresh"
    if [ "$password" ]; then
        # shellcheck disable=SC2016 # expanded by the inner shell, so that the password is in nobody's argument list
        cluster_as sh -c 'umask 077; cat >"$1"' sh "$secret" <<<"$password"
        set -- "$@" --pwfile="$secret"
    fi
    cluster_as "$PG_BIN/initdb" -D "$fresh" --encoding UTF8 --locale C.UTF-8 -U "$superuser" --auth "$auth" "$@" >"$PG_LOG.initdb" 2>&1 ||
        { rm -f -- "$secret"; warn "initdb falló"; show_tail "$PG_LOG.initdb"; return 1; }
    rm -f -- "$secret" "$PG_LOG.initdb"
    # shellcheck disable=SC2016
    cluster_as sh -c 'cat >>"$1/postgresql.conf"' sh "$fresh" || return 1
    sync -f "$fresh"
    mv -- "$fresh" "$PG_DATA"
}

# cluster_owner_pid: the postmaster that works on PG_DATA now, whoever started it; nothing when there is none. A process that only
# inherited the number in a stale postmaster.pid (a crash, another boot, another container) does not count.
cluster_owner_pid() {
    local pid
    pid=$(cluster_as head -n 1 "$PG_DATA/postmaster.pid" 2>/dev/null) || return 1
    [[ $pid =~ ^[0-9]+$ ]] && [ "$(cluster_as readlink "/proc/$pid/cwd" 2>/dev/null)" = "$(cluster_as realpath "$PG_DATA")" ] && echo "$pid"
}

# cluster_start: starts the cluster as a child that stops when this script dies, however it dies (also kill -9), and waits until
# it answers. Remains of a crash are put in order first. The cluster has a process group of its own and gets no Ctrl-C: the
# server stops before its database.
cluster_start() {
    local i
    if cluster_owner_pid >/dev/null; then cluster_stop || return 1; fi
    cluster_as rm -f "$PG_DATA/postmaster.pid"
    cluster_private_dir "$PG_SOCKET"
    rm -f -- "$PG_SOCKET"/.s.PGSQL.*
    set -m
    (
        cd / && exec setpriv --pdeathsig INT "${PG_AS[@]:1}" -- "$PG_BIN/postgres" -D "$PG_DATA" -p "$PG_PORT" \
            -c listen_addresses= -c unix_socket_directories="$PG_SOCKET" >>"$PG_LOG" 2>&1 </dev/null 9>&-
    ) &
    PG_PID=$!
    set +m
    for ((i = 0; i < 1200; i++)); do
        if "$PG_BIN/pg_isready" -q -h "$PG_SOCKET" -p "$PG_PORT"; then
            if [ "${PG_GUESTS:-}" ]; then chgrp -- "$PG_GUESTS" "$PG_SOCKET" && chmod 710 -- "$PG_SOCKET"; fi
            return 0
        fi
        kill -0 "$PG_PID" 2>/dev/null || break
        sleep 0.05
    done
    warn "PostgreSQL no arranca en $PG_DATA"
    show_tail "$PG_LOG"
    return 1
}

# cluster_replaced: was the postmaster's program replaced since it started, as an upgrade does? Its libraries were too, and the sessions
# of the old program may not be able to load the new ones.
cluster_replaced() { [[ $(readlink "/proc/$PG_PID/exe" 2>/dev/null) == *' (deleted)' ]]; }

# cluster_stop [fast|immediate]: stops whatever postmaster works on PG_DATA and waits for it.
cluster_stop() {
    if cluster_owner_pid >/dev/null; then
        cluster_as "$PG_BIN/pg_ctl" -D "$PG_DATA" -m "${1:-fast}" -w -t 60 stop >/dev/null 2>&1 || { warn "PostgreSQL no se detiene: $PG_DATA"; return 1; }
    fi
    if [ "$PG_PID" ]; then wait "$PG_PID" 2>/dev/null || true; fi
    PG_PID=''
}

# cluster_throwaway DIR [durable]: creates in DIR (short path) a cluster for tests: superuser postgres, no passwords, private
# socket, and without fsync unless durable. GESTOR_TEST_ADMIN is its connection string.
cluster_throwaway() {
    local fsync=off
    [ "${2:-}" = durable ] && fsync=on
    mkdir -p -- "$1"
    chmod 711 -- "$1"
    cluster_at "$1/pg" "$1/s" 5432 "$1/postgresql.log"
    cluster_private_dir "$PG_SOCKET"
    cluster_create postgres trust '' --data-checksums --no-sync <<-CONF || return 1
		max_connections = 200
		shared_buffers = 128MB
		fsync = $fsync
		synchronous_commit = $fsync
		full_page_writes = $fsync
		max_wal_size = 1GB
		jit = off
		listen_addresses = ''
		unix_socket_directories = '$PG_SOCKET'
		log_line_prefix = '%m [%p] %u@%d '
	CONF
    GESTOR_TEST_ADMIN="host=$PG_SOCKET port=$PG_PORT dbname=postgres user=postgres"
}
