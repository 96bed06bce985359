take walk run
dbtool blend -q walk.bvh run.bvh -a 1 --preset unreal -o preset.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --halflife-scale 1 --halflife-min 0.05 \
    --halflife-max 1 --max-linear-velocity 500 --max-angular-velocity 360 -t 0.25 --curve smoothstep -o long.bvh
same preset.bvh long.bvh
dbtool blend -q walk.bvh run.bvh -a 1 --preset unreal -t 0.5 -o slower.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --halflife-scale 1 --halflife-min 0.05 \
    --halflife-max 1 --max-linear-velocity 500 --max-angular-velocity 360 -t 0.5 --curve smoothstep -o long.bvh
same slower.bvh long.bvh
# what the engine did up to version 5.5
dbtool blend -q walk.bvh run.bvh -a 1 --preset unreal-5.5 -o older.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --halflife-scale 1 --halflife-min 0.05 \
    --halflife-max 1 --max-linear-velocity 500 --max-angular-velocity 360 -t 0.25 --curve linear -o long.bvh
same older.bvh long.bvh
