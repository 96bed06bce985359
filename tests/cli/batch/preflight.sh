# Clips that are missing, cannot be read or are not BVH are listed together before the first job.
# Jobs without them run. With --validate they are errors.
take walk run
mkdir folder
printf '<!DOCTYPE html>\n' >page.bvh
printf '\n \n' >blank.bvh
: >empty.bvh
printf '\xef\xbb\xbf\n  hierarchy\n' >begun.bvh
cut='{"clip": "walk.bvh"}, {"at": 1, "clip":'
cat >plan.json <<END
{"defaults": {"out": "out/{name}.bvh"}, "jobs": [
{"name": "good", "cuts": [$cut "run.bvh"}]},
{"name": "missing", "cuts": [$cut "nowhere.bvh"}]},
{"name": "page", "cuts": [$cut "page.bvh"}]},
{"name": "folder", "cuts": [{"clip": "folder"}]},
{"name": "blank", "cuts": [{"clip": "blank.bvh"}, $cut "empty.bvh"}]},
{"name": "again", "lenient": true, "cuts": [{"clip": "nowhere.bvh"}, {"clip": "page.bvh"}]},
{"name": "layer", "cuts": [$cut "begun.bvh"}],
 "layers": [{"joints": "*", "clips": [{"clip": "gone.bvh", "at": 0}]}]}]}
END
tries dbtool batch -j 1 plan.json --metrics m.csv --journal j 2>messages
sed 's/, [0-9.e-]* s$//' messages
tries dbtool batch -q -j 1 plan.json 2>messages
cat messages
tries dbtool batch --validate plan.json
tries dbtool batch --validate plan.json --shard 1/7
tries dbtool batch --validate plan.json --shard 2/7
tries dbtool batch --validate --preflight none plan.json
tries dbtool batch -n plan.json >lines
ls . out
# what a pipe brings is seen by its job alone
mkfifo pipe
cat run.bvh >pipe &
echo "[{\"out\": \"piped.bvh\", \"cuts\": [$cut \"pipe\"}]}]" >piped.json
dbtool batch -q piped.json && ls piped.bvh
wait
tries dbtool batch --preflight ful plan.json
# only the beginning is looked at
{ yes '' | head -n 9000; cat run.bvh; } >below.bvh
echo "[{\"out\": \"out.bvh\", \"cuts\": [$cut \"below.bvh\"}]}]" >below.json
tries dbtool batch --validate below.json
