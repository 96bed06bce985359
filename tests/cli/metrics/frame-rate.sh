# A file of another rate than its clips is measured at its own rate, as by `compare` at that rate; at
# another rate by --fps, as `compare` measures it beside methods of that rate.
take walk run
dbtool blend walk.bvh run.bvh -q --at 1 -m dead-linear --fps 30 -o half.bvh
compared() { # OPTION...
    dbtool compare walk.bvh run.bvh --at 1 --window 0.2 -m cut --with half.bvh --format csv "$@" |
        grep ',half,' | cut -d, -f2,4-35
}
measured() { # OPTION...
    dbtool metrics half.bvh --at 1 --window 0.2 "$@" | grep ',\*,' | cut -d, -f2,4-35
}
clips='--source walk.bvh --target run.bvh'
# shellcheck disable=SC2086
measured $clips >own
compared -q --fps 30 >beside
cmp own beside && cut -d, -f3-5 own
echo 'its own figures do not depend on the clips'
measured | cut -d, -f3-12 | cmp - <(cut -d, -f3-12 own)
echo 'at the rate of the clips'
# shellcheck disable=SC2086
measured $clips --fps 60 >resampled
compared >beside
cmp resampled beside && cut -d, -f3-5 resampled
echo 'without clips there is no other rate'
tries dbtool metrics half.bvh --at 1 --fps 60
