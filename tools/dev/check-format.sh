#!/usr/bin/env bash
#===- check-format.sh - is everything formatted? -------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/check-format.sh [--write]
#
# C and C++ by clang-format-22 (.clang-format), Python and notebooks by ruff (ruff.toml).
# Looks at files that git tracks or would track; --write formats them.
#
#===-----------------------------------------------------------------------===#
set -uo pipefail
cd "$(dirname "$0")/../.."

mode=${1:-check}
ruff=.venv/bin/ruff
status=0

# files PATTERN...: tracked files and new ones that git does not ignore.
files() {
  git ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
    while read -r file; do [ -f "$file" ] && printf '%s\n' "$file"; done
}

mapfile -t cxx < <(files '*.c' '*.cpp' '*.h')
mapfile -t python < <(files '*.py' '*.ipynb')
if [ ${#cxx[@]} -eq 0 ] || [ ${#python[@]} -eq 0 ]; then
  echo "check-format: git lists no files to look at: run this in a clone"
  exit 1
fi

if [ "$mode" = --write ]; then
  clang-format-22 -i "${cxx[@]}"
  "$ruff" check --quiet --fix "${python[@]}"
  "$ruff" format --quiet "${python[@]}"
  exit
fi

for file in "${cxx[@]}"; do
  if ! diff=$(clang-format-22 "$file" | diff -u --label "$file" \
    --label "$file (formatted)" "$file" -); then
    printf '%s\n' "$diff"
    status=1
  fi
done
"$ruff" format --quiet --diff "${python[@]}" || status=1
"$ruff" check --quiet "${python[@]}" || status=1

if [ $status -ne 0 ]; then
  echo "check-format: some files are not formatted: run 'make format'"
fi
exit $status
