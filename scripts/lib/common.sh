# shellcheck shell=bash
# What every script needs: the folders, how to speak, how to run something long. Sourced, not run.
# All that the scripts say goes to stderr: stdout belongs to the command's report.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)

# Everything that is made lies in the clone, or all of it in KERNODECK_BUILD_DIR where the clone is read-only.
builds=${KERNODECK_BUILD_DIR:-$root/build}
if [[ $builds != /* ]]; then builds=$PWD/$builds; fi
if [[ -w $root ]]; then
  state=$root
  deps=$root/.deps
else
  state=$builds
  deps=$builds/.deps
fi
logs=$builds/logs
pinned=$deps/libtorch

export CCACHE_DIR=${CCACHE_DIR:-$state/.ccache}
export PYTHONDONTWRITEBYTECODE=1

say() { printf 'kernodeck: %s\n' "$*" >&2; }

# Status 2: nothing was run, so this is no verdict.
stop() {
  say "$*"
  exit 2
}

make_folders() {
  mkdir -p -- "$builds" "$logs" "$deps" 2>/dev/null ||
    stop "$builds or $deps cannot be made. Name a folder that can be written: KERNODECK_BUILD_DIR=<folder>."
}

# Two runs in one clone take turns: the second finds what the first one made.
take_turn() {
  exec 9>"$deps/lock"
  if ! flock -n 9; then
    say "Another run is at work in this clone; waiting for it."
    flock 9
  fi
}

end_turn() { exec 9>&-; }

# run_logged <sentence> <log name> <command...>: runs it with its output in a log, of which a terminal sees the last
# line and a failure the last lines.
run_logged() {
  local sentence=$1 log=$logs/$2.log status=0
  shift 2
  say "$sentence"
  if [[ -t 2 ]]; then
    "$@" </dev/null 2>&1 | show_last_line "$log" || status=$?
    printf '\r\033[K' >&2
  else
    "$@" </dev/null >"$log" 2>&1 || status=$?
  fi
  if ((status != 0)); then
    tail -n 30 -- "$log" >&2
    say "That failed (status $status). The whole output: $log"
  fi
  return "$status"
}

show_last_line() {
  local line columns
  columns=$(tput cols 2>/dev/null || echo 80)
  : >"$1"
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    printf '\r\033[K%.*s' "$((columns - 1))" "$line" >&2
  done
}
