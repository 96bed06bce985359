# A placeholder that no key fills is named with the nearest one that has a value.
take walk
for name in '{name}' '{metod}' '{halflif}' '{nam}' '{zzzzz}' a; do
    printf '[{"name": "%s", "out": "{nam}.bvh", "halflife": [0.1, 0.2], "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh"}]}]' \
        "$name" >plan.json
    tries dbtool batch --validate plan.json
done
