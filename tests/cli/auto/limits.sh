# Candidates that use joint limits are tried with them, also where nothing is measured.
take walk run kick
for method in dead-clamp:limit_margin=0 dead-bounce:limit_margin=0; do
    for clips in 'walk.bvh run.bvh' 'kick.bvh run.bvh' 'walk.bvh kick.bvh'; do
        # shellcheck disable=SC2086 # a list
        dbtool blend $clips --at 0.6 -q -m $method -o alone.bvh --metrics - | python3 -c '
import csv, sys
row = list(csv.DictReader(sys.stdin))[-1]
print("%.3g %.4g" % (float(row["seam_ratio"]), float(row["displacement_u_s"])))' >alone
        # shellcheck disable=SC2086
        dbtool blend $clips --at 0.6 -v -m auto --no-plant --candidates $method,cut -o auto.bvh 2>&1 |
            sed -n "s/.*seam \(.*\), displacement \(.*\) units.s: ${method%:*}.*/\1 \2/p" >tried
        cmp alone tried && cmp alone.bvh auto.bvh && cat tried
    done
done
