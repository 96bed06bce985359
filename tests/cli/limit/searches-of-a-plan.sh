# slow
# The searches of all jobs count together, and a clip's bytes once, however often it is named. By
# hand: each job searches 19,000 * 19,000 = 361 million pairs, a step each, prepares 38,000 frames of 3
# values, 200 steps each, and goes down a tree of four levels twice for 19,000 frames, 128 steps a
# level: 403 million. 103 KB and the plan's 1 KB allow 200 + 1,040 million, an output 38 million more:
# three jobs.
{
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Yposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n'
    printf 'MOTION\nFrames: 19000\nFrame Time: 0.01\n'
    seq 19000
} >up.bvh
ln up.bvh same.bvh
mkdir here
job() { # NAME CLIP FROM
    echo "{\"name\": \"$1\", \"out\": \"$1.bvh\", \"align\": \"none\", \"up\": \"y\", \"past_end\": \"hold\", \"play\": 0,
        \"cuts\": [{\"clip\": \"up.bvh\"}, {\"clip\": \"$2\", \"at\": \"best\", \"from\": \"best:0f..$3f\"}]}"
}
{
    echo '['
    job one up.bvh 18999
    echo ,
    job two same.bvh 18998
    echo ,
    job three ./here/../up.bvh 18997
    echo ,
    job four up.bvh 18996
    echo ']'
} >plan.json
tries dbtool batch plan.json -j 1 2>&1 | sed 's/, [0-9.e-]* s$/, S s/'
# Alone, each has enough.
tries dbtool batch plan.json -j 1 --shard 4/4 2>&1 | sed 's/, [0-9.e-]* s$/, S s/'
ls
