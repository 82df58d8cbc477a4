# shellcheck shell=bash
# What scripts/setup and scripts/test share. Uses fetch (missing, always, no) and libtorch (a folder or nothing);
# sets dir.

describe_libtorch() {
  local version
  version=$(recorded "$1" version)
  if [[ -z $version ]]; then
    echo "no LibTorch"
  else
    echo "LibTorch $version (backend $(recorded "$1" backend)) in $(recorded "$1" library_dir)"
  fi
}

prepare_tests() {
  need_packages "${rows_test[@]}"
  need_cmake_version
  need_test_venv
  dir=$builds/default
  if [[ ${fetch:?} == always ]]; then fetch_pinned_libtorch || stop "The pinned LibTorch could not be fetched."; fi
  if [[ -n $libtorch ]]; then
    [[ -d $libtorch ]] || stop "--libtorch (or KERNODECK_LIBTORCH): there is no folder $libtorch."
    libtorch=$(cd -- "$libtorch" && pwd)
    dir=$(folder_for_libtorch "$libtorch")
  fi
  configure "$dir" ON "$libtorch" || exit 2
  if [[ -n $libtorch && -z $(recorded "$dir" version) ]]; then
    stop "The LibTorch in $libtorch cannot be used; $logs/configure-$(basename -- "$dir").log says why."
  fi
  if [[ $fetch == missing && -z $(recorded "$dir" version) ]]; then
    fetch_pinned_libtorch || stop "The pinned LibTorch could not be fetched (--no-fetch goes without)."
    configure "$dir" ON "$libtorch" || exit 2
  fi
}
