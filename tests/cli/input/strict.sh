# --strict makes each warning an error; nothing is written.
cp "$DATA/bvh/warn_glued_numbers.bvh" glued.bvh
cp "$DATA/bvh/ok_plain.bvh" plain.bvh
dbtool blend plain.bvh glued.bvh -o out.bvh
rm out.bvh
tries dbtool blend --strict plain.bvh glued.bvh -o out.bvh
tries dbtool blend --strict -q plain.bvh glued.bvh -o out.bvh
tries dbtool metrics --strict glued.bvh --at 0 -o out.csv
ls
