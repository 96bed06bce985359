# Joints of the motion, where ROOT stays still, and where it carries the path.
take walk still_root still_root_run
dbtool info walk.bvh still_root.bvh still_root_run.bvh | grep -o 'anchor .*, carrier [A-Za-z]*'
