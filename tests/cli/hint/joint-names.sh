# For an unknown joint the message suggests three names: parts of names before typing errors.
take walk
tries dbtool blend walk.bvh walk.bvh --root LeftArmm -o out.bvh
tries dbtool blend walk.bvh walk.bvh --skip mixamorig:LeftArm -o out.bvh
tries dbtool blend walk.bvh walk.bvh --skip arm -o out.bvh
tries dbtool blend walk.bvh walk.bvh --skip 'Toe*' -o out.bvh
# Where there are fewer, as many as there are.
slide 0 1 2 >point.bvh
tries dbtool blend point.bvh point.bvh --root Pint -o out.bvh
ls
