# A range that begins after the clip's end is the reason why no cut is found: the error names it, not --play.
take walk run idle
tries dbtool blend walk.bvh run.bvh --at best:5..6 -n
tries dbtool blend walk.bvh run.bvh --at best:70..80 -n
tries dbtool blend walk.bvh run.bvh --at best --from best:5..6 -n
tries dbtool blend walk.bvh run.bvh idle.bvh --at 1,best:4..5 -n # the run ends at 3.1 s
tries dbtool blend walk.bvh run.bvh --at best:1..6 --from best:2 -n # begin before the ends: --play is the reason
echo '[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": "best:5..6"}]' | tries dbtool batch -q - -o x.bvh
tries dbtool suggest walk.bvh run.bvh --at 5..6
tries dbtool suggest walk.bvh run.bvh --from 50
tries dbtool suggest walk.bvh run.bvh --fps 30 --at 64f # frames of 30 fps
tries dbtool suggest walk.bvh run.bvh --fps 30 --at 65f
tries dbtool suggest walk.bvh --from 5
tries dbtool suggest walk.bvh run.bvh idle.bvh --from 5 # of a library, the clips differ
