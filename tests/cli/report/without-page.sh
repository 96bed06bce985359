# A dbtool built without Chart.js prints how to get one with it. There is no report: status 2.
take walk run
without=$(dirname "$DBTOOL")/tests/dbtool-without-page
"$without" report walk.bvh run.bvh --at 1 -o report.html
echo "exit $?"
"$without" report -h | head -n 1
"$without" compare walk.bvh run.bvh --at 1 --methods cut --format csv | wc -l
ls
