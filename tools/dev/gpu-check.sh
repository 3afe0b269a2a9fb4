#!/usr/bin/env bash
#===- gpu-check.sh - are kernels right and fast on a real GPU? ---------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/gpu-check.sh --prepare FOLDER [--target=sim] [--cases=N]
#        tools/dev/gpu-check.sh --run FOLDER [--device=sim] [--out=FILE]
#        tools/dev/gpu-check.sh --help
#
# --prepare needs a build (build/dev, or $DIFFATTN_BUILD), but no GPU; it writes a
# folder that has this script in it, too. --run needs that folder, an NVIDIA GPU
# with its driver, and Python with PyTorch ($PYTHON; default: python3).
# tools/gpu-check does the work.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

package=$here
python=${PYTHON:-python3}
if [ ! -d "$package/gpu_check" ]; then
  package=$here/../gpu-check
  # In the repository: its own Python, if setup.sh made one.
  [ -x "$here/../../.venv/bin/python" ] && python=${PYTHON:-$here/../../.venv/bin/python}
fi
if ! command -v "$python" >/dev/null; then
  echo "gpu-check: error: no '$python': set PYTHON" >&2
  exit 2
fi
export PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1
exec "$python" -m gpu_check "$@"
