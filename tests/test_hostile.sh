#!/usr/bin/env bash
# test_hostile.sh DBTOOL COUNTED [NAME...]: inputs that are built to cost time or memory, see hostile.py.
exec python3 "$(dirname "$0")/faults/hostile.py" "$@"
