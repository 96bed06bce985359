# Clips of --holdout have no influence on what is learned: a joint that turns only in them is not
# moved.
turns='3 Zrotation Xrotation Yrotation'
clip() { # SWING_OF_LEFT: the right joint swings in any case
    local i
    local -a lines=()
    for ((i = 0; i < 20; i++)); do
        lines+=("$i 5 0 0 0 0 $((i * $1)) 0 0 $((i * 2)) 0 0")
    done
    pair "$turns" "$turns" 0.1 "${lines[@]}"
}
clip 0 >stiff.bvh
clip 3 >loose.bvh
train() {
    dbtool train "$@" -o m.safetensors --iterations 2 --hidden 4 --layers 1 -j 1 2>&1 | sed 's/, from.*//'
}
train stiff.bvh loose.bvh
train stiff.bvh loose.bvh --holdout 'loose*'
