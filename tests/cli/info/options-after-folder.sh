# -q and --strict count wherever they stand, also for what a folder leaves out.
take walk
mkdir clips
mv walk.bvh clips
ln -s nowhere clips/link.bvh
tries dbtool info clips --format list
tries dbtool info clips --format list -q
tries dbtool info clips --format list --strict
