take walk run plain
cp "$DATA/bvh/warn_more_frames.bvh" more.bvh
echo nonsense >bad.bvh
try() {
    tries dbtool compare "$@" --keep kept
}
try
try walk.bvh
try walk.bvh run.bvh --rank ang_jerk_peak_rato
try walk.bvh run.bvh --rank zzz
try walk.bvh run.bvh --rank ''
try walk.bvh run.bvh --rank ang_jerk_peak_ref_deg_s3
try walk.bvh run.bvh --columns skate_u,skate
try walk.bvh run.bvh --columns skate_u,
try walk.bvh run.bvh --columns ,
try walk.bvh run.bvh --joint 'Tail*'
try walk.bvh run.bvh --joint Head --joint ''
try walk.bvh run.bvh --format html
try walk.bvh run.bvh --format jso
try walk.bvh run.bvh --precision 16
try walk.bvh run.bvh -j 0
try walk.bvh run.bvh --at 9
try walk.bvh run.bvh --at 1,2
try walk.bvh run.bvh --window -1
try walk.bvh run.bvh --feet 'Wheel*'
try walk.bvh run.bvh --extrapolation x.bvh
try walk.bvh run.bvh --metrics x.csv
try walk.bvh nowhere.bvh
try walk.bvh bad.bvh
try walk.bvh more.bvh --strict
try walk.bvh plain.bvh
try - - <walk.bvh
ls -A
