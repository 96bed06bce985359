# Limits that info wrote give the same bytes as learned limits.
take walk run kick
dbtool info --limits walk.bvh run.bvh -o limits.json
for method in dead-clamp dead-bounce dead-clamp:limit_margin=0; do
    dbtool blend -q walk.bvh run.bvh -a 1 -t 0.5 -m $method -o learned.bvh
    dbtool blend -q walk.bvh run.bvh -a 1 -t 0.5 -m $method --limits limits.json -o read.bvh
    same learned.bvh read.bvh
done
dbtool info --limits walk.bvh run.bvh kick.bvh -o limits.json
dbtool blend -q walk.bvh run.bvh walk.bvh kick.bvh -a 1,1.4,1.8 -m dead-clamp -o learned.bvh
dbtool blend -q walk.bvh run.bvh walk.bvh kick.bvh -a 1,1.4,1.8 -m dead-clamp --limits limits.json -o read.bvh
same learned.bvh read.bvh
