# slow
# What the summary says of planted feet is what the metrics of both outputs say.
take walk idle run turn kick
said() { # the slides without and with planted feet, and the locked feet, from the summary
    sed -n 's/.*, \([0-9]* f[a-z]*\) locked (\([^)]*\)): slide \(.*\) -> \(.*\) u, at most.*/\3 \4 \2/p'
}
same_slides() { # summary without.csv with.csv: but for what rounding to six decimals makes of a slide
    said <"$1" | python3 -c '
import csv, sys
told = [float(x) for x in sys.stdin.read().split()[:2]]
real = [float(r["skate_u"]) for path in sys.argv[1:] for r in csv.DictReader(open(path)) if r["joint"] == "*"]
print("is so" if all(abs(x - y) <= 0.006 * y + 1e-4 for x, y in zip(told, real)) else (told, real))' "$2" "$3"
}
same_drop() { # summary plain.bvh planted.bvh: the root's height is its second channel
    sed -n 's/.*, the body \(.*\) u lower$/\1/p' "$1" | python3 -c '
import sys
told = float(sys.stdin.read() or 0)
rows = [[float(x.split()[1]) for x in open(p).read().split("Frame Time")[1].split("\n")[1:] if x] for p in sys.argv[1:]]
real = max(a - b for a, b in zip(*rows))
print("so much" if abs(told - real) <= 0.006 * real + 1e-4 else (told, real))' "$2" "$3"
}
for cut in walk:idle:0.5 walk:run:0.4 run:walk:0.3 turn:walk:0.4; do
    IFS=: read -r a b at <<<"$cut"
    for m in dead-halflife dead-two-sided:blend_time=0.3,before=0.2 inertialize-two-sided:blend_time=0.2,before=0.2; do
        job=("$a.bvh" "$b.bvh" --at "$at" -m "$m")
        dbtool blend -q "${job[@]}" -o plain.bvh --metrics without.csv
        dbtool blend "${job[@]}" -o planted.bvh --metrics with.csv --plant 2>summary
        same_slides summary without.csv with.csv
        same_drop summary plain.bvh planted.bvh
    done
done
echo "-- of each foot, and of each cut"
dbtool blend walk.bvh idle.bvh walk.bvh --at 0.5,1.2 --plant -m dead-halflife -v -n 2>&1 | grep -v ' cut [0-9]:'
echo "-- no foot stands in both; without --plant nothing is said"
dbtool blend run.bvh run.bvh --at 0.2 --from 0.1 --contact-speed 1e-9 --contact-height 1e-9 --plant -m dead-halflife -n
dbtool blend walk.bvh idle.bvh --at 0.5 -m dead-halflife -n
echo "-- a seam of the blend leaves the least weight; no exponents"
dbtool blend run.bvh kick.bvh --at 0.4 -m dead-two-sided --plant -v -n 2>&1 | grep -E '^(dry|    )'
dbtool blend run.bvh kick.bvh --at 0.4 -m dead-two-sided --plant --scale 100 -v -n 2>&1 | grep -E '^(dry|    )'
echo "-- a foot is locked whose hip has a seam by what the other one asks of the body"
dbtool blend idle.bvh run.bvh --at 0.4 -m inertialize-two-sided --plant -v -n 2>&1 | grep -o 'RightFoot locked'
echo "-- the point that is locked first leads: an ankle that took over would have the foot jump, and be locked in part"
dbtool blend walk.bvh turn.bvh --at 0.62 --from 0.6 -t 0.8 -m dead-halflife --plant --plant-drop 0.15 -v -n 2>&1 | grep -o '  [LR].* locked for\|locked to'
