# metrics gives the same values as blend, to the last digit; without the clips, those that need
# none.
take walk run kick
for method in cut crossfade dead-halflife inertialize-spring dead-decay:blend_time=0.35; do
    dbtool blend -q walk.bvh run.bvh kick.bvh -a 0.9,1.6 -m $method --precision 4 -o out.bvh --metrics blend.csv --name x
    dbtool metrics out.bvh --at 0.9,1.6 -m $method --name x --source walk.bvh --target run.bvh \
        --target kick.bvh -o metrics.csv
    same blend.csv metrics.csv
    dbtool metrics out.bvh --at 0.9,1.6 -m $method --name x -o metrics.csv
    cut -d, -f1-17 blend.csv >plain.csv
    sed 's/,,,,,,,,,,,,,,,$//' metrics.csv | cut -d, -f1-17 >own.csv
    same plain.csv own.csv
done
