# 1.2 s is frame 72 of 60 frames a second; the clip's last frame is 128.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1.2 --from 0.5 -o 1.bvh
dbtool blend -q walk.bvh run.bvh -a 1200ms --from 500ms -o 2.bvh
dbtool blend -q walk.bvh run.bvh -a 72f --from 30f -o 3.bvh
dbtool blend -q walk.bvh run.bvh -a 1.2s --from 0.5s -o 4.bvh
dbtool blend -q walk.bvh run.bvh -a end-56f --from end-96f -o 5.bvh
dbtool blend -q walk.bvh run.bvh -a end-0.93334s --from end-1600ms -o 6.bvh
for i in 2 3 4 5 6; do
    same 1.bvh $i.bvh
done
