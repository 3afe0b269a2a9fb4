#!/usr/bin/env bash
#===- demo.sh - an attention layer, compiled and run -------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: examples/demo.sh BUILD          (`make demo` calls it)
#
#===-----------------------------------------------------------------------===#
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
# The tools and the interpreter with NumPy, by their names.
export PATH=$build/bin:$(dirname "$here")/.venv/bin:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# show COMMAND...: prints a command as one would type it, and runs it.
show() {
  local shown="$*"
  shown=${shown//"$here/"/examples/}
  printf '\n$ %s\n' "${shown//"$folder/"/}"
  "$@"
}

cat <<'TEXT'
An attention layer of DIFF V1 (grouped queries, causal, RMS norm), from hidden
states to hidden states, as MLIR: examples/v1-layer.mlir. Compile it to a shared
library, run that on the inputs of a file, and compare with the exact result.
TEXT
show diffattn-compile "$here/v1-layer.mlir" -o "$folder/v1-layer.so"
show diffattn-run "$folder/v1-layer.so" \
  --inputs="$here/v1-layer.safetensors" --expected="$here/v1-layer.safetensors"

cat <<'TEXT'

What is special about it, on the smallest example: with the identity as value the
result is the map itself. Unlike the weights of ordinary attention, some of its
weights are negative, and its rows sum to 1 - lambda = 0.2.
TEXT
show python "$here/textbook.py"
