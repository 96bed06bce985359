# A clip and a limits file are edited in place while a batch runs. The jobs that use them fail,
# outputs stay as they were, the others are made, and --resume makes the rest. The same for a model.
take_old walk run idle
dbtool info --limits walk.bvh run.bvh -o limits.json
touch -d '2001-01-01' limits.json
cat >plan.json <<'END'
[{"name": "before", "out": "before.bvh", "cuts": [{"clip": "walk.bvh"}]},
 {"name": "meanwhile", "out": "pipe", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.5}]},
 {"name": "after", "out": "after.bvh", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 0.5}]},
 {"name": "layer", "out": "layer.bvh", "cuts": [{"clip": "run.bvh"}],
  "layers": [{"joints": ["*Arm"], "clips": [{"clip": "walk.bvh", "at": 0.2, "fade": 0.1}]}]},
 {"name": "limits", "out": "limits.bvh", "limits": "limits.json", "method": "dead-clamp",
  "cuts": [{"clip": "run.bvh"}, {"clip": "idle.bvh", "at": 0.5}]},
 {"name": "other", "out": "other.bvh", "cuts": [{"clip": "run.bvh"}, {"clip": "idle.bvh", "at": 0.5}]}]
END
for cache in 0 1G; do
    cp walk.bvh first
    rm -f journal pipe
    mkfifo pipe # the second job waits until it is read from
    for out in before after layer limits other; do
        echo old >$out.bvh
    done
    dbtool batch -q -j 1 plan.json --memory $cache --journal journal &
    until_true cmp -s before.bvh first
    edit walk.bvh
    edit limits.json
    drain pipe
    grep -lx old ./*.bvh
    leftovers
    rm pipe
    dbtool batch -j 1 plan.json --journal journal --resume 2>&1 | sed 's/, [0-9.e-]* s$//'
    dbtool info after.bvh layer.bvh limits.bvh pipe >/dev/null
    same before.bvh walk.bvh
    take_old walk
done

dbtool train -q walk.bvh run.bvh -o model.safetensors -j 1 --hidden 4 --layers 1 --window 0.1 --iterations 2 \
    --batch 4
touch -d '2001-01-01' model.safetensors
learned='"method": "dead-learned:model=model.safetensors", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.5}]'
cat >plan.json <<END
[{"name": "before", "out": "before.bvh", $learned}, {"name": "meanwhile", "out": "pipe", $learned},
 {"name": "other", "out": "other.bvh", "cuts": [{"clip": "run.bvh"}, {"clip": "walk.bvh", "at": 0.5}]}]
END
rm before.bvh pipe
mkfifo pipe
dbtool batch -q -j 1 plan.json &
until_true test -e before.bvh
edit model.safetensors
drain pipe
ls -A
