# A temporary file of an earlier run is removed, never written to: the output is a new file with its
# own mode, owner and names.
take walk run
dbtool blend -q walk.bvh run.bvh -a 1 >right.bvh
echo kept >other
umask 022
for kind in mode owner link; do
    rm -f out.bvh
    case $kind in
    mode) : >.out.bvh.dbtool-tmp && chmod 600 .out.bvh.dbtool-tmp ;;
    owner) : >.out.bvh.dbtool-tmp && [ "$(id -u)" -ne 0 ] || chown 65534 .out.bvh.dbtool-tmp ;;
    link) ln other .out.bvh.dbtool-tmp ;;
    esac
    dbtool blend -q walk.bvh run.bvh -a 1 -o out.bvh
    echo "$kind: $(stat -c '%a %h' out.bvh) $(find . -name out.bvh -user "$(id -u)")"
    same out.bvh right.bvh
done
cat other
leftovers
# one that may not be opened is told
: >.new.bvh.dbtool-tmp
chmod 000 .new.bvh.dbtool-tmp
chmod 777 .
tries unprivileged blend walk.bvh run.bvh -a 1 -o new.bvh 2>&1 | sed "s|$PWD|PWD|"
leftovers
