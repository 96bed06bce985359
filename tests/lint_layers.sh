#!/bin/sh
# lint_layers.sh: src/core includes nothing of src/cli, and within core only what
# stands on a lower level. One line a header, from the ground up.
set -u
levels='
0 error.h vecquat.h number.h hash.h text.h
1 mem.h memo.h threads.h timespec.h curve.h blendable.h metric.h
2 names.h buffer.h json.h pose_pool.h skeleton.h csv.h
3 base64.h clip.h method.h pose.h diff_side.h model_format.h
4 decay.h frame.h track.h transition.h derivative.h diff.h figure_state.h safetensors.h
5 align.h bvh.h response.h layer.h diff_groups.h matrix.h network.h scales.h
6 bvh_reader.h limits.h figure.h
7 sequence.h unroll.h
8 reference.h train.h
9 deviation.h model.h
10 metrics.h evaluate.h
11 render.h plan.h
12 plan_reader.h
'
level() { # of a header, or of the source file of that name
    case $1 in
    methods/dead_learned.c) echo 10; return ;; # the only one that sees learn/
    methods/*.c) echo 5; return ;; # they see method.h and decay.h
    bvh_*.c | learn/model_write.c | plan.c | plan_*.c) echo 12; return ;; # parts of what another file is named after
    esac
    header=$(basename "${1%.*}.h")
    echo "$levels" | awk -v h="$header" '{ for (i = 2; i <= NF; i++) if ($i == h) { print $1; exit } }'
}

status=0
say() {
    echo "$*"
    status=1
}
for file in $(cd src/core && find . -name '*.[ch]' | sed 's/^\.\///' | sort); do
    own=$(level "$file")
    [ -n "$own" ] || { say "src/core/$file has no level in tests/lint_layers.sh"; continue; }
    for included in $(sed -n 's/^#include "\(.*\.h\)"$/\1/p' "src/core/$file"); do
        case $included in
        core/*) ;;
        *) say "src/core/$file includes $included"; continue ;;
        esac
        other=$(level "$(basename "$included")")
        [ -n "$other" ] || { say "$included has no level in tests/lint_layers.sh"; continue; }
        same_name=$(basename "${file%.*}.h")
        if [ "$(basename "$included")" = "$same_name" ]; then
            continue # a source file and its header
        fi
        # a source file may use its own level; a header only lower ones
        case $file in
        *.c) [ "$other" -le "$own" ] || say "src/core/$file (level $own) includes $included (level $other)" ;;
        *) [ "$other" -lt "$own" ] || say "src/core/$file (level $own) includes $included (level $other)" ;;
        esac
    done
done
grep -rnE '\b(printf|fprintf\(stderr|exit|setlocale|getcwd)\(' src/core | grep -vE 'snprintf|vsnprintf' | while read -r hit; do
    echo "core prints, exits or looks around: $hit"
done | grep . && status=1
doubles=$(find src tests -name '*.[ch]' -exec basename {} \; | sort | uniq -d)
[ -z "$doubles" ] || say "file names that stand twice: $doubles"
exit $status
