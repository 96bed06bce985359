# A layer without a fade shows its clip to the last frame, or to the output's; not at `until`. The
# output has 8 frames, the layer's clip 4.
rig() { # VALUES of Arm, a frame each
    printf 'HIERARCHY\nROOT Body\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\nJOINT Arm\n{\nOFFSET 0 1 0\n'
    printf 'CHANNELS 1 Zrotation\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\n}\n'
    motion 0.1 "${@/#/0 }"
}
rig 0 0 0 0 0 0 0 0 >still.bvh
rig 31 32 33 34 >turned.bvh
shown() { # KEYS: of the layer
    printf '[{"out": "o.bvh", "cuts": [{"clip": "still.bvh"}], "layers": [{"joints": ["Arm"], %s}]}]' \
        "$1" >plan.json
    dbtool batch -q plan.json && echo $(tail -n 8 o.bvh | cut -d' ' -f2)
}
shown '"clips": [{"clip": "turned.bvh", "at": "2f"}]'
shown '"clips": [{"clip": "turned.bvh", "at": "2f"}], "until": "5f"'
shown '"clips": [{"clip": "turned.bvh", "at": "4f"}]'
shown '"clips": [{"clip": "turned.bvh", "at": "4f"}], "until": "7f"'
shown '"clips": [{"clip": "turned.bvh", "at": "6f"}]'
