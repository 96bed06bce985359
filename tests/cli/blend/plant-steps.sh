# After the hold a foot that is far from its position in the new clip makes a step; what a step is feet_oracle.py checks.
take walk idle
cut() { # OPTIONS...: the feet that make steps
    dbtool blend -q walk.bvh idle.bvh --at 0.5 -m dead-halflife "$@" --no-plant -o plain.bvh
    dbtool blend -q walk.bvh idle.bvh --at 0.5 -m dead-halflife "$@" --plant -o planted.bvh
    python3 "$TESTS/feet_oracle.py" measure planted.bvh --plain plain.bvh -- walk.bvh idle.bvh --at 0.5 -m dead-halflife "$@" >feet.csv
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 && $at["steps"] != "" { print $at["foot"] ": " $at["steps"] " steps" }' feet.csv
}
echo "-- a foot behind the hips steps"
cut
echo "-- not where the output ends before it lands"
cut --until 1.3
