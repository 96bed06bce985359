# slow
# At most 1000 methods are compared: those of a table, and of one sequence of a plan or of several.
slide 0 1 2 >a.bvh
table() {
    echo sequence,cut,joint,method,seam_ratio,displacement_u_s
    seq -f "s,1,*,m%.0f,1,2" "$1"
}
sweep() { # half-lives from $1 to $2 ms, a cut at frame $3
    echo "{\"name\": \"at$3.{halflife}\", \"out\": \"{name}.bvh\", \"method\": \"dead-decay\", \"align\": \"none\", \"past_end\": \"hold\","
    echo "\"halflife\": [$(seq -s , -f '"%.0fms"' "$1" "$2")], \"cuts\": [{\"clip\": \"a.bvh\"}, {\"clip\": \"a.bvh\", \"at\": \"$3f\"}]}"
}
try() {
    tries dbtool compare -q "$@" --format csv -o out.csv
    cat out.csv 2>/dev/null | wc -l
    rm -f out.csv
}
table 1000 >all.csv
table 1001 >more.csv
echo "[$(sweep 1 1000 1)]" >all.json
echo "[$(sweep 1 1001 1)]" >more.json
echo "[$(sweep 1 1000 1), $(sweep 2 1001 2)]" >several.json
for file in all.csv more.csv all.json more.json several.json; do
    try "$file"
done
tries dbtool report -q more.json -o out.html
tries dbtool report -q several.json -o out.html
grep -o '"overview":{"note":"[^"]*"' out.html
