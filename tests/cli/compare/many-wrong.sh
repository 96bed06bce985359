take walk run
head='sequence,cut,method,joint,seam_ratio,displacement_u_s,skate_u'
printf '%s\n' "$head" 'x,1,a,*,1,1,0' 'y,1,b,*,1,1,0' >apart.csv
printf '%s\n' "$head" 'x,1,a,*,1,1,0' 'x,1,a,*,1,1,0' >twice.csv
printf '%s\n' "$head" 'x,1,a,*,1,1,0' 'x,2,a,*,,1,0' >unmeasured.csv
printf '%s\n' "$head" 'x,0,a,*,1,1,0' >zeroth.csv
printf '%s\n' "$head" 'x,1,a,Hips,1,1,0' >no-row.csv
printf '%s\n' "$head" 'x,1,a,*,1,1,0' >good.csv
printf '%s\n' sequence,cut,joint,seam_ratio 'x,1,*,1' >short.csv
echo "$head" >empty.csv
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]' >one.json
echo '[{"clip": "walk.bvh"}]' >no-cut.json
echo '{"jobs": [{"name": "a", "cuts": [{"clip": "walk.bvh"}, {"clip": "gone.bvh", "at": 1}]},
  {"name": "b", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]}' >half.json
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1, "methid": "cut"}]' >misspelt.json
try() {
    tries dbtool compare "$@" --format csv -o out.csv
}
try apart.csv
try twice.csv
try good.csv good.csv
try unmeasured.csv
try zeroth.csv
try no-row.csv
try empty.csv
try short.csv
try good.csv --columns lin_jerk_peak_ratio
try good.csv --rank lin_jerk_peak_ratio
try gone.csv
try good.csv one.json
try walk.bvh good.csv
try good.csv --at 1
try good.csv --joint Hips
try good.csv --methods cut
try good.csv --with walk.bvh
try one.json --keep kept
try one.json --at 1
try one.json --with walk.bvh
try one.json --blend-time 0.1
try one.json --rank seam
try no-cut.json
try misspelt.json
ls
echo "what can be made is compared"
try half.json --methods cut
cut -d, -f1-5 out.csv
