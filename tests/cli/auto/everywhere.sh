# -m auto in every command: blend prints what was chosen, metrics agrees to the last digit, compare
# and report rank it as one of the methods, methods lists its candidates.
take walk run kick
cuts="walk.bvh run.bvh kick.bvh --at 0.9,1.5"
# shellcheck disable=SC2086 # a list
{
    dbtool blend $cuts -m auto -v -o out.bvh --metrics blend.csv
    dbtool metrics out.bvh --at 0.9,1.5 -m auto --source walk.bvh --target run.bvh --target kick.bvh \
        --name walk+run+kick -o metrics.csv
    same blend.csv metrics.csv
    dbtool blend $cuts -m auto --candidates dead-linear,cut --smooth 1e9 -v -o /dev/null
    dbtool blend $cuts -m auto -t 18f --gap 0.2,0 -o /dev/null
    dbtool compare $cuts -m auto,cut,dead-halflife --format csv >compare.csv
    dbtool report $cuts -m auto,cut -o report.html -q
} 2>&1 | sed 's/, velocity jump.*//; s/, [0-9.]* MB$//'
cut -d, -f1-4 compare.csv
grep -o '"label":"auto","settings":[^]]*]' report.html
dbtool methods auto | sed -n '1p;9,15p'
dbtool methods auto | sed -n '/^Candidates/,/^$/p' | grep -c ':'
dbtool methods auto | sed -n '/^Over a gap/,$p' | cut -d, -f1,2
dbtool methods auto:blend_time=0.5 | sed -n '/^Candidates/,/^$/p' | cut -d, -f1,2
dbtool methods auto --format json | python3 -c '
import json, sys
listed = json.load(sys.stdin)
print(listed["name"], len(listed["candidates"]), listed["candidates_over_a_gap"][-1])'
echo '== mistakes'
for options in '--halflife 0.2' 'extra' '-t 70' '--candidates auto' '--candidates ,' '--candidates bridge-linear' \
    '--gap 0.1 --candidates cut' '--extrapolation e.bvh' '--candidates cut,dead-decay:halflife=99' '--smooth -1'; do
    # shellcheck disable=SC2086 # options and values
    tries dbtool blend walk.bvh run.bvh --at 1 -m auto $options -o out2.bvh
done
tries dbtool metrics out.bvh --at 1 -m auto
tries dbtool methods auto --response x0=1
[ -e out2.bvh ] || echo "nothing was made"
