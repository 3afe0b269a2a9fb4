#!/usr/bin/env bash
#===- demo.sh - a language model, compiled and at work -----------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: examples/demo.sh BUILD [mlir|pytorch]      (`make demo` calls it)
#
# The second argument says what the model is compiled from: the graphs beside its
# weights (default), or the Hugging Face folder, through PyTorch.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
from=${2:-mlir}
# The tools and the interpreter with NumPy, by their names.
export PATH=$build/bin:$(dirname "$here")/.venv/bin:$PATH
export PYTHONPATH=$(dirname "$here")/python:$build/python
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# show COMMAND...: prints a command as one would type it, and runs it.
show() {
  local shown="" word
  for word in "$@"; do
    case $word in *' '*) word="'$word'" ;; esac
    shown+=" $word"
  done
  shown=${shown//"$here/"/examples/}
  printf '\n$%s\n' "${shown//"$folder/"/}"
  "$@"
}

model=$here/kjv-diffllama
case $from in
  mlir) source=$model/model.mlir ;;
  pytorch) source=$model ;;
  *) echo "demo: expected mlir or pytorch, found '$from'" >&2 && exit 2 ;;
esac

cat <<'TEXT'
A small language model with differential attention, trained on the King James Bible
(examples/kjv-diffllama): from its graphs and weights to a native library.
TEXT
start=$SECONDS
show diffattn compile "$source" -o "$folder/kjv.so"
echo "compiled in $((SECONDS - start)) s"

printf '\nIt writes, one byte a token:\n'
show diffattn generate "$folder/kjv.so" --model "$model" \
  --prompt "And it came to pass" --temperature 0.8 --seed 3 --max-tokens 400

printf '\nIts numbers are right:\n'
show python "$model/check.py" "$folder/kjv.so"

printf '\nIt predicts text that it has never seen (PyTorch: 1.4009 bits/byte):\n'
show diffattn perplexity "$folder/kjv.so" --model "$model" --text "$model/validation.txt"

cat <<'TEXT'

What is special about its attention, on the smallest example: with the identity as
value the result is the map itself. Unlike the weights of ordinary attention, some of
its weights are negative, and its rows sum to 1 - lambda = 0.2.
TEXT
show python "$here/textbook.py"
