#!/usr/bin/env bash
# test_writers.sh DBTOOL: other processes write to a clip while dbtool uses it, see writers.py.
exec python3 "$(dirname "$0")/faults/writers.py" "$@"
