# shellcheck shell=bash
# Configuring and building. A build folder is configured again only when something that decides its LibTorch, or the
# choice of tests, has changed.

# shellcheck disable=SC2034  # for scripts/diagnose alone
command_targets=(kernodeck kernodeck-worker)

build_options=()

# The build folder of a LibTorch that was named: one for each, so that build/default stays as it is.
folder_for_libtorch() {
  local name
  name=$(printf '%s' "$1" | cksum | awk '{ printf "%08x", $1 }')
  echo "$builds/libtorch-$name"
}

# What a configuration depends on beside the files of the project (those ninja itself watches).
fingerprint() {
  local python interpreter
  python=$(command -v python3 || true)
  interpreter=$(dirname -- "$python")/..
  printf '%s\n' "$@" "$root" "${CMAKE_PREFIX_PATH:-}" "${PYTHONPATH:-}" "$python" "${CXX:-}" \
    "${CXXFLAGS:-}" "${LDFLAGS:-}"
  stat -c '%n %Y %s' -- "$interpreter"/lib/python3*/site-packages/torch/version.py /usr/lib/*/libtorch.so \
    /usr/lib/libtorch.so /usr/local/lib/libtorch.so "$pinned/torch/version.py" 2>/dev/null || true
}

# recorded <build folder> <key>: from the record of the LibTorch that it was configured for.
recorded() { sed -n "s/^$2=//p" -- "$1/lib/kernodeck/libtorch.txt" 2>/dev/null || true; }

is_configured() {
  local dir=$1 library_dir
  [[ -e $dir/build.ninja && -e $dir/configured && $(<"$dir/configured") == "$2" ]] || return 1
  library_dir=$(recorded "$dir" library_dir)
  [[ -z $library_dir || -e $library_dir/libtorch.so ]]
}

# The variable KERNODECK_LIBTORCH is the scripts' to read: build/default is not to depend on it.
# inside_clone <command...>: compilers keep their temporary files in the clone too.
inside_clone() {
  mkdir -p -- "$builds/tmp"
  env -u KERNODECK_LIBTORCH TMPDIR="$builds/tmp" "$@"
}

# configure <build folder> <tests: ON|OFF> <LibTorch: empty, a folder or OFF>
configure() {
  local dir=$1 tests=$2 libtorch=$3 wanted
  # Tests once asked for stay: a diagnosis in between must not take them away.
  if [[ $tests == OFF && -e $dir/with-tests ]]; then tests=ON; fi
  wanted=$(fingerprint "$tests" "$libtorch")
  if is_configured "$dir" "$wanted"; then return; fi
  run_logged "Configuring $(basename -- "$dir")" "configure-$(basename -- "$dir")" \
    inside_clone cmake --preset default -S "$root" -B "$dir" -DKERNODECK_BUILD_TESTS="$tests" -DKERNODECK_LIBTORCH="$libtorch" \
    -DKERNODECK_PINNED_LIBTORCH="$pinned" || return
  sed -n 's/^-- \(LibTorch taken.*\)/kernodeck: \1/p' -- "$logs/configure-$(basename -- "$dir").log" >&2
  if [[ $tests == ON ]]; then : >"$dir/with-tests"; fi
  printf '%s\n' "$wanted" >"$dir/configured"
}

# build <build folder> <sentence> <targets, or none for all>
build() {
  local dir=$1 sentence=$2
  shift 2
  # Nothing to do, nothing to say.
  if [[ $(ninja -C "$dir" -n "$@" 2>/dev/null | tail -n 1) == *'no work to do.' ]]; then return; fi
  run_logged "$sentence" "build-$(basename -- "$dir")" \
    inside_clone ninja -C "$dir" ${build_options[@]+"${build_options[@]}"} "$@"
}
