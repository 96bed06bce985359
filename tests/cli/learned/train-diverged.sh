# slow
# Training that diverges writes no model and prints a remedy.
take walk run
for holdout in '' '--holdout run*'; do
    set -f
    # shellcheck disable=SC2086 # an option and its value
    tries dbtool train walk.bvh run.bvh -o m.safetensors --log log.csv --learning-rate 10 --iterations 200 \
        --hidden 8 --layers 1 --batch 8 -j 1 $holdout
    set +f
done
ls -A
