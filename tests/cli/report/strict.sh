# The data of a page is strictly valid JSON and contains no markup, for any clips.
extreme 1e300 Left >huge.bvh
extreme 4.9e-324 Left >tiny.bvh
extreme 90 "$odd_name" >odd.bvh
for clip in huge tiny odd; do
    dbtool report -q $clip.bvh $clip.bvh --at 3f --name "$odd_name" --title "$odd_name" \
        --methods all --past-end hold -o $clip.html
done
python3 "$TESTS/strict_json.py" ./*.html && echo 'all strict'
