# Up to the cut the file has the output, then the source as the last cut's method continues it.
take walk run kick
dbtool blend -q walk.bvh run.bvh kick.bvh -a 1,2 -m dead-decay -o out.bvh --extrapolation e.bvh
cmp <(head -n -120 out.bvh) <(head -n -120 e.bvh)
[ "$(frames e.bvh | wc -l)" = "$(frames out.bvh | wc -l)" ] && echo as long
cmp -s out.bvh e.bvh || echo not the same
echo "-- both sides"
two() { # OPTION...
    dbtool blend -q walk.bvh run.bvh -a 1 -m dead-two-sided:before=0.1 -o out.bvh "$@"
}
two --extrapolation e.bvh --extrapolation-back f.bvh
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-decay -o x.bvh --extrapolation decay.bvh
same e.bvh decay.bvh
# the new clip as it plays in the output, and before its first frame something else
cmp <(frames out.bvh | tail -n +74) <(frames f.bvh | tail -n +74) && echo "played alike"
[ "$(frames f.bvh | wc -l)" = "$(frames out.bvh | wc -l)" ] && echo as long
cmp -s <(frames out.bvh | head -n 54) <(frames f.bvh | head -n 54) || echo carried back
two --gap 0.2 --extrapolation e.bvh --extrapolation-back f.bvh
cmp <(frames out.bvh | tail -n +86) <(frames f.bvh | tail -n +86) && echo "played alike after the gap"
cmp <(frames out.bvh | head -n 55) <(frames e.bvh | head -n 55) && echo "the old clip up to the transition"
# Up to the cut the old clip's frames are its own lines, also where the transition has begun.
sed -E '/^-?[0-9]/s/ |$/0&/g' walk.bvh >long.bvh
dbtool blend -q long.bvh run.bvh -a 1 -m dead-two-sided:before=0.1 -o out.bvh --extrapolation e.bvh
cmp <(frames long.bvh | head -n 60) <(frames e.bvh | head -n 60) && echo its own lines
rm x.bvh decay.bvh f.bvh long.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-decay -o x.bvh --extrapolation-back y.bvh
tries dbtool blend walk.bvh run.bvh -a 1 --gap 0.2 -m bridge-linear -o x.bvh --extrapolation-back y.bvh
tries dbtool blend walk.bvh run.bvh -a 1 -m dead-two-sided -o x.bvh --extrapolation-back walk.bvh
for method in cut crossfade inertialize-spring; do
    tries dbtool blend walk.bvh run.bvh -a 1 -m $method -o x.bvh --extrapolation y.bvh
done
# Nothing is made before the method is refused, not even what goes to a pipe.
dbtool blend walk.bvh run.bvh -a 1 -m cut -o - --extrapolation y.bvh | wc -c
dbtool blend walk.bvh run.bvh -a 1 -m dead-decay -o - --extrapolation-back y.bvh | wc -c
ls
