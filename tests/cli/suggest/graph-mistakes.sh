take walk run walk_30fps walk_zup
slide 0 1 2 3 >four.bvh
tries dbtool suggest --graph
tries dbtool suggest --graph walk.bvh walk_30fps.bvh
tries dbtool suggest --graph four.bvh
tries dbtool suggest --graph walk.bvh run.bvh --below 0.001
tries dbtool suggest --graph walk.bvh run.bvh --below -1
tries dbtool suggest --graph walk.bvh run.bvh --at 1 --from 0.5
tries dbtool suggest --graph walk.bvh run.bvh --format csv
tries dbtool suggest --graph walk.bvh run.bvh --walk 10 --format dot
tries dbtool suggest --graph walk.bvh run.bvh --walk 0
tries dbtool suggest --graph walk.bvh run.bvh --walk 1e9
tries dbtool suggest --graph walk.bvh run.bvh --seed 2
tries dbtool suggest --graph walk.bvh run.bvh -o walk.bvh
tries dbtool suggest --graph - --walk 10 <walk.bvh
tries dbtool suggest walk.bvh run.bvh --below 3
tries dbtool suggest walk.bvh run.bvh --seed 10
tries dbtool suggest walk.bvh run.bvh --format dot
# Every clip is looked at, not the first alone.
for clip in run walk_zup; do
    dbtool suggest --graph walk.bvh $clip.bvh --below 99 | head -1
    dbtool suggest walk_zup.bvh $clip.bvh --at 1 --from 0.5 | wc -l
    tries dbtool suggest --graph --up auto walk.bvh $clip.bvh --walk 1 -q
done
ls
