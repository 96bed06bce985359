# Combinations that differ only in a parameter that their method lacks are made once. If names or
# outputs are equal, the message proposes placeholders that make them different.
take walk run
mkdir s1 s2 clips
cp walk.bvh s1/w.bvh
cp walk.bvh s2/w.bvh
names() { # JOB...: the jobs' names
    echo "[{$1}]" >plan.json
    dbtool batch -n plan.json >lines || { echo "exit $?"; return; }
    sed 's/.*"name": "\([^"]*\)".*/\1/' lines | tr '\n' ' '
    echo
}
cuts='"cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]'
names '"name": "{method}.{blend_time}.{halflife}", "out": "{name}.bvh", "blend_time": [0.1, 0.2],
  "method": ["cut", "crossfade", "dead-decay", "inertialize-spring"], "halflife": [0.1, 0.2, 0.3], '"$cuts"
# of a cut with a method of its own, only its own counts
names '"name": "{blend_time}.{halflife}", "out": "{name}.bvh", "blend_time": [0.1, 0.2], "method": "cut",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1},
           {"clip": "walk.bvh", "at": 1.5, "method": "inertialize-spring", "halflife": [0.1, 0.2]}]'
# what all methods have is never left out
names '"name": "{method}.{align}", "out": "{name}.bvh", "align": ["root", "none"], "method": ["cut", "crossfade"], '"$cuts"
# collisions
names '"out": "{name}.bvh", "method": ["cut", "crossfade"], "halflife": [1, 2], '"$cuts"
names '"name": "{method}", "out": "{name}.bvh", "method": ["dead-decay", "cut"], "halflife": [1, 2], '"$cuts"
names '"name": "{method}", "out": "x.bvh", "method": ["dead-decay", "cut"], '"$cuts"
names '"name": "a", "out": "{name}.bvh", "cuts": [{"clip": "*.bvh"}, {"clip": "*.bvh", "at": [1, 2], "from": [0]}]'
names '"name": "{clip}", "out": "{name}.bvh", "cuts": [{"clip": "s?/w.bvh"}, {"clip": "run.bvh"}]'
names '"name": "{folder}_{clip}", "out": "{name}.bvh", "cuts": [{"clip": "s?/w.bvh"}, {"clip": "run.bvh"}]'
names '"out": "{name}.bvh", "pairs": {"clips": "s?/w.bvh"}'
names '"name": "{method}", "out": "{name}.bvh", "method": ["cut", "cut"], '"$cuts"
names '"name": "n", "out": "a.bvh", '"$cuts"'}, {"name": "n", "out": "b.bvh", '"$cuts"
