# A transition that the output cuts short: a warning says how much is missing, an error with
# --strict. The second clip lasts (frames - 1) x frame time.
take walk run
grep '^Frame' run.bvh
try() {
    tries dbtool blend walk.bvh run.bvh -q --at 1 -o out.bvh "$@"
}
dbtool blend walk.bvh run.bvh --at 1 -m dead-linear -t 5 -o out.bvh 2>&1 | grep -v seam
dbtool blend walk.bvh run.bvh --at 1 -m crossfade --until 1.1 -o out.bvh 2>&1 | grep -v seam
dbtool blend walk.bvh run.bvh --at 1 -m inertialize-spring --halflife 0.05 --until 1.2 -o out.bvh 2>&1 | grep -v seam
echo "an error"
rm out.bvh
try --strict -m dead-linear -t 5
try --strict -m crossfade --until 1.1
ls
echo "no warning: it just fits; it is interrupted; it jumps"
try --strict -m crossfade --until 1.2
tries dbtool blend --strict -q walk.bvh run.bvh walk.bvh --at 1,1.1 -m crossfade -o out.bvh
try --strict -m cut --until 1
echo "once in a comparison"
dbtool compare walk.bvh run.bvh --at 1 --until 1.1 -m cut,crossfade,dead-linear -o table
