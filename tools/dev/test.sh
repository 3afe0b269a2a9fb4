#!/usr/bin/env bash
#===- test.sh - lit and pytest, with one summary -----------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/test.sh [PRESET]      (default: dev; built already)
#
# Runs all of test/ and leaves what happened as JUnit files in
# build/PRESET/test-results, from which tools/dev/count-tests.py counts.
#
#===-----------------------------------------------------------------------===#
set -uo pipefail
cd "$(dirname "$0")/../.."

build=build/${1:-dev}
results=$build/test-results
python=.venv/bin/python
rm -rf "$results"
mkdir -p "$results"

lit=$(sed -n 's/^DIFFATTN_LIT:FILEPATH=//p' "$build/CMakeCache.txt")
echo "== lit"
"$python" "$lit" -sv --no-progress-bar --xunit-xml-output "$results/lit.xml" "$build/test"
lit_status=$?

echo "== pytest"
DIFFATTN_BUILD=$PWD/$build "$python" -m pytest -c test/pytest.ini \
  --junit-xml "$results/pytest.xml" test
pytest_status=$?

echo "== summary"
"$python" tools/dev/count-tests.py "$results"/*.xml
counted=$?
[ $lit_status -eq 0 ] && [ $pytest_status -eq 0 ] && [ $counted -eq 0 ]
