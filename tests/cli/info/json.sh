# The JSON is read by another program and checked against the file.
take walk
cp "$DATA/bvh/warn_glued_numbers.bvh" glued.bvh
dbtool info -q --format json walk.bvh glued.bvh >info.json
python3 - <<'END'
import json
walk, glued = json.load(open("info.json"))
words = open("walk.bvh").read().split()
names = [words[i + 1] for i, w in enumerate(words) if w in ("ROOT", "JOINT")]
assert [j["name"] for j in walk["joints"]] == names
assert walk["n_joints"] == len(names)
assert walk["n_frames"] == int(words[words.index("Frames:") + 1])
assert walk["frame_time"] == float(words[words.index("Time:") + 1])
assert abs(walk["fps"] * walk["frame_time"] - 1) < 1e-8
assert abs(walk["duration"] - (walk["n_frames"] - 1) * walk["frame_time"]) < 1e-8
assert walk["n_channels"] == sum(len(j["channels"]) for j in walk["joints"])
offsets = [[float(x) for x in words[i + 1:i + 4]] for i, w in enumerate(words) if w == "OFFSET"]
assert walk["joints"][0]["parent"] == -1
assert all(j["offset"] in offsets for j in walk["joints"])
assert walk["motion_root"] == walk["anchor"] == walk["carrier"] == "Hips"
assert walk["line_end"] == "LF" and walk["oddities"] == []
assert len(glued["oddities"]) == 1 and glued["oddities"][0]["line"] == 20
print("all there")
END
