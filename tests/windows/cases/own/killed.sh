# A run that was killed leaves its output as it was. The next one removes its temporary.
take walk run
echo old >out.bvh
wine "$HELPER" kill .out.bvh.dbtool-tmp "$EXE" blend -q walk.bvh run.bvh -a 1 --past-end loop --until 9e5 \
    --max-frames 100000000 -o out.bvh 2>/dev/null | tr -d '\r'
cat out.bvh
leftovers
dbtool blend walk.bvh run.bvh --at 1 -q -o out.bvh
leftovers
dbtool info out.bvh | grep -c joints
