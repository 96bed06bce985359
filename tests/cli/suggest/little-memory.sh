# slow
# In little memory the clips that are entered are searched in blocks; that is no other list.
take walk run idle walk_30fps
for wish in '--top 20' '--per-pair 4' '--per-clip 7' '--top 9 --per-pair 1 --fit walk.bvh'; do
    # shellcheck disable=SC2086 # several words
    for memory in 3G 500K 0; do
        dbtool suggest -q walk.bvh run.bvh walk_30fps.bvh idle.bvh $wish --memory $memory -o "list-$memory"
    done
    cmp list-3G list-500K
    cmp list-3G list-0
done
