# best is the first cut that suggest lists, with every method; the summary prints the choice.
take walk run
dbtool suggest walk.bvh run.bvh --top 1 --format csv | cut -d, -f4,7 | tail -1
dbtool blend walk.bvh run.bvh --at best --from best -m cut -o a.bvh 2>&1 | sed 's/, seam.*//'
dbtool blend walk.bvh run.bvh --at best --from best --metrics m.csv -q -o b.bvh
cut -d, -f4 m.csv | sort -u
dbtool suggest walk.bvh run.bvh --top 1 --at 0.5..0.7 --from 0.2 --format csv | cut -d, -f4,7 | tail -1
dbtool blend walk.bvh run.bvh --at best:0.5..0.7 --from 0.2 -m dead-halflife -o a.bvh 2>&1 | sed 's/, seam.*//'
dbtool blend -v -m dead-halflife walk.bvh run.bvh walk.bvh --at best,best --from best,end-0.5 -o a.bvh 2>&1 | sed 's/, seam.*//; /^  /d'
dbtool compare walk.bvh run.bvh --at best --from best --methods cut,dead-decay -q --format csv | cut -d, -f1-4 | sort -u
# In long clips, whose frames threads share, the first of cuts that tie.
steps() { # NAME FACTOR
    printf 'HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n'
    printf 'MOTION\nFrames: 2000\nFrame Time: 0.01\n'
    seq 2000 | awk -v by="$2" '{ print $1 % 7, $1 * $1 * by % 97, $1 % 3 }'
} >"$1"
steps a.bvh 1
steps b.bvh 5
for from in 0 3 7.5; do
    dbtool suggest a.bvh b.bvh --top 1 --at 2..end --from $from..end --format csv | cut -d, -f4,7 | tail -1
    dbtool blend a.bvh b.bvh --at best:2..end --from best:$from..end --align none -m cut -o a.out 2>&1 | sed 's/, seam.*//'
done
# A gap moves the clips behind it. An until from the end leaves fewer frames of the last clip.
dbtool blend walk.bvh run.bvh walk.bvh -m dead-two-sided --at 1,best --from 0,best --gap 1,0 -o a.bvh 2>&1 | grep -o 'frame [0-9]*, from.*best'
dbtool blend walk.bvh run.bvh --at best --from best:1.0..end --until end-1 -m dead-halflife -o a.bvh 2>&1 | sed 's/, seam.*//'
