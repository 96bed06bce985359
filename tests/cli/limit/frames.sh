# An output that is too long is refused before anything is written.
slide 0 1 2 >a.bvh
slide 10 11 12 >b.bvh
tries dbtool blend a.bvh b.bvh --at 1e9 --past-end loop -o out.bvh
tries dbtool blend a.bvh b.bvh --at 1e9 --past-end hold -o out.bvh --metrics m.csv
tries dbtool blend a.bvh b.bvh --at 1f --past-end hold --until 1e9 -o out.bvh
tries dbtool compare a.bvh b.bvh --at 1e9 --past-end loop
# two clips whose frames follow each other in 1e6 s, on a grid of 0.1 s and of 1e-6 s
sed 's/^Frame Time.*/Frame Time: 1000000/' b.bvh >slow.bvh
sed 's/^Frame Time.*/Frame Time: 0.000001/' a.bvh >fast.bvh
tries dbtool blend a.bvh slow.bvh --at 1f -o out.bvh
tries dbtool compare fast.bvh slow.bvh --at 1f --until 2f
tries dbtool blend fast.bvh b.bvh --at 1f --assume-fps 0.000001 --until 3000000 --max-frames 3 -o out.bvh
# the limit is settable, and is the greatest count that passes
tries dbtool blend -q a.bvh b.bvh --at 2f --until 4f --max-frames 4 -o out.bvh
tries dbtool blend -q a.bvh b.bvh --at 2f --until 4f --max-frames 5 -o out.bvh
grep Frames: out.bvh
rm out.bvh
echo '[{"name": "j", "out": "out.bvh", "cuts": [{"clip": "a.bvh"}, {"clip": "b.bvh", "at": "2f"}]}]' >plan.json
tries dbtool batch -q plan.json --max-frames 4
tries dbtool batch -q plan.json --max-frames 5
tries dbtool blend a.bvh b.bvh --max-frames 0 -o out.bvh
ls
