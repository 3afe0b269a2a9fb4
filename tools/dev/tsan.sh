#!/usr/bin/env bash
#===- tsan.sh - threads, under ThreadSanitizer -------------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/tsan.sh [ROUNDS]      (default: 25; configured already)
#
# Builds the library of the preset tsan, and runs test/CAPI/shared.c: in each
# round, eight threads compile a module each and call what they share. A race is
# a failure, and so is a wrong result. tsan.supp says what is left out, and why.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${1:-25}
build=build/tsan
work=$build/threads
libs=$PWD/$build/lib

cmake --build --preset tsan --target DiffAttnCAPI DiffAttnRuntime
rm -rf "$work"
mkdir -p "$work"
clang-22 -std=c11 -O1 -g -fsanitize=thread -pthread -Iinclude \
  -I/usr/lib/llvm-22/include test/CAPI/shared.c -o "$work/shared" \
  -fuse-ld=lld -L"$libs" -Wl,-rpath,"$libs" -lDiffAttnC -lDiffAttnRuntime -lm

export TSAN_OPTIONS="halt_on_error=0:exitcode=66:history_size=4:\
suppressions=$PWD/tools/dev/tsan.supp:print_suppressions=1"
export TSAN_SYMBOLIZER_PATH=/usr/lib/llvm-22/bin/llvm-symbolizer
"$work/shared" test/CAPI/Inputs/shared.mlir "$work/shared.so" "$rounds"
