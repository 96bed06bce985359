# A network of the greatest width stays within its memory; the sanitizers check it.
take walk run
dbtool train -q walk.bvh run.bvh -o m.safetensors --hidden 1024 --layers 2 --iterations 1 --batch 2 --window 0.1 -j 1
dbtool blend -q walk.bvh run.bvh --at 1.2 -m dead-learned:model=m.safetensors -o out.bvh
dbtool info out.bvh | head -1
