#!/bin/sh
# run.sh BUILD/dbtool [MANUAL]: the end-to-end tests of `dbtool report` and of the folder MANUAL
# that `make html` made, in headless Chromium.
# CHROMIUM names another browser; ONLY=TEXT runs the tests with TEXT in their names.
# `make deps` installs what they need.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: run.sh BUILD/dbtool [MANUAL]" >&2; exit 2; }
DBTOOL=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
if ! command -v node >/dev/null || [ -z "$CHROMIUM" ] || [ ! -d "$here/node_modules/playwright-core" ]; then
    echo "run.sh: needs node, chromium and playwright-core: make deps" >&2
    exit 2
fi
MANUAL=${2:-}
export DBTOOL CHROMIUM MANUAL
exec node "$here/all.mjs"
