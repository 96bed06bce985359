# A key that no parameter has: what it takes, with the nearest suggested.
take walk run
tries dbtool blend walk.bvh run.bvh -m dead-decay:halflif=1 -o out.bvh 2>&1 |
    grep -o -e "no parameter 'halflif'" -e "did you mean 'halflife'" -e 'blend_time, curve, halflife, .*' -e '^exit.*'
