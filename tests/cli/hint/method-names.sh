# Suggestions for misspelt methods and presets, and for a wrong separator after a method.
take walk
tries dbtool blend walk.bvh walk.bvh -m inertialization -o out.bvh
tries dbtool methods inertialisation
tries dbtool methods unreal
tries dbtool blend walk.bvh walk.bvh -m unreal -o out.bvh
tries dbtool blend walk.bvh walk.bvh -m dead-decay,halflife=0.1 -o out.bvh
tries dbtool compare walk.bvh walk.bvh --at 1 --methods cut,crossfade --model m.safetensors
tries dbtool compare walk.bvh walk.bvh --at 1 --methods cut,crossfade --bounce 3
tries dbtool blend walk.bvh walk.bvh -m nothing-like-it -o out.bvh
printf '[{"name": "a", "out": "a.bvh", "method": "unreal", "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh"}]}]' >plan.json
tries dbtool batch plan.json
ls
