# A table of a skeleton with two joints of one name is refused, even against itself, with a hint
# that works.
three='3 Zrotation Xrotation Yrotation'
pair '6 Xposition Yposition Zposition Zrotation Xrotation Yrotation' "$three" 0.1 \
    '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' '0 0 0 1 0 0 0 0 0 9 0 0 3 0 0' '0 0 0 3 0 0 2 0 0 0 0 0 0 0 0' |
    sed 's/JOINT .*/JOINT Twin/' >a.bvh
dbtool blend -q a.bvh a.bvh --at 1f -o out.bvh --metrics m.csv
cut -d, -f5 m.csv
tries dbtool diff m.csv m.csv
tries dbtool diff m.csv m.csv --joint '\*' --column ang_vel_jump_deg_s --fail-above 5 --fail-missing
