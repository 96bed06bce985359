# The example of dbtool-blend(1), TIMES: 1.2 s is frame 36 when the frame time is 0.0333333.
take walk_30fps
dbtool blend walk_30fps.bvh walk_30fps.bvh -a 1.2 -m dead-halflife -o out.bvh 2>&1 | grep -o 'cut 1.2 s = frame 36, dead-halflife 0.2 s'
