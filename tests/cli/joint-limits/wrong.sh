take walk
pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.1 \
    '0 0 0 0 0 0  0 0 0  0 0 0' '1 0 0 0 0 0  0 0 0  0 0 0' >a.bvh
try() { tries dbtool blend a.bvh a.bvh -a 0 -m dead-clamp --limits limits.json -o out.bvh; }
limits() { printf '%s\n' "$1" >limits.json; try; }
try
limits ''
limits '{'
limits '[]'
limits '{"Left": 3}'
limits '{"Lift": {"ref": [1,0,0,0], "min": [0,0,0], "max": [0,0,0]}}'
limits '{"Left": {"ref": [1,0,0,0], "min": [0,0,0]}}'
limits '{"Left": {"ref": [1,0,0], "min": [0,0,0], "max": [0,0,0]}}'
limits '{"Left": {"ref": [0,0,0,0], "min": [0,0,0], "max": [0,0,0]}}'
limits '{"Left": {"ref": [1.1,0,0,0], "min": [0,0,0], "max": [0,0,0]}}'
limits '{"Left": {"ref": [1,0,0,0], "min": [0,0,1], "max": [0,0,0]}}'
limits '{"Left": {"ref": [1,0,0,0], "min": [0,0,0], "max": [0,0,0], "mox": 1}}'
limits '{"Left": {"ref": [1,0,0,0], "min": [0,0,0], "max": [0,0,0]}} x'
limits '{"Left": {"ref": [1,0,0,0], "min": [0,0,0], "max": [0,0,0]},
 "Left": {"ref": [1,0,0,0], "min": [0,0,0], "max": [0,0,0]}}'
ls
