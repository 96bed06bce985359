#!/bin/sh
# lint_layers.sh: a file of src includes only headers of its folder or of a lower layer. File names
# are unique. Only src/system has macros and headers of operating systems, with two exceptions.
# from the lowest layer to the highest
folders='base system host bvh motion fit net method blend measure diff search job run train report cli'
find src -mindepth 2 -name '*.[ch]' -exec grep -H '^#include "' {} + | awk -v folders="$folders" '
    BEGIN { n = split(folders, order, " "); for (i = 1; i <= n; i++) level[order[i]] = i }
    { split($1, file, "/"); split($2, included, /["\/]/)
      if (level[file[2]] == "" || level[included[2]] == "" || level[included[2]] > level[file[2]])
          { print $1 " includes " $2; bad = 1 } }
    END { exit bad }' || exit 1
twice=$(find src tests -name '*.[ch]' -exec basename {} \; | sort | uniq -d)
[ -z "$twice" ] || { echo "file names that occur twice: $twice"; exit 1; }
systems=$(grep -rnE '^ *# *include <(pthread_np|unistd|fcntl|io|process|windows|signal|poll|dirent|fnmatch|glob|spawn|dlfcn|sched|malloc|termios|pwd|locale|sys/.*|linux/.*)\.h>|^ *#.*\b(_WIN32|__linux__|__APPLE__|__GLIBC__|_[A-Z]+_SOURCE)\b' src --include='*.[ch]' |
    grep -vE '^src/system/|^src/base/(mem|inline)\.[ch]:|^src/net/model\.c:')
[ -z "$systems" ] || { printf 'only src/system may depend on the system:\n%s\n' "$systems"; exit 1; }
