# Names that Windows would redirect, cut or refuse are refused before anything is written.
take walk run
for name in con.bvh 'com1' 'sub/nul.bvh' 'a:b.bvh' 'ab:c.bvh' 'what?.bvh' 'x<y.bvh' 'end. ' 'end.' 'Z:out.bvh'; do
    dbtool blend walk.bvh run.bvh --at 1 -q -o "$name" || echo "exit $?"
done
dbtool info aux.bvh
dbtool blend walk.bvh run.bvh --at 1 -q -o NUL && echo 'NUL may be written'
ls -A
