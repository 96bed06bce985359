# The exact messages for every file of the dialects that is not accepted silently.
cd "$DATA/bvh" || exit 1
for clip in bad_*.bvh warn_*.bvh; do
    dbtool info "$clip" 2>&1 >/dev/null | sed 's/^dbtool: //'
done
for clip in bad_*.bvh; do
    dbtool info --lenient "$clip" 2>&1 >/dev/null | grep '^dbtool: warning' | sed 's/^dbtool: /--lenient: /'
done
