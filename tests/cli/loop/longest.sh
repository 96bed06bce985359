# The longest period that is cheap enough: three steps of a march, then a rest, in which a few
# frames would be the cheapest loop point. A period without motion is skipped.
march() {
    local k
    local -a lines=()
    for k in 0 1 2 3 4 3 2 1 0 1 2 3 4 3 2 1 0 1 2 3 4 3 2 1 2.5 2.5 2.5 2.5 2.5 2.5 2.5 2.5; do
        lines+=("0 $k 0 0 0 0")
    done
    point 0.1 "${lines[@]}"
}
march >a.bvh
dbtool loop a.bvh -o o.bvh
dbtool loop a.bvh -o o.bvh --period 0.8
dbtool loop a.bvh -o o.bvh --start 3f
dbtool loop a.bvh -o o.bvh --start 9f
# It may cost more, and then be longer; or nothing of it is cheap enough.
dbtool loop a.bvh -o o.bvh --below 100
tries dbtool loop a.bvh -o o.bvh --start 20f --below 0.001
# Given alone, what is still is taken as well.
tries dbtool loop a.bvh -o o.bvh --start 26f -t 0 --before 0
dbtool loop a.bvh -o o.bvh --start 26f --period 4f -t 0 --before 0
# The cost that a refusal names is enough, though it has nine digits.
take kick
enough() {
    tries dbtool loop kick.bvh -n "$@" --below 0.0001 2>refused
    dbtool loop kick.bvh -n "$@" --below "$(grep -o '[0-9.]\{10,\}' refused)"
}
enough --start 3f
enough --start 3f --period 117f
