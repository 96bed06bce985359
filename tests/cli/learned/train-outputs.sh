# Both outputs are opened before the work begins, and both are written or neither.
take walk
train() { # long enough that nobody would wait for it
    tries timeout 600 "$DBTOOL" train -q walk.bvh --iterations 100000000 --hidden 8 --layers 1 -j 1 "$@"
}
train -o walk.bvh/m.safetensors
train -o m.safetensors --log walk.bvh/log.csv
mkdir folder
train -o folder
tries dbtool train -q walk.bvh --iterations 1 --hidden 8 --layers 1 -j 1 -o m.safetensors --log /dev/full
# what dbtool would not read again: a window of more than 1e9 s
turns='3 Zrotation Xrotation Yrotation'
mapfile -t lines < <(awk 'BEGIN { for (i = 0; i < 1020; i++) print i, 5, 0, 0, 0, 0, i % 90, 0, 0, 7, 0, 0 }')
pair "$turns" "$turns" 1000000 "${lines[@]}" >slow.bvh
tries dbtool train -q slow.bvh --iterations 1 --hidden 2 --layers 1 --batch 1 -j 1 --window 1001f \
    -o m.safetensors --log log.csv
ls -A
