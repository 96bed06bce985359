# All ordered pairs of different clips; within one clip frames stay apart.
take walk run idle
dbtool suggest walk.bvh run.bvh idle.bvh --per-pair 1 --format csv | cut -d, -f1,2,4,5,7 | sort >one
dbtool suggest walk.bvh run.bvh idle.bvh --per-pair 1 -j 1 --format csv | cut -d, -f1,2,4,5,7 | sort | cmp - one
cat one
dbtool suggest walk.bvh run.bvh idle.bvh --top 2 --format csv | wc -l
dbtool suggest walk.bvh --top 100 --format csv | awk -F, 'NR > 1 { d = $3 - $6; if (d * d < 0.39 * 0.39) print }'
