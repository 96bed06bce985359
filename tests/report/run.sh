#!/bin/sh
# run.sh BUILD/dbtool: the end-to-end tests of `dbtool report`, in headless Chromium.
# Installs playwright-core (npm ci) and Chromium (Debian's package) where they are missing.
# CHROMIUM names another browser; ONLY=TEXT runs the tests with TEXT in their names.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 1 ] || { echo "usage: run.sh BUILD/dbtool" >&2; exit 2; }
DBTOOL=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "run.sh: node and npm are needed (apt-get install nodejs npm)" >&2
    exit 2
fi
if [ ! -d "$here/node_modules/playwright-core" ]; then
    echo "installing playwright-core" >&2
    (cd "$here" && npm ci --no-audit --no-fund >&2)
fi
if [ -z "${CHROMIUM:-}" ]; then
    if ! command -v chromium >/dev/null; then
        echo "installing chromium" >&2
        if [ "$(id -u)" = 0 ]; then
            apt-get install -y --no-install-recommends chromium >&2
        elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            sudo apt-get install -y --no-install-recommends chromium >&2
        else
            echo "run.sh: chromium is missing: sudo apt-get install chromium" >&2
            exit 2
        fi
    fi
    CHROMIUM=$(command -v chromium)
fi
export DBTOOL CHROMIUM
exec node "$here/all.mjs"
