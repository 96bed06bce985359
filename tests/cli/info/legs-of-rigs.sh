# slow
# Ankle, ball and toe end by name, on the rigs that people have. A line is a chain of joints below
# the root; NAME* has no End Site that is elsewhere.
rig() { # NAME CHAIN...
    local name=$1
    shift
    python3 - "$name.bvh" "$@" <<'END'
import sys
out, *chains = sys.argv[1:]
text, channels = ["HIERARCHY", "ROOT Root", "{", "OFFSET 0 0 0",
                  "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"], 6
for chain in [c.split(",") for c in chains] + [["Spine"]]:
    for name in chain:
        text += ["JOINT " + name.rstrip("*"), "{", "OFFSET 1 -9 0", "CHANNELS 3 Zrotation Xrotation Yrotation"]
        channels += 3
    text += ["End Site", "{", "OFFSET 0 0 %d" % (not name.endswith("*")), "}"] + ["}"] * len(chain)
text += ["}", "MOTION", "Frames: 2", "Frame Time: 0.1"] + [" ".join(["0"] * channels)] * 2
open(out, "w").write("\n".join(text) + "\n")
END
    dbtool info "$name.bvh" | grep -E '^[a-z_0-9]*[.]bvh|leg:|feet:' | sed 's/:.*frame.*//'
}
rig mixamo mixamorig:LeftUpLeg,mixamorig:LeftLeg,mixamorig:LeftFoot,mixamorig:LeftToeBase,mixamorig:LeftToe_End*
rig cmu LHipJoint,LeftUpLeg,LeftLeg,LeftFoot,LeftToeBase
rig cmu_asf lhipjoint,lfemur,ltibia,lfoot,ltoes
rig lafan1 LeftUpLeg,LeftLeg,LeftFoot,LeftToe
rig bandai_namco 'UpperLeg_L,LowerLeg_L,Foot_L,Toes_L*'
rig rokoko LeftThigh,LeftShin,LeftFoot,LeftToe,LeftToeTip
rig xsens LeftHip,LeftKnee,LeftAnkle,LeftToe
rig unreal thigh_l,calf_l,foot_l,ball_l ik_foot_root,ik_goal,ik_foot_l
rig biped 'Bip01 L Thigh,Bip01 L Calf,Bip01 L Foot,Bip01 L Toe0,Bip01 L Toe0Nub' 'Bip01 Pelvis,Bip01 Tail,Bip01 Footsteps'
rig genesis lThigh,lShin,lFoot,lMetatarsals,lToe
echo "-- thigh and shin of several joints"
rig makehuman pelvis.L,upperleg01.L,upperleg02.L,lowerleg01.L,lowerleg02.L,foot.L,toe1-1.L
rig twisted thigh_l,thigh_helper_l,calf_l,calf_helper_l,foot_l,ball_l
rig numbered LeftLeg1,LeftLeg2,LeftFoot
echo "-- the joint below the ankle, whatever its name"
rig heel thigh.L,shin.L,foot.L,heel.02.L
echo "-- nothing below the ankle"
rig bare 'LeftHip,LeftKnee,LeftAnkle*'
echo "-- eyes are no feet"
rig eyes neck,head,EyeBall_l neck2,head2,eyeball_r
