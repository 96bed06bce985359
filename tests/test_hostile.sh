#!/usr/bin/env bash
# test_hostile.sh DBTOOL [NAME...]: any input is read or refused in at most 72 MB of memory; with
# THOROUGH=yes also in linear time.
exec python3 "$(dirname "$0")/faults/hostile.py" "$@"
