#!/usr/bin/env bash
#===- check-layers.sh - do the includes point one way? -------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/check-layers.sh
#
# docs/architecture.md draws the layers; the table below is that drawing. Every
# include of a diffattn, MLIR, LLVM or lld header (in C, C++ and TableGen) must
# be one that its file's layer allows. Also: no source file over 900 lines; what
# tests read from data/ folders, and the graphs of an example's model, is no
# source.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

max_lines=900
status=0

complain() {
  printf 'check-layers: %s\n' "$*"
  status=1
}

# includes FILE: prints "line:header" of each include that the layers govern.
includes() {
  sed -nE 's/^[[:space:]]*#?[[:space:]]*include[[:space:]]*["<]([^">]+)[">].*/\1/;T;=;p' "$1" |
    paste -d: - - | grep -E ':(diffattn|diffattn-c|mlir|mlir-c|llvm|llvm-c|lld|clang|\.\.)/' || true
}

# layer NAME FILES ALLOWED: FILES and ALLOWED are extended regular expressions
# of paths; ALLOWED is anchored at the start of the included path.
layer() {
  local name=$1 files=$2 allowed=$3 file include
  while read -r file; do
    while read -r include; do
      if ! [[ ${include#*:} =~ ^($allowed) ]]; then
        complain "$file:${include%%:*}: '${include#*:}' is out of reach of" \
          "$name; it may include: ${allowed//|/, }"
      fi
    done < <(includes "$file")
  done < <(git ls-files '*.c' '*.cpp' '*.h' '*.td' | grep -E "^($files)" || true)
}

[ -n "$(git ls-files lib)" ] || complain "git lists no files under lib/"

mlir='mlir/|llvm/'
ir='diffattn/Dialect/[A-Za-z]+/IR/'

# Plain libraries: no MLIR, no LLVM, nothing of the compiler, not each other.
layer Runtime '(include/diffattn|lib)/Runtime/|include/diffattn-c/Runtime\.h' \
  'diffattn/Runtime/|diffattn-c/Runtime\.h'
# The emulator is a device of the runtime.
layer Sim '(include/diffattn|lib)/Sim/' \
  'diffattn/(Sim|Runtime)/|diffattn-c/Runtime\.h'
layer Reference '(include/diffattn|lib)/Reference/' 'diffattn/Reference/'
layer TilePlan '(include/diffattn|lib)/TilePlan/' 'diffattn/TilePlan/'
layer Peak '(include/diffattn|lib)/Peak/' 'diffattn/Peak/'

# The compiler, from the dialect up.
layer IR '(include/diffattn|lib)/Dialect/[A-Za-z]+/IR/' "$mlir|$ir"
layer Transforms '(include/diffattn|lib)/Dialect/[A-Za-z]+/Transforms/' \
  "$mlir|$ir|diffattn/Dialect/[A-Za-z]+/Transforms/"
layer Conversion '(include/diffattn|lib)/Conversion/' \
  "$mlir|diffattn/Dialect/|diffattn/Conversion/"
# Codegen emits calls of the runtime, whose header is that contract.
layer Codegen '(include/diffattn|lib)/Codegen/' \
  "$mlir|diffattn/(Dialect|TilePlan|Codegen)/|diffattn-c/Runtime\.h"
layer Pipelines '(include/diffattn|lib)/Pipelines/' \
  "$mlir|diffattn/(Dialect|Conversion|Codegen|TilePlan|Pipelines)/"
layer Compiler '(include/diffattn|lib)/Compiler/' \
  "$mlir|lld/|diffattn/InitAll\.h|diffattn/(Dialect|TilePlan|Codegen|Pipelines|Compiler|Runtime)/|diffattn-c/Runtime\.h"

# The doors: C API and Python.
layer 'the C API headers' 'include/diffattn-c/(Compiler)\.h' 'diffattn-c/'
layer 'the C API of the dialect' 'include/diffattn-c/Dialect\.h' \
  'diffattn-c/|mlir-c/'
layer Python 'python/' 'diffattn-c/|diffattn/Peak/'

while read -r file; do
  lines=$(wc -l <"$file")
  if [ "$lines" -gt $max_lines ]; then
    complain "$file has $lines lines, expected at most $max_lines: split it"
  fi
done < <(git ls-files '*.c' '*.cpp' '*.h' '*.td' '*.py' '*.sh' '*.cmake' \
  '*CMakeLists.txt' '*.mlir' Makefile ':!:*/data/*' ':!:examples/*/model.mlir')

[ $status -eq 0 ] || echo "check-layers: move what is needed to a layer that" \
  "may have it (docs/architecture.md), or split the file"
exit $status
