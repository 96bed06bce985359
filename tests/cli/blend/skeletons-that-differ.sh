# The error names the first joint that differs.
layout='3 Zrotation Xrotation Yrotation'
line='0 0 0 0 0 0  0 0 0  0 0 0'
pair "$layout" "$layout" 0.1 "$line" "$line" >a.bvh
sed 's/JOINT Right/JOINT Other/' a.bvh >renamed.bvh
sed 's/ROOT Body/ROOT Hips/' a.bvh >root.bvh
slide 0 0 | sed 's/Point/Body/' >lacks.bvh
{
    sed '/^	JOINT Right/,/^	}/d; /^}/,$d' a.bvh | sed '$d'
    cat <<'END'
		JOINT Right
		{
			OFFSET -1 0 0
			CHANNELS 3 Zrotation Xrotation Yrotation
		}
	}
}
END
    motion 0.1 "$line" "$line"
} >moved.bvh
for b in renamed root lacks moved; do
    tries dbtool blend -q a.bvh $b.bvh -o out.bvh
    tries dbtool blend -q $b.bvh a.bvh -o out.bvh
done
ls
