# Names from files, plans and options are only text in the page: an HTML parser finds no elements
# but the page's own, and the policy allows no other script.
evil='</script><script>alert(1)</script><!--<script> &amp; "'\''\'
line_ends=$(printf 'a\342\200\250b\342\200\251c')
mkdir clips
sed "s|JOINT LeftArm$|JOINT $(sed 's/[&|\\]/\\&/g' <<<"$evil")|; s|JOINT LeftHand$|JOINT $line_ends|" \
    "$DATA/bvh/ok_walk.bvh" >'clips/<img src=x onerror=alert(1)>&.bvh'
cp "clips/<img src=x onerror=alert(1)>&.bvh" plain.bvh
dbtool report "clips/<img src=x onerror=alert(1)>&.bvh" plain.bvh --at 1 --methods cut --title "$evil" \
    --name "$line_ends]]>" -o plain.html -q
python3 - "$evil" <<'END'
import json, sys
print(json.dumps([{"name": sys.argv[1], "cuts": [{"clip": "clips/<img src=x onerror=alert(1)>&.bvh"},
                                                 {"clip": "plain.bvh", "at": 1}]}]), file=open("plan.json", "w"))
END
dbtool report plan.json -o plan.html -q
dbtool report plain.bvh plain.bvh --at 1 --methods cut -o tame.html -q
python3 - "$evil" "$line_ends" <<'END'
import base64, hashlib, os, re, sys
sys.path.insert(0, os.environ["TESTS"])
import report_oracle
evil, line_ends = sys.argv[1:]
tame = report_oracle.read("tame.html")
for path in "plain.html", "plan.html":
    page = report_oracle.read(path)
    joints = [j["name"] for j in page.data["skeletons"][0]["joints"]]
    cut = page.data["cuts"][0]
    print(path, evil in joints, line_ends in joints, page.data["title"] == evil, cut["sequence"] in (evil, line_ends + "]]>"),
          cut["source_name"])
    text = open(path, encoding="utf-8", newline="").read()
    begin = text.index('id="data">')
    print("none" if not re.search("[<>&\u2028\u2029]", text[begin + 10:text.index("</script>", begin)]) else "some",
          "of the characters that could be markup")
    print("the same scripts" if page.scripts == tame.scripts else "other scripts")
    allowed = {tag: [] for tag in ("script", "style")}
    for tag, attrs, body in page.scripts:
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        allowed[tag].append("'sha256-%s'" % digest)
    policy = dict(p.split(None, 1) for p in page.policy.split("; "))
    print("allowed by their hashes" if all(sorted(policy["%s-src" % tag].split()) == sorted(allowed[tag] or ["'none'"])
                                            for tag in allowed) else "not what the policy allows", policy["default-src"],
          policy["base-uri"], policy["form-action"])
END
