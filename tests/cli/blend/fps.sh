# The output at a given rate. Clips of 10 frames per second, straight between the frames: the frame
# time has seven decimals, and f in times counts frames of the output.
slide 0 1 2 3 4 5 >a.bvh
slide 20 21 22 23 >b.bvh
for fps in 5 20 30 12.5; do
    dbtool blend a.bvh b.bvh --at 0.4 --fps $fps -m cut --align none --interpolate linear -o out.bvh
    grep Frame out.bvh | paste -sd' '
    column out.bvh 1 | awk '{ print $1 + 0 }' | paste -sd' '
done
dbtool blend -q a.bvh b.bvh --at 3f --from 1f --fps 5 --past-end hold -m cut --align none -o out.bvh
column out.bvh 1 | paste -sd' '
# 120 frames a second as exporters round them: every second frame, the last one too.
slide {0..200} | sed 's/Time: 0.1/Time: 0.00833333/' >fast.bvh
dbtool blend -q fast.bvh fast.bvh --at 30f --fps 60 -m cut --align none -o out.bvh
column out.bvh 1 | awk '{ print $1 + 0 }' | sed -n '1p; 30p; 31p; $p' | paste -sd' '
grep Frames out.bvh
# Lines of clips of that rate are their own, and no others; the frame time is 1/N all the same.
take walk run walk_30fps
sed 's/Time: .*/Time:\t0.033333/' walk_30fps.bvh >walk30.bvh
dbtool blend run.bvh walk30.bvh --at 1 --fps 30 -m cut --align none --precision 2 -o out.bvh
grep Time out.bvh
tail -n 60 walk30.bvh | cmp - <(tail -n 60 out.bvh)
grep -A 30 Time out.bvh | tail -n 30 | grep -c '[.][0-9][0-9][0-9]'
dbtool blend -q walk30.bvh run.bvh --at 1 --fps 30 -m cut --align none -o out.bvh
grep Time out.bvh
cmp <(grep -A 30 Time walk30.bvh | tail -n 30) <(grep -A 30 Time out.bvh | tail -n 30)
# The figures are those of what was written; so are those of compare, and of the best cut.
dbtool blend -q run.bvh walk.bvh --at 12f --fps 25 -m dead-halflife -o out.bvh --metrics blend.csv
dbtool metrics out.bvh --at 12f -m dead-halflife --source run.bvh --target walk.bvh --name run+walk -o metrics.csv
cmp <(cut -d, -f1-29 blend.csv) <(cut -d, -f1-29 metrics.csv)
dbtool compare run.bvh walk.bvh --at 12f --fps 25 --methods dead-halflife,cut --format json | grep -o '"at": [0-9.]*'
dbtool suggest run.bvh walk_30fps.bvh --fps 25 --top 1 --format csv | cut -d, -f4,7
dbtool suggest run.bvh walk_30fps.bvh --fps 25 --top 1 --format plan -o plan.json
dbtool batch -j1 plan.json 2>&1 | sed '$d'
grep Time run_to_walk_30fps_1.bvh
dbtool blend run.bvh walk_30fps.bvh --at best --from best --fps 25 -o best.bvh 2>&1 | sed 's/, the best.*//'
cmp best.bvh run_to_walk_30fps_1.bvh
dbtool graph run.bvh walk.bvh run.bvh walk_30fps.bvh --fps 30 2>&1 >/dev/null | grep -c nodes
# In a plan: of a job, not of a cut; a layer's clips, too; said once for each rate.
cat >plan.json <<'P'
{"defaults": {"fps": 25, "out": "{name}.bvh"}, "jobs": [
{"name": "one", "method": "dead-halflife", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": "12f"}]},
{"name": "two.{method}", "fps": 30, "method": ["cut", "dead-decay"],
 "cuts": [{"clip": "run.bvh"}, {"clip": "walk_30fps.bvh", "at": 1}],
 "layers": [{"joints": ["Head"], "clips": [{"clip": "walk_30fps.bvh", "at": "3f"}]}]}]}
P
dbtool batch -j1 plan.json 2>&1 | sed '$d'
cmp one.bvh out.bvh
grep Time one.bvh two.cut.bvh
dbtool batch -n plan.json | grep -o '"fps":[^,]*'
sed 's/"at": 1}/"at": 1, "fps": 30}/' plan.json >bad.json
tries dbtool batch bad.json
tries dbtool blend run.bvh walk.bvh --fps 0
tries dbtool blend run.bvh walk.bvh --fps 29,97
# A job at another rate is another job.
dbtool batch -q -j1 --journal j plan.json
sed -i 's/"fps": 30/"fps": 24/' plan.json
dbtool batch -j1 --journal j --resume plan.json 2>&1 | tail -1 | sed 's/, [0-9.e-]* s$//'
