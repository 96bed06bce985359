/* bench_strtod FILE.bvh: reads a file with a plain loop of strtod, as most BVH readers do, to
 * compare times. Maps the file and keeps every value. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct stat st;
    const int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    if (fd < 0 || fstat(fd, &st) != 0)
        return 2;
    /* a private page after the file ends the last number */
    const size_t size = (size_t)st.st_size;
    char *text = mmap(NULL, size + 1, PROT_READ, MAP_PRIVATE, fd, 0);
    if (text == MAP_FAILED)
        return 2;
    const char *p = strstr(text, "Frame Time:");
    if (!p)
        return 2;
    p = strchr(p, '\n');
    size_t n = 0, capacity = 0;
    double *values = NULL;
    for (;;) {
        char *end;
        const double value = strtod(p, &end);
        if (end == p)
            break;
        if (n == capacity) {
            capacity = capacity * 2 + 1024;
            values = realloc(values, capacity * sizeof *values);
            if (!values)
                return 2;
        }
        values[n++] = value;
        p = end;
    }
    printf("%zu values, last %g\n", n, n ? values[n - 1] : 0.0);
    free(values);
    return 0;
}
