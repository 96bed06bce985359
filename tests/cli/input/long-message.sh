# A message that is too long shows no part of a mark where it is cut.
folder=$(printf 'f%.0s' {1..80})
joint=$(printf 'j%.0s' {1..150})
mkdir "$folder"
clip() { # LENGTH
    printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n'
    printf 'JOINT %s\n{\nOFFSET 0 %s 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "$joint" "$1"
    printf 'End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n'
    printf '0 0 0 0 0 0\n%.0s' 1 2 3
}
clip 10111110 >"$folder/a.bvh"
clip 12222220 >"$folder/b.bvh"
dbtool blend "$folder/a.bvh" "$folder/b.bvh" --at 0.1 --align none -n -m cut
