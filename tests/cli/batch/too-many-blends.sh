# slow
# For each joint with channels in each frame of the output layers may take 32 blends of one joint
# in one frame, transitions 12, windows of metrics 64, and each 5,000,000 more. Of 1000 joints
# here one has a channel.
{
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n'
    for i in {1..999}; do echo "JOINT j$i { OFFSET 0 0 0 CHANNELS 0 End Site { OFFSET 0 0 0 } }"; done
    printf '}\n'
    motion 0.1 0 1 2 3 4 5 6 7 8 9 0 1
} >bare.bvh
# a layer of all joints: 1000 in each of 12 frames, and an eighth of a joint for being there
layers() {
    local layers= i
    for ((i = 0; i < $1; i++)); do layers+=',{"joints":["*"],"clips":[{"clip":"bare.bvh","at":0}]}'; done
    echo "{\"out\":\"o.bvh\",\"name\":\"layers\",\"cuts\":[{\"clip\":\"bare.bvh\"}],\"layers\":[${layers#,}]}"
}
# a cut on every frame: 1000 joints in each of the output's frames, for each cut, and in the one
# frame of its transition
cuts() { # NUMBER WINDOW
    local cuts= i
    for ((i = 1; i <= $1; i++)); do cuts+=",{\"clip\":\"bare.bvh\",\"at\":\"${i}f\"}"; done
    echo "{\"out\":\"o.bvh\",\"name\":\"cuts\",\"method\":\"cached-pose\",\"blend_time\":0.1,\"past_end\":\"loop\",
        \"align\":\"none\",\"until\":\"$(($1 + 1))f\",\"window\":\"${2}f\",\"cuts\":[{\"clip\":\"bare.bvh\"}$cuts]}" | tr -d '\n'
}
# (5000000 + 32 * 12) / 12001.5 = 416.7; 1000 (3 n + 2) <= 5000000 + 12 (n + 2): n <= 1672.7;
# 200 cuts with windows of w frames, the last of which end with the output: with w = 25 the
# windows have 200 * 25 - (0 + 1 + ... + 23) = 4724, with w = 27 5400 - 325 = 5075 frames
for plan in "layers 416" "layers 417" "cuts 1672 1" "cuts 1673 1" "cuts 200 25" "cuts 200 27"; do
    echo "== $plan"
    $plan >plan.json
    case $plan in
    *2[57]) dbtool batch -q -j 1 plan.json --metrics m.csv ;;
    *) dbtool batch -q -j 1 plan.json ;;
    esac
    [ -e o.bvh ] && frames o.bvh | wc -l
    rm -f o.bvh
done 2>&1
