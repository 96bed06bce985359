# In a table of a skeleton with two joints of one name these are compared in order.
three='3 Zrotation Xrotation Yrotation'
pair '6 Xposition Yposition Zposition Zrotation Xrotation Yrotation' "$three" 0.1 \
    '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' '0 0 0 1 0 0 0 0 0 9 0 0 3 0 0' '0 0 0 3 0 0 2 0 0 0 0 0 0 0 0' |
    sed 's/JOINT .*/JOINT Twin/' >a.bvh
dbtool blend -q a.bvh a.bvh --at 1f -o out.bvh --metrics m.csv
cut -d, -f5 m.csv
tries dbtool diff m.csv m.csv
awk -F, -v OFS=, 'NR == 4 { $6 += 1000 } 1' m.csv >worse.csv
tries dbtool diff m.csv worse.csv --column ang_vel_jump_deg_s
tries dbtool diff m.csv m.csv --joint '\*' --column ang_vel_jump_deg_s --fail-above 5 --fail-missing
