# A decimal comma is recognised wherever a number is read.
take walk
tries dbtool blend walk.bvh walk.bvh --at 1,2s -o out.bvh
tries dbtool blend walk.bvh walk.bvh walk.bvh --at 0,5,1,2 -o out.bvh
tries dbtool blend walk.bvh walk.bvh --until 1,2s -o out.bvh
tries dbtool blend walk.bvh walk.bvh -t 0,2 -o out.bvh
tries dbtool blend walk.bvh walk.bvh --window 0,2 -o out.bvh
tries dbtool blend walk.bvh walk.bvh --assume-fps 29,97 -o out.bvh
tries dbtool blend walk.bvh walk.bvh -m dead-decay:halflife=0,15 -o out.bvh
tries dbtool loop walk.bvh --min 0,4 -o out.bvh
printf '{"out": "out.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "walk.bvh", "at": "1,2s"}]}' >plan.json
sed 's/.*/[&]/' plan.json >list.json
tries dbtool batch list.json
# Three times for one cut are no decimal comma, nor is a comma that no digit follows.
tries dbtool blend walk.bvh walk.bvh --at 1,2,3 -o out.bvh
tries dbtool blend walk.bvh walk.bvh --until 1, -o out.bvh
