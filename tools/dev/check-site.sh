#!/usr/bin/env bash
#===- check-site.sh - do the pages make a site? ------------------------------===#
#
# Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tools/dev/check-site.sh
#
# Writes the documentation to build/site, whose pages open without a server.
# Fails for a link, to a page or to a heading, that leads nowhere, and for pages
# that mkdocs.yml doesn't list.
#
#===-----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "$0")/../.."

# Material for MkDocs announces its successor at every run.
export NO_MKDOCS_2_WARNING=1
log=build/site.log
mkdir -p build
if ! .venv/bin/python -m mkdocs build --strict --quiet >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
unlisted=0
for page in $(cd docs && find . -name '*.md' -o -name '*.ipynb' | sed 's|^\./||' | sort); do
  if ! grep -qF ": ${page%.ipynb}" mkdocs.yml; then
    echo "check-site: docs/$page is not in mkdocs.yml" >&2
    unlisted=1
  fi
done
exit $unlisted
