# Left jumps at the cut, or takes twice the time; the last match wins.
layout='3 Zrotation Xrotation Yrotation'
lines() { local i; for ((i = 0; i < 9; i++)); do echo "$1 0 0 0 0 0  $1 0 0  $1 0 0"; done; }
mapfile -t zero < <(lines 0)
mapfile -t forty < <(lines 40)
pair "$layout" "$layout" 0.1 "${zero[@]}" >a.bvh
pair "$layout" "$layout" 0.1 "${forty[@]}" >b.bvh
fade() {
    dbtool blend -q a.bvh b.bvh -a 1f --align none -m crossfade -t 0.2 --curve linear "$@" -o out.bvh
    frames out.bvh | head -6 | awk '{ print $4 + 0, $7 + 0, $10 + 0 }' | paste -sd,
}
frames a.bvh | sed -n 1p
fade --skip Left | tr , '\n' | awk '{ print $2 }' | paste -sd' '
fade --skip 'L*' | cut -d, -f 2-4
fade --profile 'Left=2' | cut -d, -f 2-6
fade --profile '*=5' --profile 'Left=2' --profile 'Right=0' --profile 'Body=1' | cut -d, -f 2-6
fade --profile 'Left=2' --skip Left | cut -d, -f 2-4
fade --profile '[LR]*=2' | cut -d, -f 2-6
