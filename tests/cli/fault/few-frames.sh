# Every command with clips of no frame, of one frame, and of one joint.
point 0.1 >none.bvh
slide 0 >a.bvh
slide 0 >b.bvh
slide 0 1 2 3 >four.bvh
job() {
    printf '[{"out": "c.bvh", "cuts": [{"clip": "%s"}, {"clip": "%s"}]}]\n' "$1" "$2" >plan.json
}
echo "no frame"
tries dbtool blend four.bvh none.bvh -o out.bvh --metrics out.csv
job none.bvh four.bvh
tries dbtool batch -q plan.json
tries dbtool metrics a.bvh --at 0 --source none.bvh --target a.bvh -o out.csv
tries dbtool compare none.bvh four.bvh --keep kept
tries dbtool compare four.bvh none.bvh --keep kept
tries dbtool info --limits four.bvh none.bvh -o out.json
ls -A
echo "one frame"
for method in $(dbtool methods | awk '!NF { exit } $1 !~ /-learned$/ { print $1 }'); do
    dbtool blend -q a.bvh b.bvh -m "$method" -o out.bvh --metrics out.csv
    same out.bvh a.bvh | sed "s/.*=.*/$method: the frame/"
    # no neighbours to differ from: every figure is 0
    sed 1d out.csv | cut -d, -f6-17 | tr ',' '\n' | sort | uniq -c | awk '{ print $1, $2 }'
done | sort | uniq -c | awk '{ $1 = $1; print }'
job a.bvh b.bvh
dbtool batch -q plan.json
same c.bvh a.bvh
dbtool compare a.bvh b.bvh --methods cut,crossfade --format csv | cut -d, -f1-3
dbtool metrics a.bvh --at 0 -o again.csv
dbtool diff out.csv out.csv | head -1
dbtool info a.bvh | head -1
dbtool info --limits a.bvh
