take walk run
for time in '' 1,2,x x -1 +1 end+1 end- 'end -1' 1.5f 1e400 nan 0x10 1,5s 1.2m ' 1' 1,,2 1,; do
    tries dbtool blend walk.bvh run.bvh walk.bvh walk.bvh -a "$time" -o out.bvh
done
tries dbtool blend walk.bvh run.bvh --from y -o out.bvh
tries dbtool blend walk.bvh run.bvh --until z -o out.bvh
ls
