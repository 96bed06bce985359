# A spine of another count: a whole turn more in one of its joints is the same rotation, so the same result.
take walk
python3 - walk.bvh <<'PYTHON'
import re
text = open("walk.bvh").read()
# one more joint between hips and spine, which never turns
begin = text.index("JOINT Spine\n")
depth, end = 0, text.index("{", begin)
while True:
    depth += {"{": 1, "}": -1}.get(text[end], 0)
    end += 1
    if depth == 0:
        break
open("more.bvh", "w").write(text[:begin] + "JOINT Base\n{\nOFFSET 0 4 0\nCHANNELS 0\n" + text[begin:end] + "\n}\n" + text[end:])
names = [(name, channel) for name, channels in re.findall(r"(?:ROOT|JOINT) (\S+)\s*\{\s*OFFSET[^\n]*\s*CHANNELS \d+([^\n]*)", text)
         for channel in channels.split()]
column = names.index(("Spine1", "Zrotation"))
head, frames = re.split(r"(?<=\n)(?=[-0-9])", text, maxsplit=1)
lines = [line.split() for line in frames.splitlines()]
for line in lines:
    line[column] = "%.6f" % (float(line[column]) + 360)
open("turned.bvh", "w").write(head + "".join(" ".join(line) + "\n" for line in lines))
PYTHON
dbtool blend walk.bvh --fit=more.bvh -o a.bvh
dbtool blend -q turned.bvh --fit=more.bvh -o b.bvh && same a.bvh b.bvh
