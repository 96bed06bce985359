# -v adds the time per frame of the window; without frames there is no number.
take walk run kick
show() {
    python3 -c '
import json, sys
for m in json.load(sys.stdin)["methods"]:
    t = m.get("us_per_frame", "not there")
    print(m["method"], "positive" if isinstance(t, (int, float)) and t > 0 else t)'
}
dbtool compare -v walk.bvh run.bvh kick.bvh --at 0.9,1.6 -m cut,crossfade --format json | show
dbtool compare -v walk.bvh run.bvh --at 1 -m cut --format json | show
dbtool compare walk.bvh run.bvh --at 1 -m cut,crossfade --format json | show
dbtool compare -v walk.bvh run.bvh --at 1 -m cut --columns ''
dbtool compare -v walk.bvh run.bvh --at 1 -m cut --columns '' --format markdown
dbtool compare -v walk.bvh run.bvh --at 1 -m crossfade --columns '' |
    sed '/^crossfade/s/ *[0-9.e-]*$/ TIME/'
dbtool compare -v walk.bvh run.bvh --at 1 -m crossfade --format csv >verbose
dbtool compare walk.bvh run.bvh --at 1 -m crossfade --format csv >plain
same verbose plain
# nothing but the time is new
dbtool compare walk.bvh run.bvh --at 1 --format json >plain
dbtool compare -v walk.bvh run.bvh --at 1 --format json 2>tried | sed 's/, "us_per_frame": [^,]*//' >verbose
same verbose plain
