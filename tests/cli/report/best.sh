# slow
# The report of a cut at best holds the costs of all possible cuts. Costs and the chosen cut are
# computed again by brute force. A cut with given times has none.
take walk run kick

check() { # CLIP... TIMES
    dbtool report "$@" --methods dead-two-sided -o report.html -q || return
    python3 "$TESTS/cut_oracle.py" --best "$@" --map report.html
}

check walk.bvh run.bvh --at best:0.6..0.8 --from best:0.2..0.5
check walk.bvh run.bvh --at best:0.5..0.7 --from 0.2 --velocity-weight 0.3 --weight 'Left*=3'
check walk.bvh run.bvh --at 0.9 --from best
check walk.bvh run.bvh --at 1.2 --from 0.1
check walk.bvh run.bvh kick.bvh walk.bvh --at best:0.5..0.6,1.2,best:1.6..1.9 --from 0.1,0.2,best:10f..20f \
    --gap 0,0.2,0.1 --play 0.2

# Of a long clip a point is one of several cells: 200 a side.
mapfile -t line < <(seq 1 450 | awk '{ print $1 * $1 % 97, 0, 0, 0, 0, 0 }')
point 0.04 "${line[@]}" >long.bvh
point 0.04 "${line[@]:7:5}" >short.bvh
check long.bvh short.bvh --at best --from best --play 1f
grep -o '"rows":[0-9]*,"columns":[0-9]*' report.html

# The page's command makes what it says: the frames of the cut are those of the report.
say='import json, re, sys
for cut in json.loads(re.search(r"""id="data">(.*?)</script>""", open(sys.argv[1]).read(), re.S)[1])["cuts"]:
    before, between, after = cut["costs"]["command"]
    made = cut["costs"]["cut"]
    print(before + str(made["i"]) + between + str(made["j"]) + after, *[m["word"] for m in cut["methods"]])'
dbtool report walk.bvh run.bvh walk.bvh --at best,best:2..end --from best,0.2 --gap 0,6f --play 300ms --weight 'L*=2' \
    --weight 'Hips=0.5' --profile 'Left*=2' --root Hips --mirror=2:true --methods dead-two-sided,dead-two-sided:before=0.1 \
    -o r.html -q
python3 -c "$say" r.html
dbtool blend walk.bvh run.bvh walk.bvh --at best,best:2..end --from best,0.2 --gap 0,6f --play 300ms --weight 'L*=2' \
    --weight 'Hips=0.5' --profile 'Left*=2' --root Hips --mirror=2:true -m dead-two-sided:before=0.1 -q -o best.bvh
python3 -c "$say" r.html | while read -r line; do
    eval "${line% * *} -m ${line##* } -q -o made.bvh"
    cmp made.bvh best.bvh && echo same
done

# The same bytes for any number of threads.
dbtool report walk.bvh run.bvh --at best --from best --methods cut -o one.html -q -j 1
dbtool report walk.bvh run.bvh --at best --from best --methods cut -o two.html -q -j 4
cmp one.html two.html
