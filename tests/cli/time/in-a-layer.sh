# Times of a layer that lie outside the output, or outside its clip, are named in seconds.
take walk run
layer() { # the rest of its first clip, and of the layer
    printf '[{"name": "a", "out": "a.bvh", "cuts": [{"clip": "walk.bvh"}], "layers": [{"joints": ["*"], "clips": [{"clip": "run.bvh"%s}]%s}]}]' \
        "$1" "$2" >plan.json
    tries dbtool batch -q plan.json
}
layer ', "at": 20' ''
layer ', "at": -1' ''
layer ', "at": 1, "from": 99' ''
layer ', "at": 1' ', "until": 1'
layer ', "at": 1}, {"clip": "run.bvh", "at": 1' ''
