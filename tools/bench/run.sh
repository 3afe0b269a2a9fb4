#!/usr/bin/env bash
#===- run.sh - beside other software ------------------------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/bench/run.sh [models] [FLAG...]     (build/release is built already)
#        tools/bench/run.sh [models] report [--write]
#                                    tables of what was measured; --write: into
#                                    docs/benchmarks.md
#
# Runs attention_bench, or model_bench for whole models, in an environment of its
# own, build/bench/venv, which it makes first: from requirements.txt, for models
# also from requirements-models.txt. That leaves .venv, which tests use, as it is.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

venv=build/bench/venv
log=build/bench/pip.log

# quietly COMMAND...: with what it prints in the log.
quietly() {
  if ! "$@" >>"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    echo "bench: error: $1 failed; the whole log is $log" >&2
    exit 1
  fi
}

# pip_install ARGUMENT...: into the environment.
pip_install() {
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

# install NAME: what the file requirements NAME has, if it is not there yet. What
# PyPI doesn't have for this Python is left out, and what needs it is not timed.
install() {
  local requirements=tools/bench/$1.txt note=$venv/.$1 key line
  key=$({ /usr/bin/python3 --version; cat "$requirements"; } | sha256sum | cut -c1-16)
  [ "$(cat "$note" 2>/dev/null)" = "$key" ] && return
  echo "bench: installing $requirements into $venv (a few minutes)"
  mkdir -p build/bench
  : >"$log"
  if [ "$1" = requirements ]; then
    quietly /usr/bin/python3 -m venv --clear "$venv"
  fi
  if ! pip_install --requirement "$requirements" >>"$log" 2>&1 </dev/null; then
    while read -r line; do
      pip_install "$line" >>"$log" 2>&1 </dev/null ||
        echo "bench: warning: pip can't install $line (see $log)" >&2
    done < <(grep -v '^#' "$requirements")
  fi
  echo "$key" >"$note"
}

package=attention_bench
install requirements
if [ "${1:-}" = models ]; then
  shift
  package=model_bench
  install requirements-models
fi
export PYTHONPATH=$PWD/tools/bench
if [ "${1:-}" = report ]; then
  exec "$venv/bin/python" -m "$package.report" "${@:2}"
fi
exec "$venv/bin/python" -m "$package" "$@"
