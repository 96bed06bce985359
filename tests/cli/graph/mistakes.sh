take walk run walk_zup
slide 0 1 2 3 >four.bvh
tries dbtool graph
tries dbtool graph four.bvh
tries dbtool graph walk.bvh run.bvh --below 0.001
tries dbtool graph walk.bvh run.bvh --below -1
tries dbtool graph walk.bvh run.bvh --at 1
tries dbtool graph walk.bvh run.bvh --per-clip 2
tries dbtool graph walk.bvh run.bvh --play 9
tries dbtool graph walk.bvh --min 9
tries dbtool graph walk.bvh run.bvh --format csv
tries dbtool graph walk.bvh run.bvh --format plan
tries dbtool graph walk.bvh run.bvh --walk 10 --format json
tries dbtool graph walk.bvh run.bvh --walk 0
tries dbtool graph walk.bvh run.bvh --walk 1e9
tries dbtool graph walk.bvh run.bvh --seed 2
tries dbtool graph walk.bvh run.bvh -o walk.bvh
tries dbtool graph - --walk 10 <walk.bvh
# Every clip is looked at, not the first alone.
for clip in run walk_zup; do
    dbtool graph walk.bvh $clip.bvh --below 99 | head -1
    dbtool suggest walk_zup.bvh $clip.bvh --at 1 --from 0.5 | wc -l
    tries dbtool graph --up auto walk.bvh $clip.bvh --walk 1 -q
done
ls
