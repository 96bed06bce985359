# One line on standard error sums up; the worst joint has the highest ang_jerk_peak_deg_s3.
take walk run
dbtool blend walk.bvh run.bvh --at 1.2 -o out.bvh --metrics out.csv 2>summary
worst=$(awk -F, '$5 != "*" && $12 + 0 > max { max = $12 + 0; name = $5 } END { print name }' out.csv)
sed "s/worst joint $worst\$/worst joint WORST/" summary
ls -A
