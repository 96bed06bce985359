#!/usr/bin/env bash
# test_power.sh DBTOOL SHIM: the power fails after each call that changes a disk, see power.py.
exec python3 "$(dirname "$0")/faults/power.py" "$@"
