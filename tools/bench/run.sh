#!/usr/bin/env bash
#===- run.sh - attention beside other software -------------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/bench/run.sh [FLAG...]           (build/release is built already)
#        tools/bench/run.sh report [--write]    tables of what was measured;
#                                               --write: into docs/benchmarks.md
#
# Runs attention_bench in an environment of its own, build/bench/venv, which it
# makes from requirements.txt first. That leaves .venv, which tests use, as it is.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

requirements=tools/bench/requirements.txt
venv=build/bench/venv
log=build/bench/pip.log

make_venv() {
  local key
  key=$({ /usr/bin/python3 --version; cat "$requirements"; } | sha256sum | cut -c1-16)
  [ "$(cat "$venv/.key" 2>/dev/null)" = "$key" ] && return
  echo "bench: installing what is compared with into $venv (a few minutes)"
  mkdir -p build/bench
  if ! { /usr/bin/python3 -m venv --clear "$venv" &&
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
      --requirement "$requirements"; } >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    echo "bench: error: pip failed; the whole log is $log" >&2
    exit 1
  fi
  echo "$key" >"$venv/.key"
}

make_venv
export PYTHONPATH=$PWD/tools/bench
if [ "${1:-}" = report ]; then
  exec "$venv/bin/python" -m attention_bench.report "${@:2}"
fi
exec "$venv/bin/python" -m attention_bench "$@"
