# Errors without a model, or with one of another skeleton; nothing is written.
take walk run
dbtool train -q walk.bvh -o m.safetensors --iterations 1 --hidden 8 --layers 1 -j 1
sed 's/RightHand/RightPaw/' walk.bvh >paw.bvh
head -c 2000 m.safetensors >cut.safetensors
blend() { # CLIP SETTING
    tries dbtool blend "$1" "$1" --at 1 -m "$2" -o out.bvh
}
blend walk.bvh dead-learned
blend walk.bvh dead-learned:model=
blend walk.bvh dead-learned:model=absent.safetensors
blend walk.bvh dead-learned:model=run.bvh
blend walk.bvh dead-learned:model=cut.safetensors
blend walk.bvh dead-learned:file=m.safetensors
blend paw.bvh dead-learned:model=m.safetensors
tries dbtool blend walk.bvh run.bvh --at 1 -m dead-learned:model=m.safetensors -o m.safetensors
tries dbtool compare walk.bvh run.bvh --at 1 -m cut,dead-learned
tries dbtool methods dead-learned --response x0=1
cat >plan.json <<'END'
[{ "name": "absent", "out": "out.bvh", "method": "dead-learned", "model": "gone/m.safetensors",
  "cuts": [ {"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1} ] }]
END
tries dbtool batch -q plan.json
cat >plan.json <<'END'
[{ "name": "none", "out": "out2.bvh", "method": "dead-learned",
  "cuts": [ {"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1} ] }]
END
tries dbtool batch -q plan.json
ls -A
