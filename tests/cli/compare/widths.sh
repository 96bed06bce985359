# slow
# Tables fit the width of COLUMNS, in as many blocks as necessary, with each column once, in the
# same order, with the same values.
take walk run
cat >check.py <<'PY'
import os, re, subprocess, sys
def table(columns, *options):
    env = dict(os.environ)
    env.pop("COLUMNS", None)
    if columns is not None:
        env["COLUMNS"] = columns
    out = subprocess.run([os.environ["DBTOOL"], "compare", "walk.bvh", "run.bvh", "--at", "1", *options],
                         stdout=subprocess.PIPE, env=env, check=True).stdout.decode()
    assert "\033" not in out
    assert not re.search(r" $", out, re.M)
    heading, *blocks = out.rstrip("\n").split("\n\n")
    columns, longest = [], max(map(len, out.split("\n")))
    for block in blocks:
        lines = block.split("\n")
        last = next(i for i, line in enumerate(lines) if line.startswith("method"))
        rows = [line.split() for line in lines[last + 1:]]
        # a column's name is all that ends above its figures
        ends = [m.end() for m in re.finditer(r"\S+", lines[last])][1:]
        starts = [6, *ends[:-1]]
        pieces = ["".join(line[a:b].strip() for line in lines[:last + 1]) for a, b in zip(starts, ends)]
        columns += [(name, *(row[i + 1] for row in rows)) for i, name in enumerate(pieces)]
        methods = [row[0] for row in rows]
    return " ".join(heading.split()), columns, methods, len(blocks), longest
usual = ["--methods", "all"]
names = [["rank", "seam_ratio", "displacement_u_s", "ang_vel_jump_deg_s", "lin_vel_jump_u_s", "target_error_rms_deg",
          "ang_acc_jump_deg_s2", "ang_jerk_rms_ratio", "ang_jerk_peak_ratio", "lin_jerk_peak_ratio", "overshoot_deg",
          "limit_excess_deg", "skate_u"]]
every = subprocess.run([os.environ["DBTOOL"], "metrics", "walk.bvh", "--at", "1"],
                       stdout=subprocess.PIPE).stdout.decode().split("\n")[0].split(",")[5:-3]
names.append(names[0][:6] + [c for c in every if c not in names[0][:6]])
for options, wanted in (usual, names[0]), (usual + ["--columns", "all"], names[1]):
    free = table(None, *options)
    if [c[0] for c in free[1]] != wanted:
        print([c[0] for c in free[1]])
    print("unset:", free[3], "block")
    for width in "40", "60", "80", "100", "132", "1000":
        found = table(width, *options)
        if found[:3] != free[:3]:
            print("other than without a width:", width)
        if found[4] > int(width):
            print("%d columns of %s" % (found[4], width))
        print(width + ":", found[3], "blocks")
    for width in "", "0", "-5", "wide", "99999999999999999999":
        if table(width, *options) != free:
            print("COLUMNS=" + width)
PY
python3 check.py
COLUMNS=60 dbtool compare walk.bvh run.bvh --at 1 -m cut,crossfade
# a method too long for any column has its columns one by one
COLUMNS=40 dbtool compare walk.bvh run.bvh --at 1 -m dead-halflife:max_angular_velocity=360 --columns ''
for format in markdown csv json; do
    dbtool compare walk.bvh run.bvh --at 1 --format $format >free
    COLUMNS=40 dbtool compare walk.bvh run.bvh --at 1 --format $format >narrow
    same free narrow
done
