take walk run
dbtool metrics walk.bvh run.bvh --at 1 | cut -d, -f 1-5 | sed -n '1p;2p;23p;24p;$p'
