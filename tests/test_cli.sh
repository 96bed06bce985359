#!/usr/bin/env bash
# test_cli.sh DBTOOL [NAME...]: the cases of tests/cli, see run.sh there.
exec bash "$(dirname "$0")/cli/run.sh" "$@"
