# Something that no run can have left under the temporary's name is an error, and stays.
take walk run
echo '[{"name": "j", "out": "out.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]' >plan.json
echo secret >secret
for kind in fifo folder link dangling; do
    case $kind in
    fifo) mkfifo .out.bvh.dbtool-tmp ;;
    folder) mkdir .out.bvh.dbtool-tmp ;;
    link) ln -s secret .out.bvh.dbtool-tmp ;;
    dangling) ln -s nowhere .out.bvh.dbtool-tmp ;;
    esac
    tries timeout 600 "$DBTOOL" blend walk.bvh run.bvh -a 1 -o out.bvh 2>&1 | sed "s|$PWD|PWD|"
    tries timeout 600 "$DBTOOL" batch -q plan.json 2>&1 | sed "s|$PWD|PWD|"
    stat -c %F .out.bvh.dbtool-tmp
    rm -r .out.bvh.dbtool-tmp
done
cat secret
# no output may have such a name: another's run would remove it
tries dbtool blend walk.bvh run.bvh -a 1 -o .out.bvh.dbtool-tmp
ln -s .out.bvh.dbtool-tmp link.bvh
: >.out.bvh.dbtool-tmp
tries dbtool blend walk.bvh run.bvh -a 1 -o link.bvh
sed 's/out.bvh/.a.dbtool-tmp/' plan.json >hidden.json
tries dbtool batch hidden.json
tries dbtool batch plan.json --journal .out.bvh.dbtool-tmp
tries dbtool batch plan.json --metrics .out.bvh.dbtool-tmp
ls -A
