# What new users type into cmd.exe.
take walk run
cp "${EXE}" .
mkdir clips
cat >typed.bat <<'END'
@echo off
dbtool blend 'my walk.bvh' run.bvh --at 1 -o out.bvh
dbtool blend walk.bvh run.bvh --at 1 --profile '*Arm=2' -o out.bvh
dbtool blend walk.bvh run.bvh \
dbtool info "clips\"
dbtool info "clips\" --format json
dbtool blend walk.bvh run.bvh --at 1,2 -o out.bvh
dbtool blend walk.bvh run.bvh --at 1 -o new\
dbtool blend walk.bvh run.bvh --at 1 -q --fail-if "seam_ratio>1.5" -o out.bvh
if errorlevel 1 echo it pops
echo {"jobs": [{"out": "o\u.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]}]} >plan.json
dbtool batch plan.json
echo {"jobs": [{"out": "o.bvh", "cuts": [{"clip": "walk.bvh"}, {"clip": ".\run.bvh", "at": 1}]}]} >plan.json
dbtool batch plan.json
dbtool /? | find "usage"
dbtool blend /? | find "usage"
type walk.bvh | dbtool info - | find "21 joints"
END
sed -i 's/$/\r/' typed.bat
wine cmd /c typed.bat 2>&1 | tr -d '\r' | sed 's/, [0-9.e-]* s$//; s/\(seam_ratio is\) [0-9.]*/\1 FIGURE/'
ls
