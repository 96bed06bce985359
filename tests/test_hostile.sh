#!/usr/bin/env bash
# test_hostile.sh DBTOOL [NAME...]: a megabyte of any input takes linear time and at most 72 MB
# of memory.
exec python3 "$(dirname "$0")/faults/hostile.py" "$@"
