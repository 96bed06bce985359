# An option is not accepted as a value: a file of that name is ./-o.
take walk
tries dbtool blend walk.bvh walk.bvh -o -o
tries dbtool blend walk.bvh walk.bvh --name --strict -o out.bvh
tries dbtool blend walk.bvh walk.bvh --metrics -q -o out.bvh
tries dbtool blend walk.bvh walk.bvh --halflife -t 0.2 -m dead-decay -o out.bvh
ls
# A number below 0 is a value that is out of range; '=' and './' mean what they say.
tries dbtool blend walk.bvh walk.bvh --window -1 -o out.bvh
tries dbtool blend -q walk.bvh walk.bvh --at 1 --name=--strict -o ./-o
ls
