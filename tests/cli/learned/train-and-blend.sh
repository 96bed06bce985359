# A model is trained and used by blend, by compare and by a plan in its folder.
take walk run kick
dbtool train walk.bvh run.bvh kick.bvh -o m.safetensors --iterations 20 --hidden 8 --layers 1 -j 1 2>&1 |
    sed -E "s/in [0-9.e-]* s /in T s /"
dbtool train -q walk.bvh run.bvh kick.bvh -o again.safetensors --iterations 20 --hidden 8 --layers 1 -j 1
same m.safetensors again.safetensors
dbtool blend walk.bvh run.bvh --at 1.2 -m dead-learned:model=m.safetensors,blend_time=0.3 -o out.bvh
dbtool info out.bvh | head -1
dbtool compare walk.bvh run.bvh --at 1.2 -m cut,dead-learned:model=m.safetensors --format csv | cut -d, -f3 | sort
mkdir plans
mv m.safetensors walk.bvh run.bvh plans
cat >plans/plan.json <<'END'
[{ "name": "learned", "out": "planned.bvh", "blend_time": 0.3,
  "method": "dead-learned", "model": "m.safetensors",
  "cuts": [ {"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1.2} ] },
 { "name": "by cut", "out": "by_cut.bvh",
  "cuts": [ {"clip": "walk.bvh"},
            {"clip": "run.bvh", "at": 1.2, "method": "dead-learned", "model": "m.safetensors",
             "blend_time": 0.3} ] }]
END
dbtool batch -q plans/plan.json
same out.bvh plans/planned.bvh
same out.bvh plans/by_cut.bvh
leftovers
