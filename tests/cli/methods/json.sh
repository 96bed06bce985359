# The list has the parameters of each method; each default is within its range.
dbtool methods --format json >methods.json
python3 - <<'END'
import json
methods = json.load(open("methods.json"))
names = [m["name"] for m in methods]
print(names)
for m in methods:
    assert m["summary"] and m["details"] and m["source"], m["name"]
    for p in m["parameters"]:
        if p["type"] == "choice":
            assert p["default"] in p["choices"]
        elif p["type"] == "boolean":
            assert p["default"] in (True, False)
        elif p["type"] == "file":
            assert p["default"] is None
        else:
            assert p["default"] == "none" or p["min"] <= p["default"] <= p["max"], p
defaults = {m["name"]: {p["name"]: p["default"] for p in m["parameters"]} for m in methods}
caps = {"max_linear_velocity": "none", "max_angular_velocity": "none"}
blend = {"blend_time": 0.2, "curve": "smoothstep"}
assert names[0] == "auto" and defaults["auto"] == {"blend_time": "none", "model": None}
assert defaults["cut"] == {}
assert defaults["crossfade"] == defaults["cached-pose"] == blend
assert defaults["inertialize-quintic"] == {"blend_time": 0.2, "relative_velocity": False, "vector": False}
assert defaults["inertialize-cubic"] == {"blend_time": 0.2, "relative_velocity": True}
assert defaults["inertialize-spring"] == {"halflife": 0.1, "relative_velocity": True}
assert defaults["dead-linear"] == {**blend, **caps}
assert defaults["dead-decay"] == {**blend, **caps, "halflife": 0.25}
assert defaults["dead-clamp"] == {**blend, **caps, "halflife": 0.25, "limit_margin": 5}
assert defaults["dead-bounce"] == {**blend, **caps, "halflife": 0.25, "limit_margin": 5, "bounce": 1000}
assert defaults["dead-learned"] == {**blend, "model": None}
assert defaults["bridge-learned"] == {"model": None}
assert defaults["dead-halflife"] == {**blend, **caps, "halflife_scale": 0.3, "halflife_min": 0.1, "halflife_max": 1}
END
dbtool methods --format json cut | python3 -c 'import json, sys; print(json.load(sys.stdin)["name"])'
