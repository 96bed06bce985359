# The values of every joint equal blend's over the same window, as float32; those over all joints
# digit for digit.
take walk run kick

check() { # WINDOW METHODS CLIP... OPTION...
    local window=$1 methods=$2 method
    shift 2
    dbtool report "$@" --methods "$methods" --window "$window" -o report.html -q || return
    for method in ${methods//,/ }; do
        dbtool blend "$@" -m "$method" --window "$window" -q -o /dev/null --metrics "$method.csv"
    done
    head -n 1 "$method.csv" >all.csv
    for method in ${methods//,/ }; do
        tail -n +2 "$method.csv"
    done >>all.csv
    python3 "$TESTS/report_oracle.py" check report.html --figures all.csv
}

check 0.3 cut,crossfade,dead-bounce walk.bvh run.bvh --at 1.2
check 20f inertialize-quintic,dead-halflife walk.bvh run.bvh kick.bvh --at 0.9,1.3 --precision 4
