# A pattern or a list in place of a clip is a sweep, and so is a list of times: all combinations, in
# the order of the text, with matches in the order of their bytes. A path that exists is not a
# pattern.
take walk run idle
mkdir clips plans 'clips/x.bvh'
cp walk.bvh clips/b.bvh
cp run.bvh clips/B.bvh
cp idle.bvh clips/c.bvh
cp idle.bvh clips/.hidden.bvh
cp walk.bvh 'clips/[bc].bvh'
jobs() { # PLAN [OPTIONS]: the jobs' names, clips and times
    echo "$1" >plans/plan.json
    shift
    dbtool batch -n "$@" plans/plan.json >lines || { echo "exit $?"; return; }
    python3 - <<'END'
import json
for line in open("lines"):
    job = json.loads(line)
    print(job["name"], *("%s@%s+%s" % (c["clip"], c.get("at", ""), c["from"]) for c in job["cuts"]))
END
}
jobs '[{"name": "{clip}_{clip2}.{at2}", "out": "../o/{name}.bvh",
  "cuts": [{"clip": "../clips/?.bvh"}, {"clip": "../run.bvh", "at": [0.5, "end-0.3"]}]}]'
jobs '[{"name": "{clip}_{clip2}_{from2}_{at}", "out": "../o/{name}.bvh",
  "cuts": [{"clip": "../walk.bvh"},
           {"at": 1, "from": [0, "12f"], "clip": ["../idle.bvh", "../clips/[a-c].bvh", "../clips/b*"]}]}]'
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": "../clips/[bc].bvh"}, {"clip": "../run.bvh"}]}]'
# times of a job are for all of its cuts, those of the first cut its own
jobs '[{"name": "{at}_{at3}_{from}_{from1}_{from2}", "out": "../o/{name}.bvh", "from": 0.2, "at": ["end", "end-0.1"],
  "cuts": [{"clip": "../walk.bvh", "from": [0, 0.1]}, {"clip": "../run.bvh"},
           {"clip": "../idle.bvh", "at": ["end"]}]}]'
jobs '[{"name": "{from1}_{folder}_{folder2}", "out": "../o/{name}.bvh",
  "cuts": [{"clip": "../clips/b.bvh", "from": [0, 0.1]}, {"clip": "../run.bvh"}]}]'
# a folder is what the plan writes, wherever it is read from; times that all cuts put aside do not count
cp walk.bvh run.bvh plans
echo '[{"name": "a{folder}_{clip}", "out": "{name}.bvh", "at": [1, 2], "cuts": [{"clip": "[rw]*.bvh"}, {"clip": "run.bvh", "at": 1}]}]' >plans/plan.json
dbtool batch -n plans/plan.json | cut -c1-20
(cd plans && dbtool batch -n plan.json | cut -c1-20)
rm plans/*.bvh
# what does not fit
jobs '[{"name": "{from}", "out": "../{name}.bvh", "cuts": [{"clip": "../walk.bvh", "from": [0, 1]}, {"clip": "../run.bvh", "from": [0, 1]}]}]'
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": "../clips/z*.bvh"}, {"clip": "../clips/y*.bvh"}]}]'
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": []}, {"clip": ["../walk.bvh", 3]}]}]'
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": []}]}]'
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": "../walk.bvh"}, {"clip": "../run.bvh", "at": [1, "soon"]}]}]'
jobs '[{"name": "{clip3}", "out": "../{name}.bvh", "cuts": [{"clip": "../clips/?.bvh"}, {"clip": "../run.bvh"}]}]'
jobs '[{"name": "{at1}", "out": "../{name}.bvh", "cuts": [{"clip": "../clips/?.bvh"}, {"clip": "../run.bvh"}]}]'
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": "../clips/?.bvh"}, {"clip": "../clips/?.bvh"}]}]' --max-jobs 8
jobs '[{"out": "../{name}.bvh", "cuts": [{"clip": "../clips/?.bvh"}]}]' --max-jobs 2
# what -n prints is a plan of the same jobs, and the batch makes them
jobs '[{"name": "{clip}_{clip2}", "out": "../o/{name}.bvh",
  "cuts": [{"clip": "../clips/[B-c].bvh"}, {"clip": "../[ri]*.bvh", "at": 0.5}]}]'
dbtool batch -q lines --metrics lines.csv && mv o lines.o
dbtool batch -q plans/plan.json --metrics plan.csv
cut -d, -f1 plan.csv | uniq
diff -r o lines.o && cut -d, -f1-9 lines.csv >a && cut -d, -f1-9 plan.csv >b && same a b
