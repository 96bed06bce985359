# A path of the system's greatest length, or longer, of which nothing exists.
take walk run
long=$(printf 'x/%.0s' $(seq 2047))
for path in "$long" "$long/" "${long}xx/"; do
    dbtool blend walk.bvh run.bvh -a 1 -q -o "$path" 2>&1 | sed -E 's/(x\/)+x*\/*/PATH/'
done
leftovers
