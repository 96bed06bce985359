# Standard input can be only one input of a command; the message says 'standard input'.
take walk run
tries dbtool blend - - -o out.bvh <walk.bvh 2>&1 | grep -o -e 'standard input' -e 'exit 2'
tries dbtool blend - run.bvh -m dead-clamp --limits - -o out.bvh <walk.bvh 2>&1 |
    grep -o -e 'standard input' -e 'exit 2'
tries dbtool metrics - - --at 1 -o out.csv <walk.bvh 2>&1 | grep -o -e 'standard input' -e 'exit 2'
tries dbtool info - - -o out.txt <walk.bvh 2>&1 | grep -o -e 'standard input' -e 'exit 2'
ls
