take walk run
slide 0 1 2 >short.bvh
tries dbtool suggest
tries dbtool suggest walk.bvh short.bvh
tries dbtool suggest short.bvh --play 0.3
tries dbtool suggest short.bvh --play 0
slide 0 >still.bvh
tries dbtool suggest still.bvh --play 0
tries dbtool suggest walk.bvh ./walk.bvh walk.bvh
tries dbtool suggest walk.bvh run.bvh --memory 1X
tries dbtool suggest walk.bvh run.bvh --at 0..1x
tries dbtool suggest walk.bvh run.bvh --at 0..0.1
tries dbtool suggest walk.bvh run.bvh --at 0.6..0.5
tries dbtool suggest walk.bvh run.bvh --at best
tries dbtool suggest walk.bvh run.bvh --weight 'Hips=nan'
tries dbtool suggest walk.bvh run.bvh --weight '*=-1'
tries dbtool suggest walk.bvh run.bvh --weight '*=0'
tries dbtool suggest walk.bvh run.bvh --weight 'Nobody=1'
tries dbtool suggest walk.bvh run.bvh --velocity-weight -1
tries dbtool suggest walk.bvh run.bvh --root Nobody
tries dbtool suggest walk.bvh run.bvh --top 0
tries dbtool suggest walk.bvh run.bvh --per-pair 2
tries dbtool suggest walk.bvh run.bvh --min 1
tries dbtool suggest walk.bvh missing.bvh
tries dbtool suggest walk.bvh run.bvh --format xml
tries dbtool suggest walk.bvh run.bvh -o walk.bvh
tries dbtool suggest --format plan - walk.bvh <run.bvh
ln -s loop loop
tries dbtool suggest walk.bvh run.bvh --format plan -o loop/plan.json
