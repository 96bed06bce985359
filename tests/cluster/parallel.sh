#!/usr/bin/env bash
# parallel.sh DBTOOL: four shards of a plan under GNU parallel, compared with one run.
set -u
# shellcheck source=tests/cluster/common.sh
source "$(dirname "$0")/common.sh"
trap 'rm -rf "$folder"' EXIT

parallel --version 2>/dev/null | grep -q '^GNU parallel' || skip "GNU parallel is not installed"

run_shards() {
    (cd "$folder/shards" && PARALLEL_HOME=$folder/home \
        timeout 600 parallel --will-cite -j 2 --halt now,fail=1 --joblog "$1" \
        "$dbtool" batch plan.json -q -j 1 --shard "{}/$shards" --metrics m.{}.csv \
        --journal j.{} --resume ::: $(seq $shards)) </dev/null
}

mkdir "$folder/home"
prepare
check "$shards shards under GNU parallel" run_shards log.1
compare parallel
before=$(state_of_shards)
check "the same shards again" run_shards log.2
check "parallel: nothing was done twice" test "$before" = "$(state_of_shards)"
finish
