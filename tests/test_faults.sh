#!/usr/bin/env bash
# test_faults.sh DBTOOL SHIM [COMMAND...]: every call of the system and every allocation
# of every command failing in turn, see faults.py.
exec python3 "$(dirname "$0")/faults/faults.py" "$@"
