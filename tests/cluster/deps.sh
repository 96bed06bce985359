#!/usr/bin/env bash
# deps.sh: installs Slurm, munge and GNU parallel where they are missing and this is
# root on a machine with apt-get; exit status 1 where they are missing after that.
set -u

missing=()
command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v sbatch >/dev/null ||
    missing+=(slurm-wlm)
command -v munged >/dev/null || missing+=(munge)
parallel --version 2>/dev/null | grep -q '^GNU parallel' || missing+=(parallel)
[ ${#missing[@]} -gt 0 ] || exit 0

echo "missing: ${missing[*]}"
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "install it with: sudo apt-get install -y ${missing[*]}" >&2
    exit 1
fi
apt-get update -q >/dev/null &&
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >/dev/null
