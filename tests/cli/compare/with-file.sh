# A finished file is measured as the methods are: one that blend wrote gets the figures of the
# method that made it, to the last digit.
take walk run kick
figures() { # without the name and the settings
    cut -d, -f1,2,4-35
}
check() { # METHOD OPTION...
    local method=$1
    shift
    dbtool blend "$@" -q -m "$method" -o made.bvh
    dbtool compare "$@" -q -m "$method" --with engine=made.bvh --format csv >rows.csv
    echo "$method $*: $(grep -c ',engine,' rows.csv) cuts"
    cmp <(grep ",engine," rows.csv | figures) <(grep "^walk.*,$method," rows.csv | figures)
}
for method in crossfade dead-halflife inertialize-two-sided dead-two-sided; do
    check $method walk.bvh run.bvh --at 1
done
check dead-clamp walk.bvh run.bvh kick.bvh --at 1,1.6
check crossfade walk.bvh run.bvh --at 1 -t 0.3
check dead-two-sided walk.bvh run.bvh --at 1 --gap 0.2
check bridge-linear walk.bvh run.bvh --at 1 --gap 0.2
check dead-decay walk.bvh run.bvh --at 1 --plant
check dead-decay walk.bvh run.bvh --at 1 --from end-0.1 # to the end of the sequence
echo 'files that are named after themselves, ranked with the methods'
mkdir engines
dbtool blend walk.bvh run.bvh -q --at 1 -m crossfade -o engines/fade.bvh
dbtool blend walk.bvh run.bvh -q --at 1 -m dead-linear -o line.bvh
dbtool compare walk.bvh run.bvh --at 1 -t 0.2 -m cut,dead-linear,crossfade --with engines/fade.bvh --with line.bvh \
    --columns '' >table
cat table
cmp <(grep '^crossfade' table | cut -c12-) <(grep '^fade' table | cut -c12-)
dbtool compare walk.bvh run.bvh --at 1 -m cut,dead-linear --with a=line.bvh --with ./line.bvh --format json |
    python3 -c '
import json, sys
for m in json.load(sys.stdin)["methods"]:
    print(m["rank"], m["ties"], m["method"], m.get("name"), m.get("file"), "parameters" in m)'
dbtool compare walk.bvh run.bvh --at 1 -m crossfade --with line.bvh --format csv | cut -d, -f3,36- | sed 's/"[^"]*"/settings/'
echo 'it is resampled: every second frame of it says the same'
sed 's/^Frame Time.*/Frame Time: 0.01666665/' line.bvh >whole.bvh
awk '/^Frames:/ { $2 = int(($2 + 1) / 2) } /^Frame Time/ { $3 = 0.0333333; n = NR } !n || (NR - n) % 2 || n == NR' \
    whole.bvh >half.bvh
dbtool compare walk.bvh run.bvh --at 1 --fps 30 -m dead-linear --with half.bvh --with whole.bvh --format csv >rows.csv
cmp <(grep ',half,' rows.csv | figures) <(grep ',whole,' rows.csv | figures)
echo 'a name that Markdown could take for its own'
dbtool compare walk.bvh run.bvh --at 1 -m dead-linear --with 'a|b`c*=line.bvh' --columns '' --format markdown |
    cut -d ' ' -f 2
echo 'its own numbers count, not what --precision leaves of them'
dbtool blend walk.bvh run.bvh -q --at 1 -m crossfade --precision 9 -o fine.bvh
dbtool compare walk.bvh run.bvh --at 1 -m crossfade --precision 9 --format csv >fine.csv
dbtool compare walk.bvh run.bvh --at 1 -m crossfade --with fine.bvh --format csv >rows.csv
cmp <(grep ',fine,' rows.csv | figures) <(grep '^walk.*,crossfade,' fine.csv | figures)
echo 'it may be longer than the sequence; only what is missing is an error'
awk '/^Frames:/ { $2 += 2 } { print } END { print; print }' line.bvh >longer.bvh
shorter() { # FRAMES
    awk -v n="$1" '/^Frames:/ { $2 = n } at && n-- <= 0 { exit } /^Frame Time/ { at = 1 } { print }' line.bvh
}
shorter 76 >needed.bvh # the cut at 60, 12 frames of transition, 3 more
shorter 75 >short.bvh
dbtool compare walk.bvh run.bvh --at 1 -m dead-linear --with longer.bvh --with needed.bvh --format csv >rows.csv
cmp <(grep ',longer,' rows.csv | figures) <(grep ',dead-linear,' rows.csv | figures)
cmp <(grep ',needed,' rows.csv | figures) <(grep ',dead-linear,' rows.csv | figures)
try() {
    tries dbtool compare walk.bvh run.bvh --at 1 -m dead-linear --keep kept -o out "$@"
}
try --with short.bvh
try --with absent.bvh
try --with line.bvh --with engines/../line.bvh
try --with dead-linear=line.bvh
try --with =line.bvh
try --with line=
try --with ''
try --with line.bvh -o line.bvh
sed 's/RightHand/RightPaw/' line.bvh >paw.bvh
try --with paw.bvh
awk '/OFFSET/ { for (i = 2; i <= 4; i++) $i *= 0.01 } 1' line.bvh >metres.bvh
try --with metres.bvh
try --with line.bvh --halflife 0.1
ls -A
echo 'bones of another length are a warning; only methods are kept'
sed 's/ -42.000000 / -47 /' line.bvh >legs.bvh
dbtool compare walk.bvh run.bvh --at 1 -m dead-linear --with legs.bvh --keep kept -o out
ls kept
