# The second cut is half way through the first transition, which continues under crossfade and is
# frozen by cached-pose.
slide 0 0 0 0 0 0 0 0 0 0 >a.bvh
slide 10 10 10 10 10 10 10 10 10 >b.bvh
slide 20 20 20 20 20 20 20 >c.bvh
for method in 'crossfade -t 0.4 --curve linear' 'cached-pose -t 0.4 --curve linear' cut; do
    # shellcheck disable=SC2086 # a method and its options
    dbtool blend -q a.bvh b.bvh c.bvh -a 2f,4f --align none -m $method -o out.bvh
    column out.bvh 1 | paste -sd' '
done
