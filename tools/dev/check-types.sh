#!/usr/bin/env bash
#===- check-types.sh - do the types of the Python package fit? -----------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/check-types.sh
#
# mypy, strictly (mypy.ini), over python/diffattn. It finds the same with and
# without PyTorch in .venv. build/mypy keeps what it knows for the next run.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! .venv/bin/mypy --no-error-summary; then
  echo "check-types: types of python/diffattn do not fit"
  exit 1
fi
