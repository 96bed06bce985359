# Every row is the '*' row of blend with that method over the same window, digit for digit, except
# the column of the method, which also has its parameters.
take walk run kick
cat >check.py <<'PY'
import csv, json, os, subprocess, sys
dbtool = os.environ["DBTOOL"]
def run(*args):
    return subprocess.run([dbtool, *args], stdout=subprocess.PIPE, check=True).stdout.decode()
def check(methods, clips, window, *options):
    listed = [option for m in methods for option in ("-m", m)]
    table = run("compare", *clips, *options, *listed, "--format", "csv").splitlines()
    rows = list(csv.reader(table[1:]))
    n_cuts = len(clips) - 1
    if len(rows) != len(methods) * n_cuts or {r[2] for r in rows} != set(methods):
        print("other rows than asked for:", [r[:3] for r in rows])
    for method in methods:
        run("blend", *clips, *options, "-m", method, "--window", window, "-q", "-o", "/dev/null",
            "--metrics", "blend.csv")
        wanted = open("blend.csv").read().splitlines()
        if wanted[0] != table[0]:
            print("another header")
        wanted = [r for r in csv.reader(wanted[1:]) if r[4] == "*"]
        for r in wanted:
            r[2] = method
        found = [r for r in rows if r[2] == method]
        if found != wanted:
            print("%s:\n  %s\n  %s" % (method, found, wanted))
    print(len(rows), "rows as blend has them, window", window)

# without a file that only the user has
every = [m["name"] for m in json.loads(run("methods", "--format", "json"))
         if all(p["type"] != "file" for p in m["parameters"])]
# nor those that begin before the cut, from where all would be measured, or need a gap
every = [m for m in every if "two-sided" not in m and m != "bridge-linear"]
# the spring's transition counts as 5 half-lives and is the longest: 0.5 s, 30 frames
check(every, ["walk.bvh", "run.bvh"], "30f", "--at", "1.2")
check(every, ["walk.bvh", "run.bvh", "kick.bvh"], "30f", "--at", "0.9,1.6", "--name", "a, b")
check([m for m in every if m != "inertialize-spring"], ["walk.bvh", "run.bvh"], "0.2", "--at", "1")
check(["dead-linear:blend_time=0.35", "dead-decay:halflife=0.1,curve=linear", "dead-clamp", "cut"],
      ["walk.bvh", "run.bvh", "kick.bvh"], "0.35", "--at", "0.9,1.6")
check(["crossfade", "dead-halflife"], ["run.bvh", "walk.bvh"], "20f", "--at", "0.7", "--from",
      "0.1", "--skip", "*Arm", "--profile", "Spine*=1.5", "--align", "none", "--until", "1.5",
      "--precision", "3", "--window", "20f", "--feet", "*Hand", "--contact-height", "9")
check(["cut"], ["walk.bvh", "run.bvh"], "0")
PY
python3 check.py
