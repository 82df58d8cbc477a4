# shellcheck shell=bash
# What is fetched into the clone: the Python environment of the tests, and the pinned LibTorch.

pinned_requirement='torch==2.11.0'
fetch_kib=$((7500 * 1024)) # 2.7 GB of wheels and the 4.6 GB unpacked lie side by side for a while

# pip <arguments>: with nothing kept outside the clone.
pip_inside() {
  mkdir -p -- "$deps/pip-tmp"
  TMPDIR=$deps/pip-tmp PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 "$deps/venv/bin/python" -m pip "$@"
}

need_venv() {
  if [[ -x $deps/venv/bin/python ]] && "$deps/venv/bin/python" -m pip --version >/dev/null 2>&1; then return; fi
  need_packages "${rows_fetch[@]}"
  rm -rf -- "$deps/venv"
  run_logged "Making a Python environment in .deps/venv" venv python3 -m venv "$deps/venv" || exit 2
}

# The test tools, again only when the list has changed.
need_test_venv() {
  local list=$root/scripts/requirements-test.txt
  if cmp -s -- "$list" "$deps/venv/installed.txt"; then return; fi
  need_venv
  run_logged "Installing the tests' Python tools into .deps/venv" requirements \
    pip_inside install --no-compile -r "$list" || exit 2
  cp -- "$list" "$deps/venv/installed.txt"
}

have_pinned_libtorch() { [[ -e $pinned/torch/lib/libtorch.so ]]; }

# Fetches the pinned LibTorch: whole, or not at all. Wheels that arrived whole are kept until then, so that a second try
# goes on from there.
fetch_pinned_libtorch() {
  local free wheels=$deps/libtorch-wheels
  have_pinned_libtorch && return
  free=$(df -Pk -- "$deps" | awk 'NR == 2 { print $4 }')
  if ((free < fetch_kib)); then
    say "Too little free disk space for the pinned LibTorch: $((free / 1024)) MiB, and $((fetch_kib / 1024)) MiB are needed."
    return 1
  fi
  need_venv
  say "Fetching the pinned LibTorch ($pinned_requirement): 2.7 GB to fetch, 4.6 GB unpacked, into .deps/libtorch."
  say "(A LibTorch of your own is used instead with --libtorch DIR or KERNODECK_LIBTORCH; --no-fetch goes without.)"
  mkdir -p -- "$wheels"
  download_wheels "$wheels" || return
  rm -rf -- "$deps/libtorch.part" "$deps/pip-tmp"
  run_logged "Unpacking it" libtorch-unpack pip_inside install --no-index --find-links "$wheels" --no-compile \
    --target "$deps/libtorch.part" "$pinned_requirement" || return
  rm -rf -- "$pinned"
  mv -- "$deps/libtorch.part" "$pinned"
  rm -rf -- "$wheels" "$deps/pip-tmp"
}

# Prints the addresses of the wheels that pip would install, each with its checksum.
list_wheels() {
  local report=$deps/pip-tmp/libtorch-report.json
  pip_inside install --quiet --dry-run --ignore-installed --only-binary :all: --report "$report" "$pinned_requirement" \
    >"$logs/libtorch-list.log" 2>&1 || return
  "$deps/venv/bin/python" - "$report" <<'PYTHON'
import json, sys
for item in json.load(open(sys.argv[1], encoding="utf-8"))["install"]:
    info = item["download_info"]
    print(f"{info['url']}#sha256={info['archive_info']['hashes']['sha256']}")
PYTHON
}

# download_wheels <folder>: those that are not there yet, one by one; pip's own progress bar where there is a terminal.
download_wheels() {
  local folder=$1 list url name count=0 total manner=(--quiet --quiet)
  if [[ -t 2 ]]; then manner=(--progress-bar on); fi
  if ! list=$(list_wheels); then
    tail -n 5 -- "$logs/libtorch-list.log" >&2
    return 1
  fi
  total=$(wc -l <<<"$list")
  while IFS= read -r url; do
    count=$((count + 1))
    name=${url%%#*}
    name=${name##*/}
    if [[ -e $folder/$name ]]; then continue; fi
    say "  fetching $count of $total: ${name%%-*}"
    rm -rf -- "$folder/part"
    pip_inside download "${manner[@]}" --no-deps -d "$folder/part" "$url" </dev/null >&2 || return
    mv -- "$folder/part"/* "$folder/"
  done <<<"$list"
  rm -rf -- "$folder/part"
}
