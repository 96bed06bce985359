# shellcheck shell=bash
# --plant with one clip locks the feet of the whole clip; without it a clip stays as it is. How well it
# does so: tests/foot_clip_oracle.py.
take walk idle
# the root moves nine tenths as far along z, its third channel: the feet slide
awk '/^Frame Time/ { m = 1; print; next } m { $3 *= 0.9 } { print }' walk.bvh >slides.bvh
echo "-- what it says"
dbtool blend slides.bvh --plant -v -o locked.bvh
dbtool blend slides.bvh --plant --no-plant -o out.bvh && same out.bvh slides.bvh
echo "-- a method has no part in it"
for options in "-m dead-decay" "-m auto --smooth 3" "--plant-hold 9 -t 0.4"; do
    # shellcheck disable=SC2086
    dbtool blend -q slides.bvh --plant $options -o out.bvh && same out.bvh locked.bvh
    # shellcheck disable=SC2086
    dbtool blend -q slides.bvh $options -o out.bvh && same out.bvh slides.bvh
done
dbtool blend -q slides.bvh -m auto:plant=true -o out.bvh && same out.bvh locked.bvh
echo "-- in plans: the job's, the cut's, a sweep"
cat >plan.json <<'P'
{"defaults": {"out": "{name}.bvh"},
 "jobs": [{"name": "job", "plant": true, "cuts": [{"clip": "slides.bvh"}]},
          {"name": "cut", "cuts": [{"clip": "slides.bvh", "plant": true}]},
          {"name": "method", "method": "auto:plant=true", "cuts": [{"clip": "slides.bvh"}]},
          {"name": "cut-method", "cuts": [{"clip": "slides.bvh", "method": "dead-decay:plant=true"}]},
          {"name": "method-not", "plant": true, "method": "auto:plant=false", "cuts": [{"clip": "slides.bvh"}]},
          {"name": "not", "plant": true, "cuts": [{"clip": "slides.bvh", "plant": false}]},
          {"name": "default", "cuts": [{"clip": "slides.bvh"}]},
          {"name": "sweep-{plant}", "plant": [true, false], "cuts": [{"clip": "slides.bvh"}]}]}
P
dbtool batch -q plan.json
for x in job cut method cut-method sweep-true; do same $x.bvh locked.bvh; done
for x in method-not not default sweep-false; do same $x.bvh slides.bvh; done
dbtool batch -n plan.json >lines.json && dbtool batch -n lines.json | diff - lines.json && echo "reads back"
echo "-- a part of the clip; a single frame"
dbtool blend slides.bvh --plant --from 30f --until 1 -n
dbtool blend slides.bvh --plant --until 0 -n
echo "-- lines of a figure that stands still are its own"
dbtool blend -q idle.bvh --until 0 --past-end hold -o one.bvh
dbtool blend -q one.bvh --until 1 --past-end hold -o held.bvh
dbtool blend held.bvh --plant -o out.bvh && same out.bvh held.bvh
echo "-- a rig without feet"
slide 0 0 0 0 0 >a.bvh
dbtool blend a.bvh --plant -o out.bvh && same out.bvh a.bvh
dbtool blend a.bvh --plant --strict -o strict.bvh
echo "-- several clips: at cuts alone, as before"
dbtool blend -q walk.bvh idle.bvh --at 1 --plant -o out.bvh
head -n 100 out.bvh | tail -n 10 >last && head -n 100 walk.bvh | tail -n 10 | cmp - last && echo "the walk's own lines"
