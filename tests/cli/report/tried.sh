# Of auto, each cut of a page lists its own candidates: those of blend -v.
take walk run
shared=(walk.bvh run.bvh walk.bvh --at '0.8,1.5')
dbtool report "${shared[@]}" --methods auto,auto:blend_time=0.2 -q -o report.html
dbtool blend "${shared[@]}" -m auto -v -o /dev/null 2>said.txt
dbtool blend "${shared[@]}" -m auto:blend_time=0.2 -v -o /dev/null 2>>said.txt
python3 - <<'END'
import os, re, sys
sys.path.insert(0, os.environ["TESTS"])
import report_oracle
said = re.findall(r"cut (\d), seam (\S+), displacement (\S+) units\*s: (.*)", open("said.txt").read())
cuts = report_oracle.read("report.html").data["cuts"]
shown = [(str(c["number"]), "%.3g" % seam, "%.4g" % moved, text)
         for k in (0, 1) for c in cuts for text, seam, moved in c["methods"][k]["tried"]]
print(shown == said, [[len(m["tried"]) for m in c["methods"]] for c in cuts])
END
