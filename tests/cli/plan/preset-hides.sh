# A preset sets the method and all its parameters: what outer objects sweep is hidden, and {method}
# is the preset's.
take walk run
cuts='"cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]'
names() {
    echo "$1" >plan.json
    tries dbtool batch -n plan.json --metrics m.csv | sed -n 's/^{"name": "\([^"]*\)".*"method": "\([^"]*\)", "blend_time": \([0-9.]*\).*/\1: \2 \3/p'
}
echo "methods of the defaults"
names '{"defaults": {"method": ["cut", "crossfade"], "out": "{name}.bvh"},
 "jobs": [{"name": "{preset}_{method}", "preset": "unreal", '"$cuts"'}, {"name": "b_{method}", '"$cuts"'}]}'
names '{"defaults": {"preset": ["unreal", "unreal-5.5"], "out": "{name}.bvh"},
 "jobs": [{"name": "{method}", "method": "crossfade", '"$cuts"'}, {"name": "{preset}.{method}", '"$cuts"'}]}'
echo "no method beside the preset"
names '[{"name": "{method}", "preset": "unreal-inertialization", "out": "{name}.bvh", '"$cuts"'}]'
echo "parameters of the defaults"
names '{"defaults": {"blend_time": [0.1, 0.3], "out": "{name}.bvh"},
 "jobs": [{"name": "{preset}_{blend_time}", "preset": "unreal", '"$cuts"'}]}'
echo "parameters beside the preset, and a cut with a method of its own"
names '[{"name": "{preset}_{blend_time}", "preset": "unreal", "blend_time": [0.1, 0.3], "out": "{name}.bvh", '"$cuts"'}]'
names '{"defaults": {"blend_time": [0.1, 0.3], "out": "{name}.bvh"},
 "jobs": [{"name": "{blend_time}", "preset": "unreal", "cuts": [{"clip": "walk.bvh"},
   {"clip": "run.bvh", "at": 1, "method": "crossfade"}]}]}'
echo "a preset that a method replaces has no name"
names '{"defaults": {"preset": "unreal", "out": "{name}.bvh"},
 "jobs": [{"name": "{preset}", "method": "crossfade", '"$cuts"'}]}'
