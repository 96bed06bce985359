# The other preset is a method with four values; single parameters change them.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 --preset unreal-inertialization -o preset.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m inertialize-quintic:blend_time=0.25,relative_velocity=false,vector=true -o same.bvh
same preset.bvh same.bvh
dbtool blend -q walk.bvh run.bvh -a 1 --preset unreal-inertialization -t 0.5 -o slower.bvh --metrics - |
    grep -o '"inertialize[^"]*"' | sort -u
cmp -s preset.bvh slower.bvh || echo "another length"
tries dbtool blend walk.bvh run.bvh -a 1 --preset unreal-inertialisation -o out.bvh
