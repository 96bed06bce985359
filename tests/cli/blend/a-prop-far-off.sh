# The units are compared by the median over the bones: one that is ten times as long refuses no
# clip, two of three that are do. The middle of two is their geometric mean: 1 and 4.1 are over 2.
make() { # LENGTHS...: a clip with a bone of each length below the hips
    echo 'HIERARCHY'
    echo 'ROOT Hips'
    echo '{ OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation' | sed 's/ \(OFF\|CHAN\)/\n\1/g'
    local i=0
    for length; do
        i=$((i + 1))
        printf 'JOINT J%d\n{\nOFFSET %s 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n' $i "$length"
        printf 'End Site\n{\nOFFSET 0 1 0\n}\n}\n'
    done
    printf '}\nMOTION\nFrames: 2\nFrame Time: 0.1\n'
    for frame in 1 2; do
        printf '0 0 0 0 0 0'
        for length; do printf ' 0 0 0'; done
        echo
    done
}
against() { # FIRST SECOND: lengths
    make $1 >a.bvh
    make $2 >b.bvh
    echo "$1 / $2"
    tries dbtool blend -q a.bvh b.bvh -o out.bvh
    tries dbtool blend -q b.bvh a.bvh -o out.bvh
}
against '1 2 3' '1 2 30'
against '1 2 3' '1 20 30'
against '1 2 3' '10 20 3'
against '1 2' '1 8'
against '1 2' '1 8.2'
against '1 0 2' '1 0 2.5'
