# train refuses before it works; nothing is written.
take walk run
sed 's/RightHand/RightPaw/' walk.bvh >paw.bvh
tries dbtool train
tries dbtool train walk.bvh
tries dbtool train walk.bvh -o m.safetensors --evaluate m.safetensors
tries dbtool train walk.bvh run.bvh -o m.safetensors --holdout 'jump*'
tries dbtool train walk.bvh run.bvh -o m.safetensors --holdout '*'
tries dbtool train walk.bvh paw.bvh -o m.safetensors
tries dbtool train walk.bvh absent.bvh -o m.safetensors
sed 's,^Frame Time:.*,Frame Time: 10,' run.bvh >slow.bvh
tries dbtool train walk.bvh slow.bvh -o m.safetensors
tries dbtool train walk.bvh run.bvh -o run.bvh
tries dbtool train walk.bvh -o m.safetensors --log m.safetensors
tries dbtool train walk.bvh -o m.safetensors --window 100
tries dbtool train walk.bvh -o m.safetensors --hidden 0
tries dbtool train walk.bvh -o m.safetensors --layers 8
tries dbtool train walk.bvh -o m.safetensors --iterations some
tries dbtool train walk.bvh -o m.safetensors --root Tail
ls -A
