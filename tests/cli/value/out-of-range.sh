take walk run
for setting in dead-decay:blend_time=-1 dead-decay:blend_time=61 dead-decay:halflife=0 \
    dead-decay:halflife=10.1 dead-clamp:limit_margin=181 dead-bounce:bounce=10001 \
    dead-decay:max_linear_velocity=-1 dead-decay:max_angular_velocity=nan \
    dead-halflife:halflife_min=0.5,halflife_max=0.4; do
    tries dbtool blend walk.bvh run.bvh -m "$setting" -o out.bvh
done
# longer than any number that is one
tries dbtool blend walk.bvh run.bvh -m dead-decay:blend_time="$(printf '%0300d' 61)" -o out.bvh
ls
