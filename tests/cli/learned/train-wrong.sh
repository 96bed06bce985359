# train finds errors before it works; nothing is written.
take walk run
train() {
    tries timeout 600 "$DBTOOL" train "$@" -o m.safetensors -j 1
}
quick='--iterations 1 --hidden 2 --layers 1'
sed 's/RightHand/RightPaw/' walk.bvh >paw.bvh
tries dbtool train
tries dbtool train walk.bvh
train walk.bvh run.bvh --holdout 'jump*'
train walk.bvh run.bvh --holdout '*'
train walk.bvh paw.bvh
train walk.bvh absent.bvh
sed 's,^Frame Time:.*,Frame Time: 10,' run.bvh >slow.bvh
train walk.bvh slow.bvh
tries dbtool train walk.bvh run.bvh -o run.bvh
tries dbtool train walk.bvh -o m.safetensors --log m.safetensors
train walk.bvh --window 100
train walk.bvh --window 100000000 # frames beyond 2^32
train walk.bvh --hidden 0
train walk.bvh --layers 8
train walk.bvh --iterations some
train walk.bvh --root Tail
echo 'windows without a frame'
for window in 0 0f 1e-9 0.01; do
    train walk.bvh $quick --window $window
done
echo 'a name that a model cannot hold'
printf 's/RightHand/Main\351/\n' >latin
sed -f latin walk.bvh >latin.bvh
train -q latin.bvh $quick
echo 'a figure of another size'
awk '/OFFSET/ { for (i = 2; i <= 4; i++) $i *= 0.01 } 1' walk.bvh >metres.bvh
train run.bvh metres.bvh $quick
train run.bvh metres.bvh $quick --holdout 'm*'
echo 'clips held out that are too short for the window'
sed 's/^Frames: .*/Frames: 30/' run.bvh | awk 'n > 0 && n++ > 30 { exit } /^Frame Time/ { n = 1 } 1' >short.bvh
train walk.bvh short.bvh $quick --holdout 'short*'
echo 'more memory than may be taken'
train walk.bvh run.bvh --hidden 1024 --layers 7 --batch 65536
echo 'speeds that a model does not hold'
turns='3 Zrotation Xrotation Yrotation'
pair "$turns" "$turns" 0.1 {0,1e10,0,3e10,0,2e10,0,1e10}' 0 0 0 0 0 5 0 0 0 0 0' >fast.bvh
awk '{ $7 = $7 == 5 ? NR : $7 } 1' fast.bvh >far.bvh
train far.bvh $quick --window 2f
ls -A
