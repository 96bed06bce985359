# What is compared: 'all', lists whose parameters have commas of their own, options
# given again, presets. Options of parameters are for the methods that have them; what
# a method's own string says counts more. Each row shows the settings that it ran with.
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
compare --methods all -m dead-decay:halflife=0.1
compare --methods dead-decay:halflife=0.1,curve=linear,cut,dead-decay:curve=linear,blend_time=300ms
compare --methods cut,crossfade --methods dead-linear -m cached-pose,dead-clamp:halflife=0.1
compare --preset unreal
compare --preset unreal -m dead-halflife
compare --preset unreal -m cut,dead-halflife:halflife_max=2 --halflife-max 0.5 -t 0.3
compare -m cut,crossfade,dead-decay:blend_time=0.4,inertialize-spring -t 0.3 --halflife 0.1
compare -m crossfade:curve=linear,crossfade --curve smootherstep --curve sinusoidal
compare -m dead-linear:max_angular_velocity=none,dead-linear --max-angular-velocity 90
