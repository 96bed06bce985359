# Left has two rotation channels, Right none.
pair '2 Xrotation Zrotation' 0 0.1 '0 0 0 0 0 0  0 0' '0 0 0 0 0 0  0 0' '0 0 0 0 0 0  0 0' '0 0 0 0 0 0  0 0' >a.bvh
pair '2 Xrotation Zrotation' 0 0.1 '0 0 0 0 0 0  40 0' '0 0 0 0 0 0  40 0' '0 0 0 0 0 0  0 40' >b.bvh
dbtool blend -q a.bvh b.bvh -a 1f -m crossfade --curve linear -o out.bvh
frames out.bvh
# A rotation that Left cannot hold: 10 degrees about y; the nearest is none. Right
# has no channel at all.
pair '3 Yrotation Xrotation Zrotation' '3 Zrotation Xrotation Yrotation' 0.1 '0 0 0 0 0 0  10 0 0  0 20 0' >c.bvh
dbtool blend a.bvh c.bvh -a 1f -m cut -o out.bvh
frames out.bvh | awk '{ print $7 + 0, $8 + 0, NF }'
tries dbtool blend --strict a.bvh c.bvh -a 1f -m cut -o strict.bvh
ls
