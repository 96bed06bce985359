# Bones 2 % longer are a warning; a hundred times longer (centimetres against metres) is an error.
layout='3 Zrotation Xrotation Yrotation'
line='0 0 0 0 0 0  0 0 0  0 0 0'
pair "$layout" "$layout" 0.1 "$line" "$line" >a.bvh
sed 's/OFFSET -1 0 0/OFFSET -1.02 0 0/; s/OFFSET 1 0 0/OFFSET 1.009 0 0/' a.bvh >longer.bvh
sed 's/OFFSET -1 0 0/OFFSET -100 0 0/; s/OFFSET 1 0 0/OFFSET 100 0 0/' a.bvh >huge.bvh
dbtool blend a.bvh longer.bvh -o out.bvh
tries dbtool blend --strict a.bvh longer.bvh -o strict.bvh
tries dbtool blend a.bvh huge.bvh -o huge-out.bvh
tries dbtool blend huge.bvh a.bvh -o huge-out.bvh
ls
