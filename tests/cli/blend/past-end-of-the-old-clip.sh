# crossfade needs the old clip beyond its end, which holds its last pose, or loops.
slide 0 1 2 >a.bvh
slide 10 10 10 10 10 10 >b.bvh
for past_end in error hold loop; do
    dbtool blend -q a.bvh b.bvh -a 2f --past-end $past_end --align none -m crossfade -t 0.4 --curve linear -o out.bvh
    column out.bvh 1 | paste -sd' '
done
