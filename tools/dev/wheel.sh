#!/usr/bin/env bash
#===- wheel.sh - the Python package with all that it needs inside ------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/wheel.sh BUILD FOLDER [PYTHON]      (`make wheel` calls it)
#
# Writes FOLDER/diffattn-VERSION-PYTHON-PLATFORM.whl for an interpreter (default:
# that of .venv) and prints its path. Libraries come from the build folder, where
# the target wheel-libraries is built. For .venv nothing is compiled, for others the
# package's extension.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
build=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.."

python=${3:-.venv/bin/python}
work=$build/wheel
pip=(-m pip wheel --quiet --no-deps --disable-pip-version-check
  --wheel-dir="$work/plain" --config-settings=build-dir="$work/build")
rm -rf "$work"
mkdir -p "$work" "$folder"

install_component() {
  cmake --install "$build" --component "$1" --prefix "$work/prefix" >>"$work/log"
}

run() { "$@" >>"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 1; }; }

if [ $# -lt 3 ]; then
  # All is built for .venv, and .venv has what makes the wheel.
  install_component Wheel
  run "$python" "${pip[@]}" --no-index --no-build-isolation \
    --config-settings=cmake.define.DIFFATTN_BUILT="$work/prefix" ./python
else
  # The extension is compiled, with what pip gets for that.
  install_component Library
  install_component Standalone
  DiffAttn_ROOT=$work/prefix run "$python" "${pip[@]}" ./python
fi

# Takes in what is not part of every Linux (LLVM's OpenMP, zstd), by names of
# their own, and says in the wheel's name which glibc it needs.
PATH=$PWD/.venv/bin:$PATH run .venv/bin/python -m auditwheel repair \
  --wheel-dir "$work/repaired" "$work"/plain/*.whl
for wheel in "$work"/repaired/*.whl; do
  mv "$wheel" "$folder"
  echo "$folder/$(basename "$wheel")"
done
rm -rf "$work/prefix" "$work/build" "$work/plain" "$work/repaired"
