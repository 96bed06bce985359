# Left turns on about x at 100 degrees a second from 10, and may go to 12: frame
# by frame min(10 + 10 k, 12), for as long as dead-clamp has no decay to speak of.
pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.1 \
    '0 0 0 0 0 0  0 0 0  0 0 0' '0 0 0 0 0 0  0 10 0  0 10 0' >a.bvh
pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.1 \
    '0 0 0 0 0 0  0 0 0  0 0 0' '0 0 0 0 0 0  0 0 0  0 0 0' '0 0 0 0 0 0  0 0 0  0 0 0' >b.bvh
printf '{"Left": {"ref": [1,0,0,0], "min": [-5,0,0], "max": [12,0,0]}}\n' >limits.json
dbtool blend -q a.bvh b.bvh --align none -m dead-clamp:limit_margin=0,halflife=10,blend_time=1 \
    --limits limits.json -o out.bvh --extrapolation e.bvh
column e.bvh 8 | awk '{ printf "%.3f ", $1 } END { print "" }'
# Right has no limits: 10 + 100 (1 - 2^(-t/10)) 10/ln 2
column e.bvh 11 | awk '{ printf "%.3f ", $1 } END { print "" }'
awk 'BEGIN { for (k = 0; k < 3; k++) printf "%.3f ", 10 + 1000 / log(2) * (1 - exp(-log(2) * k / 100)); print "" }'
