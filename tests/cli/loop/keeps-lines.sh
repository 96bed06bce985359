# Periods of cost 0 keep their lines, byte for byte; so do frames outside the seam.
take walk still_root turn
for clip in walk still_root; do
    dbtool loop $clip.bvh -q --metrics $clip.csv -o $clip.out
    sed '1,/Frame Time/d' $clip.out >lines
    grep -nxF -f lines $clip.bvh | wc -l
    wc -l <lines
done
dbtool loop turn.bvh -v -o turn.out
sed '1,/Frame Time/d' turn.out >lines
grep -cxF -f turn.bvh lines
wc -l <lines
# What is moved over the ground changes the channels of the joint that is moved, no others.
dbtool loop walk.bvh -q --repeat 2 -o twice.out
sed '1,/Frame Time/d' twice.out | awk 'NR == 3 || NR == 67 { $1 = $2 = $3 = $4 = $5 = $6 = ""; print }' | uniq | wc -l
