# slow
# 100 frames a second, the cut at frame 5. At the cut the source is at 1 (in x)
# and at 30 degrees, moving at 10 and 300 a second, away from a target that rests
# at 0. What is left of the offset is 30 times as much in degrees.
#
# inertialize-cubic over 0.2 s: (1-s)^2 (1 + 2s) + 0.2 s (1-s)^2 10 = (1-s)^2
# (1 + 4s), s = t/0.2. It is largest at s = 1/6, between frame 3 (s = 0.15) with
# 0.85^2 * 1.6 = 1.156 and frame 4 with 0.64 * 1.8 = 1.152. So it goes 0.156 too
# far, 4.68 degrees.
# inertialize-spring: e^(-yt) (1 + (10 + y) t), y = 2 ln 2/0.1 = 13.8629, largest
# at t = 10/(y (10 + y)) = 0.0302, so in frame 3: e^-0.415888 * 1.715888 =
# 1.132064. 0.132064 units, 3.96191 degrees too far.
# inertialize-quintic takes a velocity that leads away for 0, and never leaves
# the way.
point 0.01 '0.5 0 0 15 0 0' '0.6 0 0 18 0 0' '0.7 0 0 21 0 0' '0.8 0 0 24 0 0' '0.9 0 0 27 0 0' \
    '1 0 0 30 0 0' >a.bvh
rest=()
away=()
for k in {0..30}; do
    rest+=('0 0 0 0 0 0')
    away+=("$(awk -v k=$k 'BEGIN { print -0.05 * k, 0, 0, -1.5 * k, 0, 0 }')")
done
point 0.01 "${rest[@]}" >b.bvh
point 0.01 "${away[@]}" >away.bvh
overshoot() { # options of blend
    echo "${*: -1}"
    dbtool blend "${@:1:$#-1}" -q --at 5f --align none -o out.bvh --metrics m.csv
    python3 -c '
import csv
for row in csv.DictReader(open("m.csv")):
    if row["joint"] == "*":
        print("  %.5f u, %.4f deg" % (float(row["overshoot_u"]), float(row["overshoot_deg"])))'
}
overshoot a.bvh b.bvh -m inertialize-cubic cubic
overshoot a.bvh b.bvh -m inertialize-spring spring
overshoot a.bvh b.bvh -m inertialize-quintic quintic
overshoot a.bvh b.bvh -m inertialize-quintic:vector=true,relative_velocity=true 'quintic, vector'
overshoot a.bvh b.bvh -m crossfade crossfade
overshoot a.bvh b.bvh -m cut cut
# The target moves away at 5 a second: the offset closes at -15. The output is at
# -5t + e^(-yt) (1 + (15 + y) t), which in frames 1 to 3 is 1.071817, 1.095339
# and 1.081027: 0.095339 too far, since the target is never above 0. In degrees
# 30 times as much, 2.86016.
overshoot a.bvh away.bvh -m inertialize-spring 'spring, relative'
# With the source's own velocity, -5t + e^(-yt) (1 + (10 + y) t): 1.028290 in
# frame 1, 1.019553 in frame 2.
overshoot a.bvh away.bvh -m inertialize-spring --relative-velocity=false 'spring, not relative'
# Where the source goes on past the cut, to 3 and 90 degrees in frame 25, it is
# further away than any output: nothing is too far.
lines=()
for k in {5..30}; do lines+=("$(awk -v k=$k 'BEGIN { print 0.1 * k, 0, 0, 3 * k, 0, 0 }')"); done
point 0.01 "${lines[@]}" >on.bvh
overshoot on.bvh b.bvh -m inertialize-spring 'spring, the source goes on'
