# Each cut has its own profiles, even if they differ in the pattern alone: after the second cut two
# jobs are the same that differ in the first, and two are not that differ in the second.
take walk run
job() { # NAME PATTERN PATTERN
    printf '{"name": "%s", "out": "{name}.bvh", "method": "dead-halflife", "cuts": [{"clip": "walk.bvh"},
      {"clip": "run.bvh", "at": 0.5, "profile": {"%s": 0.5}},
      {"clip": "walk.bvh", "at": 1.5, "profile": {"%s": 0.5}}]}' "$@"
}
echo "[$(job a 'Left*' 'Right*'), $(job b 'Right*' 'Right*'), $(job c 'Right*' 'Left*'),
  $(job d 'Left*' 'Left*')]" >plan.json
dbtool batch -q plan.json
for n in a b c d; do
    tail -n +"$(($(grep -n 'Frame Time' "$n.bvh" | cut -d: -f1) + 91))" "$n.bvh" >"$n.end"
done
cmp a.end b.end && cmp c.end d.end && echo the same
cmp -s a.end c.end || echo not the same
