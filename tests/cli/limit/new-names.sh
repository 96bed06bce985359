# One pattern of --rename gives a long name to each joint. By hand: 300 names of 4,000 bytes are
# 1,200,000; the limit is 1,048,576 and twice the clip's bytes.
{
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n'
    for i in $(seq 100 399); do printf 'JOINT j%d {OFFSET 0 1 0 End Site {OFFSET 0 1 0}}\n' "$i"; done
    printf '}\nMOTION\nFrames: 1\nFrame Time: 0.1\n1\n'
} >figure.bvh
wc -c <figure.bvh | tr -d ' '
long=$(printf 'a%.0s' $(seq 3996))
echo "{\"j*\": \"$long*\"}" >names.json
tries dbtool info --rename names.json figure.bvh -q -o out.txt
echo "{\"j2*\": \"$long*\"}" >names.json # 100 of them
tries dbtool info --rename names.json figure.bvh -q -o out.txt
ls
