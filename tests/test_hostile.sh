#!/usr/bin/env bash
# test_hostile.sh DBTOOL COUNTED [NAME...]: any input is read or refused in at most 48 MB of memory; with
# THOROUGH=yes also with work in proportion to the input, which COUNTED, of CONFIG=counted, counts.
exec python3 "$(dirname "$0")/faults/hostile.py" "$@"
