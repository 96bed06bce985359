# A resampled clip that fades into itself, and under a layer of itself, gives the same as two files
# with the same contents.
take walk run
sed 's/^Frame Time:.*/Frame Time: 0.0271/' run.bvh >once.bvh
cp once.bvh again.bvh
for second in once again; do
    dbtool blend -q walk.bvh once.bvh $second.bvh --at 0.4 --at 0.5 --from 0 --from 0.2 -m crossfade \
        --blend-time 0.3 --name n -o $second.out --metrics $second.csv
    echo "{\"cuts\": [{\"clip\": \"walk.bvh\"}], \"out\": \"$second.layer\", \"layers\": [
        {\"joints\": [\"*Arm\"], \"clips\": [{\"clip\": \"once.bvh\", \"at\": 0.1},
            {\"clip\": \"$second.bvh\", \"at\": 0.3, \"from\": 0.05, \"fade\": 0.2}]},
        {\"joints\": [\"Head\"], \"clips\": [{\"clip\": \"$second.bvh\", \"at\": 0.2}]}]}" >plan.json
    dbtool batch -q plan.json
done
sed -i s/again.bvh/once.bvh/ again.csv # the target column
cmp once.out again.out && cmp once.csv again.csv && cmp once.layer again.layer && echo same
wc -l <once.csv
