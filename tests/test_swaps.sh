#!/usr/bin/env bash
# test_swaps.sh DBTOOL SHIM: links lead elsewhere during each call that looks at files, see swaps.py.
exec python3 "$(dirname "$0")/faults/swaps.py" "$@"
