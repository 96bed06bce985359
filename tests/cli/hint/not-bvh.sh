# Files of other kinds are recognised, with advice.
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 132735\n' >lfs.bvh
printf '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n' >page.bvh
printf '\n<HTML>\n' >old_page.bvh
printf '<data/>\n' >data.bvh
printf 'PK\003\004rest' >packed.bvh
printf 'version https://example.org\n' >other.bvh
tries dbtool info lfs.bvh page.bvh old_page.bvh data.bvh packed.bvh other.bvh
