# The list of methods: 'all', parameters separated by commas, repeated options, presets. A parameter
# given as an option applies to methods that have it; parameters in a method's own text override it.
# Each row shows its settings.
take walk run
cat >show.py <<'PY'
import json, sys
for m in sorted(json.load(sys.stdin)["methods"], key=lambda m: m["method"]):
    print(" ", m["method"], "=", m["name"], json.dumps(m["parameters"]))
PY
compare() {
    echo "$*"
    dbtool compare walk.bvh run.bvh --at 1 --format json "$@" | python3 show.py
}
compare
compare --gap 0 | cmp - <(compare | sed '1s/.*/--gap 0/') && echo 'a gap of nothing is none'
dbtool compare walk.bvh run.bvh walk.bvh --at 1,2 --gap 0,5f --format csv | cut -d, -f3 | sort -u
compare --methods all -m dead-decay:halflife=0.1
compare --methods dead-decay:halflife=0.1,curve=linear,cut,dead-decay:curve=linear,blend_time=300ms
compare --methods cut,crossfade --methods dead-linear -m cached-pose,dead-clamp:halflife=0.1
compare --preset unreal | tail -n 1
compare --preset unreal -m dead-halflife
compare -m cut,unreal,unreal-5.5:blend_time=0.1,curve=sinusoidal,unreal:halflife_max=0.9 --halflife-max 0.5
compare --preset unreal -m cut,dead-halflife:halflife_max=2 --halflife-max 0.5 -t 0.3
compare -m cut,crossfade,dead-decay:blend_time=0.4,inertialize-spring -t 0.3 --halflife 0.1
compare -m crossfade:curve=linear,crossfade --curve smootherstep --curve sinusoidal
compare -m dead-linear:max_angular_velocity=none,dead-linear --max-angular-velocity 90
