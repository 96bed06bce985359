# No name can control a terminal, or make two lines of one message.
name=$'a\nb\033[31m.bvh'
tries dbtool info "$name"
take walk
cp walk.bvh "$name"
dbtool info "$name" | head -1
cp walk.bvh ./-m.bvh
dbtool blend -q walk.bvh ./-m.bvh -o 1.bvh
dbtool blend -q -o 2.bvh walk.bvh -- -m.bvh
same 1.bvh 2.bvh
