#!/usr/bin/env bash
# test_hostile.sh DBTOOL [NAME...]: a megabyte of anything is done in linear time and
# 64 MB of memory.
exec python3 "$(dirname "$0")/faults/hostile.py" "$@"
