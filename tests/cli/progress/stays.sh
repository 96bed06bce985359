# slow
# The progress line of a batch is always there, on a wide terminal, on a narrow one and on one that
# becomes narrow, and does not disturb messages. -q shows none.
take walk run
times=$(seq -s, 0.001 0.001 0.3)
job() { # NAME KEYS
    echo "{\"name\": \"$1\", \"out\": \"o/{name}.bvh\", $2
      \"cuts\": [{\"clip\": \"walk.bvh\"}, {\"clip\": \"run.bvh\", \"at\": 1}]}"
}
jobs() { # whether some fail
    for i in 1 2 3; do
        job "$i.{blend_time}" "\"blend_time\": [$times],"
        ! $1 || job "fails$i" '"root": "nobody",'
    done | sed "1s|^|[|; \$s|$|]|; \$!s|}$|},|"
}
jobs true >plan.json
on_terminal() {
    echo "-- $*"
    python3 "$TESTS/terminal.py" "$@" 'batch: ' "$DBTOOL" batch $quiet plan.json --metrics m.csv |
        sed 's/, [0-9.e-]* s$/, SECONDS s/'
}
quiet=
on_terminal --columns 100
on_terminal --columns 44
jobs false >plan.json
on_terminal --columns 100 --resize 30
quiet=-q
on_terminal --columns 100
