#!/usr/bin/env bash
#===- differential.sh - the long run of differential tests -------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/differential.sh [OPTION...]     (--help explains)
#
# Random attentions and graphs through every pipeline of build/dev (PRESET=... for
# another), compared with float64. test/Differential has the parts, and runs some of
# it with the other tests.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$PWD/build/${PRESET:-dev}
path=test:test/Integration:test/Integration/Attention:test/Integration/Conformance
export DIFFATTN_BUILD=$build
export PYTHONPATH=$path:test/Differential:python:$build/python
exec .venv/bin/python test/Differential/differential.py "$@"
