# Computed numbers have N decimals, no exponent and no -0; copied numbers do not change.
take walk run
for n in 0 3 15; do
    dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --precision $n -o out.bvh
    # frames 61 to 71 of 60 a second are inside the transition
    frames out.bvh | sed -n 62,72p | tr ' ' '\n' >numbers
    if [ $n -eq 0 ]; then grep -vc '^-\?[0-9][0-9]*$' numbers; else grep -vc "^-\?[0-9][0-9]*\.[0-9]\{$n\}\$" numbers; fi
    grep -e '^-0*\.\?0*$' numbers
    cmp <(frames out.bvh | head -60) <(frames walk.bvh | head -60)
done
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --precision 15 | frames - >15
dbtool blend -q walk.bvh run.bvh -a 1 -m dead-halflife --precision 3 | frames - >3
paste -d' ' 15 3 | awk '{ for (i = 1; i <= 66; i++) { d = $i - $(i + 66); if (d * d > 0.0005001 ^ 2 && NR > 61) print NR, i, d } }' | head -3
