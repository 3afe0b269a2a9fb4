#!/usr/bin/env bash
#===- setup.sh - everything a Debian machine needs to build and test ---------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/setup.sh [PRESET] [--torch]     (default: dev)
#
# Installs Debian packages (as root or through sudo; otherwise it prints the one
# command to run), makes .venv with pinned Python packages (with --torch also
# PyTorch and Hugging Face transformers), and configures build/PRESET. Each step looks first whether it is done, so a second run takes
# well under a second. A step that fails prints its log and stops.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

preset=dev
with_torch=
for argument in "$@"; do
  case $argument in
    --torch) with_torch=yes ;;
    *) preset=$argument ;;
  esac
done
requirements=python/requirements-dev.txt
torch_requirements=(python/requirements-torch.txt python/requirements-torch-alone.txt)
logs=build/setup-logs

# LLVM and MLIR 22: in Debian 12's security suite, in Debian 13's main suite.
llvm_packages=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  clang-22 clang-format-22 lld-22 liblld-22-dev
  libclang-rt-22-dev libomp-22-dev
)
packages=(
  "${llvm_packages[@]}"
  cmake ninja-build ccache
  libboost-context-dev libgtest-dev libbenchmark-dev nlohmann-json3-dev
  python3 python3-dev python3-venv
  mmdebstrap # a Debian without all of these, to try the wheel in
)

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: error: %s\n' "$*" >&2; exit 1; }

# step NAME WHAT COMMAND...: runs a command quietly, with its log in a file.
step() {
  local name=$1 what=$2 log=$logs/$1.log
  shift 2
  say "$what"
  mkdir -p "$logs"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 60 "$log" >&2
    die "$name failed; the whole log is $log"
  fi
}

#===-----------------------------------------------------------------------===#
# Debian packages
#===-----------------------------------------------------------------------===#

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    is_installed "$package" || printf '%s\n' "$package"
  done
}

# Sets `as_root` to what commands for root start with, or explains and stops.
find_root() {
  as_root=()
  [ "$(id -u)" -eq 0 ] && return
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=(sudo)
    return
  fi
  die "Debian packages are missing, and this user is neither root nor allowed \
to use sudo. Have this command run as root, then try again:
  apt-get update && apt-get install -y --no-install-recommends $*"
}

# Prints the LLVM packages among the arguments that apt can't install.
not_offered() {
  local package
  for package in "$@"; do
    case $package in
      *-22*) apt-cache show "$package" >/dev/null 2>&1 || echo "$package" ;;
    esac
  done
}

# Debian's security suite has LLVM 22. The installer configures that suite;
# debootstrap and some containers leave it out. Then it is added here, from the
# mirror that the main suite comes from.
add_security_suite() {
  local codename mirror list=/etc/apt/sources.list.d/debian-security.list
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
    'Created-By: Packages' 2>/dev/null |
    sed -n "s|/debian/* $codename\$||p" | head -n 1)
  [ -n "$mirror" ] && [ ! -e $list ] || return 0
  say "adding Debian's security suite to apt's sources ($list)"
  printf 'deb %s/debian-security %s-security main\n' "$mirror" "$codename" |
    "${as_root[@]}" tee $list >/dev/null
  step apt-update "reading the lists of Debian packages again" \
    "${as_root[@]}" apt-get update
}

check_llvm_is_offered() {
  local missing
  [ -z "$(not_offered "$@")" ] && return
  add_security_suite
  missing=$(not_offered "$@")
  [ -z "$missing" ] && return
  die "apt's sources do not offer" $missing". LLVM 22 is in the security suite of \
Debian 12 and later; add it to /etc/apt/sources.list, with your mirror:
  deb MIRROR/debian-security CODENAME-security main"
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -eq 0 ] && return
  find_root "${missing[@]}"
  step apt-update "reading the lists of Debian packages" \
    "${as_root[@]}" apt-get update
  check_llvm_is_offered "${missing[@]}"
  step apt-install "installing ${#missing[@]} Debian packages (a few minutes)" \
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
}

#===-----------------------------------------------------------------------===#
# Python and CMake
#===-----------------------------------------------------------------------===#

# What .venv depends on, as one hash.
venv_key() {
  { /usr/bin/python3 --version; cat "$requirements"; } | sha256sum | cut -c1-16
}

make_venv() {
  local key
  key=$(venv_key)
  [ "$(cat .venv/.key 2>/dev/null)" = "$key" ] && return
  step venv "making .venv" /usr/bin/python3 -m venv --clear .venv
  step pip "installing Python packages into .venv" \
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --requirement "$requirements"
  echo "$key" >.venv/.key
}

add_wheel_tools() {
  local key tools=python/requirements-wheel.txt
  key=$(sha256sum <$tools | cut -c1-16)
  [ "$(cat .venv/.wheel-key 2>/dev/null)" = "$key" ] && return
  step wheel-tools "installing what makes wheels into .venv" \
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --requirement $tools
  echo "$key" >.venv/.wheel-key
}

# PyTorch and what is tested with it, into .venv. A torch of the right version
# that is there (a CPU build, say, that a user installed) stays. Of its thousands of
# modules few are imported: these are compiled to bytecode then.
add_torch() {
  local key pip=(.venv/bin/python -m pip install --quiet --disable-pip-version-check
    --no-compile)
  key=$(cat "${torch_requirements[@]}" | sha256sum | cut -c1-16)
  [ "$(cat .venv/.torch-key 2>/dev/null)" = "$key" ] && return
  step torch "installing PyTorch into .venv (a few minutes)" \
    "${pip[@]}" --requirement "${torch_requirements[0]}"
  step torch-alone "installing timm into .venv" \
    "${pip[@]}" --no-deps --requirement "${torch_requirements[1]}"
  echo "$key" >.venv/.torch-key
}

configure() {
  local made=build/$preset/build.ninja
  [ "$made" -nt .venv/.key ] && [ "$made" -nt CMakePresets.json ] && return
  step "configure-$preset" "configuring build/$preset" cmake --preset "$preset"
  touch "$made"
}

command -v dpkg-query >/dev/null ||
  die "this script knows Debian 12 and 13 only; elsewhere install these \
packages' contents by hand: ${packages[*]}"
install_packages
make_venv
add_wheel_tools
[ -z "$with_torch" ] || add_torch
configure
