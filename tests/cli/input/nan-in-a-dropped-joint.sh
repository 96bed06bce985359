# What is no finite number is read only where --drop drops the joint.
take walk
# nan, and what other programs write for it, in the last values of some rows: the right toe's
odd() { # FILE WORD...: in the last values of the first frames
    local file=$1
    shift
    awk -v words="$*" 'BEGIN { n = split(words, word, " ") }
        /Frame Time/ { rows = 1; print; next }
        rows && k < n { $NF = word[++k] } 1' walk.bvh >"$file"
}
odd nan.bvh nan NaN -nan inf -Infinity -1.#IND 1.#QNAN 1e999 'nan(ind)'
tries dbtool blend nan.bvh -q -o out.bvh
dbtool blend nan.bvh -q --drop RightToeBase -o out.bvh
dbtool blend walk.bvh -q --drop RightToeBase -o expected.bvh
same out.bvh expected.bvh
echo '{"Right*": "R_*"}' >names.json
dbtool blend nan.bvh -q --rename names.json --drop R_ToeBase -o out.bvh
dbtool blend walk.bvh -q --rename names.json --drop R_ToeBase -o expected.bvh
same out.bvh expected.bvh
echo '-- other joints, other patterns, other words'
tries dbtool blend nan.bvh -q --drop LeftToeBase -o out.bvh
tries dbtool blend nan.bvh -q --drop Hips -o out.bvh
odd text.bvh nan toe
tries dbtool blend text.bvh -q --drop RightToeBase -o out.bvh
odd comma.bvh 1,5
tries dbtool blend comma.bvh -q --drop RightToeBase -o out.bvh
echo '-- frames over two lines'
awk '/Frame Time/ { rows = 1; print; next } rows { sub(/ /, "\n") } 1' nan.bvh >wrapped.bvh
dbtool blend wrapped.bvh -q --drop RightToeBase -o out.bvh
dbtool blend walk.bvh -q --drop RightToeBase -o expected.bvh
same out.bvh expected.bvh
tries dbtool blend wrapped.bvh -q -o out.bvh
echo '-- one joint, two clips: each is read as its own options say'
dbtool blend walk.bvh nan.bvh -q --drop 2:RightToeBase -m cut --at 1 --fit -o out.bvh
tries dbtool blend walk.bvh nan.bvh -q --drop 1:RightToeBase -m cut --at 1 --fit -o out.bvh
