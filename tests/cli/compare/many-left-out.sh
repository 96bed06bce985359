# If no cut has all methods, those that share the fewest cuts with others are left out, and named.
# `auto` at several lengths is one method, as in a CSV file, unless a cut has two of them.
take walk run kick
cuts='"cuts": [{"clip": "walk.bvh"}, {"clip": "kick.bvh", "at": 1.2}]'
other='"cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 0.7}, {"clip": "walk.bvh", "at": 1.4}]'
short() {
    dbtool compare "$1" --format csv | cut -d, -f1-4
    dbtool batch -q "$1" --metrics batch.csv
    dbtool compare batch.csv --format csv -q | cut -d, -f1-4
}
jobs() {
    printf '{"defaults": {"out": "{name}.bvh"}, "jobs": [%s]}\n' "$1" >plan.json
}
jobs '{"name": "k.{method}", "method": ["auto", "dead-two-sided"], "before": 0.4, "blend_time": 0.4, '"$cuts"'},
      {"name": "tour", '"$other"'}'
short plan.json
jobs '{"name": "k.{method}", "method": ["cut", "crossfade"], '"$cuts"'}, {"name": "tour", '"$other"'}'
short plan.json
dbtool compare plan.json --format json | grep -o '"methods_left_out".*\]'
jobs '{"name": "k.{blend_time}", "method": "auto", "blend_time": [0.2, 0.4], '"$cuts"'}, {"name": "tour", '"$other"'}'
short plan.json
echo "in a report"
note() {
    dbtool report plan.json -q -o report.html
    grep -o '"overview":{"note":"[^"]*"' report.html
}
note
jobs '{"name": "k", "method": "cut", '"$cuts"'}, {"name": "tour", '"$other"'}'
note
tries dbtool compare plan.json
