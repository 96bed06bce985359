# The seam is printed with as many digits as show on which side of the limit it is; the CSV has the value.
take walk run
blend() { # SMOOTH
    dbtool blend walk.bvh run.bvh --at 1.2 -m dead-two-sided:before=0.4,blend_time=0.4 --smooth "$1" -o out.bvh \
        --metrics m.csv 2>&1 | sed 's/.*\(seam [0-9.]*\) ([A-Za-z]*)/\1/'
}
blend 3.9
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "seam_ratio") c = i } $5 == "*" { printf "%.4f\n", $c }' m.csv
blend 3.95
blend 3.901
blend 2
