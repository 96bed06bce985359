# --rename and --drop make skeletons fit: the outputs are those of clips that another program changed.
take walk run
sed -E 's/(ROOT|JOINT) /&mixamorig:/' run.bvh >mixamo.bvh
echo '{"mixamorig:*": "*"}' >names.json
tries dbtool blend walk.bvh mixamo.bvh --at 1 -o out.bvh
dbtool blend -q walk.bvh run.bvh --at 1 -o expected.bvh --metrics expected.csv --name x
dbtool blend -q walk.bvh mixamo.bvh --at 1 -o out.bvh --rename names.json --metrics out.csv --name x
same out.bvh expected.bvh
sed 's/mixamo.bvh/run.bvh/' out.csv >renamed.csv
same renamed.csv expected.csv
# a dropped joint, taken out of the text
cat >drop.py <<'END'
import re, sys
drops, lines = sys.argv[1].split(","), open(sys.argv[2]).read().split("\n")
out, column, kept, skip, depth, i = [], 0, [], None, 0, 0
while lines[i] != "MOTION":
    line, words = lines[i], lines[i].split()
    if words[0] in ("ROOT", "JOINT") and skip is None and words[1] in drops:
        skip = depth
    if words[0] == "}":
        depth -= 1
    if words[0] == "CHANNELS":
        n = int(words[1])
        if skip is None:
            kept += range(column, column + n)
        column += n
    if skip is None:
        out.append(line)
    elif words[0] == "OFFSET" and depth == skip + 1:  # it becomes the end of the joint above
        tab = re.match(r"\s*", lines[i - 2]).group()
        out += [tab + "End Site", tab + "{", line, tab + "}"]
    if words[0] == "{":
        depth += 1
    if words[0] == "}" and depth == skip:
        skip = None
    i += 1
out += lines[i:i + 3]
for line in lines[i + 3:]:
    values = line.split()
    out.append(" ".join("%.6f" % float(values[c]) for c in kept) if values else line)
open(sys.argv[3], "w").write("\n".join(out))
END
for clip in walk run; do python3 drop.py LeftForeArm,Head $clip.bvh $clip.less.bvh; done
dbtool blend -q walk.less.bvh run.less.bvh --at 1 -o expected.bvh
dbtool blend -q walk.bvh run.bvh --at 1 -o out.bvh --drop LeftForeArm --drop 'He?d'
same out.bvh expected.bvh
dbtool info out.bvh | sed -n 1p
# the clips that have it not need no --drop; the names are the new ones
dbtool blend -q walk.bvh run.less.bvh --at 1 -o out.bvh --drop LeftForeArm --drop Head && same out.bvh expected.bvh
sed -E 's/(ROOT|JOINT) /&mixamorig:/' run.bvh >mixamo.bvh
dbtool blend -q walk.less.bvh mixamo.bvh --at 1 -o out.bvh --rename names.json --drop LeftForeArm --drop Head &&
    same out.bvh expected.bvh
# mistakes
tries dbtool blend walk.bvh run.bvh --at 1 -o no.bvh --drop 'LeftHnd*'
tries dbtool blend walk.bvh run.bvh --at 1 -o no.bvh --drop 'H*'
tries dbtool blend walk.bvh run.less.bvh --at 1 -o no.bvh
tries dbtool blend walk.bvh run.bvh --at 1 -o no.bvh --rename none.json
wrong() { # JSON
    echo "$1" >wrong.json
    tries dbtool blend walk.bvh run.bvh --at 1 -o no.bvh --rename wrong.json
}
wrong '{"LeftHand": "RightHand"}'
wrong '{"Left*": "x"}'
wrong '{"Head*": "*"}'
wrong '{"Left*Hand*": "*"}'
wrong '{"LeftHand": "*"}'
wrong '{"LeftHand": 3}'
wrong '["LeftHand"]'
# the file is an input: no output replaces it
tries dbtool blend walk.bvh mixamo.bvh --at 1 --rename names.json -o names.json
ls
