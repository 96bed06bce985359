take walk
slide 0 1 2 >short.bvh
slide 0 >one.bvh
tries dbtool loop
tries dbtool loop walk.bvh walk.bvh
tries dbtool loop one.bvh -o o.bvh
tries dbtool loop short.bvh -o o.bvh
tries dbtool loop short.bvh -o o.bvh --min 0
tries dbtool loop walk.bvh -o o.bvh --start 30f --min 100f
tries dbtool loop walk.bvh -o o.bvh --start 9
tries dbtool loop walk.bvh -o o.bvh --start best
tries dbtool loop walk.bvh -o o.bvh --start 1 --period 1
tries dbtool loop walk.bvh -o o.bvh --period 0
tries dbtool loop walk.bvh -o o.bvh --period 1 --min 1
tries dbtool loop walk.bvh -o o.bvh --period 20f
tries dbtool loop walk.bvh -o o.bvh --period 40f --start 3f --below 0.1
tries dbtool loop walk.bvh -o o.bvh --below -1
tries dbtool loop walk.bvh -o o.bvh --before 61
tries dbtool loop walk.bvh -o o.bvh --repeat 0
tries dbtool loop walk.bvh -o o.bvh --repeat 100 --max-frames 1000
tries dbtool loop walk.bvh -o o.bvh --max-frames 63
tries dbtool loop walk.bvh -o o.bvh --method cut
tries dbtool loop walk.bvh -o o.bvh --halflife 1
tries dbtool loop walk.bvh -o walk.bvh
tries dbtool loop walk.bvh -o o.bvh --metrics o.bvh
tries dbtool loop - --report r.html <walk.bvh
tries dbtool loop walk.bvh -o o.bvh --align foot
dbtool loop -h -v | grep -e --align
ls
