take walk run
for setting in dead-decay:halflife=abc dead-decay:halflife= dead-decay:halflife dead-decay: \
    dead-decay:halflife=0.1x dead-decay:halflife=0,1 dead-decay:halflife=0x1 \
    dead-decay:curve=bumpy inertialize-quintic:vector=maybe; do
    tries dbtool blend walk.bvh run.bvh -m "$setting" -o out.bvh
done
tries dbtool blend walk.bvh run.bvh --up w -o out.bvh
tries dbtool blend walk.bvh run.bvh --align feet -o out.bvh
tries dbtool blend walk.bvh run.bvh --past-end stop -o out.bvh
tries dbtool blend walk.bvh run.bvh --interpolate cubic -o out.bvh
tries dbtool blend walk.bvh run.bvh --profile Left -o out.bvh
tries dbtool blend walk.bvh run.bvh --profile 'Left*=-1' -o out.bvh
tries dbtool blend walk.bvh run.bvh --window -1 -o out.bvh
tries dbtool blend walk.bvh run.bvh --assume-fps 0 -o out.bvh
tries dbtool blend walk.bvh run.bvh --precision 16 -o out.bvh
tries dbtool blend walk.bvh run.bvh --precision 2.5 -o out.bvh
tries dbtool blend walk.bvh run.bvh --precision -1 -o out.bvh
tries dbtool info walk.bvh --format xml
ls
