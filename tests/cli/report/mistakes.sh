# Each mistake gives one line of error, and nothing is written.
take walk run kick
echo '{"jobs": [{"cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "att": 1}]}]}' >wrong.json
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]' >plan.json
echo '[{"clip": "walk.bvh"}]' >cutless.json
cp plan.json plan
try() {
    dbtool report "$@"
    echo "exit $?"
}
try -o r.html
try walk.bvh -o r.html
echo sequence >m.csv
try m.csv -o r.html
rm m.csv
try gone.bvh run.bvh -o r.html
try gone.json -o r.html
try plan.json run.bvh -o r.html
try wrong.json -o r.html
try cutless.json -o r.html
try walk.bvh run.bvh --at 99 -o r.html
try walk.bvh run.bvh --at 1 --methods cut,cut -o r.html
try walk.bvh run.bvh --at 1 --methods bleed -o r.html
try walk.bvh run.bvh --at 1 --rank ang_jerk_peak_ref_deg_s3 -o r.html
try walk.bvh run.bvh --at 1 --columns skate -o r.html
try walk.bvh run.bvh --at 1 --context end -o r.html
try walk.bvh run.bvh --at 1 --feet Nose -o r.html
try plan.json --at 1 -o r.html
try plan.json --precision 3 -o r.html
try plan.json -t 0.3 -o r.html
try plan.json --methods cut -t 0.3 -o r.html
try plan.json --methods dead-learned:model=gone -o r.html
try walk.bvh run.bvh --at 1 -o walk.bvh
try plan.json -o plan.json
try walk.bvh run.bvh --at 1 -o walk.bvh/r.html
try walk.bvh run.bvh --at 1 -o .
# no .json, but it begins as a plan does
try plan -o r.html --strict -q
ls -A
