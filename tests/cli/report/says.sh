# The report's data about a cut besides metrics: its settings, neighbouring cuts, the end of the
# source, the weights of slower joints; and the ranking of compare.
take walk run kick
cp "$DATA/bvh/ok_still_root.bvh" still.bvh
tell() { # ARGUMENTS
    dbtool report "$@" -o report.html -q || return
    python3 "$TESTS/report_oracle.py" json report.html | python3 -c '
import json, sys
d = json.load(sys.stdin)
for c in d["cuts"]:
    names = [j["name"] for j in d["skeletons"][c["skeleton"]]["joints"]]
    print(c["sequence"], c["number"], c["window_frames"], c["options"], c["neighbours"], c.get("source_end"),
          c["first"] + c["n_frames"], c["source"])
    print(len(c["turning"]), "turn,", len(c["still"]), "do not")
    for m in c["methods"]:
        of = {i: [n for n, k in zip(names, m["weight_of"]) if k == i] for i in sorted(set(m["weight_of"]))}
        print(m["label"], m["settings"], m["end"], [(len(w), w[1:2], w[-1]) for w in m["weights"]],
              {i: n if len(n) < 5 else len(n) for i, n in of.items()})'
}
tell walk.bvh run.bvh kick.bvh --at 1,1.2 --methods cut,crossfade,dead-halflife:halflife_max=0.3 --from 0.1,end-1
tell walk.bvh run.bvh --at end-0.1 --methods crossfade,cut -t 0.1 --window 0.3 --align none --skip '*Arm' \
    --profile 'Spine*=2' --profile 'Left*=0.5'
tell walk.bvh run.bvh --at end-0.1 --methods cut --past-end hold --until 9 --precision 4 --feet '*Toe*' \
    --contact-height 2 --interpolate linear --up y --root Hips
tell still.bvh still.bvh --at 1f --methods cut
dbtool info -q --limits walk.bvh run.bvh -o limits.json
cat >plan.json <<'END'
[{"name": "layered", "limits": "limits.json", "unroll": true, "align": "none", "method": "dead-halflife",
  "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1, "from": "6f", "profile": {"Head": 3}}],
  "layers": [{"joints": ["RightArm", "Left*Arm"], "clips": [{"clip": "kick.bvh", "at": 0.8}]}]}]
END
tell plan.json
# rank and best are those of compare's, of one cut
agree() {
    dbtool compare "$@" --format json -o compare.json -q
    dbtool report "$@" -o report.html -q
    python3 - <<'END'
import json, os, sys
sys.path.insert(0, os.environ["TESTS"])
import report_oracle
wanted = {m["method"]: m for m in json.load(open("compare.json"))["methods"]}
data = report_oracle.read("report.html").data
names = [m["name"] for m in data["metrics"]]
n = 0
for m in data["cuts"][0]["methods"]:
    w = wanted[m["label"]]
    n += m["rank"] == w["rank"] and sorted(names[i] for i in m["best"]) == sorted(w["best"])
print(n, "of", len(wanted), "as compare has them")
END
}
agree walk.bvh run.bvh --at 1.2
agree walk.bvh run.bvh --at 1.2 --methods cut,cached-pose,crossfade,crossfade:blend_time=0.2 --rank skate_u
agree walk.bvh walk.bvh --at 1 --from 1 --align none
