# A point that rises by 1 a frame: at the loop point it is 10 too low, and as fast. The seam is
# -10 (10 u^3 - 15 u^4 + 6 u^5), two frames on each side, u = 1/4, 1/2, 3/4.
rise() {
    local y
    local -a lines=()
    for y; do
        lines+=("0 $y 0 0 0 0")
    done
    point 0.1 "${lines[@]}"
}
rise 0 1 2 3 4 5 6 7 8 9 10 >a.bvh
dbtool loop a.bvh --start 0 --period 10f --closed | tail -11
# One side alone: what is bent begins where the old side ends, or ends where the new one begins.
dbtool loop a.bvh -q --start 0 --period 10f --before 0 | tail -10 | head -2
dbtool loop a.bvh -q --start 0 --period 10f -t 0 | tail -10 | tail -2
# Rates are means of both differences: 2 a frame where it is left, 1 where it is entered.
rise 0 1 2 3 4 5 6 8 10 >b.bvh
dbtool loop b.bvh -q --start 1f --period 6f --before 1f -t 1f | tail -6
# The two sides may meet in the middle.
dbtool loop a.bvh -q --start 0 --period 4f | tail -4
# A joint is bent that is turned, though as fast (here not at all); not by less than 0.001 degrees.
for last in 3 0.0009 0.0011; do
    point 0.1 '0 0 0 0 0 0' '0 0 0 0 0 0' '0 0 0 0 0 0' '0 0 0 1 0 0' "0 0 0 $last 0 0" "0 0 0 $last 0 0" "0 0 0 $last 0 0" >c.bvh
    dbtool loop c.bvh -q --start 1f --period 4f --before 2f -t 2f | tail -4
done
