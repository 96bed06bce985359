# The second clip lists Right before Left, and other channels in another order.
# Left there turns by x then z, 90 degrees each: in Z X Y that is (90, 0, -90).
pair '3 Zrotation Xrotation Yrotation' '3 Zrotation Xrotation Yrotation' 0.1 \
    '1 2 3 0 0 0  0 0 0  0 0 0' '4 5 6 0 0 0  0 0 0  0 0 0' >a.bvh
cat >b.bvh <<'END'
HIERARCHY
ROOT Body
{
	OFFSET 0 0 0
	CHANNELS 6 Yrotation Xrotation Zrotation Zposition Yposition Xposition
	JOINT Right
	{
		OFFSET -1 0 0
		CHANNELS 3 Yrotation Xrotation Zrotation
		End Site
		{
			OFFSET -1 0 0
		}
	}
	JOINT Left
	{
		OFFSET 1 0 0
		CHANNELS 3 Xrotation Yrotation Zrotation
		End Site
		{
			OFFSET 1 0 0
		}
	}
}
END
motion 0.1 '10 0 0 33 22 11  0 30 0  0 0 0' '0 0 20 36 25 14  0 0 40  90 0 90' >>b.bvh
dbtool blend -q a.bvh b.bvh -m cut --align none -o out.bvh
frames out.bvh
