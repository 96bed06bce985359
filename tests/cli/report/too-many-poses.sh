# Frames of a millionth of a second: a fifth of a second beside the cut would have 200,000
# frames, for each joint and method. This is refused before they are made; a smaller context is
# shown.
take walk
sed 's/Frame Time: .*/Frame Time: 0.000001/' walk.bvh >fast.bvh
try() {
    dbtool report "$@" -o r.html
    echo "exit $?, $(ls r.html 2>/dev/null)"
    rm -f r.html
}
cut=(fast.bvh fast.bvh --at 10f --past-end hold --until 0.2 --methods "cut,dead-linear")
try "${cut[@]}"
try "${cut[@]}" -q -t 6f --context 3f
job() {
    echo "{\"name\": \"$1\", \"out\": \"$1.bvh\", \"past_end\": \"hold\", \"until\": $2, \"method\": \"dead-halflife\","
    echo ' "cuts": [{"clip": "fast.bvh"}, {"clip": "fast.bvh", "at": "10f"}]}'
}
{ echo '['; job long 0.2; echo ','; job short 0.0003; echo ']'; } >plan.json
try -q plan.json
