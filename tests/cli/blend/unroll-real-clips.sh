# No channel turns by more than half a turn from frame to frame.
take walk run turn kick
for method in cut crossfade dead-halflife inertialize-spring; do
    dbtool blend -q walk.bvh turn.bvh run.bvh kick.bvh turn.bvh -a 1,2.5,3.1,3.2 -m $method --unroll -o out.bvh
    frames out.bvh | awk -v m=$method '{ for (i = 4; i <= NF; i++) { d = $i - last[i]; if (NR > 1 && d * d > 180 * 180) print m, NR, i, d; last[i] = $i } }'
    frames out.bvh | wc -l
done | uniq
