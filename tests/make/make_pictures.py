#!/usr/bin/env python3
"""Draws the pictures of README.md and of the manual as SVG, from what dbtool writes.

    make_pictures.py DBTOOL FOLDER [NAME...]     writes them, or those named, into FOLDER

The same output of dbtool gives the same bytes. Only the standard library is used, and oracle.py, which reads BVH.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
from html import escape

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.dont_write_bytecode = True
import oracle  # noqa: E402  it stands one folder up

CLIPS = os.path.join(ROOT, "testdata", "bvh")
FOLDER = tempfile.mkdtemp()
DBTOOL = []

# The old clip is blue, the new one is orange, what dbtool makes is green, a jump is red: in the light and in the dark.
OLD, NEW, MADE, POP = "#3b82f6", "#e8890c", "#12a150", "#e5484d"
STYLE = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-size:14px;fill:#1f2328}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px}
.tiny{font-size:12px}.title{font-size:17px;font-weight:600}.small{font-size:12.5px}.muted{fill:#59636e}.mid{text-anchor:middle}.end{text-anchor:end}
.back{fill:#ffffff;stroke:#d1d9e0}.box{fill:#f3f5f8;stroke:#c3ccd5}.rule{stroke:#c3ccd5;fill:none}.ink{stroke:#1f2328;fill:none}
.inkfill{fill:#1f2328}.halo{fill:#ffffff}.ghost{fill:#e4e9ef}
.old{stroke:OLD;fill:none}.new{stroke:NEW;fill:none}.made{stroke:MADE;fill:none}.pop{stroke:POP;fill:none}
.oldfill{fill:OLD}.newfill{fill:NEW}.madefill{fill:MADE}.popfill{fill:POP}
path,line,polyline{stroke-linecap:round;stroke-linejoin:round}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.muted{fill:#9aa5b1}.back{fill:#0d1117;stroke:#30363d}.box{fill:#1b222b;stroke:#3d4650}
.rule{stroke:#3d4650}.ink{stroke:#e6edf3}.inkfill{fill:#e6edf3}.halo{fill:#0d1117}.ghost{fill:#232b35}}
""".strip()
for name, colour in (("OLD", OLD), ("NEW", NEW), ("MADE", MADE), ("POP", POP)):
    STYLE = STYLE.replace(name, colour)


# ------------------------------------------------------------------------------------------------ dbtool's output

def clip(name):
    return os.path.join(CLIPS, "ok_%s.bvh" % name)


