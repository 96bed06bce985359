# For an unknown parameter the message lists those of the method and suggests the nearest.
take walk run
tries dbtool blend walk.bvh run.bvh -m dead-decay:halflif=1 -o out.bvh 2>&1 |
    grep -o -e "no parameter 'halflif'" -e "did you mean 'halflife'" -e 'blend_time, curve, halflife, .*' -e '^exit.*'
