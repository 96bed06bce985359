#!/bin/sh
# demo.sh DBTOOL OUT: trains a small network, then joins a walk to a run, to standing idle and to a
# turn, with every method. Writes BVH and CSV files to OUT, and prints a table of the cuts.
set -eu
dbtool=$1
out=$2
data=testdata/bvh
mkdir -p "$out"

echo "Training a small network for dead-learned on the bundled clips ..."
model=$out/model.safetensors
"$dbtool" train $data/ok_walk.bvh $data/ok_run.bvh $data/ok_idle.bvh $data/ok_turn.bvh \
    $data/ok_kick.bvh --hidden 64 --window 0.5 --iterations 1500 -q -o "$model"

# One window for all: the longest transition, that of the spring.
methods=$("$dbtool" methods --format json | sed -n 's/^[[ ]*{"name": "\([a-z-]*\)", "summary.*/\1/p')
set -- # the tables
for method in $methods; do
    case $method in
    bridge-*) continue ;; # needs a gap
    dead-learned) setting=dead-learned:model=$model ;;
    *) setting=$method ;;
    esac
    for to in run idle turn; do
        "$dbtool" blend $data/ok_walk.bvh "$data/ok_$to.bvh" --at 1.2 -m "$setting" --window 1.2 -q \
            -o "$out/walk_to_${to}_$method.bvh" --metrics "$out/walk_to_${to}_$method.csv"
        set -- "$@" "$out/walk_to_${to}_$method.csv"
    done
done

echo "Clips and metrics are in $out. The worst of the three cuts (walk to run, idle, turn),"
echo "over all joints; jumps are between frames just after the cut, the peak is over 1.2 s:"
echo
awk -F, '
    FNR == 1 { next }
    $5 == "*" {
        if (!($3 in angular)) order[n++] = $3
        if ($6 > angular[$3]) angular[$3] = $6
        if ($7 > linear[$3]) linear[$3] = $7
        if ($8 > acceleration[$3]) acceleration[$3] = $8
        if ($12 > peak[$3]) peak[$3] = $12
    }
    END {
        row = "%-20s %14s %16s %18s %14s\n"
        printf row, "method", "velocity jump", "linear jump", "acceleration jump", "jerk peak"
        printf row, "", "deg/s", "units/s", "deg/s^2", "deg/s^3"
        for (i = 0; i < n; i++) {
            m = order[i]
            printf "%-20s %14.0f %16.0f %18.0f %14.0f\n", m, angular[m], linear[m], acceleration[m], peak[m]
        }
    }' "$@"

# Only if dbtool was built with the report page.
if "$dbtool" report $data/ok_walk.bvh $data/ok_run.bvh --at 1.2 --methods "all,dead-learned:model=$model" -q \
    -o "$out/report.html" 2>"$out/report.log"; then
    echo
    echo "To see the cut to the run: open $out/report.html in a browser."
fi
rm -f "$out/report.log"
