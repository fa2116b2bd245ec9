# shellcheck shell=bash
# Configuring and building, for the scripts that do.

build_dir() { echo "$root/build/$1"; }

cached_setting() { sed -n "s/^$2:[A-Z]*=//p" "$(build_dir "$1")/CMakeCache.txt" 2>/dev/null; }

# False if the folder was configured completely, for this checkout and this cache of downloads.
# Ninja sees by itself when the project's CMake files have changed.
needs_configuring() {
  ! [ -f "$(build_dir "$1")/build.ninja" ] ||
    [ "$(cached_setting "$1" CMAKE_HOME_DIRECTORY)" != "$root" ] ||
    [ "$(cached_setting "$1" GAIA_MEMORY_LLAMA_DIR)" != "$runtime_dir" ] ||
    [ "$(cached_setting "$1" GAIA_MEMORY_LLAMA)" != "${GAIA_MEMORY_RUNTIME:-prebuilt}" ]
}

# configure PRESET [OPTION...]
configure() {
  local preset=$1 home
  shift
  home=$(cached_setting "$preset" CMAKE_HOME_DIRECTORY)
  if [ -n "$home" ] && [ "$home" != "$root" ]; then
    rm -rf "$(build_dir "$preset")"  # made before the checkout was moved or copied
  fi
  # In the root, because that is where cmake looks for presets.
  (cd "$root" && cmake --preset "$preset" -DGAIA_MEMORY_LLAMA_DIR="$runtime_dir" \
    -DGAIA_MEMORY_LLAMA="${GAIA_MEMORY_RUNTIME:-prebuilt}" "$@")
}

# build PRESET [TARGET...]
build() {
  local dir
  dir=$(build_dir "$1")
  shift
  if [ $# -gt 0 ]; then
    cmake --build "$dir" --target "$@"
  else
    cmake --build "$dir"
  fi
}
