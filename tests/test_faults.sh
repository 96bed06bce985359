#!/usr/bin/env bash
# test_faults.sh DBTOOL SHIM [COMMAND...]: fault injection in system calls and allocations, see faults.py.
exec python3 "$(dirname "$0")/faults/faults.py" "$@"
