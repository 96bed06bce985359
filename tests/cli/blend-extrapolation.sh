# Up to the cut the output, then what the last cut's method makes of the source.
take walk run kick
dbtool blend -q walk.bvh run.bvh kick.bvh -a 1,2 -m dead-decay -o out.bvh --extrapolation e.bvh
cmp <(head -n -120 out.bvh) <(head -n -120 e.bvh)
[ "$(frames e.bvh | wc -l)" = "$(frames out.bvh | wc -l)" ] && echo as long
cmp -s out.bvh e.bvh || echo not the same
for method in cut crossfade inertialize-spring; do
    tries dbtool blend walk.bvh run.bvh -a 1 -m $method -o x.bvh --extrapolation y.bvh
done
ls
