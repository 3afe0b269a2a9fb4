#!/usr/bin/env bash
#===- clean-root.sh - a Debian without LLVM ----------------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: clean-root.sh FOLDER PYTHON
#
# Makes FOLDER the root of a Debian of this release, from the mirror that apt uses:
# Python, a shell, libstdc++ (which wheels may expect of every Linux) and what these
# need. In FOLDER/packages is NumPy, from where pip of PYTHON gets it. If FOLDER has
# all that, it stays as it is.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail

root=$1
python=$2
source=$(dirname "$0")/../../..
numpy=$(grep '^numpy==' "$source/python/requirements-dev.txt")
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
key="$suite $numpy $(sha256sum <"$0")"
[ "$(cat "$root/.key" 2>/dev/null)" = "$key" ] && exit

mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
  'Created-By: Packages' | sed -n "s| $suite\$||p" | head -n 1)
rm -rf "$root"
mkdir -p "$(dirname "$root")"
# Packages are unpacked, and none is configured: Python needs none of that, and it
# takes a tenth of the time.
mmdebstrap --quiet --variant=extract \
  --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
  --include=python3-venv,libstdc++6,coreutils,dash \
  "$suite" "$root" "deb $mirror $suite main"
"$python" -m pip download --quiet --disable-pip-version-check --no-deps \
  --only-binary :all: --dest "$root/packages" "$numpy"
# lld reads objects by their names there.
mkdir "$root/proc"
echo "$key" >"$root/.key"
