# A byte order mark and bare CR are kept.
slide 1 2 3 | tr '\n' '\r' >cr.bvh
{ printf '\357\273\277'; slide 4 5; } >bom.bvh
dbtool blend -q cr.bvh bom.bvh -m cut --align none -o out.bvh
{ slide 1 2 4 5 | tr '\n' '\r'; } >right.bvh
same out.bvh right.bvh
dbtool blend -q bom.bvh cr.bvh -m cut --align none -o out.bvh
{ printf '\357\273\277'; slide 4 1 2 3; } >right.bvh
same out.bvh right.bvh
