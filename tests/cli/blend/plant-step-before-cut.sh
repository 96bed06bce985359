# A foot that steps between the transition's begin and the cut is not locked across its step: it slides no further
# than without locking.
take walk run turn idle
slides() { # FOOT OPTIONS...: skate_u of the foot
    local foot=$1
    shift
    dbtool blend -q "$@" -m dead-two-sided -o out.bvh --metrics m.csv
    awk -F, -v foot="$foot" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "skate_u") c = i }
        $5 == foot { print $c }' m.csv
}
check() { # FOOT CLIP CLIP AT FROM SECONDS
    local options=("$2" "$3" --at "$4" --from "$5" -t "$6" --before "$6")
    awk -v free="$(slides "$1" "${options[@]}")" -v locked="$(slides "$1" "${options[@]}" --plant)" \
        -v foot="$1" 'BEGIN { print foot, locked <= free ? "slides no further" : "slides " locked " instead of " free }'
}
check LeftToeBase walk.bvh idle.bvh 1.29 1.03 1
check LeftFoot walk.bvh idle.bvh 1.29 1.03 1
check RightToeBase run.bvh turn.bvh 1.16 1.84 0.75
check RightFoot run.bvh turn.bvh 1.16 1.84 0.75