def run(*args):
    said = subprocess.run([DBTOOL[0], *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if said.returncode:
        sys.exit("dbtool %s: %s" % (" ".join(args), said.stderr.decode()))
    return said.stdout.decode()


def blend(*args):
    """Runs `dbtool blend`; its output, and the metrics of all joints of its first cut."""
    out = os.path.join(FOLDER, "%d.bvh" % len(os.listdir(FOLDER)))
    run("blend", *args, "-q", "-o", out, "--metrics", out + ".csv")
    with open(out + ".csv", newline="", encoding="utf-8") as f:
        whole = next(row for row in csv.DictReader(f) if row["joint"] == "*")
    return oracle.load(out), whole


def joints(bvh, k):
    """World position of each joint at frame k, by name; of End Sites as NAME.end."""
    at = oracle.world(bvh, bvh.pose(k))
    found = {name: p for name, (p, _) in zip(bvh.names, at)}
    found.update({bvh.names[j] + ".end": oracle.pointed(at[j], tip) for j, tip in bvh.ends})
    return found


def seconds(k, dt):
    return round(k * dt, 3)


# ------------------------------------------------------------------------------------------------------------ SVG

def n(x):
    text = "%.1f" % x
    return "0" if text in ("0.0", "-0.0") else text[:-2] if text.endswith(".0") else text


def path(points):
    return "M" + "L".join("%s %s" % (n(x), n(y)) for x, y in points)


class Picture:
    def __init__(self, width, height, title, description):
        self.size, self.parts, self.title, self.description = (width, height), [], title, description

    def add(self, tag, text=None, **attributes):
        given = "".join(' %s="%s"' % (k.rstrip("_").replace("_", "-"), escape(n(v) if isinstance(v, float) else str(v)))
                        for k, v in attributes.items())
        self.parts.append("<%s%s/>" % (tag, given) if text is None else "<%s%s>%s</%s>" % (tag, given, text, tag))

    def text(self, x, y, said, class_="", **more):
        self.add("text", escape(said, quote=False), x=n(x), y=n(y), **({"class_": class_} if class_ else {}), **more)

    def line(self, points, class_, width=2.0, **more):
        self.add("path", d=path(points), class_=class_, stroke_width=width, **more)

    def box(self, x, y, w, h, class_, r=6, **more):
        self.add("rect", x=n(x), y=n(y), width=n(w), height=n(h), rx=n(r), class_=class_, **more)

    def arrow(self, points, class_, fill, width=1.5):
        """A line of two points or more, with a head at its end."""
        (x0, y0), (x1, y1) = points[-2:]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        u, v = (x1 - x0) / length, (y1 - y0) / length
        self.line([*points[:-1], (x1 - 5 * u, y1 - 5 * v)], class_, width)
        self.add("path", d=path([(x1, y1), (x1 - 8 * u + 4 * v, y1 - 8 * v - 4 * u), (x1 - 8 * u - 4 * v, y1 - 8 * v + 4 * u)]) + "Z",
                 class_=fill)

    def span(self, x0, x1, y):
        """A length: a line with ends between x0 and x1."""
        self.add("path", d="".join(path(x) for x in ([(x0, y - 4), (x0, y + 4)], [(x1, y - 4), (x1, y + 4)], [(x0, y), (x1, y)])),
                 class_="ink", stroke_width=1.3)

    def mix(self, name):
        """The colours of a transition, from the old clip to the new one."""
        self.add("linearGradient", "".join('<stop offset="%s" stop-color="%s"/>' % x for x in (("0", OLD), ("0.5", MADE), ("1", NEW))),
                 id=name)

    def svg(self):
        width, height = self.size
        return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" '
                'aria-labelledby="title desc">\n<title id="title">%s</title>\n<desc id="desc">%s</desc>\n<style>%s</style>\n%s\n</svg>\n'
                % (width, height, width, height, escape(self.title), escape(self.description), STYLE,
                   "\n".join(['<rect class="back" x="0.5" y="0.5" width="%d" height="%d" rx="8"/>' % (width - 1, height - 1), *self.parts])))


# ------------------------------------------------------------------------------------- a cut and its blend, moving

ARM = ["Arm", "ForeArm", "Hand", "Hand.end"]
LEG = ["UpLeg", "Leg", "Foot", "ToeBase", "ToeBase.end"]
TRUNK = [["Hips", "Spine", "Spine1", "Neck", "Head"], ["LeftArm", "LeftShoulder", "Spine1", "RightShoulder", "RightArm"],
         ["LeftUpLeg", "Hips", "RightUpLeg"]]


def limbs(side):
    return [[side + name for name in chain] for chain in (ARM, LEG)]


def moving():
    cut_time, first, last, rest = 1.2, 24, 150, 16
    shown = [*range(first, last), *[last - 1] * rest]      # frames of 1/60 s, each for 1/30 s
    begun = "%gs" % (len(shown) / 30)
    panels = [("cut", "One clip after the other", "-m", "cut"), ("blend", "The same cut, blended by dbtool")]
    pic = Picture(880, 424, "A cut and its blend", "Two stick figures walk, then kick. On the left one clip simply follows the other "
                  "and the pose pops at the cut. On the right dbtool blends the same cut, and the figure moves on smoothly.")
    pic.parts.append("<style>.still{display:none}@media (prefers-reduced-motion:reduce){.still{display:inline}.moving{display:none}}</style>")
    for i, (name, title, *options) in enumerate(panels):
        out, whole = blend(clip("walk"), clip("kick"), "--at", str(cut_time), *options)
        walk, kc = oracle.load(clip("walk")), round(cut_time / out.dt)
        left, ground, size = 20 + 440 * i, 326, 1.45
        swing = (0.9, 0.42)                                 # seen from the side, a little from the front

        def at(p, left=left):
            return left + 48 + size * (swing[0] * (p[2] - 34) - swing[1] * p[0]), ground - size * (p[1] - 0.10 * p[0])

        begins, ends = kc, kc
        if name == "blend":                                 # where the lines are not the clips' own any more
            begins = next(k for k in range(out.n) if out.lines[k] != walk.lines[k]) - 1
            ends = kc + (kc - begins)
        poses = {k: joints(out, k) for k in range(first, last)}

        def chain(k, names, at=at, poses=poses):
            return path([at(poses[k][x]) for x in names])

        def whole_limbs(k, side, at=at, chain=chain):
            return "".join(chain(k, x) for x in limbs(side))

        def colour(k, begins=begins, ends=ends):
            if k <= begins or k >= ends:
                return OLD if k < kc else NEW
            side, t = (OLD, (kc - k) / (kc - begins)) if k < kc else (NEW, (k - kc) / (ends - kc))
            mix = [round(int(MADE[j:j + 2], 16) * (1 - t) + t * int(side[j:j + 2], 16)) for j in (1, 3, 5)]
            return "#%02x%02x%02x" % tuple(mix)

        pic.text(left, 36, title, "title")
        ratio = float(whole["seam_ratio"])
        pic.text(left, 58, "seam %s: %s" % ("%.2f" % ratio if ratio < 100 else format(round(ratio), ","), "as smooth as the clips themselves" if ratio <= 1.5 else "the pose pops"),
                 "small muted")
        pic.line([(left, ground + 12), (left + 400, ground + 12)], "rule", 1.5)
        for joint in ("RightHand.end", "RightToeBase.end"):  # their ways, and where they jump
            way = [at(poses[k][joint]) for k in range(first, last)]
            if name == "cut":
                pic.line(way[:kc - first], "old", 1.5, opacity="0.6")
                pic.line(way[kc - first:], "new", 1.5, opacity="0.6")
                pic.line(way[kc - first - 1:kc - first + 1], "pop", 2.5, stroke_dasharray="1 5")
            else:
                pic.line(way[:begins - first + 1], "old", 1.5, opacity="0.6")
                pic.line(way[begins - first:ends - first + 1], "made", 2.5, opacity="0.8")
                pic.line(way[ends - first:], "new", 1.5, opacity="0.6")

        def figure(part, width, opacity, d_of, colour=colour):
            values = ";".join(d_of(k) for k in shown)
            strokes = [colour(k) for k in shown]
            pic.parts.append('<path class="moving" fill="none" stroke="%s" stroke-width="%s" opacity="%s" d="%s">'
                             '<animate attributeName="d" calcMode="discrete" dur="%s" repeatCount="indefinite" values="%s"/>'
                             '<animate attributeName="stroke" calcMode="discrete" dur="%s" repeatCount="indefinite" values="%s"/></path>'
                             % (strokes[kc - first], width, opacity, d_of(kc), begun, values, begun, ";".join(strokes)))
            for k in (kc - 15, kc - 1, kc, kc + 15):
                pic.parts.append('<path class="still" fill="none" stroke="%s" stroke-width="%s" opacity="%s" d="%s"/>'
                                 % (colour(k), n(width * 0.6), opacity, d_of(k)))
        figure("far", 6, 0.55, lambda k: whole_limbs(k, "Left"))
        figure("trunk", 8, 1, lambda k, chain=chain: "".join(chain(k, x) for x in TRUNK))
        figure("near", 7, 1, lambda k: whole_limbs(k, "Right"))
        figure("head", 25, 1, lambda k, at=at, poses=poses: path([at([(a + b) / 2 for a, b in zip(poses[k]["Head"], poses[k]["Head.end"])])] * 2))

        bar, wide = 362, 400 / (last - 1 - first)

        def x(k, left=left, wide=wide):
            return left + wide * (k - first)
        pic.mix("mix")
        pic.box(x(first), bar, x(begins) - x(first), 8, "oldfill", 0)
        pic.box(x(begins), bar, x(ends) - x(begins), 8, "", 0, fill="url(#mix)")
        pic.box(x(ends), bar, x(last - 1) - x(ends), 8, "newfill", 0)
        pic.line([(x(kc), bar - 5), (x(kc), bar + 13)], "pop" if name == "cut" else "ink", 2.5)
        pic.text(x(first), bar + 30, "walk.bvh", "small muted")
        pic.text(x(kc), bar + 30, "cut" if name == "cut" else "cut, blended over %.1f s" % ((ends - begins) * out.dt), "small mid")
        pic.text(x(last - 1), bar + 30, "kick.bvh", "small muted end")
        pic.parts.append('<circle class="inkfill moving" r="6" cy="%s" cx="%s"><animate attributeName="cx" dur="%s" repeatCount="indefinite" '
                         'values="%s;%s;%s" keyTimes="0;%.4f;1"/></circle>'
                         % (bar + 4, n(x(kc)), begun, n(x(first)), n(x(last - 1)), n(x(last - 1)), (last - first) / len(shown)))
    pic.line([(440, 24), (440, 400)], "rule", 1)
    return pic


# ------------------------------------------------------------------------------------------- the timeline of a cut

def timeline():
    pic = Picture(880, 506, "The timeline of a cut", "A bar for each clip and one for the output. --at is the output's time of the cut, --from the "
                  "new clip's time at the cut, --before and --blend-time are how long the transition lasts on both sides, --gap is time "
                  "between the clips that the method fills.")
    walk, kick = oracle.load(clip("walk")), oracle.load(clip("kick"))
    dt, at, start, side = walk.dt, 1.2, 0.3, 0.2
    names = ["walk.bvh", "kick.bvh", "out.bvh"]
    for block, (gap, title) in enumerate(((0, "A cut"), (0.3, "A cut with a gap"))):
        given = ["--at", str(at), "--from", str(start), *(["--gap", str(gap)] if gap else []), "--before", str(side), "--blend-time", str(side)]
        out, _ = blend(clip("walk"), clip("kick"), "-m", "dead-two-sided", "--align", "none", *given)
        kc, kg, kf = round(at / dt), round((at + gap) / dt), round(start / dt)
        kept = next(k for k in range(out.n) if out.lines[k] != walk.lines[k]) - 1          # the last frame of the old clip
        taken = out.n - next(i for i in range(1, out.n) if out.lines[-i] != kick.lines[-i]) + 1  # the first of the new one
        top, left = 70 + 246 * block, 104

        def x(k):
            return left + 234.0 * k * dt
        rows = [top + 22, top + 60, top + 98]
        pic.text(24, top - 32, title, "title")
        pic.text(24, top - 11, "dbtool blend walk.bvh kick.bvh -m dead-two-sided --align none " + " ".join(given), "code muted", style="font-size:11px")
        for y, name in zip(rows, names):
            pic.text(left - 12, y + 15, name, "small end")
        pic.box(x(0), rows[0], x(walk.n - 1) - x(0), 22, "ghost", 4)
        pic.box(x(0), rows[0], x(kc) - x(0), 22, "oldfill", 4)
        pic.text(x(walk.n - 1) - 8, rows[0] + 16, "not played", "small muted end")
        pic.box(x(kg - kf), rows[1], x(kick.n - 1 - kf + kg) - x(kg - kf), 22, "ghost", 4)
        pic.box(x(kg), rows[1], x(kick.n - 1 - kf + kg) - x(kg), 22, "newfill", 4)
        pic.mix("mix%d" % block)
        pic.box(x(taken) - 4, rows[2], x(out.n - 1) - x(taken) + 4, 22, "newfill", 4)
        pic.box(x(0), rows[2], x(kept) + 4 - x(0), 22, "oldfill", 4)
        pic.box(x(kept), rows[2], x(taken) - x(kept), 22, "", 0, fill="url(#mix%d)" % block)
        for where, said, anchor in ((x(0) + 10, "as in walk.bvh", ""), ((x(kept) + x(taken)) / 2, "blended", " mid"),
                                    (x(taken) + 10, "as in kick.bvh", "")):
            pic.text(where, rows[2] + 16, said, "small" + anchor, style="fill:#10151c")
        for k in sorted({kc, kg}):
            pic.line([(x(k), top + 14), (x(k), rows[2])], "ink", 1.4, stroke_dasharray="2 4")
            pic.line([(x(k), rows[2] + 22), (x(k), rows[2] + 32)], "ink", 1.4, stroke_dasharray="2 4")
        pic.text(x(kc) - (10 if gap else 0), top + 9, "--at %g, the cut" % at, "code " + ("end" if gap else "mid"))
        if gap:
            pic.span(x(kc), x(kg), top + 5)
            pic.text(x(kg) + 10, top + 9, "--gap %g" % gap, "code")
        pic.span(x(kg - kf), x(kg), rows[1] + 11)
        pic.text(x(kg - kf) - 10, rows[1] + 16, "--from %g" % start, "code end")
        y = rows[2] + 36
        pic.span(x(kept), x(kc), y)
        pic.span(x(kg), x(taken), y)
        pic.text(x(kept) - 10, y + 5, "--before %g" % seconds(kc - kept, dt), "code end")
        pic.text(x(taken) + 10, y + 5, "--blend-time %g" % seconds(taken - kg, dt), "code")
        pic.line([(x(0), top + 162), (x(3.2 / dt), top + 162)], "rule", 1.2)
        for t in range(0, 4):
            pic.line([(x(t / dt), top + 162), (x(t / dt), top + 167)], "rule", 1.2)
            pic.text(x(t / dt), top + 182, "%d s" % t, "small muted mid")
    return pic


# -------------------------------------------------------------------------------------------- the curves of methods

LONG = "--blend-time 0.5"                                   # long enough to show how extrapolations differ
CURVES = [("cut", ""), ("crossfade", LONG), ("cached-pose", LONG), ("inertialize-quintic", LONG), ("inertialize-cubic", LONG),
          ("inertialize-spring", ""), ("inertialize-two-sided", "--blend-time 0.3 --before 0.3"), ("dead-linear", LONG), ("dead-decay", LONG),
          ("dead-clamp", LONG), ("dead-bounce", LONG), ("dead-halflife", LONG), ("dead-two-sided", "--blend-time 0.3 --before 0.3"),
          ("bridge-linear", "--gap 0.3"), ("auto", "")]
CURVE = dict(joint="RightUpLeg", channel="xrotation", at=0.7, first=0.3, last=1.35)


def curves():
    pic = Picture(880, 640, "The curve of each method", "One angle of the right thigh around a cut from a kick to a walk, once for each method: "
                  "the two clips, and the output between them.")
    kick, walk = oracle.load(clip("kick")), oracle.load(clip("walk"))
    dt, kc = kick.dt, round(CURVE["at"] / kick.dt)
    j = kick.names.index(CURVE["joint"])
    column = kick.start[j] + kick.layout[j].index(CURVE["channel"])
    shown = range(round(CURVE["first"] / dt), round(CURVE["last"] / dt) + 1)

    def value(bvh, k):
        return bvh.values(k)[column]

    made = []
    for name, options in CURVES:
        out, _ = blend(clip("kick"), clip("walk"), "-m", name, "--at", str(CURVE["at"]), *options.split())
        kg = kc + (round(0.3 / dt) if "gap" in options else 0)
        made.append((name, options, [value(out, k) for k in shown], [value(kick, k) for k in shown],
                     [value(walk, k - kg) if k >= kg else None for k in shown], kg))
    every = [v for _, _, *lists, _ in made for values in lists for v in values if v is not None]
    low, high, wide, tall = min(every), max(every), 190, 92
    for i, (name, options, output, old, new, kg) in enumerate(made):
        left, top = 28 + 214 * (i % 4), 44 + 146 * (i // 4)

        def at(k, v):
            return left + wide * (k - shown[0]) / (len(shown) - 1), top + tall * (1 - (v - low) / (high - low))

        def draw(values, keep, class_, width, **more):
            points = [at(k, v) for k, v in zip(shown, values) if v is not None and keep(k)]
            if len(points) > 1:
                pic.line(points, class_, width, **more)

        pic.text(left - 4, top - 14, name, "code", style="font-weight:600")
        pic.box(left - 6, top - 6, wide + 12, tall + 12, "box", 4)
        said = options.replace(LONG, "").replace("--blend-time 0.3 ", "").replace("--", "")
        pic.text(left + wide, top + tall, said + (" s" if said else ""), "small muted end")
        for k in sorted({kc, kg}):
            pic.line([at(k, low), at(k, high)], "ink", 1.2, stroke_dasharray="1 5")
        draw(old, lambda k: True, "old", 1.6, opacity="0.6", stroke_dasharray="1 4")
        draw(new, lambda k: True, "new", 1.6, opacity="0.6", stroke_dasharray="1 4")
        differs = [k for k, x, a, b in zip(shown, output, old, new) if x != (a if k <= kc else b)]
        begins, ends = (min(differs) - 1, max(differs) + 1) if differs else (kc, kc)
        if name == "cut":
            begins, ends = kc - 1, kc
            draw(output, lambda k: k in (begins, ends), "pop", 2.8, stroke_dasharray="1 6")
        else:
            begins = min(begins, kc)
            draw(output, lambda k: begins <= k <= ends, "made", 2.8)
        draw(output, lambda k: k <= begins, "old", 2.8)
        draw(output, lambda k: k >= ends, "new", 2.8)
    left, top = 24 + 214 * 3, 44 + 146 * 3
    for i, (class_, said, dash) in enumerate((("old", "kick.bvh", None), ("new", "walk.bvh", None), ("made", "made by the method", None),
                                              ("pop", "a jump", "1 6"), ("ink", "the cut", "1 5"))):
        pic.line([(left, top + 2 + 21 * i), (left + 30, top + 2 + 21 * i)], class_, 1.2 if class_ == "ink" else 2.8,
                 **({"stroke_dasharray": dash} if dash else {}))
        pic.text(left + 42, top + 7 + 21 * i, said, "small")
    pic.text(24, 622, "An angle of the right thigh, %g to %g s, mostly with --blend-time 0.5. Dotted: the clips. Left out: methods with a model."
             % (CURVE["first"], CURVE["last"]), "small muted")
    return pic


# ------------------------------------------------------------------------------------------- alignment, from above

def alignment():
    pic = Picture(880, 372, "Alignment seen from above", "Two clips from above. As captured, the second one begins far from where the first one ends, "
                  "and faces another way. Aligned, it begins where the first one ends, facing the same way.")
    turn = oracle.load(clip("turn"))
    kc = turn.n - 1
    for i, (kind, title) in enumerate((("none", "As captured: --align none"), ("root", "Moved: --align root, the default"))):
        out, _ = blend(clip("turn"), clip("walk"), "-m", "cut", "--at", "end", "--align", kind)
        left = 24 + 434 * i

        def at(p):
            return left + 30 + 0.85 * p[0], 326 - 0.85 * p[2]
        pic.text(left, 36, title, "title")
        ways = [(range(0, kc), "old"), (range(kc, out.n), "new")]
        for frames, class_ in ways:
            pic.line([at(joints(out, k)["Hips"]) for k in frames], class_, 2.5, opacity="0.7")
        for frames, class_ in ways:
            for k in list(frames)[8::24]:
                body = joints(out, k)
                a, b = at(body["LeftArm"]), at(body["RightArm"])
                chest = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                length = oracle.norm((b[0] - a[0], b[1] - a[1], 0))
                u, v = (a[1] - b[1]) / length, (b[0] - a[0]) / length    # ahead
                pic.line([a, b], class_, 8.0)
                pic.add("path", d=path([(chest[0] + 17 * u, chest[1] + 17 * v), (chest[0] - 6 * v, chest[1] + 6 * u),
                                        (chest[0] + 6 * v, chest[1] - 6 * u)]) + "Z", class_=class_ + "fill")
                pic.add("circle", cx=n(chest[0]), cy=n(chest[1]), r="7", class_=class_ + "fill")
        before, after, last = (at(joints(out, k)["Hips"]) for k in (kc - 1, kc, out.n - 1))
        if kind == "none":
            pic.line([before, after], "pop", 2.5, stroke_dasharray="1 6")
            pic.text((before[0] + after[0]) / 2 + 12, (before[1] + after[1]) / 2 + 14, "at the cut the body jumps,", "small")
            pic.text((before[0] + after[0]) / 2 + 12, (before[1] + after[1]) / 2 + 31, "and turns at once", "small")
            pic.text(before[0] + 12, before[1] + 4, "turn.bvh ends here", "small")
            pic.text(last[0] + 24, last[1] + 10, "walk.bvh", "small")
            pic.text(after[0] + 26, after[1] + 16, "both clips begin here", "small")
        else:
            pic.line([(before[0], before[1] - 26), (before[0], before[1] + 26)], "ink", 1.4, stroke_dasharray="2 4")
            pic.text(before[0], before[1] + 46, "the cut", "small mid")
            pic.text(last[0] - 60, last[1] - 52, "walk.bvh", "small mid")
            start = at(joints(out, 0)["Hips"])
            pic.text(start[0] + 26, start[1] - 2, "turn.bvh", "small")
            pic.text(856, 346, "turned about the vertical and shifted; heights stay", "small muted end")
    pic.line([(437, 24), (437, 348)], "rule", 1)
    return pic


# ------------------------------------------------------------------------------------- a leg and its contact points

POINTS = [("Foot", "ankle"), ("ToeBase", "ball"), ("ToeBase.end", "toe end")]
STEP = range(66, 122)
MOMENTS = [(67, "comes down"), (78, "flat"), (97, "heel up"), (106, "lifts"), (117, "in the air")]


def leg():
    pic = Picture(880, 420, "A leg and its contact points", "A leg from the side with hip, knee, ankle, ball and toe end. Beside it the foot in five "
                  "moments of a step: the whole sole stands, then ball and toe end while the heel is up.")
    walk = oracle.load(clip("walk"))
    reach = json.loads(run("info", "--format", "json", clip("walk")))[0]["reach"]
    poses = [joints(walk, k) for k in range(walk.n)]
    lowest = {name: min(p["Left" + name][1] for p in poses) for name, _ in POINTS}

    def stands(k, name):
        """dbtool-internals(7), METRICS: low and slow."""
        a, b = poses[k - 1]["Left" + name], poses[k]["Left" + name]
        return b[1] - lowest[name] <= 0.04 * reach and oracle.norm(oracle.sub(b, a)) <= 0.2 * reach * walk.dt

    def draw(k, names, at, width, radius):
        points = {name: at(poses[k]["Left" + name]) for name in names}
        pic.line(list(points.values()), "old", width, opacity="0.85")
        for name, (x, y) in points.items():
            contact = name in dict(POINTS)
            pic.add("circle", cx=n(x), cy=n(y), r=n(radius), stroke_width="2.2",
                    class_="ink inkfill" if not contact else "made madefill" if stands(k, name) else "made halo")
        return points

    ground = 372
    hip = poses[97]["LeftUpLeg"]
    pic.text(24, 36, "A leg", "title")
    found = draw(97, ["UpLeg", "Leg", *(name for name, _ in POINTS)], lambda p: (70 + 3.2 * (p[2] - hip[2] + 30), ground - 3.2 * (p[1] - 2)), 9, 6.5)
    for name, said, x, y in (("UpLeg", "hip", 18, 5), ("Leg", "knee", 18, 5), ("Foot", "ankle", -18, 0), ("ToeBase", "ball", -8, 26),
                             ("ToeBase.end", "toe end", 8, 26)):
        pic.text(found[name][0] + x, found[name][1] + y, said, "end" if x < 0 else "")
    pic.line([(24, ground + 9), (270, ground + 9)], "rule", 1.5)
    pic.line([(296, 24), (296, 396)], "rule", 1)

    left, wide, floor = 404, 452, 214
    pic.text(320, 36, "Its contact points in a step", "title")
    for i, (k, said) in enumerate(MOMENTS):
        middle = 360 + 110 * i
        ends = [poses[k]["Left" + name][2] for name in ("Leg", "Foot", "ToeBase.end")]
        draw(k, ["Leg", *(name for name, _ in POINTS)],
             lambda p: (middle - 6 + 2.5 * (p[2] - (min(ends) + max(ends)) / 2), floor - 2.5 * (p[1] - 2)), 7, 5)
        pic.text(middle - 8, floor + 32, said, "small mid")
    pic.line([(320, floor + 8), (856, floor + 8)], "rule", 1.5)

    def x(k):
        return left + wide * (k - STEP[0]) / (len(STEP) - 1)
    for i, (name, said) in enumerate(POINTS):
        y = 272 + 30 * i
        pic.text(left - 16, y + 13, said, "small end")
        pic.box(left, y, wide, 16, "ghost", 3)
        k = STEP[0]
        while k < STEP[-1]:
            run_end = k
            while run_end < STEP[-1] and stands(run_end, name):
                run_end += 1
            if run_end > k:
                pic.box(x(k - 0.5), y, x(run_end - 0.5) - x(k - 0.5), 16, "madefill", 2)
            k = run_end + 1
    for k, _ in MOMENTS:
        pic.line([(x(k), 266), (x(k), 354)], "ink", 1.2, stroke_dasharray="1 4")
    pic.add("circle", cx="326", cy="382", r="5", stroke_width="2.2", class_="made madefill")
    pic.text(340, 387, "stands: low and slow", "small")
    pic.add("circle", cx="496", cy="382", r="5", stroke_width="2.2", class_="made halo")
    pic.text(510, 387, "does not stand", "small")
    pic.text(856, 387, "%.1f to %.1f s of walk.bvh" % (STEP[0] * walk.dt, STEP[-1] * walk.dt), "small muted end")
    return pic


# ------------------------------------------------------------------------------------------------------ which method

QUESTIONS = [
    (["Is there time to fill", "between the clips?"], [("dead-two-sided --gap", "without training"), ("bridge-learned --gap", "trained on your clips")]),
    (["May frames before", "the cut change?"], [("auto", "the default: no seam, the least change"), ("dead-two-sided", "smoothest, whatever it changes")]),
    (["Must the new clip's own motion", "show from its first frame?"], [("inertialize-spring", "the difference at the cut fades away")]),
    (["Does the transition take", "a second or more?"], [("dead-learned", "trained on your clips")]),
    (["Must joints stay", "within their range?"], [("dead-clamp", "at most 5 degrees beyond it")])]
OTHERWISE = ("dead-halflife", "as game engines do")


def which():
    pic = Picture(880, 606, "Which method", "Five questions from top to bottom; the first yes leads to a method. Time to fill between the clips: "
                  "dead-two-sided or bridge-learned with --gap. Frames before the cut may change: auto, or dead-two-sided. The new clip's own "
                  "motion from its first frame: inertialize-spring. A second or more: dead-learned. Joints within their range: dead-clamp. "
                  "Otherwise: dead-halflife.")
    methods = run("methods")
    left, wide, tall, step = 24, 270, 60, 92

    def answer(x, y, name, why):
        if "\n%s " % name.split()[0] not in "\n" + methods:
            sys.exit("no method " + name)
        pic.text(x, y, name, "code", style="font-weight:600")
        pic.text(x + 186, y, why, "small muted")

    for i, (question, answers) in enumerate(QUESTIONS):
        top = 24 + step * i
        pic.box(left, top, wide, tall, "box")
        for m, line in enumerate(question):
            pic.text(left + wide / 2, top + 26 + 19 * m, line, "mid")
        pic.box(left + wide + 74, top + 4, 488, tall - 8, "back", 6, style="stroke:%s;stroke-width:1.5" % MADE)
        pic.arrow([(left + wide, top + tall / 2), (left + wide + 72, top + tall / 2)], "made", "madefill", 2)
        pic.text(left + wide + 32, top + tall / 2 - 8, "yes", "small mid")
        for m, (name, why) in enumerate(answers):
            answer(left + wide + 92, top + (tall / 2 + 5 if len(answers) == 1 else 26 + 20 * m), name, why)
        pic.arrow([(left + wide / 2, top + tall), (left + wide / 2, top + step - 1)], "ink", "inkfill")
        pic.text(left + wide / 2 + 12, top + tall + 20, "no", "small")
    top = 24 + step * len(QUESTIONS)
    pic.box(left, top, wide + 562, 46, "back", 6, style="stroke:%s;stroke-width:1.5" % MADE)
    pic.text(left + 20, top + 28, OTHERWISE[0], "code", style="font-weight:600")
    pic.text(left + 150, top + 28, OTHERWISE[1], "small muted")
    pic.text(24, top + 76, "Locked feet with the others, too: --plant. To compare with: cut, crossfade, inertialize-cubic.", "small")
    pic.text(24, top + 98, "In doubt, dbtool compare ranks them at your own cut.", "small")
    return pic


PICTURES = {"blend.svg": moving, "timeline.svg": timeline, "curves.svg": curves, "alignment.svg": alignment, "leg.svg": leg,
            "which.svg": which}


def main():
    args = sys.argv[1:]
    if len(args) < 2:
        sys.exit(__doc__.strip())
    DBTOOL.append(os.path.abspath(args[0]))
    for name, draw in PICTURES.items():
        if args[2:] and name not in args[2:]:
            continue
        with open(os.path.join(args[1], name), "w", encoding="utf-8", newline="") as f:
            f.write(draw().svg())


if __name__ == "__main__":
    main()
