# shellcheck shell=bash
# The system packages. Each row: what to look for (a command, or a header in the usual places), then the names of the
# package on Debian and Ubuntu, of which the first that exists is taken.

rows_diagnose=(
  'command:c++ g++'
  'command:cmake cmake'
  'command:ninja ninja-build'
  'header:boost/process/v2.hpp libboost1.81-dev libboost1.83-dev libboost-dev'
  'header:nlohmann/json.hpp nlohmann-json3-dev'
  'header:CLI/CLI.hpp libcli11-dev'
)
rows_test=(
  "${rows_diagnose[@]}"
  'command:ccache ccache'
  'header:gtest/gtest.h libgtest-dev'
  'header:gmock/gmock.h libgmock-dev'
  'header:pugixml.hpp libpugixml-dev'
  'module:ensurepip python3-venv'
)
rows_fetch=('module:ensurepip python3-venv')
# shellcheck disable=SC2034  # for .ci/run alone
rows_ci=(
  'command:clang-format clang-format'
  'command:clang-tidy clang-tidy'
  'command:shellcheck shellcheck'
)

is_there() {
  local kind=${1%%:*} name=${1#*:} folder prefixes
  case $kind in
    command) command -v -- "$name" >/dev/null ;;
    module) python3 -c "import $name" >/dev/null 2>&1 ;;
    header)
      IFS=: read -r -a prefixes <<<"/usr:/usr/local:${CMAKE_PREFIX_PATH:-}"
      for folder in "${prefixes[@]}"; do
        [[ -n $folder && -e $folder/include/$name ]] && return 0
      done
      return 1
      ;;
  esac
}

# The first of the names that the package lists have; the first of all where they have none.
package_name() {
  local name
  for name in "$@"; do
    if apt-cache show --no-all-versions "$name" >/dev/null 2>&1; then
      echo "$name"
      return
    fi
  done
  echo "$1"
}

# need_packages <rows...>: installs what is missing, or names the line to type and stops.
need_packages() {
  local row missing=() packages=() words prefix=()
  for row in "$@"; do
    is_there "${row%% *}" || missing+=("$row")
  done
  if ((${#missing[@]} == 0)); then return; fi
  if ! command -v apt-get >/dev/null; then
    stop "Missing: ${missing[*]%% *}. Install them with this system's package manager and run this again."
  fi
  if ((EUID != 0)); then
    if sudo -n true 2>/dev/null || [[ -t 0 && -n $(command -v sudo) ]]; then prefix=(sudo); else prefix=(false); fi
  fi
  for row in "${missing[@]}"; do
    read -r -a words <<<"$row"
    packages+=("$(package_name "${words[@]:1}")")
  done
  if [[ ${prefix[*]:-} == false ]]; then
    stop "System packages are missing. Type: sudo apt-get install -y --no-install-recommends ${packages[*]}"
  fi
  run_logged "Installing system packages: ${packages[*]}" packages install_packages || exit 2
}

# Uses missing and prefix of need_packages. The names are looked up again: the lists may have been empty before.
install_packages() {
  local row words packages=()
  "${prefix[@]}" apt-get update || return
  for row in "${missing[@]}"; do
    read -r -a words <<<"$row"
    packages+=("$(package_name "${words[@]:1}")")
  done
  "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
}

need_cmake_version() {
  local version
  version=$(cmake --version | sed -n '1s/.* \([0-9]*\.[0-9]*\).*/\1/p')
  if ((${version%.*} < 3 || (${version%.*} == 3 && ${version#*.} < 25))); then
    stop "CMake is $version, and 3.25 or newer is needed (for example: pip install cmake, in an active environment)."
  fi
}
