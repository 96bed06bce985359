# A placeholder of any length is one; its '}' may be far away.
take walk
key=$(printf 'a%.0s' {1..80})
echo "[{\"name\": \"one\", \"out\": \"{$key}.bvh\", \"cuts\": [{\"clip\": \"walk.bvh\"}]}]" >plan.json
tries dbtool batch plan.json
echo '[{"name": "one", "out": "{name.bvh", "cuts": [{"clip": "walk.bvh"}]}]' >open.json
tries dbtool batch open.json
