tries dbtool methods --response x0=1
for response in '' x0 x0= x0=a x0=1,, y0=1 x0=1,v0=nan x0=inf x0=1e999; do
    tries dbtool methods cut --response "$response"
done
tries dbtool methods cut crossfade
tries dbtool methods cut --format csv
