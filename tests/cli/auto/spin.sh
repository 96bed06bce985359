# Where no candidate is seamless, auto takes none in which a joint spins, that is, turns half a turn too far, unless all
# do. `compare` does not ask whether joints spin.
take walk run
star() { # OPTIONS...: method and blend_time, seam_ratio and overshoot_deg of the cut
    dbtool blend walk.bvh run.bvh --at 1.2 -q -o /dev/null --metrics - --no-plant "$@" | python3 -c '
import csv, sys
row = next(r for r in csv.DictReader(sys.stdin) if r["joint"] == "*")
print(",".join(row["settings"].split(",")[:1]), "seam %.2f, overshoots by %.0f degrees" %
      (float(row["seam_ratio"]), float(row["overshoot_deg"])))'
}
for seconds in 0.3 0.4 0.5 0.6 0.75 1; do
    star -m "dead-two-sided:before=$seconds,blend_time=$seconds"
done
echo "-- auto"
star
echo "-- where all spin"
star --candidates dead-two-sided:before=0.75,blend_time=0.75,dead-two-sided:before=1,blend_time=1
echo "-- where one that spins is seamless"
star --smooth 3.6
