# shellcheck shell=bash
# The packages of the operating system: installed on Debian and Ubuntu, named on the others.

# package:command where any provider of the command will do, package alone where it is a library.
readonly build_packages='g++:g++ cmake:cmake ninja-build:ninja ccache:ccache git:git
  libsqlite3-dev nlohmann-json3-dev libcli11-dev libutf8proc-dev'
readonly test_packages='libgtest-dev libgmock-dev python3:python3'
readonly download_packages='ca-certificates python3:python3'

is_installed() {
  case "$1" in
    *:*) if command -v "${1#*:}" >/dev/null; then return 0; fi ;;
  esac
  [ "$(dpkg-query -W -f='${db:Status-Status}' "${1%%:*}" 2>/dev/null)" = installed ]
}

# Prints those of the packages that are not there.
missing_packages() {
  local item
  for item in "$@"; do
    if ! is_installed "$item"; then printf '%s ' "${item%%:*}"; fi
  done
}

# True if apt's index knows every one of the packages.
have_candidates() {
  [ "$(apt-cache policy "$@" 2>/dev/null | grep -c 'Candidate: [^(]')" = $# ]
}

# The index may be absent, or so old that what it names is gone.
apt_install() {
  if have_candidates "$@" && as_root apt-get install -y --no-install-recommends "$@"; then
    return 0
  fi
  as_root apt-get update && as_root apt-get install -y --no-install-recommends "$@"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive "$@"
  else
    sudo DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

# Asks for the password now, while the terminal is free.
may_become_root() {
  [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -v; }
}

# ensure_debian_packages ITEM...
ensure_debian_packages() {
  local missing count
  missing=$(missing_packages "$@")
  if [ -z "$missing" ]; then return 0; fi
  # shellcheck disable=SC2086  # package names have no spaces
  set -- $missing
  count=$#
  local by_hand="apt-get update && apt-get install --no-install-recommends $*"
  say "Missing packages: $*"
  may_become_root || fail "Installing packages takes root, and sudo did not give it." "Run as root: $by_hand"
  step packages "Install $count packages with apt (up to 2 minutes)" apt_install "$@" ||
    fail "apt could not install: $*" "Run by hand: sudo sh -c '$by_hand'"
}

# Says what to install on a system whose packages we do not install ourselves.
name_packages() {
  local install
  case "$1" in
    macos) install='brew install cmake ninja ccache sqlite nlohmann-json cli11 utf8proc googletest python node' ;;
    fedora) install='sudo dnf install gcc-c++ cmake ninja-build ccache git sqlite-devel json-devel cli11-devel utf8proc-devel gtest-devel gmock-devel python3-pip nodejs-npm' ;;
    windows) install='vcpkg install sqlite3[fts5] nlohmann-json cli11 utf8proc gtest; winget install Kitware.CMake Ninja-build.Ninja Python.Python.3.12 OpenJS.NodeJS' ;;
    *) install='a C++20 compiler, CMake 3.25, Ninja, SQLite 3.40, nlohmann-json 3.11, CLI11, utf8proc, GoogleTest, Python 3 with pip, npm' ;;
  esac
  say "Packages are installed by this script on Debian and Ubuntu only. Needed here, if not there yet:"
  say "  $install"
}

# debian, fedora, macos, windows or other
system_kind() {
  case "$(uname -s)" in
    Darwin) echo macos ;;
    MINGW* | MSYS* | CYGWIN*) echo windows ;;
    *)
      if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        echo debian
      elif command -v dnf >/dev/null; then
        echo fedora
      else
        echo other
      fi ;;
  esac
}
