# The network steps about 30 times a second: clips of twice the rate teach what every second of
# their frames does.
take walk run
for file in walk run; do
    awk '/^Frames:/ { $2 = int(($2 + 1) / 2) } /^Frame Time/ { $3 = 0.0333334; n = NR } !n || n == NR || (NR - n) % 2' \
        $file.bvh >$file-half.bvh
done
quick='--iterations 3 --hidden 8 --window 0.2 -j 1'
# shellcheck disable=SC2086 # options
{
    dbtool train -q walk.bvh run.bvh $quick --log all.log -o all.safetensors
    dbtool train -q walk-half.bvh run-half.bvh $quick --log half.log -o half.safetensors
}
cmp <(cut -d, -f1-3 all.log) <(cut -d, -f1-3 half.log)
cmp all.safetensors half.safetensors
for file in all half; do
    dbtool blend -q walk.bvh run.bvh --at 1 -m dead-learned:model=$file.safetensors -o $file.bvh
done
cmp all.bvh half.bvh
