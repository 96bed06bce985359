# With two joints of one name, a --root or --skip that names them is an error.
pair 0 0 0.1 '0 0 0 0 0 0' '0 0 0 0 0 0' | sed 's/Left\|Right/Arm/' >a.bvh
tries dbtool blend -q a.bvh a.bvh --skip Arm -o out.bvh
tries dbtool blend -q a.bvh a.bvh --profile 'Arm=2' -o out.bvh
tries dbtool blend -q a.bvh a.bvh --root Arm -o out.bvh
tries dbtool blend -q a.bvh a.bvh --skip 'A*' -o out.bvh
ls
